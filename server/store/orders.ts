import type { Output } from '#contract/endpoint.ts'
import type { store } from '#contract/store.ts'
import type { Context } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { found } from '../platform/errors.ts'

type StoreOrder = Output<typeof store.order>

const ORDERS = `
  select o.id, o.user_id, o.status, o.product_id, o.product_name, o.package_id, o.name, o.amount, o.playerid, o.reference,
    o.brief_note, o.created_at, o.closed_at, o.voucher_id, v.code_sealed
  from orders o
  left join vouchers v on v.id = o.voucher_id`

/** `which`: a condition and what follows it. */
export const readOrders = async (ctx: Context, which: string, parameters: readonly unknown[]): Promise<StoreOrder[]> =>
  (await query<SealedOrder>(ctx.db, `${ORDERS} ${which}`, parameters)).map((row) => withCode(ctx, row))

export const readOrder = async (ctx: Context, id: number): Promise<StoreOrder> =>
  found((await readOrders(ctx, 'where o.id = $1', [id]))[0])

type SealedOrder = StoreOrder & { voucher_id: number | null; code_sealed: Buffer | null }

const withCode = (ctx: Context, { code_sealed, voucher_id, ...order }: SealedOrder): StoreOrder => {
  if (!code_sealed) return order
  const opened = ctx.vault.openIfOurs(code_sealed, `voucher.code ${voucher_id ?? 0}`)
  if (opened === undefined) {
    // The store cannot notice: other orders have a note without a code, too.
    ctx.log.warn({ order: order.id }, 'the code of an order was sealed under a key that is lost, and is not answered')
    return order
  }
  const code = `UniPin: ${opened}`
  return { ...order, brief_note: order.brief_note === '' ? code : `${code}\n${order.brief_note}` }
}
