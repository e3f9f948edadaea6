import { Link } from '@tanstack/react-router'
import type { OrderDetails } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { When } from '../../kit/cells/When.tsx'
import { useT } from '../../kit/i18n.ts'
import { useCan } from '../../kit/session.ts'
import classes from './drawer.module.css'
import { sentenceOf } from './timeline.ts'

interface TimelineProps {
  readonly order: OrderRow
  readonly entries: OrderDetails['timeline']
}

/** What was done with an order, by whom and when, in plain words. */
export function Timeline({ order, entries }: TimelineProps) {
  const t = useT()
  const seesVouchers = useCan()('vouchers_view')
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
            <span>
              {sentenceOf(entry, t)}
              {seesVouchers && typeof entry.facts.voucher_id === 'number' && (
                <>
                  {' '}
                  <Link to="/upins" search={{ upin: String(entry.facts.voucher_id) }}>
                    {t('Voucher {{id}}', { id: entry.facts.voucher_id })}
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
    </ol>
  )
}
