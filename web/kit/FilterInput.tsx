import { Input } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useId } from 'react'
import type { z } from 'zod'
import { FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { plainId } from './fields/plain-number.ts'
import { useT } from './i18n.ts'
import { useTyped } from './use-typed.ts'

interface FilterInputProps<V extends string | number> {
  /** English text. */
  readonly label: string
  readonly value: V | undefined
  /** What the call accepts; anything else is said at the field and not sent. */
  readonly schema: z.ZodType<V>
  readonly inputMode?: 'numeric' | 'text'
  readonly onChange: (value: V | undefined) => void
}

/** One filter of a list, applied half a second after the last key; an empty one filters nothing. */
export function FilterInput<V extends string | number>(props: FilterInputProps<V>) {
  const { label, value, schema, inputMode = 'text', onChange } = props
  const t = useT()
  const id = useId()
  const { typed, setTyped, setApplied } = useTyped(value === undefined ? '' : String(value))
  const parse = (next: string) => {
    const meant = inputMode === 'numeric' ? plainId(next) : next.trim()
    return meant === '' ? undefined : schema.safeParse(meant)
  }
  const parsed = parse(typed)
  const apply = useDebouncedCallback((next: V | undefined) => {
    setApplied(next === undefined ? '' : String(next))
    onChange(next)
  }, FILTER_DEBOUNCE_MS)
  const change = (next: string) => {
    setTyped(next)
    const found = parse(next)
    if (found?.success !== false) apply(found?.data)
    else apply.cancel()
  }
  const problem = parsed?.success === false ? parsed.error.issues[0]?.message : undefined
  return (
    <Input.Wrapper label={t(label)} id={id} size="xs" error={problem && t(problem)}>
      <Input
        id={id}
        inputMode={inputMode}
        autoComplete="off"
        maxLength={100}
        error={problem !== undefined}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Input.Wrapper>
  )
}
