import type { OrderDetails } from '#contract/desk.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import { maskOf } from '#contract/vouchers.ts'
import { readTimeline } from '../../core/audit/timeline.ts'
import { ORDERED_TODAY } from '../../core/lists/days.ts'
import type { Context } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'
import { found } from '../../platform/errors.ts'
import { findOrder } from './list.ts'
import { ordersVisibleTo } from './queries.ts'

const HISTORY_ROWS = 10

const SCOPED = '($2::bigint[] is null or o.package_id = any($2))'

const NOTES = `select internal_note, coalesce(reference, '') as reference from orders where id = $1`

const VOUCHERS = `
  select v.id, v.code_last4, v.deleted_at is not null as is_deleted, k.name as package_name
  from order_codes c
  join vouchers v on v.id = c.voucher_id
  join topup_packages k on k.id = v.package_id
  where c.order_id = $1
  order by c.position`

type Voucher = OrderDetails['vouchers'][number]

/** Two texts: for all packages an index-only scan counts; a shared text would read each order for its package. */
const customerText = (inScope: string) => `
  select (select count(*) from orders o where o.user_id = $1 and ${inScope}) as total_order,
    (select count(*) from orders o where o.user_id = $1 and ${inScope} and ${ORDERED_TODAY}) as today_order,
    u.note, u.tags
  from users u
  where u.id = $1`

const CUSTOMER = customerText('$2::bigint[] is null')
const CUSTOMER_SCOPED = customerText('o.package_id = any($2::bigint[])')

/** Limits the other orders of a player: some stores send one id with every order. */
export const PLAYER_REACH = 1_000

const SAME_PLAYER = `
  (select o.id, o.name, o.product_name, o.status, o.created_at, ${SCOPED} as is_visible
   from orders o
   where player_key(o.playerid) = player_key($1) and o.id <> $3
   order by o.id desc
   limit ${PLAYER_REACH + 1})`

const PLAYER_TOTAL = `
  select least(count(*) filter (where is_visible), ${PLAYER_REACH}) as total, count(*) > ${PLAYER_REACH} as total_capped
  from ${SAME_PLAYER} as same`

const PLAYER = `
  select id, name, product_name as product, status, created_at from ${SAME_PLAYER} as same
  where is_visible
  order by id desc
  limit ${HISTORY_ROWS}`

const SHOWN_FACTS = [
  ...[
    'status',
    'order_note',
    'brief_note',
    'playerid',
    'reason',
    'field',
    'voucher_id',
    'voucher_ids',
    'automatic',
    'taken_from',
    'lease_had_lapsed',
  ],
  ...['return_credit', 'credit_returned', 'amount'],
]

export const readDetails = async (ctx: Context, id: number): Promise<OrderDetails> => {
  const scope = ordersVisibleTo(ctx)
  const order = found(await findOrder(ctx.db, scope, id))
  const rows = <R>(text: string, parameters: unknown[]) => query<R>(ctx.db, text, parameters)
  const [[notes], vouchers, customers, [same], history, timeline] = await Promise.all([
    rows<Pick<OrderDetails, 'internal_note' | 'reference'>>(NOTES, [id]),
    rows<Omit<Voucher, 'mask'> & { code_last4: string }>(VOUCHERS, [id]),
    rows<OrderDetails['customer']>(scope === null ? CUSTOMER : CUSTOMER_SCOPED, [order.user_id, scope]),
    rows<Pick<OrderDetails['player'], 'total' | 'total_capped'>>(PLAYER_TOTAL, [order.playerid, scope, id]),
    rows<OrderDetails['player']['orders'][number]>(PLAYER, [order.playerid, scope, id]),
    readTimeline(ctx.db, 'order', id, SHOWN_FACTS),
  ])
  return {
    order,
    internal_note: notes?.internal_note ?? '',
    reference: notes?.reference ?? '',
    customer: found(customers[0]),
    player: { ...(same ?? { total: 0, total_capped: false }), orders: history },
    timeline: timeline.entries.toReversed().map(withoutCredit),
    timeline_has_more: timeline.has_more,
    vouchers: vouchers.map(({ code_last4, ...voucher }) => ({ ...voucher, mask: maskOf(code_last4) })),
  }
}

/** Hides the shop's cost; the refund itself is shown. */
const withoutCredit = ({ facts, ...entry }: TimelineEntry): TimelineEntry => ({
  ...entry,
  facts: 'credit_returned' in facts ? { ...facts, credit_returned: Number(facts.credit_returned) > 0 } : facts,
})
