import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import type { MoneyStatus } from '#contract/money-rows.ts'
import type { Command } from '../calls/use-command.ts'
import { Choices } from '../desk/Choices.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { Buttons } from '../ui/Buttons.tsx'
import { useFocusOnceClosed } from '../ui/focus/focus-once-closed.ts'
import { useT } from '../ui/text/i18n.ts'
import { Moved } from './Moved.tsx'
import { choicesFor, type Effects, hasMoved, type MoneyRow } from './row.ts'
import { useLatestRow } from './use-latest-row.ts'

interface Decision<R> {
  readonly status: MoneyStatus
  readonly seen: R
}

interface StatusFormProps<R extends MoneyRow> {
  readonly row: R
  readonly live: R
  readonly effects: Effects<R>
  readonly command: Command<Decision<R>, unknown>
  readonly onClose: () => void
  readonly children: (present: R) => ReactNode
}

/** Decides a pending row. A refusal is shown here with the row's current state. */
export function StatusForm<R extends MoneyRow>({ row, live, effects, command, onClose, children }: StatusFormProps<R>) {
  const t = useT()
  const [chosen, setChosen] = useState<MoneyStatus>()
  const [isMissing, setMissing] = useState(false)
  const present = useLatestRow(row, command.error)
  // Only what was shown is decided: a changed amount is shown, and used once the server has confirmed it.
  const newest = command.isRunning || !hasMoved(live, row) ? present : live
  const { choices, note } = choicesFor(newest, effects)
  const isOpen = newest.status === 'pending'
  const close = useRef<HTMLButtonElement>(null)
  useFocusOnceClosed(!isOpen, close)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(!chosen)
    if (!chosen || command.isRunning) return
    if ((await command.run({ status: chosen, seen: present })) !== undefined) onClose()
  }
  return (
    <form aria-busy={command.isRunning} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Stack gap="md">
        {children(present)}
        {isOpen && (
          <Choices
            legend="Status"
            choices={choices.map((value) => ({ value, about: effects.describeStatusChange(present, value) }))}
            chosen={chosen}
            error={isMissing && !chosen ? 'Select an option to update' : undefined}
            required
            onChange={setChosen}
          />
        )}
        {isOpen && note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        <Moved row={row} newest={newest} command={command} />
        <Buttons>
          <Button ref={close} variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          {isOpen && <Button type="submit">{t('Save')}</Button>}
        </Buttons>
      </Stack>
    </form>
  )
}
