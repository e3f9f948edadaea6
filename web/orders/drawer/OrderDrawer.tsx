import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { desk } from '#contract/desk.ts'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { StatusBadge } from '../../kit/cells/StatusBadge.tsx'
import { useT } from '../../kit/i18n.ts'
import { useIsCovered } from '../../kit/is-covered.ts'
import { useLivePoll } from '../../kit/live.ts'
import { useCan, useProfile } from '../../kit/session.ts'
import { LoadError, Loading } from '../../kit/states.tsx'
import { rowWithFocus } from '../../kit/table/row-cursor.ts'
import { useData } from '../../kit/use-data.ts'
import { StatusForm } from '../StatusForm.tsx'
import { isOpen } from '../state.ts'
import type { OpenOrder } from '../use-open-order.ts'
import type { useSecrets } from '../use-secrets.ts'
import { Claim } from './Claim.tsx'
import { Correction } from './Correction.tsx'
import { Duplicate } from './Duplicate.tsx'
import classes from './drawer.module.css'
import { Facts } from './Facts.tsx'
import { History } from './History.tsx'
import { InternalNote } from './InternalNote.tsx'
import { Timeline } from './Timeline.tsx'

interface OrderDrawerProps {
  readonly id: number
  readonly opened: OpenOrder
  readonly secrets: ReturnType<typeof useSecrets>
  readonly choices: readonly OrderStatus[]
  readonly onComplete: (order: OrderRow) => void
  readonly onSaved: (order: OrderRow) => void
}

/** One order with everything that it takes to deliver it, beside the list, which stays in use. On a phone it covers the screen. */
export function OrderDrawer({ id, opened, secrets, choices, onComplete, onSaved }: OrderDrawerProps) {
  const t = useT()
  const canWork = useCan()('orders_work')
  const isSuper = useProfile().data?.role === 'super'
  const section = useRef<HTMLElement>(null)
  const isCovered = useIsCovered()
  const query = useData(desk.details, { id }, { refetchInterval: useLivePoll() })
  const details = query.data?.order.id === id ? query.data : undefined
  const order = details?.order ?? (opened.known?.id === id ? opened.known : undefined)
  const takeFocus = useRef(() => {})
  // A customer who is open over it keeps the focus: by an address with both, whichever was loaded first.
  takeFocus.current = () => {
    if (!isCovered) section.current?.focus({ preventScroll: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is another place to read from its beginning
  useEffect(() => {
    section.current?.scrollTo(0, 0)
    if (!rowWithFocus() || !isBeside()) takeFocus.current()
  }, [id])
  useEffect(() => {
    takeFocus.current()
  }, [])
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    opened.close()
  }
  return (
    <section
      ref={section}
      className={classes.drawer}
      data-beside
      // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the focus when it opens, and scrolls by keyboard
      tabIndex={0}
      aria-label={t('Order {{id}}', { id })}
      onKeyDown={closeByKey}
    >
      <header className={classes.head}>
        <h2>{t('Order {{id}}', { id })}</h2>
        {order && <StatusBadge status={order.status} />}
        <span className={classes.walk}>
          <button type="button" aria-label={t('Previous order')} title="K" onClick={() => opened.walk(-1)}>
            <IconArrowUp size={18} aria-hidden />
          </button>
          <button type="button" aria-label={t('Next order')} title="J" onClick={() => opened.walk(1)}>
            <IconArrowDown size={18} aria-hidden />
          </button>
          <button type="button" aria-label={t('Close')} onClick={opened.close}>
            <IconX size={18} aria-hidden />
          </button>
        </span>
      </header>
      {query.error && !details && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {!order && !query.error && <Loading rows={8} />}
      {order && (
        <div className={classes.body} key={id}>
          {canWork && isOpen(order) && <Claim order={order} onComplete={() => onComplete(order)} />}
          {details && <Duplicate details={details} onOpen={opened.open} />}
          <Facts order={order} secrets={secrets} mayRead={canWork && (isOpen(order) || isSuper)} voucher={details?.voucher} />
          {canWork && isOpen(order) && (
            <Part title="Decide">
              <StatusForm
                order={order}
                choices={choices}
                sellsVouchers={details?.sells_vouchers ?? false}
                onSaved={(saved) => {
                  onSaved(saved)
                  if (!isOpen(saved)) opened.goOn(saved.id)
                }}
              />
            </Part>
          )}
          {isSuper && order.status === 'completed' && <Correction order={order} />}
          {details ? (
            <>
              <History details={details} onOpen={opened.open} />
              <Part title="Internal note">
                <InternalNote id={id} note={details.internal_note} canWrite={canWork} />
              </Part>
              <Part title="Timeline">
                <Timeline order={order} entries={details.timeline} />
              </Part>
            </>
          ) : (
            !query.error && <Loading rows={5} />
          )}
        </div>
      )}
    </section>
  )
}

/** Below this width the drawer covers the list, so the focus must not stay behind it. */
const isBeside = () => matchMedia('(min-width: 62em)').matches

/** A part of the drawer under a heading; `title` is English text. */
function Part({ title, children }: { title: string; children: React.ReactNode }) {
  const t = useT()
  return (
    <div className={classes.part}>
      <h3>{t(title)}</h3>
      {children}
    </div>
  )
}
