import { sql } from 'kysely'
import type { Tk } from '#contract/money.ts'
import { store } from '#contract/store.ts'
import * as ledger from '../../server/core/ledger/ledger.ts'
import type { Db } from '../../server/platform/db/connect.ts'
import { STORE_KEY, type TestApp } from './app.ts'

/** A physical product on sale; answers its id. */
export const addPhysicalProduct = async (
  db: Db,
  { name = 'Game pad', price = 450, quantity = 10 }: { name?: string; price?: number; quantity?: number } = {},
): Promise<number> => {
  const product = { name, sale_price: price as Tk, regular_price: price as Tk, quantity }
  return (await db.insertInto('physical_products').values(product).returning('id').executeTakeFirstOrThrow()).id
}

/** A pending order of pieces of a product, as the store places it; answers its id. */
export const orderProduct = async (app: TestApp, userId: number, productId: number, quantity = 1): Promise<number> => {
  const input = { user_id: userId, product_id: productId, quantity, phone: '01811000001', address: '12 Lake Road, Dhaka' }
  const { status, body } = await app.call(store.placeProductOrder, input, STORE_KEY)
  if (status !== 200) throw new Error(body.message)
  return body.data.id
}

/** The same without a call, so that the audit log knows nothing of it. */
export const placeProductOrder = (db: Db, userId: number, productId: number, quantity = 1): Promise<number> =>
  db.transaction().execute(async (own) => {
    const { name, sale_price: price } = await own
      .selectFrom('physical_products')
      .select(['name', 'sale_price'])
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    const { id, amount } = await own
      .insertInto('product_orders')
      .values({
        user_id: userId,
        product_id: productId,
        name,
        price,
        quantity,
        amount: sql<Tk>`${price}::numeric * ${quantity}::integer`,
      })
      .returning(['id', 'amount'])
      .executeTakeFirstOrThrow()
    await ledger.post(own, {
      source: 'product_order',
      sourceId: id,
      kind: 'placed',
      amount,
      debit: { kind: 'user_wallet', userId },
      credit: { kind: 'orders_held' },
      adminId: null,
    })
    return id
  })

/** How many pieces of a product are left. */
export const quantityOf = async (db: Db, productId: number): Promise<number> =>
  (await db.selectFrom('physical_products').select('quantity').where('id', '=', productId).executeTakeFirstOrThrow()).quantity
