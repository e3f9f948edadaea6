import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { useCommand } from '../calls/use-command.ts'
import { EditForm } from '../money/EditForm.tsx'
import { MoneySummary } from '../money/MoneySummary.tsx'
import { MONEY_READS } from '../money/stale.ts'
import { withdrawalEffects } from './effects.ts'

export const summary = (row: CustomerMoneyRow) => <MoneySummary row={row} timeline={withdrawals.timeline} subject="withdrawal" />

interface EditWithdrawalProps {
  readonly row: CustomerMoneyRow
  readonly mayDecide: boolean
  readonly onClose: (saved?: CustomerMoneyRow) => void
}

export function EditWithdrawal({ row, mayDecide, onClose }: EditWithdrawalProps) {
  const command = useCommand(withdrawals.editRow, { pending: 'Updating transaction...', stale: MONEY_READS })
  return (
    <EditForm row={row} effects={withdrawalEffects} command={command} mayDecide={mayDecide} onClose={onClose}>
      {summary}
    </EditForm>
  )
}
