import { formatTk } from '#contract/money.ts'
import { type TransactionRow, walletTopups } from '#contract/wallet-topups.ts'
import { CopyText } from '../kit/cells/CopyText.tsx'
import { StatusBadge } from '../kit/cells/StatusBadge.tsx'
import { t } from '../kit/i18n.ts'
import { TransactionId } from '../kit/money/columns.tsx'
import { Flags } from '../kit/money/Flags.tsx'
import { nameOf } from '../kit/money/row.ts'
import { Summary } from '../kit/Summary.tsx'
import { column } from '../kit/table/columns.ts'
import { Timeline } from '../kit/timeline/Timeline.tsx'

const TrxId = ({ trx_id }: { trx_id: string }) => <CopyText text={trx_id} said={t('Copied TrxID:: {{trx}}', { trx: trx_id })} />

/** The payment's own number, by which a payer proves that he paid. */
export const trxIdColumn = column<TransactionRow>('trx_id', 'TrxID', {
  widthPx: 128,
  show: (row) => <TrxId trx_id={row.trx_id} />,
})

/** The wallet add that a dialog is about, and what was done with it. */
export const TopupSummary = ({ row }: { row: TransactionRow }) => (
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
        ...(row.trx_id ? [['TrxID', <TrxId key="trx_id" trx_id={row.trx_id} />] as const] : []),
        ['Status', <StatusBadge key="status" status={row.status} />],
        ...(row.Admin ? [['Admin', nameOf(row.Admin)] as const] : []),
        ...(row.flags.length > 0 ? [['Look at', <Flags key="flags" flags={row.flags} />] as const] : []),
      ]}
    />
    <Timeline
      call={walletTopups.timeline}
      subject="transaction"
      id={row.id}
      began={{ at: row.created_at, said: t('{{name}} asked for it', { name: row.User.username }) }}
    />
  </>
)
