import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Tk } from '#contract/money.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { statements } from '#contract/statements.ts'
import { store } from '#contract/store.ts'
import { DeletionWarning, users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { balanceOf, earnings, expectSoundBooks, grant } from '../../../test/support/books.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { awayFromMidnight } from '../../../test/support/midnight.ts'
import { addPhysicalProduct, placeProductOrder } from '../../../test/support/product-orders.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../../../test/world.ts'
import { setWallet } from '../../core/ledger/adjustments.ts'
import { query } from '../../platform/db/connect.ts'
import { readDeletion } from './queries.ts'

await awayFromMidnight()
const app = await startApp()
await grant(app.db, app.world.admins.karim, ['users_view', 'users_edit'])
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const shila = () => app.world.users.shila
const wallet = () => balanceOf(app.db, { userId: shila() })
const update = (more: object, token = rahim) => app.call(users.update, { id: shila(), ...more }, token)

describe('the wallet', () => {
  test('is set as a difference, if it is still what the form was opened with', async () => {
    const { status, body } = await update({ wallet: 5_100.5, expected_wallet: 5_000 })
    expect([status, body.message, body.data.wallet]).toEqual([200, 'User updated successfully', 5_100.5])
    const moved = await update({ wallet: 1, expected_wallet: 5_000 })
    expect([moved.status, moved.body.message]).toEqual([409, 'Wallet changed while you were editing: now 5,100.50 tk'])
    expect((await update({ wallet: -1 })).status).toBe(422)
    expect((await update({ wallet: 5_000, expected_wallet: 5_100.5 })).body.data.wallet).toBe(5_000)
  })

  test('is absolute without an expectation, and recorded as unchecked', async () => {
    expect((await update({ wallet: 4_000 })).body.data.wallet).toBe(4_000)
    const audit = await app.db.selectFrom('audit').select('facts').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(audit.facts).toMatchObject({ wallet: 4_000, before: { wallet: 5_000 }, difference: -1_000, unchecked: true })
  })

  test('needs its own module, and so does a password; the refusal names the field', async () => {
    for (const [field, value] of [
      ['wallet', 4_001],
      ['password', 'long enough'],
    ] as const) {
      const { status, body } = await update({ city: 'Dhaka', [field]: value }, karim)
      expect([status, body.errors]).toEqual([403, [{ code: 'access_denied', msg: 'Access Denied', param: field }]])
    }
    expect((await update({ city: 'Dhaka' }, karim)).body.data).toMatchObject({ city: 'Dhaka', wallet: 4_000 })
  })

  test('of ten edits at once from one form, one is saved', async () => {
    const before = await wallet()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => update({ wallet: before + at + 1, expected_wallet: before })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(await wallet()).toBe(replies.find(({ status }) => status === 200)?.body.data.wallet)
  })

  test('that is moving when it is set is compared once it has moved', async () => {
    const before = await wallet()
    const { late } = await app.db.transaction().execute(async (own) => {
      await setWallet(own, shila(), (before + 1) as Tk, app.world.admins.rahim)
      const late = update({ wallet: before + 2, expected_wallet: before })
      await untilWaits(app.db, 'from accounts')
      return { late }
    })
    expect(await late).toMatchObject({ status: 409, body: { data: { wallet: before + 1 } } })
    expect(await wallet()).toBe(before + 1)
  })

  test('the reason of a change stands in statement and timeline; it may be left out', async () => {
    await update({ wallet: 4_100 })
    await update({ wallet: 4_000, reason: ' Paid twice by mistake ' })
    const id = shila()
    const statement = (await app.call(statements.user, { id }, rahim)).body.data
    expect(statement.lines.slice(0, 2).map(({ reason }) => reason)).toEqual(['Paid twice by mistake', ''])
    const { body } = await app.call(users.timeline, { id }, rahim)
    expect(body.data.entries[0]?.facts).toMatchObject({ wallet: 4_000, reason: 'Paid twice by mistake' })
  })

  test('above the largest amount it can be lowered, and raised no further', async () => {
    const { id } = (await app.call(store.addUser, { username: 'rich', phone: '01711000009' }, STORE_KEY)).body.data
    for (const trx_id of ['RICH1', 'RICH2']) await fundWallet(app.db, app.world, { userId: id, amount: 9_000_000, trx_id })
    const set = (from: number, to: number) => app.call(users.update, { id, wallet: to, expected_wallet: from }, rahim)
    const raised = await set(18_000_000, 18_000_000.01)
    const sentence = 'At most 10000000 tk; a wallet that holds more can only be lowered'
    expect([raised.status, raised.body.errors]).toEqual([
      422,
      [{ code: 'wallet_at_most', msg: sentence, param: 'wallet', params: { most: 10_000_000 } }],
    ])
    expect((await set(18_000_000, 17_999_999.99)).body.data.wallet).toBe(17_999_999.99)
    expect((await set(18_000_000, 5)).body.message).toBe('Wallet changed while you were editing: now 1,79,99,999.99 tk')
    expect((await set(17_999_999.99, 0)).body.data.wallet).toBe(0)
    expect((await set(0, 10_000_000.01)).status).toBe(422)
    expect((await app.call(users.update, { id, wallet: 10_000_000.01 }, rahim)).status).toBe(422)
    expect((await set(0, 10_000_000)).body.data.wallet).toBe(10_000_000)
    await app.call(users.update, { id, wallet: 0 }, rahim)
    expect((await app.call(users.remove, { id }, rahim)).status).toBe(200)
  })

  test('an edit and orders at once lose nothing', async () => {
    await update({ wallet: 4_000 })
    const order = { user_id: shila(), package_id: app.world.packages.gems100, playerid: 'P' }
    const [edited, ...orders] = await Promise.all([
      update({ wallet: 3_000, expected_wallet: 4_000 }),
      ...Array.from({ length: 8 }, () => app.call(store.placeOrder, order, STORE_KEY)),
    ])
    expect(orders.every(({ status }) => status === 200)).toBe(true)
    expect(await wallet()).toBe((edited?.status === 200 ? 3_000 : 4_000) - 8 * 80)
  })
})

describe('a ban', () => {
  const order = () =>
    app.call(store.placeOrder, { user_id: shila(), package_id: app.world.packages.gems100, playerid: 'P' }, STORE_KEY)
  const lastFacts = async () =>
    (await app.db.selectFrom('audit').select('facts').orderBy('id', 'desc').executeTakeFirstOrThrow()).facts

  test('closes the store to a customer at the next call; is lifted; logged with before', async () => {
    const { user_id, number } = { user_id: shila(), number: '01811000001' }
    const banned = await update({ is_banned: 1 })
    expect([banned.status, banned.body.message, banned.body.data.is_banned]).toEqual([200, 'User updated successfully', 1])
    expect(await lastFacts()).toMatchObject({ is_banned: 1, before: { is_banned: 0 } })
    for (const refused of [
      await order(),
      await app.call(store.addWallet, { user_id, amount: 50, number }, STORE_KEY),
      await app.call(store.withdraw, { user_id, amount: 5, number }, STORE_KEY),
    ]) {
      expect([refused.status, refused.body.message]).toEqual([422, 'This user is banned'])
    }
    expect((await update({ is_banned: 0 })).body.data.is_banned).toBe(0)
    expect(await lastFacts()).toMatchObject({ is_banned: 0, before: { is_banned: 1 } })
    expect((await order()).status).toBe(200)
  })

  test('stays as it is where it is not sent, and needs its own module', async () => {
    await update({ is_banned: 1 })
    expect((await update({ city: 'Khulna' }, karim)).body.data.is_banned).toBe(1)
    for (const is_banned of [0, 1]) {
      const { status, body } = await update({ city: 'Dhaka', is_banned }, karim)
      expect([status, body.errors]).toEqual([403, [{ code: 'access_denied', msg: 'Access Denied', param: 'is_banned' }]])
    }
    expect((await app.call(users.show, { id: shila() }, rahim)).body.data).toMatchObject({ city: 'Khulna', is_banned: 1 })
    expect((await update({ is_banned: 2 })).status).toBe(422)
    await update({ is_banned: 0, city: 'Dhaka' })
  })
})

test('a password is stored only when given, hashed, and never shown', async () => {
  expect((await update({ password: 'short' })).status).toBe(422)
  expect((await update({ password: '' })).status).toBe(200)
  const hash = async () =>
    (await app.db.selectFrom('users').select('password_hash').where('id', '=', shila()).executeTakeFirstOrThrow()).password_hash
  expect(await hash()).toBeNull()
  const { body } = await update({ password: 'eight888' })
  expect(JSON.stringify(body)).not.toContain('eight888')
  expect(await hash()).toMatch(/^\$argon2id\$/)
  const audit = await app.db.selectFrom('audit').select('facts').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(JSON.stringify(audit.facts)).not.toMatch(/eight888|argon2/)
})

test('the log tells of an edit what it replaced, and of nothing that it left alone', async () => {
  const factsOf = async (more: object) => {
    const rows = await changesDuring(app.db, async () => expect((await update(more)).status).toBe(200))
    return rows.map(({ facts }) => facts)
  }
  const { phone, city } = (await app.call(users.show, { id: shila() }, rahim)).body.data
  const present = await wallet()
  const raised = { wallet: present + 5, expected_wallet: present }
  expect(await factsOf(raised)).toEqual([{ ...raised, difference: 5, before: { wallet: present } }])
  // Sent as it is, by a client that sends all that its form shows.
  const moved = { phone, city: 'Sylhet', wallet: raised.wallet, expected_wallet: raised.wallet, is_banned: 0 }
  expect(await factsOf(moved)).toEqual([{ ...moved, difference: 0, before: { city } }])
  expect(await factsOf({ ...moved, password: 'eight888' })).toEqual([
    { ...moved, difference: 0, before: {}, password_changed: true },
  ])
  expect(await factsOf(moved)).toEqual([])
  expect(await factsOf({})).toEqual([])
  await update({ city, wallet: present })
})

describe('from one version', () => {
  test('of ten edits at once one is saved; the others move nothing and see the row', async () => {
    const { version, wallet: before } = (await app.call(users.show, { id: shila() }, rahim)).body.data
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => update({ version, address: `Road ${at}`, wallet: before + at + 1 })),
    )
    const saved = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 409)
    expect([saved.length, refused.length]).toEqual([1, 9])
    const { address, wallet: after } = saved.map(({ body }) => body.data)[0] ?? {}
    for (const { body } of refused) {
      expect(body.errors?.[0]?.code).toBe('changed')
      expect(body.data.version).toBeGreaterThan(version)
      expect(body.data).toMatchObject({ address })
    }
    expect(await wallet()).toBe(after)
    await update({ address: '', wallet: before })
  })

  test('orders, a password and unchanged fields raise none; without one nothing changes', async () => {
    const versionNow = async () => (await app.call(users.show, { id: shila() }, rahim)).body.data.version
    const version = await versionNow()
    await placeOrder(app.db, { userId: shila(), packageId: app.world.packages.gems100 })
    await update({ password: 'long enough' })
    const { phone, city } = (await update({ version: await versionNow(), wallet: 4_000 })).body.data
    // The lower half counts movements of the wallet.
    expect((await update({ version, phone, city })).body.data.version).toBeGreaterThan(version)
    const edited = (await update({ address: 'Road 12' })).body.data.version
    expect(Math.floor(edited / 2 ** 32)).toBe(Math.floor(version / 2 ** 32) + 1)
    expect((await update({ version, city: 'Khulna' })).status).toBe(409)
    expect(await versionNow()).toBe(edited)
    await update({ address: '' })
  })
})

test('phones are unique among living users, whatever their spelling', async () => {
  const taken = await update({ phone: '018-1100 0002' })
  expect([taken.status, taken.body.message]).toEqual([409, 'This phone belongs to another user'])
  expect((await update({ phone: '123' })).status).toBe(422)
  expect((await update({ phone: '01811-000001' })).body.data.phone).toBe('01811-000001')
})

test('another phone is not verified; another spelling of the verified one is', async () => {
  await query(app.db, 'update users set is_phone_verify = 1 where id = $1', [app.world.users.shila])
  const verified = async (input: object) => (await update(input)).body.data.is_phone_verify
  expect(await verified({ phone: '+880 1811-000001' })).toBe(1)
  expect(await verified({ city: 'Dhaka' })).toBe(1)
  expect(await verified({ phone: '01811000099', city: 'Bogura' })).toBe(0)
  expect(await verified({ phone: '01811-000001' })).toBe(0)
})

test('the earn wallet is added to and deducted from, never below zero', async () => {
  const adjust = (type: string, amount: number) => app.call(users.adjustEarnWallet, { id: shila(), type, amount }, rahim)
  expect((await adjust('add', 120.25)).body).toMatchObject({
    message: 'User updated successfully',
    data: { total_amount: 120.25 },
  })
  expect((await adjust('deduct', 20)).body.data.total_amount).toBe(100.25)
  const poor = await adjust('deduct', 100.26)
  expect([poor.status, poor.body.message]).toEqual([422, 'Insufficient balance'])
  expect((await adjust('add', 0)).status).toBe(422)
  expect((await adjust('take', 1)).status).toBe(422)
  const late = await app.call(users.adjustEarnWallet, { id: shila(), type: 'add', amount: 5, expected_total: 120.25 }, rahim)
  expect([late.status, late.body.message]).toEqual([409, 'Earn wallet changed while you were editing: now 100.25 tk'])
  const { body } = await app.call(users.earnWallet, { id: shila() }, karim)
  expect(body.data).toEqual({ id: shila(), username: 'shila', total_amount: 100.25, held: 0 })
  const replies = await Promise.all(Array.from({ length: 10 }, () => adjust('deduct', 60)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await earnings(app.db, shila())).toMatchObject({ earn_wallet: 40.25 })
})

test('the list is searched, sorted, and counts orders within the caller’s packages', async () => {
  const { tanvir } = app.world.users
  await placeOrder(app.db, { userId: tanvir, packageId: app.world.packages.gems500 })
  await placeOrder(app.db, { userId: tanvir, packageId: app.world.packages.gems100 })
  const list = async (query: object, token = rahim) => (await app.call(users.list, query, token)).body.data
  const all = await list({})
  expect(all).toMatchObject({ user_count: 2, total: 2, total_capped: false })
  expect(all.data.map((row) => row.username)).toEqual(['tanvir', 'shila'])
  expect(all.data[0]).toMatchObject({ today_order: 2, total_order: 2, earn_wallet: 0 })
  expect((await list({}, karim)).data[0]).toMatchObject({ today_order: 1, total_order: 1 })
  for (const q of ['tanvir', 'TANVIR@EX', '11000002', `#${tanvir}`, 'ahmed']) {
    expect((await list({ q })).data.map((row) => row.id)).toEqual([tanvir])
  }
  expect((await list({ q: 'nobody' })).user_count).toBe(0)
  for (const sort of ['id', 'created_at', 'username', 'wallet', 'earn_wallet', 'today_order', 'total_order'] as const) {
    const [up, down] = [await list({ sort, order: 'asc' }), await list({ sort, order: 'desc' })]
    expect(up.data.map((row) => row.id)).toEqual(down.data.map((row) => row.id).reverse())
  }
  expect((await list({ sort: 'total_order', limit: 1 })).data[0]?.username).toBe('shila')
})

test('without orders_view nothing is shown of orders, whatever packages one holds', async () => {
  const { admins, packages } = app.world
  await grant(app.db, admins.nadia, ['users_view'])
  await app.db.insertInto('admin_packages').values({ admin_id: admins.nadia, topup_package_id: packages.gems100 }).execute()
  await update({ wallet: 6_000 })
  await placeOrder(app.db, { userId: shila(), packageId: packages.gems100 })
  const flag = { kind: 'wallet_edited_then_spent', subject: 'order' }
  const listedBy = async (token: string) => {
    const { body } = await app.call(users.list, { q: `#${shila()}` }, token)
    return [(await app.call(users.show, { id: shila() }, token)).body.data, ...body.data.data]
  }
  for (const row of await listedBy(karim)) expect(row.flags).toMatchObject([flag])
  const nadias = await listedBy(await app.signIn('nadia'))
  expect(nadias).toMatchObject([1, 2].map(() => ({ id: shila(), today_order: 0, total_order: 0, flags: [] })))
})

test('the drawer shows what its reader may see', async () => {
  const { tanvir } = app.world.users
  const { body } = await app.call(users.drawer, { id: tanvir }, karim)
  expect(body.data).toMatchObject({ user: { id: tanvir }, wallets: { earn_hold: 0 }, wallet_adds: null, withdrawals: null })
  expect(body.data.orders?.map((order) => order.name)).toEqual(['100 Gems'])
  const full = (await app.call(users.drawer, { id: tanvir }, rahim)).body.data
  expect(full.orders).toHaveLength(2)
  expect(full.wallet_adds).toMatchObject([{ amount: 1_200, status: 'completed' }])
})

test('a user with money or open work is deleted only after a warning; the rest goes on', async () => {
  const { tanvir } = app.world.users
  const warned = await app.call(users.remove, { id: tanvir }, rahim)
  expect([warned.status, warned.body.message]).toEqual([409, 'This user still has money or open work'])
  expect(warned.body.data).toMatchObject({ wallet: 730, open_orders: 2, pending_wallet_adds: 0 })
  await askForWalletAdd(app.db, { userId: tanvir, amount: 5 })
  await placeOrder(app.db, { userId: tanvir, packageId: app.world.packages.gems100 })
  // Confirmed was what was asked about; one order more is open now.
  const removeAs = (expected: unknown) => app.call(users.remove, { id: tanvir, confirmed: 1, expected }, rahim)
  const second = await removeAs(warned.body.data)
  expect([second.status, second.body.message]).toEqual([409, 'This user still has money or open work'])
  expect(second.body.data).toMatchObject({ wallet: 650, open_orders: 3, pending_wallet_adds: 1 })
  expect((await removeAs({ ...DeletionWarning.parse(second.body.data), open_orders: 4 })).body.message).toBe(
    'User deleted successfully',
  )
  expect((await app.call(users.show, { id: tanvir }, rahim)).status).toBe(404)
  expect((await app.call(users.remove, { id: tanvir, confirmed: 1 }, rahim)).status).toBe(404)
  expect((await app.call(users.list, {}, rahim)).body.data.user_count).toBe(1)
  const fresh = await app.call(store.addUser, { username: 'empty', phone: '01711111111' }, STORE_KEY)
  expect((await app.call(users.remove, { id: fresh.body.data.id }, rahim)).status).toBe(200)
})

test('a user with only a pending wallet add is deleted; it can still be decided', async () => {
  const { id } = (await app.call(store.addUser, { username: 'asked', phone: '01744000003' }, STORE_KEY)).body.data
  const transaction_id = await askForWalletAdd(app.db, { userId: id, amount: 5 })
  expect((await app.call(users.remove, { id }, rahim)).body.message).toBe('User deleted successfully')
  expect((await app.call(walletAdds.setStatus, { transaction_id, status: 'cancel' }, rahim)).status).toBe(200)
})

test('so is one whose money is all in an open order', async () => {
  const { id } = (await app.call(store.addUser, { username: 'spent', phone: '01744000001' }, STORE_KEY)).body.data
  await fundWallet(app.db, app.world, { userId: id, amount: 80, trx_id: 'ALLSPENT' })
  await placeOrder(app.db, { userId: id, packageId: app.world.packages.gems100 })
  const warned = await app.call(users.remove, { id }, rahim)
  expect([warned.status, warned.body.data]).toMatchObject([409, { wallet: 0, open_orders: 1 }])
  await fundWallet(app.db, app.world, { userId: id, amount: 10, trx_id: 'FORACAP' })
  await placeProductOrder(app.db, id, await addPhysicalProduct(app.db, { price: 10, quantity: 1 }))
  expect((await app.call(users.remove, { id }, rahim)).body.data).toMatchObject({ wallet: 0, open_orders: 2 })
})

test('a deleted customer’s earn wallet is not adjusted any more', async () => {
  const { id } = (await app.call(store.addUser, { username: 'gone', phone: '01744000002' }, STORE_KEY)).body.data
  expect((await app.call(users.remove, { id }, rahim)).status).toBe(200)
  expect((await app.call(users.adjustEarnWallet, { id, type: 'add', amount: 5 }, rahim)).status).toBe(404)
  expect(await earnings(app.db, id)).toEqual({ earn_wallet: 0, earn_hold: 0 })
})

test('a customer is not deleted unawares while money comes in', async () => {
  for (let round = 0; round < 20; round++) {
    const customer = { username: `late${round}`, phone: `01722${String(round).padStart(6, '0')}` }
    const { id } = (await app.call(store.addUser, customer, STORE_KEY)).body.data
    const [removed] = await Promise.all([
      app.call(users.remove, { id }, rahim),
      app.call(store.earn, { user_id: id, amount: 500, reason: 'Referral' }, STORE_KEY),
      app.call(store.addWallet, { user_id: id, amount: 77, number: '017' }, STORE_KEY),
    ])
    const left = await readDeletion(app.db, id)
    if (removed.status === 200) expect(left).toMatchObject({ earn_wallet: 0 })
    else expect([removed.status, left?.earn_wallet]).toEqual([409, 500])
  }
})

test('wallet adds and withdrawals of a deleted customer are still decided', async () => {
  const method = await app.db.insertInto('payment_methods').values({ name: 'OldPay', info: '0170' }).returning('id').execute()
  const payment_method_id = method[0]?.id ?? 0
  const customer = { username: 'leaves', phone: '01733000001' }
  const { id } = (await app.call(store.addUser, customer, STORE_KEY)).body.data
  await app.call(store.earn, { user_id: id, amount: 100, reason: 'Referral' }, STORE_KEY)
  const ask = async (endpoint: typeof store.addWallet | typeof store.withdraw, amount: number) => {
    const { status, body } = await app.call(endpoint, { user_id: id, payment_method_id, amount, number: '0173' }, STORE_KEY)
    expect(status).toBe(200)
    return body.data.id
  }
  const adds = [await ask(store.addWallet, 10), await ask(store.addWallet, 20), await ask(store.addWallet, 40)] as const
  const requested = [await ask(store.withdraw, 5), await ask(store.withdraw, 7), await ask(store.withdraw, 11)] as const
  expect((await app.call(users.remove, { id, confirmed: 1 }, rahim)).status).toBe(200)
  expect((await app.call(paymentMethods.remove, { id: payment_method_id }, rahim)).status).toBe(200)

  const wallets = async () => ({ wallet: await balanceOf(app.db, { userId: id }), ...(await earnings(app.db, id)) })
  const cash = () => balanceOf(app.db, { adminId: app.world.admins.rahim })
  const cashBefore = await cash()
  expect(await wallets()).toEqual({ wallet: 0, earn_wallet: 77, earn_hold: 23 })
  const decideAdd = async (transaction_id: number, status: 'completed' | 'cancel') =>
    (await app.call(walletAdds.setStatus, { transaction_id, status }, rahim)).status
  const decideWithdrawal = async (withdraw_earn_wallet_id: number, status: 'completed' | 'cancel') =>
    (await app.call(withdrawals.setStatus, { withdraw_earn_wallet_id, status }, rahim)).status
  expect(await Promise.all([decideAdd(adds[0], 'completed'), decideAdd(adds[1], 'cancel')])).toEqual([200, 200])
  expect(await wallets()).toEqual({ wallet: 10, earn_wallet: 77, earn_hold: 23 })
  expect(await Promise.all([decideWithdrawal(requested[0], 'completed'), decideWithdrawal(requested[1], 'cancel')])).toEqual([
    200, 200,
  ])
  expect(await wallets()).toEqual({ wallet: 10, earn_wallet: 84, earn_hold: 11 })
  for (const { cancelAll } of [walletAdds, withdrawals]) {
    expect((await app.call(cancelAll, {}, rahim)).body.data).toMatchObject({ left_pending: 0 })
  }
  // The money is still the customer's, though nobody sees the customer.
  expect(await wallets()).toEqual({ wallet: 10, earn_wallet: 95, earn_hold: 0 })
  expect((await cash()) - cashBefore).toBe(10)
  for (const [endpoint, rows] of [
    [walletAdds.show, adds],
    [withdrawals.show, requested],
  ] as const) {
    const shown = await Promise.all(rows.map(async (row) => (await app.call(endpoint, { id: row }, rahim)).body.data))
    expect(shown.map(({ status }) => status)).toEqual(['completed', 'cancel', 'cancel'])
    for (const row of shown) expect(row).toMatchObject({ user_id: id, payment_method: { name: 'OldPay' } })
  }
})

test('an admin who sorts by orders has those of their own packages counted', async () => {
  const { gems100, gems500 } = app.world.packages
  const addWithOrders = async (username: string, phone: string, packageId: number, times: number) => {
    const { id: userId } = (await app.call(store.addUser, { username, phone }, STORE_KEY)).body.data
    await fundWallet(app.db, app.world, { userId, amount: 2_000 })
    for (let n = 0; n < times; n++) await placeOrder(app.db, { userId, packageId })
    return userId
  }
  const seen = await addWithOrders('seen', '01744000001', gems100, 1)
  const unseen = await addWithOrders('unseen', '01744000002', gems500, 2)
  for (const sort of ['today_order', 'total_order'] as const) {
    const sorted = async (token: string) =>
      (await app.call(users.list, { sort, q: '01744' }, token)).body.data.data.map(({ id }) => id)
    expect([await sorted(rahim), await sorted(karim)]).toEqual([
      [unseen, seen],
      [seen, unseen],
    ])
  }
})

test('names are found by letters that JavaScript and the database lower differently', async () => {
  const { status, body } = await app.call(store.addUser, { username: 'ΣLITΣ İpek', phone: '01755000077' }, STORE_KEY)
  expect(status).toBe(200)
  for (const q of ['ΣLITΣ', 'σlitσ', 'İpek']) {
    const { data } = (await app.call(users.list, { q }, karim)).body
    expect([q, data.data.map(({ id }) => id)]).toEqual([q, [body.data.id]])
  }
})
