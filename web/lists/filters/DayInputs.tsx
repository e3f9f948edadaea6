import { useDebouncedCallback } from '@mantine/hooks'
import { useId } from 'react'
import { FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { DateBox } from '../../ui/DateBox.tsx'
import { isDay } from '../../ui/text/day.ts'
import { useT } from '../../ui/text/i18n.ts'
import { useTyped } from '../../ui/use-typed.ts'
import type { DaysSearch } from './days.ts'

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
  const { typed, setTyped, applied, setApplied } = useTyped(value, true)
  /** Applies the date if it differs, and returns the date now applied. */
  const apply = () => {
    const day = typed === '' ? emptied : typed
    if (day === applied || (day !== '' && !isComplete(day))) return applied
    setApplied(day)
    onChange(typed || undefined)
    return day
  }
  const applyLater = useDebouncedCallback(apply, FILTER_DEBOUNCE_MS)
  return (
    <DateBox
      id={useId()}
      label={t(label)}
      size={size}
      bounds={bounds}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        applyLater()
      }}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
      onBlur={() => {
        applyLater.cancel()
        setTyped(apply())
      }}
    />
  )
}

/** No shop has older rows: a mistyped year is not searched for. */
const FIRST_DAY = '2000-01-01'

const isComplete = (day: string) => isDay(day) && day >= FIRST_DAY
