import type { OrderRow } from '#contract/orders.ts'
import classes from '../kit/cells/cells.module.css'
import { t, useT } from '../kit/text/i18n.ts'
import { isOpen } from './state.ts'

/** Why an order may have been sent twice by mistake, translated; undefined where nothing says so. */
export const twiceAs = ({ duplicate_of: id }: OrderRow): string | undefined =>
  id === null ? undefined : t('Same player ID and package as order {{id}}', { id })

/** In the row of an order that is still to be delivered. */
export function TwiceBadge({ order }: { order: OrderRow }) {
  useT()
  const about = isOpen(order) ? twiceAs(order) : undefined
  return (
    about && (
      <span className={classes.badge} data-colour="yellow" role="img" title={about} aria-label={about}>
        2×
      </span>
    )
  )
}
