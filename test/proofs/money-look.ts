import { query } from '../../server/platform/db/connect.ts'
import type { TestApp } from '../support/app.ts'
import type { Names } from './money-calls.ts'

/** What was there before a sequence. */
export const lastIds = async ({ db }: TestApp) =>
  (await query<Record<'handOver' | 'payment' | 'voucher', number>>(db, LAST_IDS))[0] ?? { handOver: 0, payment: 0, voucher: 0 }

const LAST_IDS = `
  select (select coalesce(max(id), 0) from hand_overs) as "handOver", (select coalesce(max(id), 0) from payments) as payment,
    (select coalesce(max(id), 0) from vouchers) as voucher`

const rowsOf = (table: string, where: string) =>
  `(select coalesce(jsonb_agg(id || ' ' || status || ' ' || (amount * 100)::bigint order by id), '[]') from ${table} where ${where})`

const OBSERVE = `
  select
    (select jsonb_object_agg(d.username, (a.balance * 100)::bigint)
     from accounts a join admins d on d.id = a.admin_id where a.admin_id = any($2)) as cash,
    (select jsonb_agg(jsonb_build_object('wallet', (w.balance * 100)::bigint, 'earn', (e.balance * 100)::bigint,
        'hold', (h.balance * 100)::bigint) order by w.user_id)
     from accounts w
     join accounts e on e.user_id = w.user_id and e.kind = 'earn_wallet'
     join accounts h on h.user_id = w.user_id and h.kind = 'earn_hold'
     where w.user_id = any($1) and w.kind = 'user_wallet') as users,
    ${rowsOf('wallet_adds', 'user_id = any($1)')} as adds,
    (select coalesce(jsonb_agg(concat_ws(' ', trx_id, (amount * 100)::bigint, coalesce(wallet_add_id::text, '-')) order by trx_id), '[]')
     from payments where id > $7 and not is_conflict) as payments,
    (select coalesce(jsonb_agg(concat_ws(' ', o.id, o.status, (o.amount * 100)::bigint, (o.refunded * 100)::bigint, o.playerid, coalesce(d.username, '-'),
        (o.cost * 100)::bigint, c.codes) order by o.id), '[]')
     from orders o
     left join admins d on d.id = o.holder_id
     cross join lateral (
       select coalesce(string_agg(v.code_last4, ',' order by c.position), '') as codes
       from order_codes c join vouchers v on v.id = c.voucher_id where c.order_id = o.id
     ) as c
     where o.user_id = any($1)) as orders,
    (select (price * 100)::bigint from topup_products where id = $5) as credit,
    (select coalesce(jsonb_agg(concat_ws(' ', case package_id when $6 then 'card' else 'coin' end, code_last4,
        case status when 1 then 'ready' else 'used' end) order by id), '[]')
     from vouchers where id > $8) as codes,
    (select coalesce(jsonb_object_agg(code_last4, id), '{}') from vouchers where id > $8) as "codeIds",
    ${rowsOf('product_orders', 'user_id = any($1)')} as "productOrders",
    (select quantity from physical_products where id = $4) as stock,
    ${rowsOf('withdrawals', 'user_id = any($1)')} as withdrawals,
    ${rowsOf('hand_overs', "id > $3 and kind = 'request'")} as "handOvers"`

/** The rows of a sequence in the model's terms; its codes can be named from now on. */
export const observe = async ({ db }: TestApp, names: Names, from: Awaited<ReturnType<typeof lastIds>>): Promise<object> => {
  const { users, admins, productId, topupProductId, packages } = names
  const last = [from.payment, from.voucher]
  const parameters = [users, [admins.rahim, admins.nadia], from.handOver, productId, topupProductId, packages.card, ...last]
  const [row] = await query<{ codeIds: Record<string, number> }>(db, OBSERVE, parameters)
  const { codeIds = {}, ...seen } = row ?? {}
  for (const [text, id] of Object.entries(codeIds)) names.codeIds.set(text, id)
  return seen
}
