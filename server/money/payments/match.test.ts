import { afterAll, expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { addPhone, newTrxId, openWallet, setRule, type TestPhone, type TestWallet } from '../../../test/payments/shop.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { expectSoundBooks } from '../../../test/support/books.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const { shila, tanvir } = app.world.users
afterAll(() => app.close())

interface Shop {
  readonly methodId: number
  readonly wallet: TestWallet
  readonly phone: TestPhone
}

/** A method with a phone, whose first message is there: what comes next can follow from it. */
const bkash = async (automatic: { each?: number; daily?: number } = {}): Promise<Shop> => {
  const [row] = await query<{ id: number }>(app.db, `insert into payment_methods (name) values ('bKash') returning id`)
  const methodId = row?.id ?? 0
  await setRule(app, rahim, methodId, automatic)
  const wallet = openWallet(methodId)
  const phone = await addPhone(app, rahim, [methodId])
  await phone.send(wallet.pay(1, newTrxId()))
  return { methodId, wallet, phone }
}

let number = 0
/** Over the store's API; each from another number, because the same number and amount are a flag. */
const ask = (methodId: number, trx_id: string, amount: number, user_id = shila) =>
  app.call(
    store.addWallet,
    { user_id, payment_method_id: methodId, amount, number: `0181${String(++number).padStart(7, '0')}`, trx_id },
    STORE_KEY,
    `add ${number}`,
  )
const asked = async (...parameters: Parameters<typeof ask>) => (await ask(...parameters)).body.data
const stateOf = async (id: number) => {
  const { status, Admin, admin_id } = (await app.call(walletAdds.show, { id }, rahim)).body.data
  return { status, Admin: Admin?.first_name ?? null, admin_id }
}
const balanceOf = async (sql: string, ...parameters: unknown[]) =>
  (await query<{ balance: number }>(app.db, sql, parameters))[0]?.balance ?? 0
const walletOf = (userId: number) => balanceOf(`select balance from accounts where kind = 'user_wallet' and user_id = $1`, userId)
const storeCash = () =>
  balanceOf(
    `select -coalesce(sum(e.amount), 0) as balance from entries e join accounts a on a.id = e.account_id where a.kind = 'store_cash'`,
  )
const cashOf = (username: string) =>
  balanceOf(`select balance from accounts where admin_id = (select id from admins where username = $1)`, username)
const money = async () => ({ shila: await walletOf(shila), store: await storeCash(), rahim: await cashOf('rahim') })

const AUTOMATIC = { status: 'completed', Admin: 'Automatic', admin_id: null }
const PENDING = { status: 'pending', Admin: null, admin_id: null }

test('a notice and its wallet add match in either order; nothing completes by default', async () => {
  const { methodId, wallet, phone } = await bkash()
  const [first, second] = [newTrxId(), newTrxId()]
  const before = await asked(methodId, first, 500)
  expect(await phone.send(wallet.pay(500, first))).toMatchObject({ state: 'matched', wallet_add_id: before.id })
  const notice = await phone.send(wallet.pay(70, second))
  const after = await asked(methodId, second, 80)
  expect((await app.call(payments.list, { q: `#${notice.id}` }, rahim)).body.data.payments).toMatchObject([
    { state: 'differs', wallet_add_id: after.id, chain: 'linked', flags: [] },
  ])
  expect([await stateOf(before.id), await stateOf(after.id)]).toEqual([PENDING, PENDING])
})

test('where switched on, a paid wallet add is completed into the store’s cash', async () => {
  const { methodId, wallet, phone } = await bkash({ each: 1_000, daily: 5_000 })
  const [first, second] = [newTrxId(), newTrxId()]
  const before = await money()
  const early = await asked(methodId, first, 500)
  await phone.send(wallet.pay(500, first))
  await phone.send(wallet.pay(70, second))
  const late = await asked(methodId, second, 70)
  expect(late.status).toBe('completed')
  expect([await stateOf(early.id), await stateOf(late.id)]).toEqual([AUTOMATIC, AUTOMATIC])
  expect(await money()).toEqual({ shila: before.shila + 570, store: before.store + 570, rahim: before.rahim })
  const log = await query<{ facts: object }>(
    app.db,
    `select facts from audit where subject = 'wallet_add' and subject_id = $1 order by id`,
    [early.id],
  )
  expect(log.at(-1)?.facts).toMatchObject({ status: 'completed', automatic: 1, amount: 500 })
  await expectSoundBooks(app.db)
})

test('a correction takes it out of the store’s cash and frees the notice', async () => {
  const { methodId, wallet, phone } = await bkash({ each: 1_000 })
  const before = await money()
  const trxId = newTrxId()
  const { id } = await asked(methodId, trxId, 400)
  const notice = await phone.send(wallet.pay(400, trxId))
  expect((await app.call(walletAdds.correct, { id, reason: 'Not ours' }, rahim)).status).toBe(200)
  expect(await money()).toEqual(before)
  const [row] = (await app.call(payments.list, { q: `#${notice.id}` }, rahim)).body.data.payments
  expect(row).toMatchObject({ state: 'waiting', wallet_add_id: null })
  const other = await asked(methodId, newTrxId(), 400)
  const match = { id: notice.id, wallet_add_id: other.id, reason: 'Typed the wrong TrxID' }
  expect((await app.call(payments.match, match, rahim)).status).toBe(200)
  expect((await app.call(payments.match, match, rahim)).body).toMatchObject({ code: 'payment_matched' })
  expect(await stateOf(other.id)).toEqual(PENDING)
  await app.call(walletAdds.editRow, { id, amount: 400, number: '01811000001', status: 'completed' }, rahim)
  expect(await money()).toEqual({ shila: before.shila + 400, store: before.store, rahim: before.rahim + 400 })
  await expectSoundBooks(app.db)
})

test('a super admin edits an automatic amount against the store’s cash', async () => {
  const { methodId, wallet, phone } = await bkash({ each: 1_000 })
  const before = await money()
  const trxId = newTrxId()
  const { id } = await asked(methodId, trxId, 400)
  await phone.send(wallet.pay(400, trxId))
  const { status } = await app.call(walletAdds.editRow, { id, amount: 300, number: '01811000001', status: 'completed' }, rahim)
  expect(status).toBe(200)
  expect(await money()).toEqual({ shila: before.shila + 300, store: before.store + 300, rahim: before.rahim })
})

type Doubt = (shop: Shop, trxId: string) => Promise<number>

const sent = async ({ phone, wallet }: Shop, amount: number, trxId: string, more = {}) =>
  phone.send(wallet.pay(amount, trxId), more)

const DOUBTS: readonly (readonly [why: string, doubt: Doubt])[] = [
  [
    'another amount',
    async (shop, trxId) => {
      const { id } = await asked(shop.methodId, trxId, 501)
      await sent(shop, 500, trxId)
      return id
    },
  ],
  [
    'more than each may have',
    async (shop, trxId) => {
      const { id } = await asked(shop.methodId, trxId, 1_001)
      await sent(shop, 1_001, trxId)
      return id
    },
  ],
  [
    'an unknown sender',
    async (shop, trxId) => {
      const { id } = await asked(shop.methodId, trxId, 500)
      await sent(shop, 500, trxId, { sender: '01799999999' })
      return id
    },
  ],
  [
    'a pasted message',
    async ({ methodId, wallet }, trxId) => {
      const { id } = await asked(methodId, trxId, 500)
      await app.call(payments.paste, { payment_method_id: methodId, text: wallet.pay(500, trxId) }, rahim)
      return id
    },
  ],
  [
    'no message, only its fields',
    async ({ methodId, phone }, trxId) => {
      const { id } = await asked(methodId, trxId, 500)
      await phone.send('', { amount: 500, trx_id: trxId })
      return id
    },
  ],
  [
    'a balance that does not follow',
    async (shop, trxId) => {
      const { id } = await asked(shop.methodId, trxId, 500)
      shop.wallet.lose(7)
      await sent(shop, 500, trxId)
      return id
    },
  ],
  [
    'a payment of eight days ago',
    async ({ methodId, phone }, trxId) => {
      const old = openWallet(methodId, () => new Date(Date.now() - 8 * 86_400_000))
      await phone.send(old.pay(500, trxId))
      const { id } = await asked(methodId, trxId, 500)
      const { payments: rows } = (await app.call(payments.list, { q: trxId }, rahim)).body.data
      expect(rows.map(({ state }) => state)).toEqual(['waiting'])
      return id
    },
  ],
  [
    'another customer with the same TrxID',
    async (shop, trxId) => {
      const { id } = await asked(shop.methodId, trxId, 500)
      expect((await ask(shop.methodId, trxId, 500, tanvir)).status).toBe(409)
      await sent(shop, 500, trxId)
      return id
    },
  ],
  [
    'the same TrxID with another method',
    async (shop, trxId) => {
      const { id } = await asked(shop.methodId, trxId, 500)
      await asked(app.world.methods.mobipay, trxId, 500, tanvir)
      await sent(shop, 500, trxId)
      return id
    },
  ],
  [
    'a message that contradicts it',
    async (shop, trxId) => {
      await sent(shop, 500, trxId)
      await sent(shop, 900, trxId)
      return (await asked(shop.methodId, trxId, 500)).id
    },
  ],
  [
    'an amount that an admin edited',
    async (shop, trxId) => {
      const { id } = await asked(shop.methodId, trxId, 50)
      await app.call(walletAdds.editRow, { id, amount: 500, number: '01811000001', status: 'pending' }, rahim)
      await sent(shop, 500, trxId)
      return id
    },
  ],
  [
    'a banned customer',
    async (shop, trxId) => {
      const { id } = await asked(shop.methodId, trxId, 500, tanvir)
      await query(app.db, 'update users set is_banned = 1 where id = $1', [tanvir])
      await sent(shop, 500, trxId)
      await query(app.db, 'update users set is_banned = 0 where id = $1', [tanvir])
      return id
    },
  ],
  [
    'a phone that was revoked',
    async (shop, trxId) => {
      await sent(shop, 500, trxId)
      await app.call(payments.revokePhone, { id: shop.phone.id }, rahim)
      return (await asked(shop.methodId, trxId, 500)).id
    },
  ],
]

test.each(DOUBTS)('%s is for a person', async (_, doubt) => {
  const shop = await bkash({ each: 1_000, daily: 10_000 })
  expect(await stateOf(await doubt(shop, newTrxId()))).toMatchObject({ status: 'pending' })
})

test('a frozen wallet keeps the wallet add pending, and the notice', async () => {
  const { methodId, wallet, phone } = await bkash({ each: 1_000 })
  const trxId = newTrxId()
  const { id } = await asked(methodId, trxId, 500)
  await query(app.db, `update accounts set frozen_reason = 'Test' where kind = 'user_wallet' and user_id = $1`, [shila])
  expect(await phone.send(wallet.pay(500, trxId))).toMatchObject({ state: 'matched', wallet_add_id: id })
  await query(app.db, `update accounts set frozen_reason = null where kind = 'user_wallet' and user_id = $1`, [shila])
  expect(await stateOf(id)).toEqual(PENDING)
})

test('a late message heals the next balance and completes what waited for it', async () => {
  const { methodId, wallet, phone } = await bkash({ each: 1_000 })
  const [lost, trxId] = [newTrxId(), newTrxId()]
  const late = wallet.pay(100, lost)
  const { id } = await asked(methodId, trxId, 500)
  await phone.send(wallet.pay(500, trxId))
  expect(await stateOf(id)).toEqual(PENDING)
  await phone.send(late)
  expect(await stateOf(id)).toEqual(AUTOMATIC)
})

test('a payment tied by hand to another TrxID completes nothing, also once it heals', async () => {
  const { methodId, wallet, phone } = await bkash({ each: 1_000 })
  const [lost, theirs] = [newTrxId(), newTrxId()]
  const late = wallet.pay(100, lost)
  const notice = await phone.send(wallet.pay(500, theirs))
  const { id } = await asked(methodId, newTrxId(), 500)
  const match = { id: notice.id, wallet_add_id: id, reason: 'Typed the wrong TrxID' }
  expect((await app.call(payments.match, match, rahim)).status).toBe(200)
  await phone.send(late)
  expect(await stateOf(id)).toEqual(PENDING)
})
