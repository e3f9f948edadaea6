import type { OrderDetails } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { useT } from '../../ui/text/i18n.ts'
import classes from './drawer.module.css'

interface DuplicateProps {
  readonly order: OrderRow
  readonly details: OrderDetails | undefined
  readonly onOpen: (id: number) => void
}

/** Another order for the same player id and package, close in time: perhaps an accidental duplicate. */
export function Duplicate({ order, details, onOpen }: DuplicateProps) {
  const t = useT()
  const id = order.duplicate_of
  if (id === null) return null
  const other = details?.player.orders.find((row) => row.id === id)
  const apart = other && Math.round(Math.abs(Date.parse(other.created_at) - Date.parse(order.created_at)) / 60_000)
  return (
    <p className={classes.warning} role="note">
      {apart === undefined
        ? t('Same player ID and package within minutes')
        : t('Same player ID and package {{count}} min apart', { count: apart })}
      {other && `, ${other.status}`}{' '}
      <button type="button" className={classes.link} onClick={() => onOpen(id)}>
        {t('Open order {{id}}', { id })}
      </button>
    </p>
  )
}
