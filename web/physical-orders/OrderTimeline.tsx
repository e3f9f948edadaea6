import { type PhysicalOrderRow, physicalOrders } from '#contract/physical-orders.ts'
import { useT } from '../kit/i18n.ts'
import { Timeline } from '../kit/timeline/Timeline.tsx'

/** What was done with a product order, from its first moment on. */
export function OrderTimeline({ order: { id, created_at, User } }: { order: PhysicalOrderRow }) {
  const t = useT()
  return (
    <Timeline
      call={physicalOrders.timeline}
      subject="product_order"
      id={id}
      began={{ at: created_at, said: t('{{name}} ordered it', { name: User.username }) }}
    />
  )
}
