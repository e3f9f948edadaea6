import { Input } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { codeKey } from '#contract/text.ts'
import { codeFault, linesOf, plainLine } from '#contract/voucher-lines.ts'
import { type FieldProps, useField } from '../forms/fields/form-fields.ts'
import { type T, useT } from '../ui/text/i18n.ts'
import classes from './vouchers.module.css'

/** One code per line. Shows the number of codes and the repeated ones before anything is sent. */
export function PasteField(props: FieldProps) {
  const t = useT()
  const {
    box: { id, name, label, error, value },
    change,
  } = useField<string>(props)
  // Deferred: a hundred thousand lines are counted after the paste is shown.
  const shown = useDeferredValue(value)
  const counts = useMemo(() => countLines(shown), [shown])
  return (
    <Input.Wrapper id={id} label={label} description={t('One code per line.')} error={error}>
      <Input
        id={id}
        component="textarea"
        multiline
        rows={10}
        name={name}
        className={classes.paste}
        spellCheck={false}
        autoComplete="off"
        error={Boolean(error)}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <p className={classes.counted} role="status">
        {describeCounts(counts, t)}
      </p>
    </Input.Wrapper>
  )
}

/** The codes of a paste, and the distinct reasons of lines that are none. */
function countLines(paste: string) {
  const lines = linesOf(paste)
    .map(plainLine)
    .filter((line) => line !== '')
  const keys = new Set<string>()
  const reasons = new Set<string>()
  let invalid = 0
  for (const line of lines) {
    const reason = codeFault(line)
    if (reason === undefined) keys.add(codeKey(line))
    else {
      reasons.add(reason)
      invalid += 1
    }
  }
  return { codes: keys.size, repeated: lines.length - invalid - keys.size, invalid, reasons: [...reasons] }
}

const describeCounts = ({ codes, repeated, invalid, reasons }: ReturnType<typeof countLines>, t: T): string =>
  [
    t(codes === 1 ? '{{count}} code' : '{{count}} codes', { count: codes }),
    repeated > 0 && t('{{count}} repeated in this paste', { count: repeated }),
    invalid > 0 && `${t('{{count}} not valid', { count: invalid })} (${reasons.map((reason) => t(reason)).join(', ')})`,
  ]
    .filter((words) => words !== false)
    .join(' · ')
