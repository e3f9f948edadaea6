import { desk } from '#contract/desk.ts'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { useLivePoll } from '../../calls/live/live.ts'
import { useCan, useMay, useProfile } from '../../calls/session.ts'
import { useData } from '../../calls/use-data.ts'
import { DrawerBody, DrawerPart, RowDrawer } from '../../desk/row-drawer/RowDrawer.tsx'
import { StatusBadge } from '../../lists/cells/StatusBadge.tsx'
import { Loading, ReadError } from '../../ui/states.tsx'
import { useT } from '../../ui/text/i18n.ts'
import { StatusForm } from '../StatusForm.tsx'
import { isHeldByOther, isOpen } from '../state.ts'
import { isClosed, type OpenOrder } from '../use-open-order.ts'
import type { useSecrets } from '../use-secrets.ts'
import { Claim } from './Claim.tsx'
import { Correction } from './Correction.tsx'
import { Duplicate } from './Duplicate.tsx'
import { OrderFacts } from './Facts.tsx'
import { History } from './History.tsx'
import { InternalNote } from './InternalNote.tsx'
import { PartialRefund } from './PartialRefund.tsx'
import { PlayerId } from './PlayerId.tsx'
import { Timeline } from './Timeline.tsx'

interface OrderDrawerProps {
  readonly id: number
  readonly opened: OpenOrder
  readonly secrets: ReturnType<typeof useSecrets>
  readonly choices: readonly OrderStatus[]
  readonly onComplete: (order: OrderRow) => void
  readonly onSaved: (order: OrderRow) => void
}

/** One order with everything needed to deliver it, beside the list. */
export function OrderDrawer({ id, opened, secrets, choices, onComplete, onSaved }: OrderDrawerProps) {
  const t = useT()
  const isSuper = useMay('correct')
  const query = useData(desk.details, { id }, { refetchInterval: useLivePoll() })
  const isInaccessible = isClosed(query.error)
  const can = useCan()
  const me = useProfile().data?.id
  const canWork = can('orders_work') && !isInaccessible
  const mayCorrect = can('orders_player_id') && !isInaccessible
  const details = query.data?.order.id === id ? query.data : undefined
  const order = details?.order ?? (opened.known?.id === id ? opened.known : undefined)
  const isDecidable = canWork && order !== undefined && isOpen(order)
  return (
    <RowDrawer
      id={id}
      title={t('Order {{id}}', { id })}
      badge={order && <StatusBadge status={order.status} />}
      opened={opened}
      lead={isDecidable && <Claim key={id} order={order} onComplete={() => onComplete(order)} />}
      footer={
        isDecidable && (
          <StatusForm
            key={id}
            order={order}
            choices={choices}
            onSaved={(saved) => {
              onSaved(saved)
              if (!isOpen(saved)) opened.advance(saved.id)
            }}
          />
        )
      }
    >
      {query.error && (isInaccessible || !details) && <ReadError query={query} />}
      {!order && !query.error && <Loading rows={8} />}
      {order && (
        <DrawerBody key={id}>
          <Duplicate order={order} details={details} onOpen={opened.open} />
          <OrderFacts order={order} secrets={secrets} mayRead={canWork && (isOpen(order) || isSuper)} details={details} />
          {mayCorrect && isOpen(order) && !isHeldByOther(order, me) && <PlayerId order={order} />}
          {isSuper && order.status === 'completed' && order.refunded < order.amount && <PartialRefund order={order} />}
          {isSuper && order.status === 'completed' && <Correction order={order} />}
          {details ? (
            <>
              <History details={details} onOpen={opened.open} />
              <DrawerPart title="Internal note">
                <InternalNote id={id} note={details.internal_note} canWrite={canWork} />
              </DrawerPart>
              <DrawerPart title="Timeline">
                <Timeline order={order} entries={details.timeline} isCut={details.timeline_has_more} />
              </DrawerPart>
            </>
          ) : (
            !query.error && <Loading rows={5} />
          )}
        </DrawerBody>
      )}
    </RowDrawer>
  )
}
