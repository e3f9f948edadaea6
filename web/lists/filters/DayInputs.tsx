import { Input } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useId, useRef } from 'react'
import { FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { Day } from '#contract/list.ts'
import { useT } from '../../ui/text/i18n.ts'
import { useTyped } from '../../ui/use-typed.ts'
import { type DaysSearch, formatDay } from './days.ts'

interface DayInputsProps {
  readonly labels: readonly [from: string, to: string]
  readonly search: DaysSearch
  /** Defaults where the URL has no days. */
  readonly defaults?: DaysSearch
  readonly size?: 'xs' | 'sm'
  readonly change: (patch: DaysSearch) => void
}

/** A date range. A complete date applies half a second after the last key, on Enter, and on blur. */
export function DayInputs({ labels, search, defaults = {}, size = 'xs', change }: DayInputsProps) {
  const { from, to = defaults.to } = search
  return (
    <>
      <DayInput
        label={labels[0]}
        size={size}
        value={from ?? defaults.from}
        bounds={{ max: to }}
        emptied={defaults.from}
        onChange={(day) => change({ from: day })}
      />
      <DayInput
        label={labels[1]}
        size={size}
        value={to}
        bounds={{ min: from }}
        emptied={defaults.to}
        onChange={(day) => change({ to: day })}
      />
    </>
  )
}

interface DayInputProps {
  readonly label: string
  readonly size: 'xs' | 'sm'
  readonly value: string | undefined
  readonly bounds: { readonly min?: string | undefined; readonly max?: string | undefined }
  /** Default for an empty input. */
  readonly emptied: string | undefined
  readonly onChange: (day: string | undefined) => void
}

function DayInput({ label, size, value = '', bounds, emptied = '', onChange }: DayInputProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { typed, setTyped, applied, setApplied } = useTyped(value, input)
  /** Applies the date if it differs, and returns the date now applied. */
  const apply = (box: HTMLInputElement) => {
    const day = dayIn(box, emptied)
    if (day === undefined || day === applied) return applied
    setApplied(day)
    onChange(box.value || undefined)
    return day
  }
  const applyLater = useDebouncedCallback(apply, FILTER_DEBOUNCE_MS)
  const leave = (box: HTMLInputElement) => {
    applyLater.cancel()
    // Also set on the element: a partial date has no value, so React sees nothing to replace.
    box.value = apply(box)
    setTyped(box.value)
  }
  return (
    // The browser decides how the input itself spells its date.
    <Input.Wrapper label={t(label)} id={id} size={size} description={applied && formatDay(applied)} inputWrapperOrder={ORDER}>
      <Input
        id={id}
        ref={input}
        type="date"
        {...bounds}
        value={typed}
        onChange={({ currentTarget: box }) => {
          setTyped(box.value)
          applyLater(box)
        }}
        onKeyDown={({ key, currentTarget: box }) => key === 'Enter' && apply(box)}
        // Typing into an empty date input, or deleting a part, fires no change event.
        onKeyUp={({ currentTarget: box }) => applyLater(box)}
        onBlur={({ currentTarget: box }) => leave(box)}
      />
    </Input.Wrapper>
  )
}

const ORDER: ('label' | 'input' | 'description')[] = ['label', 'input', 'description']

/** No shop has older rows, and browsers report each digit of a year as a full year: '2026' begins as 0002, 0020, 0202. */
const FIRST_DAY = '2000-01-01'

/** The complete date in the input, or `emptied` if it is empty; undefined for a partial date. */
function dayIn({ value, validity }: HTMLInputElement, emptied: string): string | undefined {
  if (value === '' && !validity.badInput) return emptied
  return Day.safeParse(value).success && value >= FIRST_DAY ? value : undefined
}
