import type { OrderDetails } from '#contract/desk.ts'
import { maskOf } from '#contract/vouchers.ts'
import type { Context } from '../context.ts'
import { query } from '../db/connect.ts'
import { ORDERED_TODAY } from '../db/days.ts'
import { readTimeline } from '../timeline.ts'
import { found } from './decide.ts'
import { findOrder, ordersVisibleTo } from './queries.ts'

const HISTORY_ROWS = 10

const SCOPED = '($2::bigint[] is null or o.package_id = any($2))'

const NOTES = `
  select o.internal_note, v.id as voucher_id, v.code_last4, v.deleted_at is not null as is_deleted
  from orders o
  left join vouchers v on v.id = o.voucher_id
  where o.id = $1`

interface Notes {
  internal_note: string
  voucher_id: number | null
  code_last4: string
  is_deleted: boolean
}

/** Of all packages the index alone counts; a text for both would read each order for its package. */
const customerText = (inScope: string) => `
  select (select count(*) from orders o where o.user_id = $1 and ${inScope}) as total_order,
    (select count(*) from orders o where o.user_id = $1 and ${inScope} and ${ORDERED_TODAY}) as today_order`

const CUSTOMER = customerText('$2::bigint[] is null')
const CUSTOMER_SCOPED = customerText('o.package_id = any($2::bigint[])')

const PLAYER_TOTAL = `select count(*) as total from orders o where lower(o.playerid) = lower($1) and ${SCOPED} and o.id <> $3`

const PLAYER = `
  select o.id, o.name, o.product_name as product, o.status, o.created_at
  from orders o
  where lower(o.playerid) = lower($1) and ${SCOPED} and o.id <> $3
  order by o.id desc
  limit ${HISTORY_ROWS}`

/** What the desk shows beside an order: the customer's orders, those of the same player id, and what was done with it. */
export const readDetails = async (ctx: Context, id: number): Promise<OrderDetails> => {
  const scope = ordersVisibleTo(ctx)
  const order = found(await findOrder(ctx.db, scope, id))
  const rows = <R>(text: string, parameters: unknown[]) => query<R>(ctx.db, text, parameters)
  const [[notes], customers, totals, history, timeline] = await Promise.all([
    rows<Notes>(NOTES, [id]),
    rows<OrderDetails['customer']>(scope === null ? CUSTOMER : CUSTOMER_SCOPED, [order.user_id, scope]),
    rows<{ total: number }>(PLAYER_TOTAL, [order.playerid, scope, id]),
    rows<OrderDetails['player']['orders'][number]>(PLAYER, [order.playerid, scope, id]),
    readTimeline(ctx.db, 'order', id),
  ])
  return {
    order,
    internal_note: notes?.internal_note ?? '',
    customer: customers[0] ?? { today_order: 0, total_order: 0 },
    player: { total: totals[0]?.total ?? 0, orders: history },
    timeline: timeline.entries.toReversed(),
    voucher: notes?.voucher_id ? { id: notes.voucher_id, mask: maskOf(notes.code_last4), is_deleted: notes.is_deleted } : null,
  }
}
