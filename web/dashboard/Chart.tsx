import '@mantine/charts/styles.css'
import { ChartTooltip, LineChart } from '@mantine/charts'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import type { OrdersChart } from '#contract/dashboard.ts'
import { ORDERS_CHART_HEIGHT_PX } from '#contract/limits.ts'
import { useT } from '../ui/text/i18n.ts'
import { dayOf, formatOrderCount, ordersOf, shortDayOf } from './days.ts'

const LINE = 'orders'
/** From yesterday to today, which is not over. */
const UNFINISHED = 'unfinished'

/** Orders per day as a line. For screen readers a single sentence describes it; 'View as table' has all figures. */
function Chart({ data, dates }: OrdersChart) {
  const t = useT()
  const navigate = useNavigate()
  const openDay = (date: string) => void navigate({ to: '/order', search: ordersOf(date) })
  const rows = dates.map((date, at) => ({ date, orders: data[at] ?? 0 }))
  const last = rows.length - 1
  const lines = rows.map(({ date, orders }, at) => ({
    date,
    [LINE]: at < last ? orders : null,
    [UNFINISHED]: at < last - 1 ? null : orders,
  }))
  const series = [
    { name: LINE, label: t('Orders'), color: 'indigo.6' },
    { name: UNFINISHED, label: t('Orders so far'), color: 'indigo.6', strokeDasharray: '4 4' },
  ]
  const most = rows.reduce((a, b) => (b.orders > a.orders ? b : a), { date: '', orders: 0 })
  const sum = data.reduce((a, b) => a + b, 0)
  const values = {
    count: dates.length,
    orders: formatOrderCount(sum, t),
    most: formatOrderCount(most.orders, t),
    day: dayOf(most.date || '1970-01-01'),
  }
  const description =
    sum === 0
      ? t('Orders of the last {{count}} days: none', values)
      : t('Orders of the last {{count}} days: {{orders}} in total, the most on {{day}} with {{most}}', values)
  return (
    <div role="img" aria-label={description}>
      <LineChart
        h={ORDERS_CHART_HEIGHT_PX}
        data={lines}
        dataKey="date"
        series={series}
        curveType="linear"
        valueFormatter={(n) => formatOrderCount(n, t)}
        withDots={dates.length <= 31}
        lineProps={{ isAnimationActive: false }}
        // Only a shortcut: 'View as table' has the same links for all.
        lineChartProps={{ accessibilityLayer: false, onClick: ({ activeLabel }) => activeLabel && openDay(String(activeLabel)) }}
        tooltipAnimationDuration={0}
        tooltipProps={{
          // Both lines hold yesterday.
          content: ({ label, payload }) => (
            <ChartTooltip
              label={typeof label === 'string' ? dayOf(label) : ''}
              payload={payload?.filter(({ value }) => typeof value === 'number').slice(0, 1)}
              series={series}
              valueFormatter={(n) => formatOrderCount(n, t)}
            />
          ),
        }}
        xAxisProps={{ tickFormatter: shortDayOf, minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, tickFormatter: String, width: 44 }}
      />
    </div>
  )
}

// Memoized: a redraw, on each change of a counter beside it, would close the tooltip under the pointer.
export default memo(Chart)
