import { Alert } from '@mantine/core'
import { actionErrorMessages } from '../calls/errors.ts'
import type { Command } from '../calls/use-command.ts'
import { useT } from '../ui/text/i18n.ts'
import { describeChange, hasMoved, type MoneyRow } from './row.ts'

interface MovedProps<R extends MoneyRow> {
  readonly row: R
  readonly newest: R
  readonly command: Pick<Command<never, unknown>, 'error' | 'isRunning'>
}

/** In a dialog that decides a row: why that was refused and the row's current state; nothing while the row is unchanged. */
export function Moved<R extends MoneyRow>({ row, newest, command: { error, isRunning } }: MovedProps<R>) {
  const t = useT()
  if (isRunning || !(error || hasMoved(newest, row))) return null
  return (
    <Alert color="red" role="alert" title={error && actionErrorMessages(error).join('\n')}>
      {newest.status !== 'pending'
        ? t('The transaction is now {{status}}.', { status: newest.status })
        : hasMoved(newest, row) && describeChange(newest, row)}
    </Alert>
  )
}
