import '@mantine/charts/styles.css'
import { ChartTooltip, LineChart } from '@mantine/charts'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import type { OrdersChart } from '#contract/dashboard.ts'
import { ORDERS_CHART_HEIGHT_PX } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import { useT } from '../ui/text/i18n.ts'
import { DAY_FIGURES, type DayFigureName, dayOf, shortDayOf } from './days.ts'

const LINE = 'finished'
/** From yesterday to today, which is not over. */
const UNFINISHED = 'unfinished'

interface ChartProps {
  readonly chart: OrdersChart
  readonly figure: DayFigureName
}

/** A figure per day as a line. For screen readers a single sentence describes it; 'View as table' has all figures. */
function Chart({ chart, figure }: ChartProps) {
  const t = useT()
  const navigate = useNavigate()
  const { label, soFar, valuesOf, format, searchOf } = DAY_FIGURES[figure]
  const openDay = (date: string) => void navigate({ to: '/order', search: searchOf(date) as never })
  const { dates } = chart
  const data = valuesOf(chart) ?? []
  const rows = dates.map((date, at) => ({ date, value: data[at] ?? 0 }))
  const last = rows.length - 1
  const lines = rows.map(({ date, value }, at) => ({
    date,
    [LINE]: at < last ? value : null,
    [UNFINISHED]: at < last - 1 ? null : value,
  }))
  const series = [
    { name: LINE, label: t(label), color: 'indigo.6' },
    { name: UNFINISHED, label: t(soFar), color: 'indigo.6', strokeDasharray: '4 4' },
  ]
  const most = rows.reduce((a, b) => (b.value > a.value ? b : a), { date: '', value: 0 })
  const sum = data.reduce((a, b) => a + b, 0)
  const values = {
    ...{ name: t(label), count: dates.length },
    sum: format(sum, t),
    most: format(most.value, t),
    day: dayOf(most.date || '1970-01-01'),
  }
  const description =
    sum === 0
      ? t('{{name}} of the last {{count}} days: none', values)
      : t('{{name}} of the last {{count}} days: {{sum}} in total, the most on {{day}} with {{most}}', values)
  return (
    <div role="img" aria-label={description}>
      <LineChart
        h={ORDERS_CHART_HEIGHT_PX}
        data={lines}
        dataKey="date"
        series={series}
        curveType="linear"
        valueFormatter={(n) => format(Number(n), t)}
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
              valueFormatter={(n) => format(Number(n), t)}
            />
          ),
        }}
        xAxisProps={{ tickFormatter: shortDayOf, minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, tickFormatter: (n: number) => formatNumber(n), width: figure === 'orders' ? 44 : 64 }}
      />
    </div>
  )
}

// Memoized: a redraw, on each change of a counter beside it, would close the tooltip under the pointer.
export default memo(Chart)
