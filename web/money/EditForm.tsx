import { Alert, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { PositiveAmount } from '#contract/money.ts'
import { FullEdit, type MoneyStatus } from '#contract/money-rows.ts'
import { actionErrorMessages, faultsOf } from '../calls/errors.ts'
import type { Command } from '../calls/use-command.ts'
import { DecisionForm } from '../desk/DecisionForm.tsx'
import { NumberBox } from '../forms/fields/NumberBox.tsx'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { useFaults } from '../forms/use-faults.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { confirm, type Question } from '../ui/dialogs/confirm.ts'
import { Select } from '../ui/Select.tsx'
import { t, tMessage, useT } from '../ui/text/i18n.ts'
import { EffectLines } from './EffectLines.tsx'
import { choicesFor, describeChange, type Effects, type MoneyRow } from './row.ts'
import { useLatestRow } from './use-latest-row.ts'

type Edit = z.output<typeof FullEdit>

interface EditFormProps<R extends MoneyRow> {
  readonly row: R
  readonly effects: Effects<R>
  readonly command: Command<Edit, R>
  /** Without it a cancelled row keeps its status. */
  readonly mayDecide: boolean
  readonly onClose: (saved?: R) => void
  readonly children: (present: R) => ReactNode
}

/** 'Edit transaction': amount and number, the status of a cancelled row, and the effect on wallets. */
export function EditForm<R extends MoneyRow>({ row, effects, command, mayDecide, onClose, children }: EditFormProps<R>) {
  const translate = useT()
  const present = useLatestRow(row, command.error)
  const { faults, setFound, element, focusFault } = useFaults(command)
  const { typed, change, restoredInput } = useEdit(present, command, () => setFound({}))
  const closed = effects.closed(present)
  const fixed = effects.fixed?.(present)
  const canChooseStatus = present.status === 'cancel' && mayDecide
  const { choices, note } = choicesFor(present, effects)
  const status = canChooseStatus ? typed.status : present.status
  const amount = PositiveAmount.safeParse(typed.amount)
  const lines = amount.success && !fixed ? effects.describeEdit(present, { amount: amount.data, status }) : []
  const submit = async () => {
    const checked = FullEdit.safeParse({
      ...typed,
      ...(fixed && { amount: present.amount }),
      status,
      id: row.id,
      expected_amount: present.amount,
      expected_status: present.status,
      expected_number: present.number,
      expected_flags: present.flags,
    })
    setFound(faultsOf(checked.error))
    if (checked.success && lines.length > 0 && !(await confirm(editQuestion(row.id, lines)))) return
    const saved = checked.success && (await command.run(checked.data))
    if (saved) onClose(saved)
    else focusFault()
  }
  return (
    <DecisionForm ref={element} isOpen={!closed} isRunning={command.isRunning} onClose={() => onClose()} onSubmit={submit}>
      <RestoredNotice restoredInput={restoredInput} />
      {children(present)}
      {!closed && (
        <>
          <NumberBox
            label={translate('Amount')}
            name="amount"
            required
            data-autofocus
            rightSection={<Text size="sm">tk</Text>}
            value={fixed ? String(present.amount) : typed.amount}
            readOnly={fixed !== undefined}
            description={fixed}
            error={faults.amount && tMessage(faults.amount)}
            onChange={(amount) => change({ amount })}
          />
          <TextInput
            label={translate('Phone')}
            name="number"
            required
            inputMode="tel"
            autoComplete="off"
            value={typed.number}
            error={faults.number && tMessage(faults.number)}
            onChange={(event) => change({ number: event.currentTarget.value })}
          />
          {canChooseStatus && (
            <Select
              name="status"
              label={translate('Status')}
              description={note}
              value={status}
              choices={choices.map((choice) => [choice, choice])}
              onChange={(chosen) => change({ status: choices.find((choice) => choice === chosen) ?? status })}
            />
          )}
        </>
      )}
      {closed ? <EffectLines lines={[]} emptyText={closed} /> : <EffectLines lines={lines} emptyText="No wallet will change" />}
      {command.error && !command.isRunning && (
        <Alert color="red" role="alert" title={actionErrorMessages(command.error).join('\n')}>
          {present !== row && describeChange(present, row)}
        </Alert>
      )}
    </DecisionForm>
  )
}

const editQuestion = (id: number, lines: readonly string[]): Question => ({
  about: `${t('Transaction {{id}} will be changed.', { id })} ${lines.map((line) => `${line}.`).join(' ')}`,
  yes: t('Save'),
})

interface Typed {
  readonly amount: string
  readonly number: string
  readonly status: MoneyStatus
}

/** The edited values. Untouched fields follow the row. */
function useEdit(
  { id, amount, number, status }: MoneyRow,
  command: Pick<Command<Edit, unknown>, 'isRunning' | 'error'>,
  onChange: () => void,
) {
  const [key] = useState(() => `edit ${location.pathname} ${id}`)
  const [patch, setPatch, restoredInput] = useRestoredState<Partial<Typed>>(key, {}, command)
  const typed: Typed = { amount: String(amount), number, status, ...patch }
  const change = (next: Partial<Typed>) => {
    setPatch((before) => ({ ...before, ...next }))
    onChange()
  }
  return { typed, change, restoredInput }
}
