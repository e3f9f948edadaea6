import { VisuallyHidden } from '@mantine/core'
import type { OrderRow } from '#contract/orders.ts'
import { useNow } from '../lists/cells/now.ts'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { timeOfDay } from '../lists/cells/When.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './orders.module.css'

export const StatusCell = ({ order }: { order: OrderRow }) => (
  <span className={classes.status}>
    <StatusBadge status={order.status} />
    {order.held_by && order.held_until && <Holder name={order.held_by} until={order.held_until} />}
  </span>
)

/** The holder of an order and the time left; an expired claim warns that something may have been delivered already. */
function Holder({ name, until }: { name: string; until: string }) {
  const t = useT()
  const left = (Date.parse(until) - useNow()) / 60_000
  if (left <= 0) {
    const time = timeOfDay(until)
    const sentence = t('left by {{name}} at {{time}}: check before delivering', { name, time })
    return (
      <>
        <small title={sentence} aria-hidden>
          {t('check: left {{time}}', { time })}
        </small>
        <VisuallyHidden>{sentence}</VisuallyHidden>
      </>
    )
  }
  const text = t('{{name}}, {{count}} min left', { name, count: Math.max(1, Math.round(left)) })
  return <small title={text}>{text}</small>
}
