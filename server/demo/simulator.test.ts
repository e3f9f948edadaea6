import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { PATIENCE_MS } from '../../test/support/patience.ts'
import { addPhysicalProduct } from '../../test/support/product-orders.ts'
import { fundWallet } from '../../test/world.ts'
import { checkInvariants } from '../core/ledger/invariants.ts'
import { query } from '../platform/db/connect.ts'
import { startSimulator } from './simulator.ts'

const settings = { STORE_KEY, DEMO_SIMULATOR: 'on' } as const
/** The small world has two customers. */
const QUICK = { shortestMs: 1, longestMs: 5, customers: 2 }

const shop = await startApp()
await addPhysicalProduct(shop.db, { price: 20, quantity: 1_000 })
// So that nobody runs out of money before one of everything has come.
await fundWallet(shop.db, shop.world, { userId: shop.world.users.shila, amount: 900_000, trx_id: 'SIMULATED' })
afterAll(() => shop.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const counts = async () => {
  const sql = `select (select count(*) from orders) as orders, (select count(*) from wallet_adds) as wallet_adds,
    (select count(*) from users) as users, (select count(*) from product_orders) as product_orders, (select count(distinct package_id) from orders) as packages`
  const rows = await query<Record<string, number>>(shop.db, sql)
  return rows[0] as Record<'orders' | 'wallet_adds' | 'users' | 'packages' | 'product_orders', number>
}

test('orders, wallet adds and customers keep coming, paid and varied, until the stop', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const before = await counts()
  const simulator = startSimulator(shop.url, settings, QUICK)
  await vi.waitFor(
    async () => {
      const now = await counts()
      expect(now.orders - before.orders).toBeGreaterThan(15)
      expect(now.wallet_adds - before.wallet_adds).toBeGreaterThan(8)
      expect(now.users).toBeGreaterThan(before.users)
      expect(now.packages).toBeGreaterThan(2)
      expect(now.product_orders).toBeGreaterThan(0)
    },
    { timeout: PATIENCE_MS, interval: 50 },
  )
  simulator.stop()
  expect(complaints.mock.calls).toEqual([])
  expect(await checkInvariants(shop.db)).toEqual([])
  const unsealed = `select from orders o join topup_products p on p.id = o.product_id
    where (p.isactivefortopup = 0) <> (o.ingamepassword_sealed is not null)`
  expect(await query(shop.db, unsealed)).toEqual([])

  // The one call that was under way may still arrive.
  const changesWithin = async (ms: number) => {
    const before = await counts()
    await sleep(ms)
    return JSON.stringify(await counts()) !== JSON.stringify(before)
  }
  await expect.poll(() => changesWithin(100)).toBe(false)
  expect(await changesWithin(300)).toBe(false)
})

test('it says once that it fails, and goes on trying', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const requested = vi.spyOn(globalThis, 'fetch')
  const simulator = startSimulator(shop.url, { ...settings, STORE_KEY: 'not the key of this shop' }, QUICK)
  await expect.poll(() => requested.mock.calls.length).toBeGreaterThan(5)
  simulator.stop()
  expect(complaints.mock.calls).toEqual([[expect.stringContaining('The simulator will try again')]])
})

test('DEMO_SIMULATOR=off brings nothing', async () => {
  const requested = vi.spyOn(globalThis, 'fetch')
  const simulator = startSimulator(shop.url, { ...settings, DEMO_SIMULATOR: 'off' }, QUICK)
  await sleep(20 * QUICK.longestMs)
  simulator.stop()
  expect(requested).not.toHaveBeenCalled()
})
