import { formatTk } from '#contract/money.ts'
import type { OrderRow } from '#contract/orders.ts'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { Summary } from '../ui/Summary.tsx'
import { useT } from '../ui/text/i18n.ts'
import { duplicateReason } from './DuplicateBadge.tsx'
import { StatusCell } from './StatusCell.tsx'

/** The order to be decided, so that nobody decides the wrong one. */
export function OrderSummary({ order }: { order: OrderRow }) {
  const t = useT()
  const { Product, User, name, amount, playerid } = order
  const twice = duplicateReason(order)
  return (
    <Summary
      facts={[
        [
          'Product',
          <span key="product">
            {Product.name}, <b>{name}</b>, {formatTk(amount)}
          </span>,
        ],
        [
          'Player ID',
          <CopyText key="player" text={playerid} message={t('Copied Player ID:: {{playerid}}', { playerid })} isLarge />,
        ],
        ['User', User.username],
        ['Status', <StatusCell key="status" order={order} />],
        ...(twice ? [['Flags', <b key="twice">{twice}</b>] as const] : []),
      ]}
    />
  )
}
