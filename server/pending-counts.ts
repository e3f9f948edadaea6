import { type pendingCounts, STORE_FAILED_CAP } from '#contract/pending-counts.ts'
import { type Handlers, holds, ordersSeen } from './context.ts'
import { startOf } from './core/lists/days.ts'
import { query } from './platform/db/connect.ts'
import { SHOP_ZONE } from './settings/shop-facts.ts'

const ORDERS = `
  select
    (select coalesce(sum(n), 0)::bigint
     from order_tally as o
     where o.status = 'pending' and ($1::bigint[] is null or o.package_id = any($1))) as orders,
    (select coalesce(sum(n), 0)::bigint
     from order_tally as o
     where o.status = 'in_progress' and ($1::bigint[] is null or o.package_id = any($1))) as orders_in_progress,
    (select count(*) from orders o
     where o.status = 'in_progress' and o.holder_id = $2 and ($1::bigint[] is null or o.package_id = any($1))) as orders_mine,
    (select extract(epoch from now() - o.created_at)::int8 from orders o
     where o.status = 'pending' and ($1::bigint[] is null or o.package_id = any($1)) order by o.id limit 1) as oldest_order_s,
    (select id from (
       select o.id, o.created_at from orders o
       where o.status = 'pending' and ($1::bigint[] is null or o.package_id = any($1)) order by o.id desc limit 1
     ) as newest where created_at > now() - interval '2 minutes') as newest_order`

interface OrderCounts {
  orders: number
  orders_in_progress: number
  orders_mine: number
  oldest_order_s: number | null
  newest_order: number | null
}

const MONEY = `
  select
    coalesce(sum(n) filter (where list = 'wallet_adds'), 0)::bigint as wallet_adds,
    coalesce(sum(n) filter (where list = 'withdrawals'), 0)::bigint as withdrawals,
    coalesce(sum(n) filter (where list = 'product_orders'), 0)::bigint as product_orders
  from money_tally
  where status = 'pending'`

// Only packages that customers see.
const LOW_CODES = `
  select count(*) as low_codes
  from package_states
  where codes_left < (select low_stock_codes from settings) and availability <> 'inactive'`
const UNCLEAR = `select coalesce(sum(n), 0)::bigint as sms_unclear from campaign_tally where state = 'unclear'`
// Only if webhooks are on, because otherwise there is no way to retry.
const FAILED = `
  select count(*) as store_failed
  from (
    select from webhooks where (state = 'failed') and (select tells_store from books) limit ${STORE_FAILED_CAP}
  ) as counted`
const FAILED_SIGN_INS = `
  select coalesce(sum(failed + refused), 0)::int as failed_sign_ins
  from failed_sign_ins
  where quarter >= ${startOf(`(now() at time zone ${SHOP_ZONE})`)}`
type MoneyCounts = Record<'wallet_adds' | 'withdrawals' | 'product_orders', number>

const LISTS = [
  ['wallet_adds', 'wallet_adds_view'],
  ['withdrawals', 'withdrawals_view'],
  ['product_orders', 'product_orders_view'],
] as const

export const pendingCountHandlers: Handlers<typeof pendingCounts> = {
  async show(ctx) {
    const { admin, db } = ctx
    const orders = holds(admin, 'orders_view')
      ? (await query<OrderCounts>(db, ORDERS, [ordersSeen(admin), admin.id]))[0]
      : undefined
    const counted = LISTS.filter(([, module]) => holds(admin, module)).map(([list]) => list)
    const money = counted.length > 0 ? (await query<MoneyCounts>(db, MONEY))[0] : undefined
    const waiting = (list: keyof MoneyCounts) => (counted.includes(list) ? (money?.[list] ?? null) : null)
    const codes = holds(admin, 'vouchers_view') ? (await query<{ low_codes: number }>(db, LOW_CODES))[0] : undefined
    const messages = holds(admin, 'campaigns_send') ? (await query<{ sms_unclear: number }>(db, UNCLEAR))[0] : undefined
    const store = admin.role === 'super' ? (await query<{ store_failed: number }>(db, FAILED))[0] : undefined
    const signIns = admin.role === 'super' ? (await query<{ failed_sign_ins: number }>(db, FAILED_SIGN_INS))[0] : undefined
    return {
      orders: orders?.orders ?? null,
      orders_in_progress: orders?.orders_in_progress ?? null,
      orders_mine: orders?.orders_mine ?? null,
      oldest_order_s: orders?.oldest_order_s ?? null,
      newest_order: orders?.newest_order ?? null,
      wallet_adds: waiting('wallet_adds'),
      withdrawals: waiting('withdrawals'),
      product_orders: waiting('product_orders'),
      low_codes: codes?.low_codes ?? null,
      sms_unclear: messages?.sms_unclear ?? null,
      store_failed: store?.store_failed ?? null,
      failed_sign_ins: signIns?.failed_sign_ins ?? null,
    }
  },
}
