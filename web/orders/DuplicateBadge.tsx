import type { OrderRow } from '#contract/orders.ts'
import classes from '../lists/cells/cells.module.css'
import { t, useT } from '../ui/text/i18n.ts'
import { isOpen } from './state.ts'

/** Why an order may be an accidental duplicate, translated; undefined if it is not. */
export const duplicateReason = ({ duplicate_of: id }: OrderRow): string | undefined =>
  id === null ? undefined : t('Same player ID and package as order {{id}}', { id })

export function DuplicateBadge({ order }: { order: OrderRow }) {
  useT()
  const about = isOpen(order) ? duplicateReason(order) : undefined
  return (
    about && (
      <span className={classes.badge} data-colour="yellow" role="img" title={about} aria-label={about}>
        2×
      </span>
    )
  )
}
