import { Skeleton, Title } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { dashboard, type OrdersChart } from '#contract/dashboard.ts'
import { CHART_DAYS, CHART_DAYS_LEAST, CHART_DAYS_MOST, ORDERS_CHART_HEIGHT_PX } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import { type OrderStatus, orders } from '#contract/orders.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { DaysTable } from './DaysTable.tsx'
import classes from './dashboard.module.css'
import { type DayFigureName, dayFiguresOf } from './days.ts'

const PERIODS = [CHART_DAYS_LEAST, CHART_DAYS, CHART_DAYS_MOST]

/** In this order. */
const STATUSES: Readonly<Record<OrderStatus, string>> = {
  completed: 'Completed',
  pending: 'Pending',
  in_progress: 'In progress',
  cancel: 'Cancelled',
}

// A chart that cannot be loaded is replaced by the table.
const Chart = lazy<ComponentType<DaysProps>>(() => import('./Chart.tsx').catch(() => ({ default: DaysTable })))

/** 'Total orders' by status, and orders, sales or profit per day as a chart, or all of them as a table. */
export function TotalOrders() {
  const t = useT()
  const [days, setDays] = useState<number>(CHART_DAYS)
  const [figure, setFigure] = useState<DayFigureName>('orders')
  const [isTable, setIsTable] = useState(false)
  const poll = useLivePoll()
  const counts = useData(orders.counts, {}, { refetchInterval: poll })
  const chart = useData(dashboard.ordersChart, { days }, { refetchInterval: poll, keepPrevious: true })
  const name = t(isTable ? 'View as chart' : 'View as table')
  const Icon = isTable ? IconChartLine : IconTable
  return (
    <section aria-labelledby="total-orders" className={classes.panel}>
      <div className={classes.head}>
        <Title order={2} id="total-orders">
          {t('Total orders')}
        </Title>
        <span className={classes.total}>
          {counts.data ? formatNumber(counts.data.all) : counts.error ? '–' : <Skeleton width={60} height={28} />}
        </span>
        <div className={classes.tools}>
          {chart.data?.sold && !isTable && (
            <fieldset className={classes.periods}>
              <legend className={classes.hidden}>{t('Chart figure')}</legend>
              {dayFiguresOf(chart.data).map(([name, { label }]) => (
                <label key={name}>
                  <input type="radio" name="figure" checked={name === figure} onChange={() => setFigure(name)} />
                  <span>{t(label)}</span>
                </label>
              ))}
            </fieldset>
          )}
          <fieldset className={classes.periods}>
            <legend className={classes.hidden}>{t('Chart period')}</legend>
            {PERIODS.map((period) => (
              <label key={period}>
                <input type="radio" name="days" checked={period === days} onChange={() => setDays(period)} />
                <span>{t('{{count}} days', { count: period })}</span>
              </label>
            ))}
          </fieldset>
          <button type="button" className={classes.switch} onClick={() => setIsTable(!isTable)} aria-label={name} title={name}>
            <Icon size={16} aria-hidden />
          </button>
        </div>
      </div>
      <div className={classes.chart} aria-busy={!chart.data && !chart.error}>
        {chart.data ? <Days chart={chart.data} figure={figure} isTable={isTable} /> : !chart.error && <Waiting />}
        <ReadError query={chart} />
      </div>
      <ul className={classes.statuses}>
        {(Object.keys(STATUSES) as OrderStatus[]).map((status) => (
          <li key={status}>
            <Link to="/order" search={{ status }}>
              {t(STATUSES[status])} <b>{counts.data ? formatNumber(counts.data[status]) : '–'}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Waiting = () => <Skeleton height={ORDERS_CHART_HEIGHT_PX} />

interface DaysProps {
  readonly chart: OrdersChart
  readonly figure: DayFigureName
}

function Days({ isTable, ...days }: DaysProps & { isTable: boolean }) {
  if (isTable) return <DaysTable {...days} />
  return (
    <Suspense fallback={<Waiting />}>
      <Chart {...days} />
    </Suspense>
  )
}
