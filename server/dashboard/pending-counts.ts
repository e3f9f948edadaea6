import { SELF_APPROVED } from '#contract/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { pendingCounts, STORE_FAILED_CAP } from '#contract/pending-counts.ts'
import { may } from '#contract/roles.ts'
import { startOf, TODAY_BEGAN } from '../core/lists/days.ts'
import { hasWebhooks } from '../core/settings/read-settings.ts'
import { SHOP_ZONE } from '../core/settings/shop-facts.ts'
import { type Handlers, holds, ordersSeen } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'

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

// Only packages that customers see.
const LOW_CODES = `
  select count(*) as low_codes
  from package_states
  where codes_left < (select low_stock_codes from settings) and availability <> 'inactive'`
const UNCLEAR = `select coalesce(sum(n), 0)::bigint as sms_unclear from campaign_tally where state = 'unclear'`
const FAILED = `
  select count(*) as store_failed
  from (
    select from webhooks where (state = 'failed') limit ${STORE_FAILED_CAP}
  ) as counted`
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
  async show(ctx) {
    const { admin, db } = ctx
    const counts = { ...HIDDEN }
    const count = async (text: string, parameters: unknown[] = []) =>
      Object.assign(counts, (await query<Partial<Counts>>(db, text, parameters))[0])
    if (holds(admin, 'orders_view')) await count(ORDERS, [ordersSeen(admin), admin.id])
    const lists = Object.entries(LISTS).flatMap(([list, module]) => (holds(admin, module) ? list : []))
    if (lists.length > 0) await count(pendingIn(lists))
    if (holds(admin, 'vouchers_view')) await count(LOW_CODES)
    if (holds(admin, 'campaigns_send')) await count(UNCLEAR)
    if (may(admin, 'run_the_shop')) {
      // Without an address they would fail again.
      if (ctx.storeAddress || (await hasWebhooks(db))) await count(FAILED)
      else counts.store_failed = 0
      await count(FAILED_SIGN_INS)
      await count(OWN)
    }
    return counts
  },
}
