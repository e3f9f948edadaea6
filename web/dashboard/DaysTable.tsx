import { Link } from '@tanstack/react-router'
import type { OrdersChart } from '#contract/dashboard.ts'
import { useT } from '../ui/text/i18n.ts'
import classes from './dashboard.module.css'
import { dayFiguresOf, dayOf } from './days.ts'

export function DaysTable({ chart }: { chart: OrdersChart }) {
  const t = useT()
  const { dates } = chart
  const label = t('{{name}} of the last {{count}} days', { name: t('Orders'), count: dates.length })
  const figures = dayFiguresOf(chart)
  const rows = dates.map((date, at) => [date, at] as const).toReversed()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section className={classes.days} tabIndex={0} aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            {figures.map(([name, figure]) => (
              <th key={name} scope="col" data-number>
                {t(figure.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([date, at]) => (
            <tr key={date}>
              <th scope="row">
                <time dateTime={date}>{dayOf(date)}</time>
              </th>
              {figures.map(([name, figure]) => (
                <td key={name} data-number>
                  <Link to="/order" search={figure.searchOf(date) as never} className={classes.figureLink}>
                    {figure.format(figure.valuesOf(chart)?.[at] ?? 0, t)}
                  </Link>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
