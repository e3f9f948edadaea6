import { SELF_APPROVED } from '#contract/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { pendingCounts, STORE_FAILED_CAP } from '#contract/pending-counts.ts'
import { may } from '#contract/roles.ts'
import { startOf, TODAY_BEGAN } from '../core/lists/days.ts'
import { statement } from '../core/lists/statement.ts'
import { SHOP_ZONE } from '../core/settings/shop-facts.ts'
import { type Handlers, holds, ordersSeen } from '../platform/context.ts'
import { queryCoalesced } from '../platform/db/connect.ts'

const ordersOf = (packages: string, admin: string) => `
  select
    coalesce(sum(t.n) filter (where t.status = 'pending'), 0)::bigint as orders,
    coalesce(sum(t.n) filter (where t.status = 'in_progress'), 0)::bigint as orders_in_progress,
    (select count(*) from orders o
     where o.status = 'in_progress' and o.holder_id = ${admin} and (${packages}::bigint[] is null or o.package_id = any(${packages}))) as orders_mine,
    (select extract(epoch from now() - o.created_at)::int8 from orders o
     where o.status = 'pending' and (${packages}::bigint[] is null or o.package_id = any(${packages})) order by o.id limit 1) as oldest_order_s,
    (select id from (
       select o.id, o.created_at from orders o
       where o.status = 'pending' and (${packages}::bigint[] is null or o.package_id = any(${packages})) order by o.id desc limit 1
     ) as newest where created_at > now() - interval '2 minutes') as newest_order
  from order_tally t
  where t.status in ('pending', 'in_progress') and (${packages}::bigint[] is null or t.package_id = any(${packages}))`

// Only packages that customers see.
const LOW_CODES = `
  select count(*) as low_codes
  from package_states
  where codes_left < (select low_stock_codes from settings) and availability <> 'inactive'`
const UNCLEAR = `select coalesce(sum(n), 0)::bigint as sms_unclear from campaign_tally where state = 'unclear'`
/** Without an address they would fail again. */
const failedOf = (hasAddress: boolean) => `
  select case when ${hasAddress} or (select webhook_url from settings) <> '' then (
    select count(*)
    from (
      select from webhooks where (state = 'failed') limit ${STORE_FAILED_CAP}
    ) as counted
  ) else 0 end as store_failed`
const FAILED_SIGN_INS = `
  select coalesce(sum(failed + refused), 0)::int as failed_sign_ins
  from failed_sign_ins
  where quarter >= ${startOf(`(now() at time zone ${SHOP_ZONE})`)}`

const OWN = `
  select count(*)::int as self_approved
  from audit
  where facts ? '${SELF_APPROVED}' and at >= ${TODAY_BEGAN}`

const LISTS = { wallet_adds: 'wallet_adds_view', withdrawals: 'withdrawals_view', product_orders: 'product_orders_view' } as const

const pendingIn = (lists: readonly string[]) => `
  select ${lists.map((list) => `coalesce(sum(n) filter (where list = '${list}'), 0)::bigint as ${list}`).join(', ')}
  from money_tally
  where status = 'pending'`

type Counts = Output<typeof pendingCounts.show>

/** What an admin may not see is null. */
const HIDDEN = Object.fromEntries(Object.keys(pendingCounts.show.output.shape).map((name) => [name, null])) as Counts

export const pendingCountHandlers: Handlers<typeof pendingCounts> = {
  /** Every open page asks each few seconds, so it is one statement, of a row per part. */
  async show({ admin, db, storeAddress }) {
    const { parameters, bind } = statement()
    const lists = Object.entries(LISTS).flatMap(([list, module]) => (holds(admin, module) ? list : []))
    const isOwner = may(admin, 'run_the_shop')
    const parts = [
      holds(admin, 'orders_view') && ordersOf(bind(ordersSeen(admin)), bind(admin.id)),
      lists.length > 0 && pendingIn(lists),
      holds(admin, 'vouchers_view') && LOW_CODES,
      holds(admin, 'campaigns_send') && UNCLEAR,
      isOwner && failedOf(storeAddress !== undefined),
      isOwner && FAILED_SIGN_INS,
      isOwner && OWN,
    ].filter((part) => part !== false)
    if (parts.length === 0) return HIDDEN
    const from = parts.map((part, at) => `(${part}) as part_${at}`).join(' cross join ')
    const [counts] = await queryCoalesced<Partial<Counts>>(db, `select * from ${from}`, parameters)
    return { ...HIDDEN, ...counts }
  },
}
