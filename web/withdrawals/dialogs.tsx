import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { useCommand } from '../calls/use-command.ts'
import { EditForm } from '../money/EditForm.tsx'
import { MoneySummary } from '../money/MoneySummary.tsx'
import { StatusForm } from '../money/StatusForm.tsx'
import { MONEY_READS } from '../money/stale.ts'
import { withdrawalEffects } from './effects.ts'

const PENDING = 'Updating transaction...'

export function EditStatus({ row, live, onClose }: { row: CustomerMoneyRow; live: CustomerMoneyRow; onClose: () => void }) {
  const command = useCommand(withdrawals.setStatus, { pending: PENDING, stale: MONEY_READS })
  return (
    <StatusForm
      row={row}
      live={live}
      effects={withdrawalEffects}
      command={{
        ...command,
        run: ({ status, seen }) =>
          command.run({
            withdraw_earn_wallet_id: row.id,
            status,
            expected_amount: seen.amount,
            expected_number: seen.number,
            expected_flags: seen.flags,
          }),
      }}
      onClose={onClose}
    >
      {(present) => <MoneySummary row={present} timeline={withdrawals.timeline} subject="withdrawal" />}
    </StatusForm>
  )
}

interface EditWithdrawalProps {
  readonly row: CustomerMoneyRow
  readonly mayDecide: boolean
  readonly onClose: (saved?: CustomerMoneyRow) => void
}

export function EditWithdrawal({ row, mayDecide, onClose }: EditWithdrawalProps) {
  const command = useCommand(withdrawals.editRow, { pending: PENDING, stale: MONEY_READS })
  return (
    <EditForm row={row} effects={withdrawalEffects} command={command} mayDecide={mayDecide} onClose={onClose}>
      {(present) => <MoneySummary row={present} timeline={withdrawals.timeline} subject="withdrawal" />}
    </EditForm>
  )
}
