import { Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FAILED_SIGN_INS, SELF_APPROVED } from '#contract/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { FAILED_SIGN_INS_SHOWN } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import { type pendingCounts, STORE_FAILED_CAP } from '#contract/pending-counts.ts'
import { useIsStoreMissing } from '../lists/StoreStep.tsx'
import { howLong } from '../ui/text/how-long.ts'
import { type T, useT } from '../ui/text/i18n.ts'
import { readShop } from '../ui/text/shop.ts'
import classes from './Waiting.module.css'

type PendingCounts = Output<typeof pendingCounts.show>

/** The others are about the same orders. */
type Count = Exclude<keyof PendingCounts, 'oldest_order_s' | 'orders_mine' | 'newest_order'>

interface Card {
  readonly label: string
  /** Fewer are not shown. */
  readonly least?: number
  /** Counting stops at this number. */
  readonly most?: number
  readonly to: '/order' | '/add-wallet' | '/withdraw-earn-wallet' | '/product-order' | '/upins' | '/send-sms' | '/test' | '/audit'
  /** Filters of the link, unless they are the screen's default. */
  readonly search?: Readonly<Record<string, string>>
  readonly detail?: string
  /** Shown under the pointer. */
  readonly hint?: string
}

/** A card for each kind of waiting work, linked to exactly those rows; one sentence when there is none. */
export function Waiting({ pending }: { pending: PendingCounts }) {
  const t = useT()
  const cards = Object.entries(cardsOf(pending, t)).flatMap(([counted, card]) => {
    const count = pending[counted as Count] ?? 0
    return count >= (card.least ?? 1) ? [{ ...card, count }] : []
  })
  if (cards.length === 0) return <Calm />
  return (
    <div className={classes.row}>
      {cards.map(({ label, count, most = Number.POSITIVE_INFINITY, to, search = {}, detail, hint }) => (
        <Link key={label} to={to} search={search} className={classes.card} title={hint}>
          <span className={classes.count}>{count < most ? formatNumber(count) : `${formatNumber(count)}+`}</span>
          <span className={classes.label}>{t(label)}</span>
          {detail && <span className={classes.detail}>{detail}</span>}
        </Link>
      ))}
    </div>
  )
}

/** Super admins learn that no work can come yet: the store has never called. */
function Calm() {
  const t = useT()
  if (useIsStoreMissing()) return <Text c="dimmed">{t('No work yet. It appears here once the store is connected.')}</Text>
  return (
    <Text className={classes.calm}>
      <IconCircleCheck size={20} aria-hidden /> {t('All caught up. New work appears here automatically.')}
    </Text>
  )
}

const PENDING = { status: 'pending' }

/** In this order. A count without its card does not compile. */
const cardsOf = (pending: PendingCounts, t: T): Record<Count, Card> => ({
  orders: {
    label: 'Pending orders',
    to: '/order',
    search: PENDING,
    detail:
      pending.oldest_order_s === null || pending.oldest_order_s < 60
        ? ''
        : t('Oldest: {{time}}', { time: howLong(pending.oldest_order_s / 60, t) }),
  },
  orders_in_progress: {
    label: 'Orders in progress',
    to: '/order',
    search: { status: 'in_progress' },
    detail: t('{{count}} reserved for you', { count: pending.orders_mine ?? 0 }),
  },
  product_orders: { label: 'Pending product orders', to: '/product-order', search: PENDING },
  wallet_adds: { label: 'Pending wallet adds', to: '/add-wallet', search: PENDING },
  withdrawals: { label: 'Pending withdrawals', to: '/withdraw-earn-wallet', search: PENDING },
  low_codes: {
    label: 'Packages low on voucher codes',
    to: '/upins',
    hint: t('Fewer than {{count}} codes left', { count: readShop().low_stock_codes }),
  },
  sms_unclear: {
    label: 'SMS to decide',
    to: '/send-sms',
    search: { has: 'unclear' },
    hint: t('The gateway never confirmed them'),
  },
  store_failed: { label: 'Failed webhooks', most: STORE_FAILED_CAP, to: '/test', hint: t('They wait until you try again') },
  failed_sign_ins: {
    label: 'Failed sign-ins today',
    least: FAILED_SIGN_INS_SHOWN,
    to: '/audit',
    search: { q: FAILED_SIGN_INS.action },
    detail: t('By whom and from where is in the audit log within half an hour'),
  },
  self_approved: {
    label: 'Self-approved today',
    to: '/audit',
    search: { q: SELF_APPROVED },
    hint: t('Completed by a super admin who had raised the amount, changed the number or handed over the cash'),
  },
})
