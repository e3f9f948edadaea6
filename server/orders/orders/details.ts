import type { OrderDetails } from '#contract/desk.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import { maskOf } from '#contract/vouchers.ts'
import { readTimeline } from '../../core/audit/timeline.ts'
import { customerOrders } from '../../core/lists/customer-orders.ts'
import type { Context } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'
import { found } from '../../platform/errors.ts'
import { findOrder } from './list.ts'
import { ordersVisibleTo } from './queries.ts'

const HISTORY_ROWS = 10

const VOUCHERS = `
  select v.id, v.code_last4, v.deleted_at is not null as is_deleted, k.name as package_name
  from order_codes c
  join vouchers v on v.id = c.voucher_id
  join topup_packages k on k.id = v.package_id
  where c.order_id = $1
  order by c.position`

type Voucher = OrderDetails['vouchers'][number]

const aboutText = (inScope?: string) => `
  select n.internal_note, coalesce(n.reference, '') as reference, ${customerOrders('n.user_id', inScope)}, u.note, u.tags
  from orders n
  join users u on u.id = n.user_id
  where n.id = $1`

const ABOUT = aboutText()
const ABOUT_SCOPED = aboutText('o.package_id = any($2::bigint[])')

type About = OrderDetails['customer'] & Pick<OrderDetails, 'internal_note' | 'reference'>

/** Limits the other orders of a player: some stores send one id with every order. */
export const PLAYER_REACH = 1_000

/** At least one row, of no order where none is shown. */
const PLAYER = `
  with same as (
    select o.id, o.name, o.product_name as product, o.status, o.created_at,
      ($2::bigint[] is null or o.package_id = any($2)) as is_visible
    from orders o
    where player_key(o.playerid) = player_key($1) and o.id <> $3
    order by o.id desc
    limit ${PLAYER_REACH + 1}
  )
  select least(n.visible, ${PLAYER_REACH}) as total, n.all > ${PLAYER_REACH} as total_capped, shown.*
  from (select count(*) filter (where is_visible) as visible, count(*) as all from same) as n
  left join (
    select id, name, product, status, created_at from same where is_visible order by id desc limit ${HISTORY_ROWS}
  ) as shown on true
  order by shown.id desc`

type PlayerOrder = OrderDetails['player']['orders'][number]
type PlayerRow = Pick<OrderDetails['player'], 'total' | 'total_capped'> & (PlayerOrder | { [K in keyof PlayerOrder]: null })

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
  const [vouchers, abouts, playerRows, timeline] = await Promise.all([
    rows<Omit<Voucher, 'mask'> & { code_last4: string }>(VOUCHERS, [id]),
    scope === null ? rows<About>(ABOUT, [id]) : rows<About>(ABOUT_SCOPED, [id, scope]),
    rows<PlayerRow>(PLAYER, [order.playerid, scope, id]),
    readTimeline(ctx.db, 'order', id, SHOWN_FACTS),
  ])
  const { internal_note, reference, ...customer } = found(abouts[0])
  return {
    order,
    internal_note,
    reference,
    customer,
    player: {
      total: playerRows[0]?.total ?? 0,
      total_capped: playerRows[0]?.total_capped ?? false,
      orders: playerRows.flatMap(({ total, total_capped, ...same }) => (same.id === null ? [] : [same])),
    },
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
