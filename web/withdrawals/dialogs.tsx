import { formatTk } from '#contract/money.ts'
import type { TransactionRow } from '#contract/wallet-topups.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { CopyText } from '../kit/cells/CopyText.tsx'
import { StatusBadge } from '../kit/cells/StatusBadge.tsx'
import { t } from '../kit/i18n.ts'
import { TransactionId } from '../kit/money/columns.tsx'
import { EditForm } from '../kit/money/EditForm.tsx'
import { Flags } from '../kit/money/Flags.tsx'
import { nameOf } from '../kit/money/row.ts'
import { StatusForm } from '../kit/money/StatusForm.tsx'
import { MONEY_READS } from '../kit/money/stale.ts'
import { Summary } from '../kit/Summary.tsx'
import { Timeline } from '../kit/timeline/Timeline.tsx'
import { useCommand } from '../kit/use-command.ts'
import { withdrawalEffects } from './effects.ts'

const PENDING = 'Updating transaction...'

/** 'Edit Status' of a pending withdrawal. */
export function EditStatus({ row, onClose }: { row: TransactionRow; onClose: () => void }) {
  const command = useCommand(withdrawals.setStatus, { pending: PENDING, stale: MONEY_READS })
  return (
    <StatusForm
      row={row}
      effects={withdrawalEffects}
      command={{ ...command, run: (status) => command.run({ withdraw_earn_wallet_id: row.id, status }) }}
      onClose={onClose}
    >
      <WithdrawalSummary row={row} />
    </StatusForm>
  )
}

interface EditWithdrawalProps {
  readonly row: TransactionRow
  readonly mayDecide: boolean
  readonly onClose: (saved?: TransactionRow) => void
}

/** The pencil of a withdrawal. */
export function EditWithdrawal({ row, mayDecide, onClose }: EditWithdrawalProps) {
  const command = useCommand(withdrawals.editRow, { pending: PENDING, stale: MONEY_READS })
  return (
    <EditForm row={row} effects={withdrawalEffects} command={command} mayDecide={mayDecide} onClose={onClose}>
      <WithdrawalSummary row={row} />
    </EditForm>
  )
}

const WithdrawalSummary = ({ row }: { row: TransactionRow }) => (
  <>
    <Summary
      facts={[
        ['ID', <TransactionId key="id" id={row.id} />],
        ['User', `${row.User.username} #${row.user_id}`],
        ['Amount', <b key="amount">{formatTk(row.amount)}</b>],
        [
          'Phone',
          <CopyText key="number" text={row.number} said={t('Copied Phone:: {{phone}}', { phone: row.number })} isLarge />,
        ],
        ['Payment method', row.payment_method?.name ?? '- - -'],
        ['Status', <StatusBadge key="status" status={row.status} />],
        ...(row.Admin ? [['Admin', nameOf(row.Admin)] as const] : []),
        ...(row.flags.length > 0 ? [['Look at', <Flags key="flags" flags={row.flags} />] as const] : []),
      ]}
    />
    <Timeline
      call={withdrawals.timeline}
      subject="withdrawal"
      id={row.id}
      began={{ at: row.created_at, said: t('{{name}} asked for it', { name: row.User.username }) }}
    />
  </>
)
