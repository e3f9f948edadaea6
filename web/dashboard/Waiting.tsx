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

interface Card {
  readonly label: string
  readonly count: number
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
  const cards = cardsOf(pending, t).filter(({ count }) => count > 0)
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

const cardsOf = (pending: PendingCounts, t: T): Card[] => [
  {
    label: 'Pending orders',
    count: pending.orders ?? 0,
    to: '/order',
    search: { status: 'pending' },
    detail:
      pending.oldest_order_s === null || pending.oldest_order_s < 60
        ? ''
        : t('Oldest: {{time}}', { time: howLong(pending.oldest_order_s / 60, t) }),
  },
  {
    label: 'Orders in progress',
    count: pending.orders_in_progress ?? 0,
    to: '/order',
    search: { status: 'in_progress' },
    detail: t('{{count}} reserved for you', { count: pending.orders_mine ?? 0 }),
  },
  {
    label: 'Pending product orders',
    count: pending.product_orders ?? 0,
    to: '/product-order',
    search: { status: 'pending' },
  },
  {
    label: 'Pending wallet adds',
    count: pending.wallet_adds ?? 0,
    to: '/add-wallet',
    search: { status: 'pending' },
  },
  {
    label: 'Pending withdrawals',
    count: pending.withdrawals ?? 0,
    to: '/withdraw-earn-wallet',
    search: { status: 'pending' },
  },
  {
    label: 'Packages low on voucher codes',
    count: pending.low_codes ?? 0,
    to: '/upins',
    hint: t('Fewer than {{count}} codes left', { count: readShop().low_stock_codes }),
  },
  {
    label: 'SMS to decide',
    count: pending.sms_unclear ?? 0,
    to: '/send-sms',
    search: { has: 'unclear' },
    hint: t('The gateway never confirmed them'),
  },
  {
    label: 'Failed webhooks',
    count: pending.store_failed ?? 0,
    most: STORE_FAILED_CAP,
    to: '/test',
    hint: t('They wait until you try again'),
  },
  {
    label: 'Failed sign-ins today',
    count: (pending.failed_sign_ins ?? 0) < FAILED_SIGN_INS_SHOWN ? 0 : (pending.failed_sign_ins ?? 0),
    to: '/audit',
    search: { q: FAILED_SIGN_INS.action },
    detail: t('By whom and from where is in the audit log within half an hour'),
  },
  {
    label: 'Self-approved today',
    count: pending.self_approved ?? 0,
    to: '/audit',
    search: { q: SELF_APPROVED },
    hint: t('Completed by a super admin who had raised the amount, changed the number or handed over the cash'),
  },
]
