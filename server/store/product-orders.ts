import { sql } from 'kysely'
import type { Input, Output } from '#contract/endpoint.ts'
import type { Tk } from '#contract/money.ts'
import type { store } from '#contract/store.ts'
import { PRODUCT_ORDERS } from '../core/decisions/order-declarations.ts'
import type { Context, Handlers } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { Conflict, found, Invalid } from '../platform/errors.ts'
import { requireUser } from './customers.ts'
import { payFromWallet } from './pay.ts'

type StoreProductOrder = Output<typeof store.productOrder>

export const productOrderHandlers: Pick<Handlers<typeof store>, 'placeProductOrder' | 'productOrder'> = {
  async placeProductOrder(ctx, input) {
    await requireUser(ctx.db, input.user_id)
    const { name, sale_price } = await lockProduct(ctx.db, input)
    // Its trigger takes the stock or refuses.
    const { id, amount } = await ctx.db
      .insertInto('product_orders')
      .values({
        user_id: input.user_id,
        product_id: input.product_id,
        name,
        price: sale_price,
        quantity: input.quantity,
        amount: sql<Tk>`${sale_price}::numeric * ${input.quantity}::integer`,
        phone: input.phone,
        address: input.address,
        reference: input.reference ?? null,
      })
      .returning(['id', 'amount'])
      .executeTakeFirstOrThrow()
    await payFromWallet(ctx.db, PRODUCT_ORDERS, { id, user_id: input.user_id, amount })
    ctx.note({ subjectId: id, amount })
    return readOrder(ctx, id)
  },

  productOrder: (ctx, { id }) => readOrder(ctx, id),
}

const lockProduct = async (db: Db, { product_id, price }: Input<typeof store.placeProductOrder>) => {
  const product = await db
    .selectFrom('physical_products')
    .select(['name', 'sale_price', 'is_active'])
    .where('id', '=', product_id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) throw new Invalid('no_such_product', 'product_id')
  if (product.is_active === 0) throw new Invalid('stock_out', 'product_id')
  if (price !== undefined && price !== product.sale_price) {
    throw new Conflict('price_changed', { price: product.sale_price }, 'price')
  }
  return product
}

export const PRODUCT_ORDER = `
  select o.id, o.user_id, o.status, o.product_id, o.name, o.price, o.quantity, o.amount, o.reference, o.brief_note, o.created_at,
    o.closed_at
  from product_orders o`

const readOrder = async (ctx: Context, id: number): Promise<StoreProductOrder> =>
  found((await query<StoreProductOrder>(ctx.db, `${PRODUCT_ORDER} where o.id = $1`, [id]))[0])
