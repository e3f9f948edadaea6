import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { z } from 'zod'
import { FILTER_DEBOUNCE_MS, MAX_SEARCH } from '#contract/limits.ts'
import { tMessage, useT } from '../../ui/text/i18n.ts'
import { plainId } from '../../ui/text/plain-number.ts'
import { useTyped } from '../../ui/use-typed.ts'

interface FilterInputProps {
  readonly label: string
  readonly value: string | number | undefined
  /** What the call accepts. Other input is reported at the field and not sent. */
  readonly schema: z.ZodType<string | number | undefined>
  readonly onChange: (value: string | number | undefined) => void
}

/** A filter input, debounced by half a second; empty means no filter. */
export function FilterInput({ label, value, schema, onChange }: FilterInputProps) {
  const t = useT()
  const { typed, setTyped, applied, setApplied } = useTyped(value === undefined ? '' : String(value))
  const isNumeric = typeof schema.safeParse('1').data === 'number'
  const text = isNumeric ? plainId(typed) : typed.trim()
  const parsed = text === '' ? undefined : schema.safeParse(text)
  // Reads the input at that time: it may have been cleared meanwhile.
  const applyLater = useDebouncedCallback(() => {
    const next = String(parsed?.data ?? '')
    if (parsed?.success === false || next === applied) return
    setApplied(next)
    onChange(parsed?.data)
  }, FILTER_DEBOUNCE_MS)
  const problem = parsed?.success === false ? parsed.error.issues[0]?.message : undefined
  return (
    <TextInput
      label={t(label)}
      labelProps={{ size: 'xs' }}
      error={problem && tMessage(problem)}
      errorProps={{ size: 'xs' }}
      inputMode={isNumeric ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={MAX_SEARCH}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        applyLater()
      }}
    />
  )
}
