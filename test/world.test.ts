import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPassword } from '../server/platform/auth/passwords.ts'
import { openVault } from '../server/platform/vault/vault.ts'
import { openTestDatabase } from './support/database.ts'
import { PASSWORD, placeOrder, seedSmallWorld, type World } from './world.ts'

const vault = openVault(randomBytes(32))
const { db, close } = await openTestDatabase(2)
let world: World

beforeAll(async () => {
  world = await seedSmallWorld(db, vault)
})

afterAll(() => close())

const walletOf = async (column: 'user_id' | 'admin_id', id: number, kind: string) =>
  (await db.selectFrom('accounts').select('balance').where(column, '=', id).where('kind', '=', kind).executeTakeFirstOrThrow())
    .balance

test('the small world has its people, their money and its catalogue', async () => {
  expect(await walletOf('user_id', world.users.shila, 'user_wallet')).toBe(5000)
  expect(await walletOf('user_id', world.users.tanvir, 'user_wallet')).toBe(1200)
  expect(await walletOf('admin_id', world.admins.rahim, 'admin_wallet')).toBe(6200)
  const rahim = await db
    .selectFrom('admins')
    .select('password_hash')
    .where('id', '=', world.admins.rahim)
    .executeTakeFirstOrThrow()
  expect(await verifyPassword(PASSWORD, rahim.password_hash)).toBe(true)
})

test('an order is paid from the wallet and takes the supplier’s credit', async () => {
  await placeOrder(db, { userId: world.users.shila, packageId: world.packages.gems500 })
  expect(await walletOf('user_id', world.users.shila, 'user_wallet')).toBe(4610)
  const { price } = await db
    .selectFrom('topup_products')
    .select('price')
    .where('id', '=', world.products.starfall)
    .executeTakeFirstOrThrow()
  expect(price).toBe(99_644.5)
})
