import type { OrderDetails } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { When } from '../../kit/cells/When.tsx'
import { useT } from '../../kit/i18n.ts'
import classes from './drawer.module.css'
import { sentenceOf } from './timeline.ts'

interface TimelineProps {
  readonly order: OrderRow
  readonly entries: OrderDetails['timeline']
}

/** What was done with an order, by whom and when, in plain words. */
export function Timeline({ order, entries }: TimelineProps) {
  const t = useT()
  return (
    <ol className={classes.timeline}>
      <li>
        <When instant={order.created_at} />
        <span>{t('{{name}} ordered it', { name: order.User.username })}</span>
      </li>
      {entries
        .filter(({ action }) => action !== 'store.placeOrder')
        .map((entry) => (
          <li key={entry.id}>
            <When instant={entry.at} />
            <span>{sentenceOf(entry, t)}</span>
          </li>
        ))}
    </ol>
  )
}
