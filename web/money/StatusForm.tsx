import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, Sent } from '#contract/endpoint.ts'
import type { MoneyStatus } from '#contract/money-rows.ts'
import { useCommand } from '../calls/use-command.ts'
import { Choices } from '../desk/Choices.tsx'
import { DecisionForm } from '../desk/DecisionForm.tsx'
import { confirm } from '../ui/dialogs/confirm.ts'
import { Moved } from './Moved.tsx'
import { choicesFor, type Effects, hasMoved, type MoneyRow } from './row.ts'
import { MONEY_READS } from './stale.ts'
import { useLatestRow } from './use-latest-row.ts'

/** The call that decides a row, and its input for the row that was shown. */
export interface Decision<R extends MoneyRow, I extends z.ZodType, O extends z.ZodType> {
  readonly call: Endpoint<I, O>
  readonly inputOf: (status: MoneyStatus, seen: R) => Sent<Endpoint<I, O>>
}

interface StatusFormProps<R extends MoneyRow, I extends z.ZodType, O extends z.ZodType> {
  readonly row: R
  readonly live: R
  readonly effects: Effects<R>
  readonly decision: Decision<R, I, O>
  /** Omitted in a drawer, which has its own close button. */
  readonly onClose?: () => void
  readonly onDone: () => void
  readonly children?: (present: R) => ReactNode
}

/** Decides a pending row. A refusal is shown here with the row's current state. */
export function StatusForm<R extends MoneyRow, I extends z.ZodType, O extends z.ZodType>(props: StatusFormProps<R, I, O>) {
  const { row, live, effects, decision, onClose, onDone, children } = props
  const command = useCommand(decision.call, { pending: 'Updating transaction...', stale: MONEY_READS })
  const [chosen, setChosen] = useState<MoneyStatus>()
  const [isMissing, setMissing] = useState(false)
  const present = useLatestRow(row, command.error)
  // Only what was shown is decided: a changed amount is shown, and used once the server has confirmed it.
  const newest = command.isRunning || !hasMoved(live, row) ? present : live
  const { choices, note } = choicesFor(newest, effects)
  const isOpen = newest.status === 'pending'
  const submit = async () => {
    setMissing(!chosen)
    if (!chosen) return
    const question = effects.question(present, chosen)
    if (question && !(await confirm(question))) return
    if ((await command.run(decision.inputOf(chosen, present))) !== undefined) onDone()
  }
  return (
    <DecisionForm isOpen={isOpen} isRunning={command.isRunning} onClose={onClose} onSubmit={submit}>
      {children?.(present)}
      {isOpen && (
        <Choices
          legend="Status"
          choices={choices.map((value) => ({ value, about: effects.statusChanges[value](present) }))}
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
    </DecisionForm>
  )
}
