import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { placeOrder } from '../../../test/world.ts'
import { query, setActKey } from '../../platform/db/connect.ts'
import { openShopVault } from '../../platform/vault/shop-key.ts'
import { actKey, openVault } from '../../platform/vault/vault.ts'
import { recordMoved } from '../../start/start-up.ts'

const KEY = randomBytes(32)
const LOST_KEY = randomBytes(32)
const lost = openVault(LOST_KEY)
const UNREADABLE = 'This was encrypted with a lost key and can no longer be read'

const app = await startApp({ key: KEY })
const rahim = await app.signIn('rahim')
const card = app.world.packages.gemsCard
/** The two codes that were for sale; an order from before that was given one. */
let ids: { ready: number; other: number; delivered: number }
let order: number
beforeAll(async () => {
  await app.call(vouchers.add, { code: 'LATER-CODE-0001', package_id: card }, rahim)
  order = await complete()
  const [delivered, ready, other] = (await query<{ id: number }>(app.db, 'select id from vouchers order by id')).map(
    ({ id }) => id,
  )
  ids = { delivered: delivered ?? 0, ready: ready ?? 0, other: other ?? 0 }
  // Read shortly before: for some minutes a reading would answer the code.
  await app.call(vouchers.reveal, { id: ids.other }, rahim)
  for (const id of Object.values(ids)) await sealUnderLostKey(id)
  await query(app.db, `update settings set key_print = 'of the lost key'`)
})
afterAll(() => app.close())

const buy = () => app.call(store.placeOrder, { user_id: app.world.users.shila, package_id: card, playerid: 'P-1' }, STORE_KEY)
const complete = async () => {
  const { id } = (await buy()).body.data
  await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
  return id
}
const sealUnderLostKey = (id: number) =>
  query(app.db, 'update vouchers set code_sealed = $2 where id = $1', [id, lost.seal(`OLD-CODE-${id}`, `voucher.code ${id}`)])
/** What a start says with this key and the owner's word that the former one is lost. */
const startWith = async (key: Buffer) => {
  const lines: string[] = []
  await openShopVault(app.db, { dataDir: '/nowhere', given: key.toString('hex'), isLost: true }, async (own, outcome, newKey) => {
    lines.push(...(await recordMoved(own, outcome, newKey)))
  })
  // As the server has it that this start would go on with.
  setActKey(app.runtimeDb, actKey(openVault(key)))
  return lines
}
const rowOf = async (id: number) => (await app.call(vouchers.show, { id }, rahim)).body.data
const readOrder = async (id: number) => (await app.call(store.order, { id }, STORE_KEY)).body.data
const lifeOf = async (id: number) => (await app.call(vouchers.life, { id }, rahim)).body.data.life

test('an order that could only get a dead code is not completed', async () => {
  const { id } = (await buy()).body.data
  const refused = await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: 'The next code of this package is encrypted with a lost key: hide it first',
      data: { order: { id, status: 'pending' } },
    },
  })
  await app.call(orders.setStatus, { id, status: 'cancel' }, rahim)
})

test('once the key is given up nothing sealed by it is for sale; each code says why', async () => {
  expect(await startWith(KEY)).toEqual(['Hid 2 voucher codes that were for sale: nobody can read them any more.'])
  // Once, however often the owner starts so.
  await startWith(KEY)
  expect(await query(app.db, `select actor, facts from audit where action = 'keys.replaceLost'`)).toEqual([
    { actor: 'system', facts: { file: 'MASTER_KEY' } },
  ])
  expect(await buy()).toMatchObject({ status: 422, body: { message: 'Stock out' } })
  expect([(await rowOf(ids.ready)).status, (await rowOf(ids.other)).status, (await rowOf(ids.delivered)).status]).toEqual([
    0, 0, 2,
  ])
  expect((await lifeOf(ids.ready)).at(-1)).toMatchObject({
    event: 'edited',
    by: '',
    before: { status: 1, package_id: card },
    after: { status: 0 },
  })
  expect(await lifeOf(ids.delivered)).not.toContainEqual(expect.objectContaining({ event: 'edited' }))
})

test('a key found after all puts its codes back on sale, except possible duplicates', async () => {
  const stateOf = async () => [(await rowOf(ids.ready)).status, (await rowOf(ids.other)).status]
  await app.call(vouchers.add, { code: 'MEANWHILE-0001', package_id: card, status: 0 }, rahim)
  const [meanwhile] = await query<{ id: number }>(app.db, 'select max(id) as id from vouchers')
  expect(await startWith(LOST_KEY)).toEqual([
    'Left 2 voucher codes hidden that open again: others do not, and may be the same ones.',
  ])
  expect(await stateOf()).toEqual([0, 0])
  await sealUnderLostKey(meanwhile?.id ?? 0)
  expect((await app.call(topupPackages.stopVouchers, { id: card }, rahim)).status).toBe(200)
  expect(await startWith(LOST_KEY)).toEqual(['Put 2 voucher codes back on sale: they open again.'])
  expect(await stateOf()).toEqual([1, 1])
  const sold = await app.call(topupPackages.show, { id: card }, rahim)
  expect(sold.body.data).toMatchObject({ sells_vouchers: true, codes_left: 2 })
  expect((await rowOf(meanwhile?.id ?? 0)).status).toBe(0)
  expect((await lifeOf(ids.other)).at(-1)).toMatchObject({ event: 'edited', by: '', after: { status: 1 } })
  expect(await startWith(LOST_KEY)).toEqual([])
  expect(await startWith(KEY)).toEqual(['Hid 2 voucher codes that were for sale: nobody can read them any more.'])
  expect(await stateOf()).toEqual([0, 0])
})

test('a code that opens no more is shown as such, and is not put on sale again', async () => {
  expect(await app.call(vouchers.reveal, { id: ids.ready }, rahim)).toMatchObject({ status: 409, body: { message: UNREADABLE } })
  expect(await rowOf(ids.other)).toMatchObject({ is_revealed: false, code: expect.stringMatching(/^••••/) })
  const activate = { id: ids.ready, package_id: card, status: 1 }
  expect(await app.call(vouchers.update, activate, rahim)).toMatchObject({
    status: 409,
    body: { message: UNREADABLE, errors: [{ param: 'status' }] },
  })
  expect((await rowOf(ids.ready)).status).toBe(0)
})

test('a code typed over a dead one is sold and given', async () => {
  const typed = { id: ids.ready, package_id: card, code: 'NEW-CODE-1234', status: 1 }
  expect((await app.call(vouchers.update, typed, rahim)).status).toBe(200)
  expect((await app.call(vouchers.reveal, { id: ids.ready }, rahim)).body.data.code).toBe('NEW-CODE-1234')
  expect((await readOrder(await complete())).brief_note).toBe('UniPin: NEW-CODE-1234')
})

test('the store reads an order that was given a dead code, without the code', async () => {
  await query(app.db, `update orders set brief_note = 'Thank you' where id = $1`, [order])
  expect(await readOrder(order)).toMatchObject({ id: order, status: 'completed', brief_note: 'Thank you' })
})

test('an in-game password that opens no more is shown as such', async () => {
  const secrets = { vault: lost, accounttype: 'Email', ingamepassword: 'dragon-9', securitycode: '' }
  const { users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, secrets })
  await app.call(orders.setStatus, { id, status: 'in_progress' }, rahim)
  expect(await app.call(desk.reveal, { id, field: 'ingamepassword' }, rahim)).toMatchObject({
    status: 409,
    body: { message: UNREADABLE, data: { order: { id, status: 'in_progress' } } },
  })
})

test('an earlier key hides nothing sealed by the present one, unless that is lost too', async () => {
  const codes = () => query(app.db, 'select id, status from vouchers order by id')
  await app.call(vouchers.add, { code: 'PRESENT-0001', package_id: card }, rahim)
  const before = await codes()
  await expect(startWith(LOST_KEY)).rejects.toThrow(
    /^MASTER_KEY is an earlier key of this shop: 1 codes for sale are sealed under its present one, and would be hidden\. Nothing was changed: /,
  )
  expect(await codes()).toEqual(before)
  await openShopVault(app.db, { dataDir: '/nowhere', given: KEY.toString('hex') })
  expect(await startWith(randomBytes(32))).toEqual(['Hid 1 voucher codes that were for sale: nobody can read them any more.'])
  expect(await startWith(LOST_KEY)).toEqual([
    'Left 1 voucher codes hidden that open again: others do not, and may be the same ones.',
  ])
})
