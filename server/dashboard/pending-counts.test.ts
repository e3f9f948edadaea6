import { afterAll, expect, test } from 'vitest'
import { pendingCounts, STORE_FAILED_CAP } from '#contract/pending-counts.ts'
import { store } from '#contract/store.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { grant, makeOlder } from '../../test/support/books.ts'
import { hireAdmin } from '../../test/support/hired-admins.ts'
import { askForWalletAdd, placeOrder } from '../../test/world.ts'
import { query } from '../platform/db/connect.ts'

const app = await startApp()
afterAll(() => app.close())

test('failed webhooks are counted for super admins while there is an address', async () => {
  const [rahim, karim] = await Promise.all(['rahim', 'karim'].map((name) => app.signIn(name)))
  const failed = async (token = rahim) => (await app.call(pendingCounts.show, {}, token)).body.data.store_failed
  const message = { subject: 'order', subject_id: 1, event: 'order.completed', payload: '{}' }
  await app.db
    .insertInto('webhooks')
    .values((['waiting', 'failed', 'failed', 'delivered'] as const).map((state) => ({ ...message, state })))
    .execute()
  const webhook_secret_sealed = app.vault.seal('the secret of the store and us', 'settings.webhook_secret')
  const setAddress = (webhook_url: string) => app.db.updateTable('settings').set({ webhook_url, webhook_secret_sealed }).execute()
  await setAddress('http://127.0.0.1:9/')
  expect([await failed(), await failed(karim)]).toEqual([2, null])
  await query(
    app.db,
    `insert into webhooks (event, subject, subject_id, payload, state)
    select 'order.completed', 'order', n, '{}', 'failed' from generate_series(1, ${STORE_FAILED_CAP}) as n`,
  )
  expect(await failed()).toBe(STORE_FAILED_CAP)
  // Without an address nobody could have them tried again.
  await setAddress('')
  expect(await failed()).toBe(0)
})

test.each([
  [['orders_view'], ['orders', 'orders_in_progress', 'orders_mine']],
  [['wallet_adds_view'], ['wallet_adds']],
  [['withdrawals_view'], ['withdrawals']],
  [['product_orders_view'], ['product_orders']],
  [['vouchers_view'], ['low_codes']],
  [['campaigns_send'], ['sms_unclear']],
] as const)('an admin with %j sees %j and no other count', async (modules, seen) => {
  const { id, token } = await hireAdmin(app)
  await grant(app.db, id, modules)
  const counts = Object.entries((await app.call(pendingCounts.show, {}, token)).body.data)
  expect(counts.flatMap(([name, count]) => (count === null ? [] : name))).toEqual(seen)
})

test('what waits is counted exactly, and only for those who may see it', async () => {
  const { admins, users } = app.world
  await grant(app.db, admins.karim, ['withdrawals_view'])
  const [rahim, karim, nadia] = await Promise.all(['rahim', 'karim', 'nadia'].map((name) => app.signIn(name)))
  const waiting = async (token = rahim) => (await app.call(pendingCounts.show, {}, token)).body.data
  const before = await waiting()
  await app.call(store.earn, { user_id: users.shila, amount: 100, reason: 'Referral' }, STORE_KEY)
  const requested = await app.call(store.withdraw, { user_id: users.shila, amount: 40, number: '01811000001' }, STORE_KEY)
  await askForWalletAdd(app.db, { userId: users.tanvir, amount: 70 })
  const count = { wallet_adds: Number(before.wallet_adds) + 1, withdrawals: Number(before.withdrawals) + 1 }
  expect(await waiting()).toMatchObject(count)
  expect(await waiting(karim)).toMatchObject({ wallet_adds: null, withdrawals: count.withdrawals })
  expect(await waiting(nadia)).toMatchObject({ orders: null, wallet_adds: null, withdrawals: null })
  expect([before.sms_unclear, (await waiting(nadia)).sms_unclear]).toEqual([0, null])
  await app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: requested.body.data.id, status: 'completed' }, rahim)
  expect(await waiting()).toMatchObject({ ...count, withdrawals: before.withdrawals })
})

test('orders wait for those who hold their packages, and are nothing to others', async () => {
  const { admins, packages, users } = app.world
  const [rahim, karim] = await Promise.all(['rahim', 'karim'].map((name) => app.signIn(name)))
  const place = (packageId: number) => placeOrder(app.db, { userId: users.shila, packageId })
  const [old, held, ofKarim, newest] = [
    await place(packages.gems500),
    await place(packages.gems500),
    await place(packages.gems100),
    await place(packages.gems500),
  ]
  await makeOlder(app.db, 'orders', 60, old)
  // Taken while its package was granted.
  await query(
    app.db,
    `update orders set status = 'in_progress', holder_id = $2, held_until = now() + interval '1 hour' where id = $1`,
    [held, admins.karim],
  )
  const all = (await app.call(pendingCounts.show, {}, rahim)).body.data
  expect(all).toMatchObject({ orders: 3, orders_in_progress: 1, orders_mine: 0, newest_order: newest })
  expect(all.oldest_order_s).toBeGreaterThanOrEqual(3_600)
  const karims = (await app.call(pendingCounts.show, {}, karim)).body.data
  expect(karims).toMatchObject({ orders: 1, orders_in_progress: 0, orders_mine: 0, newest_order: ofKarim })
  expect(karims.oldest_order_s).toBeLessThan(3_600)
})
