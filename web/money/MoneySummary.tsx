import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import type { TimelineCall } from '#contract/timeline.ts'
import { Timeline } from '../desk/timeline/Timeline.tsx'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { Summary } from '../ui/Summary.tsx'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { MoneyRowId, Phone, TrxId } from './columns.tsx'
import { Flags } from './Flags.tsx'

interface MoneySummaryProps {
  readonly row: CustomerMoneyRow
  readonly timeline: TimelineCall
  /** The audit log's subject for such rows. */
  readonly subject: 'wallet_add' | 'withdrawal'
}

export const MoneySummary = ({ row, timeline, subject }: MoneySummaryProps) => (
  <>
    <Summary
      facts={[
        ['ID', <MoneyRowId key="id" id={row.id} />],
        ['User', `${row.User.username} #${row.user_id}`],
        ['Amount', <b key="amount">{formatTk(row.amount)}</b>],
        ['Phone', <Phone key="number" number={row.number} />],
        ['Payment method', row.payment_method?.name ?? '- - -'],
        ...(row.trx_id ? [['TrxID', <TrxId key="trx_id" trx_id={row.trx_id} />] as const] : []),
        ...(row.reference ? [['Reference', row.reference] as const] : []),
        ['Status', <StatusBadge key="status" status={row.status} />],
        ...(row.Admin ? [['Admin', nameOf(row.Admin)] as const] : []),
        ...(row.flags.length > 0 ? [['Flags', <Flags key="flags" flags={row.flags} />] as const] : []),
      ]}
    />
    <Timeline
      call={timeline}
      subject={subject}
      id={row.id}
      began={{ at: row.created_at, text: t('{{name}} requested it', { name: row.User.username }) }}
    />
  </>
)
