import { Link } from '@tanstack/react-router'
import type { OrderDetails } from '#contract/desk.ts'
import { DrawerPart } from '../../desk/row-drawer/RowDrawer.tsx'
import { StatusBadge } from '../../lists/cells/StatusBadge.tsx'
import { When } from '../../lists/cells/When.tsx'
import { useT } from '../../ui/text/i18n.ts'
import classes from './drawer.module.css'

interface HistoryProps {
  readonly details: OrderDetails
  readonly onOpen: (id: number) => void
}

export function History({ details: { order, customer, player }, onOpen }: HistoryProps) {
  const t = useT()
  // The counts cover all orders, not only those of a sub-admin's packages.
  const toList = (search: object) => ({ to: '/order', search: { status: 'all', ...search } as never })
  return (
    <DrawerPart title="Customer">
      <p>
        <Link className={classes.link} {...toList({ user_id: order.user_id })}>
          {t('Orders: {{today}} today, {{total}} in total', { today: customer.today_order, total: customer.total_order })}
        </Link>
      </p>
      {customer.tags.length > 0 && <p>{t('Tags: {{tags}}', { tags: customer.tags.join(', ') })}</p>}
      {customer.note !== '' && <p className={classes.customerNote}>{t('Note: {{note}}', { note: customer.note })}</p>}
      <h3>{t('This player ID')}</h3>
      {player.orders.length === 0 && !player.total_capped && <p>{t('First order for this player ID')}</p>}
      <ul className={classes.history}>
        {player.orders.map((row) => (
          <li key={row.id}>
            <button type="button" className={classes.link} onClick={() => onOpen(row.id)}>
              #{row.id} {row.name}
            </button>
            <When instant={row.created_at} />
            <StatusBadge status={row.status} />
          </li>
        ))}
      </ul>
      {(player.total_capped || player.total > player.orders.length) && (
        <Link className={classes.link} {...toList({ playerid: order.playerid })}>
          {t('All {{count}} orders for this player ID', { count: `${player.total + 1}${player.total_capped ? '+' : ''}` })}
        </Link>
      )}
    </DrawerPart>
  )
}
