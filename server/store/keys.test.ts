import { afterAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { storeKeys } from '#contract/store-keys.ts'
import { request, STORE_KEY, startApp, startSecondServer } from '../../test/support/app.ts'
import { dumpTables } from '../../test/support/fingerprint.ts'
import { hashApiKey } from '../platform/auth/api-keys.ts'
import { query } from '../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const closed = await startSecondServer(app, { storeKey: undefined })
afterAll(async () => {
  await closed.close()
  await app.close()
})

const add = async (name: string) => (await app.call(storeKeys.create, { name }, rahim)).body.data
const list = async () => (await app.call(storeKeys.list, {}, rahim)).body.data
const read = (key: string) => app.call(store.user, { id: app.world.users.shila }, key)
const order = () => ({ user_id: app.world.users.shila, package_id: app.world.packages.gems100, playerid: 'P-KEYS' })

describe('a store key of /settings', () => {
  test('opens the store API beside the key of the environment, until it is revoked', async () => {
    const { id, key } = await add('Website')
    for (const good of [key, `Bearer ${key}`, STORE_KEY]) expect((await read(good)).status).toBe(200)
    expect((await app.call(storeKeys.revoke, { id }, rahim)).status).toBe(200)
    expect(await read(key)).toMatchObject({ status: 401, body: { code: 'store_key_wrong' } })
    expect((await read(STORE_KEY)).status).toBe(200)
    expect((await app.call(storeKeys.revoke, { id: 999 }, rahim)).status).toBe(404)
  })

  test('is stored as a hash, and its name, times and state are listed', async () => {
    const { id, key } = await add('App')
    expect(await list()).toMatchObject({
      of_environment: true,
      data: [{ id, name: 'App', last_call_at: null, revoked_at: null }, expect.anything()],
    })
    await read(key)
    const [called] = (await list()).data
    expect(called?.last_call_at).not.toBeNull()
    expect(JSON.stringify([await list(), await dumpTables(app.db)])).not.toContain(key)
  })

  test('opens nothing of admins, and no admin opens the store API', async () => {
    const { key } = await add('Website')
    expect((await app.call(storeKeys.list, {}, key)).status).toBe(401)
    expect((await app.call(orders.list, {}, key)).status).toBe(401)
    expect((await read(rahim)).status).toBe(401)
    for (const wrong of [key.slice(1), `${key}0`, key.toLowerCase(), hashApiKey(key).toString('hex')]) {
      expect((await read(wrong)).status).toBe(401)
    }
  })

  test('writes the time of its call once a minute', async () => {
    const { id, key } = await add('Bot')
    const at = async () =>
      (await query<{ at: string }>(app.db, 'select last_call_at as at from store_keys where id = $1', [id]))[0]?.at
    await read(key)
    const first = await at()
    await read(key)
    expect(await at()).toBe(first)
    await query(app.db, `update store_keys set last_call_at = now() - interval '61 seconds' where id = $1`, [id])
    await Promise.all(Array.from({ length: 20 }, () => read(key)))
    expect(Date.parse((await at()) ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('repeats what another key asked: all keys are one store', async () => {
    const [old, fresh] = [await add('Old'), await add('New')]
    const placed = await app.call(store.placeOrder, order(), old.key, 'rotated')
    expect(placed.status).toBe(200)
    expect(await app.call(store.placeOrder, order(), fresh.key, 'rotated')).toEqual(placed)
    await app.call(storeKeys.revoke, { id: old.id }, rahim)
    expect((await app.call(store.placeOrder, order(), old.key, 'rotated')).status).toBe(401)
  })

  test('needs a name', async () => {
    expect(await app.call(storeKeys.create, { name: ' ' }, rahim)).toMatchObject({
      status: 422,
      body: { errors: [{ param: 'name' }] },
    })
  })
})

test('without STORE_KEY the first key opens the store API and is a step of the set-up', async () => {
  await query(app.db, 'update store_keys set revoked_at = now()')
  const isSetUp = async () => (await request(closed.url, dashboard.setUp, {}, rahim)).body.data.store_key
  const readThere = (key: string) => request(closed.url, store.user, { id: app.world.users.shila }, key)
  expect((await readThere(STORE_KEY)).status).toBe(401)
  expect(await isSetUp()).toBe(false)
  const { key } = await add('Website')
  expect((await readThere(key)).status).toBe(200)
  expect(await isSetUp()).toBe(true)
})
