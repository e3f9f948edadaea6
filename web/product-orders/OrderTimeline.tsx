import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ProductOrderRow, productOrders } from '#contract/product-orders.ts'
import { refetchActive } from '../calls/refetch-active.ts'
import { Timeline } from '../desk/timeline/Timeline.tsx'
import { useT } from '../ui/text/i18n.ts'

/** The history of a product order; refetched when the order changes. */
export function OrderTimeline({ order: { id, created_at, User, status, brief_note } }: { order: ProductOrderRow }) {
  const t = useT()
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of status or note adds to the history
  useEffect(() => void refetchActive(client, [productOrders.timeline.path]), [client, status, brief_note])
  return (
    <Timeline
      call={productOrders.timeline}
      subject="product_order"
      id={id}
      began={{ at: created_at, text: t('{{name}} ordered it', { name: User.username }) }}
    />
  )
}
