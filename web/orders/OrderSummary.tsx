import { formatTk } from '#contract/money.ts'
import type { OrderRow } from '#contract/orders.ts'
import { CopyText } from '../kit/cells/CopyText.tsx'
import { useT } from '../kit/i18n.ts'
import classes from './orders.module.css'
import { StatusCell } from './StatusCell.tsx'

/** The order that is about to be decided, so that nobody decides another one. */
export function OrderSummary({ order }: { order: OrderRow }) {
  const t = useT()
  return (
    <dl className={classes.summary}>
      <dt>{t('Product')}</dt>
      <dd>
        {order.Product.name}, <b>{order.name}</b>, {formatTk(order.amount)}
      </dd>
      <dt>{t('Player ID')}</dt>
      <dd>
        <CopyText text={order.playerid} said={t('Copied Player ID:: {{playerid}}', { playerid: order.playerid })} isLarge />
      </dd>
      <dt>{t('User')}</dt>
      <dd>{order.User.username}</dd>
      <dt>{t('Status')}</dt>
      <dd>
        <StatusCell order={order} />
      </dd>
    </dl>
  )
}
