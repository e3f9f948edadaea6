import { Link } from '@tanstack/react-router'
import type { OrdersChart } from '#contract/dashboard.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './dashboard.module.css'
import { dayOf, formatOrderCount, ordersOf } from './days.ts'

export function DaysTable({ data, dates }: OrdersChart) {
  const t = useT()
  const label = t('Orders of the last {{count}} days', { count: dates.length })
  const rows = dates.map((date, at) => [date, data[at] ?? 0] as const).toReversed()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section className={classes.days} tabIndex={0} aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            <th scope="col" data-number>
              {t('Orders')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([date, n]) => (
            <tr key={date}>
              <th scope="row">
                <time dateTime={date}>{dayOf(date)}</time>
              </th>
              <td data-number>
                <Link to="/order" search={ordersOf(date)} className={classes.figureLink}>
                  {formatOrderCount(n, t)}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
