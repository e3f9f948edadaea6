import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { useCommand } from '../calls/use-command.ts'
import { MoneySummary } from '../money/MoneySummary.tsx'
import type { Effects } from '../money/row.ts'
import { StatusForm } from '../money/StatusForm.tsx'
import { MONEY_READS } from '../money/stale.ts'

interface EditStatusProps {
  readonly row: CustomerMoneyRow
  readonly live: CustomerMoneyRow
  readonly effects: Effects<CustomerMoneyRow>
  readonly onClose: () => void
}

export function EditStatus({ row, live, effects, onClose }: EditStatusProps) {
  const command = useCommand(walletAdds.setStatus, { pending: 'Updating transaction...', stale: MONEY_READS })
  return (
    <StatusForm
      row={row}
      live={live}
      effects={effects}
      command={{
        ...command,
        run: ({ status, seen }) =>
          command.run({ transaction_id: row.id, status, expected_amount: seen.amount, expected_flags: seen.flags }),
      }}
      onClose={onClose}
    >
      {(present) => <MoneySummary row={present} timeline={walletAdds.timeline} subject="wallet_add" />}
    </StatusForm>
  )
}
