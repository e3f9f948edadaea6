import { Alert, Button, Group, Stack } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { TOPUP_STATUSES } from '#contract/limits.ts'
import type { TopupStatus } from '#contract/wallet-topups.ts'
import { Choices } from '../Choices.tsx'
import { actionSentences } from '../errors.ts'
import { useT } from '../i18n.ts'
import { submitByKey } from '../submit-by-key.ts'
import type { Command } from '../use-command.ts'
import { type Effects, type MoneyRow, presentOf } from './row.ts'

interface StatusFormProps<R extends MoneyRow> {
  readonly row: R
  readonly effects: Effects<R>
  readonly command: Command<TopupStatus, unknown>
  readonly onClose: () => void
  /** What the row is about. */
  readonly children: ReactNode
}

/** Decides a pending row. A refusal stays here in the server's words, with the status as it is by now. */
export function StatusForm<R extends MoneyRow>({ row, effects, command, onClose, children }: StatusFormProps<R>) {
  const t = useT()
  const [chosen, setChosen] = useState<TopupStatus>()
  const [isMissing, setMissing] = useState(false)
  const present = presentOf(command.error, row)
  const isOpen = present.status === 'pending'
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(!chosen)
    if (!chosen || command.isRunning) return
    if ((await command.run(chosen)) !== undefined) onClose()
  }
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Stack gap="md">
        {children}
        {isOpen && (
          <Choices
            legend="Status"
            choices={TOPUP_STATUSES.map((value) => ({ value, about: effects.ofStatus(row, value) }))}
            chosen={chosen}
            error={isMissing && !chosen ? 'Select an option to update' : undefined}
            required
            onChange={setChosen}
          />
        )}
        {command.error && !command.isRunning && (
          <Alert color="red" role="alert" title={actionSentences(command.error).join('\n')}>
            {!isOpen && t('The transaction is {{status}} by now.', { status: present.status })}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          {isOpen && (
            <Button type="submit" loading={command.isRunning}>
              {t('Save')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
