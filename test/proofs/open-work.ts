import type { TestApp } from '../support/app.ts'
import { addPhysicalProduct, placeProductOrder } from '../support/product-orders.ts'
import { askForWalletAdd, placeOrder } from '../world.ts'

/** Open orders, product orders and wallet adds with low ids, so that generated inputs (whose ids are mostly 1) find rows that they could change. */
export const prepareOpenWork = async ({ db, world, vault }: TestApp): Promise<{ orders: number[]; adds: number[] }> => {
  const { users, packages } = world
  const orders: number[] = []
  const adds: number[] = []
  for (const packageId of [packages.gems100, packages.gems500, packages.gemsCard]) {
    orders.push(await placeOrder(db, { userId: users.shila, packageId, phone: '01700000001' }))
  }
  const secrets = { vault, accounttype: 'Google', ingamepassword: 'planted-ingame', securitycode: 'planted-code' }
  orders.push(await placeOrder(db, { userId: users.shila, packageId: packages.seasonPass, secrets }))
  for (const amount of [500, 12.5]) adds.push(await askForWalletAdd(db, { userId: users.tanvir, amount }))
  const product = await addPhysicalProduct(db, { price: 1, quantity: 500 })
  for (const quantity of [1, 2, 3]) await placeProductOrder(db, users.tanvir, product, quantity)
  return { orders, adds }
}
