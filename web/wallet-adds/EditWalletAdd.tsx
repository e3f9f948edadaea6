import { Alert, Button, Collapse, Divider, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { actionErrorMessages, fieldErrors } from '../calls/errors.ts'
import { type Command, useCommand } from '../calls/use-command.ts'
import { RestoredNotice } from '../forms/RestoredNotice.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useRestoredState } from '../forms/use-restored.ts'
import { EditForm } from '../money/EditForm.tsx'
import { EffectLines } from '../money/EffectLines.tsx'
import { MoneySummary } from '../money/MoneySummary.tsx'
import { describeChange, type Effects } from '../money/row.ts'
import { MONEY_READS } from '../money/stale.ts'
import { useLatestRow } from '../money/use-latest-row.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { useFocusOnceClosed } from '../ui/focus/lost-focus.ts'
import { tMessage, useT } from '../ui/text/i18n.ts'
import { effectsOfCorrection } from './effects.ts'

const PENDING = 'Updating transaction...'

export const summary = (row: CustomerMoneyRow) => <MoneySummary row={row} timeline={walletAdds.timeline} subject="wallet_add" />

interface EditWalletAddProps {
  readonly row: CustomerMoneyRow
  readonly effects: Effects<CustomerMoneyRow>
  readonly mayDecide: boolean
  /** Super admins: reverse a completed one. */
  readonly mayCorrect: boolean
  readonly onClose: (saved?: CustomerMoneyRow) => void
}

export function EditWalletAdd({ row, effects, mayDecide, mayCorrect, onClose }: EditWalletAddProps) {
  const edit = useCommand(walletAdds.editRow, { pending: PENDING, stale: MONEY_READS })
  const correct = useCommand(walletAdds.correct, { pending: PENDING, stale: MONEY_READS })
  // A refusal in one form updates the row in the other.
  const corrected = useLatestRow(row, correct.error)
  const latest = useLatestRow(corrected, edit.error)
  const refusal = useRef<HTMLDivElement>(null)
  useFocusOnceClosed(latest.status !== 'completed', refusal)
  return (
    <Stack gap="md">
      <EditForm row={corrected} effects={effects} command={edit} mayDecide={mayDecide} onClose={onClose}>
        {summary}
      </EditForm>
      {correct.error && !correct.isRunning && (
        <Alert ref={refusal} tabIndex={-1} color="red" role="alert" title={actionErrorMessages(correct.error).join('\n')}>
          {corrected !== row && describeChange(corrected, row)}
        </Alert>
      )}
      {mayCorrect && latest.status === 'completed' && <Correction row={latest} command={correct} onDone={() => onClose()} />}
    </Stack>
  )
}

interface CorrectionProps {
  readonly row: CustomerMoneyRow
  readonly command: Command<Sent<typeof walletAdds.correct>, unknown>
  readonly onDone: () => void
}

/** Reverses a completed wallet add, with a reason that stays in the journal. */
function Correction({ row, command, onDone }: CorrectionProps) {
  const t = useT()
  const [reason, setReason, restoredInput] = useRestoredState(`correct wallet add ${row.id}`, '', command)
  const [isOpen, setOpen] = useState(restoredInput.restored !== undefined)
  const form = useRef<HTMLFormElement>(null)
  // It opens below the visible part of a low screen.
  useEffect(() => {
    if (!isOpen) return
    form.current?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isOpen])
  const [isMissing, setMissing] = useState(false)
  const error = isMissing ? 'Reason is required' : command.error && fieldErrors(command.error).reason
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() === '' || command.isRunning) return
    const about = t('Wallet add {{id}} will be cancelled and {{amount}} taken from {{username}}’s wallet.', {
      id: row.id,
      amount: formatTk(row.amount),
      username: row.User.username,
    })
    if (!(await confirm({ about, yes: t('Reverse'), isDestructive: true }))) return
    if ((await command.run({ id: row.id, reason, expected_amount: row.amount })) !== undefined) onDone()
  }
  return (
    <>
      <Divider />
      <Button variant="default" c="red" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('Reverse this wallet add')}
      </Button>
      <Collapse expanded={isOpen} transitionDuration={0}>
        <form aria-busy={command.isRunning} ref={form} onSubmit={submit} onKeyDown={submitByKey} noValidate>
          <Stack gap="sm">
            <RestoredNotice restoredInput={restoredInput} />
            <EffectLines lines={effectsOfCorrection(row)} />
            <TextInput
              label={t('Reason')}
              name="reason"
              required
              autoComplete="off"
              value={reason}
              error={error && tMessage(error)}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Button type="submit" color="red.9">
              {t('Reverse')}
            </Button>
          </Stack>
        </form>
      </Collapse>
    </>
  )
}
