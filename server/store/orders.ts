import type { Output } from '#contract/endpoint.ts'
import type { store } from '#contract/store.ts'
import type { Context } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { found } from '../platform/errors.ts'

type StoreOrder = Output<typeof store.order>

const ORDERS = `
  select o.id, o.user_id, o.status, o.product_id, o.product_name, o.package_id, o.name, o.amount, o.playerid, o.reference,
    o.brief_note, o.created_at, o.closed_at, coalesce(c.codes, '[]') as codes
  from orders o
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', v.id, 'sealed', encode(v.code_sealed, 'hex')) order by c.position) as codes
    from order_codes c
    join vouchers v on v.id = c.voucher_id
    where c.order_id = o.id
  ) as c on o.voucher_id is not null`

/** `which`: a condition and what follows it. */
export const readOrders = async (ctx: Context, which: string, parameters: readonly unknown[]): Promise<StoreOrder[]> =>
  (await query<SealedOrder>(ctx.db, `${ORDERS} ${which}`, parameters)).map((row) => withCodes(ctx, row))

export const readOrder = async (ctx: Context, id: number): Promise<StoreOrder> =>
  found((await readOrders(ctx, 'where o.id = $1', [id]))[0])

type SealedOrder = Omit<StoreOrder, 'codes'> & { readonly codes: readonly { readonly id: number; readonly sealed: string }[] }

const withCodes = (ctx: Context, { codes, ...order }: SealedOrder): StoreOrder => {
  const opened = codes.flatMap(({ id, sealed }) => ctx.vault.openIfOurs(Buffer.from(sealed, 'hex'), `voucher.code ${id}`) ?? [])
  // The store cannot notice: other orders have a note without a code, too.
  if (opened.length < codes.length) {
    ctx.log.warn({ order: order.id }, 'a code of an order was sealed under a key that is lost, and is not answered')
  }
  const notes = [...opened.map((code) => `UniPin: ${code}`), ...(order.brief_note === '' ? [] : [order.brief_note])]
  return { ...order, brief_note: notes.join('\n'), codes: opened.map((code) => ({ code, pin: null, serial: null })) }
}
