import type { Tk } from '#contract/money.ts'
import { store } from '#contract/store.ts'
import type { Db } from '../db/connect.ts'
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

/** How many pieces of a product are left. */
export const quantityOf = async (db: Db, productId: number): Promise<number> =>
  (await db.selectFrom('physical_products').select('quantity').where('id', '=', productId).executeTakeFirstOrThrow()).quantity
