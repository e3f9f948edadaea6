import { afterAll, describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { productOrders } from '#contract/product-orders.ts'
import { store } from '#contract/store.ts'
import type { TimelineCall } from '#contract/timeline.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { addPhysicalProduct, orderProduct } from '../../../test/support/product-orders.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const { admins } = app.world
await grant(app.db, admins.karim, ['wallet_adds_view', 'withdrawals_view', 'hand_overs_view', 'users_view'])
await grant(app.db, admins.nadia, ['wallet_adds_approve', 'wallet_adds_view'])
const rahim = await app.signIn('rahim')
/** Sees money and customers, and no statements. */
const karim = await app.signIn('karim')
const nadia = await app.signIn('nadia')
afterAll(() => app.close())

const shila = () => app.world.users.shila
const ask = (amount: number) => askForWalletAdd(app.db, { userId: shila(), amount, number: '01811000001' })
const entriesOf = async (call: TimelineCall, id: number, token = karim) => (await app.call(call, { id }, token)).body.data.entries
const told = async (call: TimelineCall, id: number, token = karim) =>
  (await entriesOf(call, id, token)).map(({ actor, action, facts }) => [actor, action, facts])

describe('the timeline', () => {
  test('of a wallet add: who, and from what to what, newest first', async () => {
    const id = await ask(500)
    await app.call(walletAdds.cancelAll, { up_to_id: id }, rahim)
    const number = '01811000002'
    await app.call(walletAdds.editRow, { id, amount: 650, number, status: 'completed', expected_amount: 500 }, rahim)
    await app.call(walletAdds.correct, { id, reason: 'Wrong wallet' }, rahim)
    const before = { amount: 500, number: '01811000001', status: 'cancel' }
    expect(await told(walletAdds.timeline, id)).toEqual([
      [
        'Rahim Uddin',
        'walletAdds.correct',
        { reason: 'Wrong wallet', status: 'cancel', amount: 650, before: { status: 'completed' } },
      ],
      ['Rahim Uddin', 'walletAdds.editRow', { amount: 650, number, status: 'completed', before }],
      ['Rahim Uddin', 'walletAdds.cancelAll', { status: 'cancel', before: { status: 'pending' } }],
    ])
  })

  test('of a withdrawal begins with the store', async () => {
    await app.call(store.earn, { user_id: shila(), amount: 100, reason: 'Referral' }, STORE_KEY)
    const requested = await app.call(store.withdraw, { user_id: shila(), amount: 30, number: '01811000003' }, STORE_KEY)
    const { id } = requested.body.data
    await app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: id, status: 'completed' }, rahim)
    expect(await told(withdrawals.timeline, id)).toEqual([
      ['Rahim Uddin', 'withdrawals.setStatus', { status: 'completed', amount: 30, before: { status: 'pending' } }],
      ['store', 'store.withdraw', { amount: 30, number: '01811000003' }],
    ])
  })

  test('of a hand-over is for readers of hand-overs, and one’s own for its owner alone', async () => {
    const add = await ask(60)
    await app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, nadia)
    const { id } = (await app.call(handOvers.request, { amount: 30, number: '017' }, nadia)).body.data
    await app.call(handOvers.setStatus, { transaction_id: id, status: 'completed' }, rahim)
    const all = [
      ['Rahim Uddin', 'handOvers.setStatus', { status: 'completed', amount: 30, before: { status: 'pending' } }],
      ['Nadia Islam', 'handOvers.request', { amount: 30, number: '017' }],
    ]
    expect(await told(handOvers.timeline, id)).toEqual(all)
    expect(await told(handOvers.ownTimeline, id, nadia)).toEqual(all)
    expect((await app.call(handOvers.timeline, { id }, nadia)).status).toBe(403)
    expect((await app.call(handOvers.ownTimeline, { id }, karim)).status).toBe(404)
    const loss = { admin_id: app.world.admins.nadia, kind: 'write_off' as const, amount: 5, reason: 'Lost note' }
    const lost = (await app.call(handOvers.record, loss, rahim)).body.data.id
    const { admin_id: _, ...shown } = loss
    expect(await told(handOvers.timeline, lost)).toEqual([['Rahim Uddin', 'handOvers.record', shown]])
  })

  test('of a product order: who worked on it and what the customer could read', async () => {
    const cap = await addPhysicalProduct(app.db, { name: 'Racing cap', price: 50, quantity: 200 })
    const id = await orderProduct(app, shila(), cap, 2)
    await app.call(productOrders.setStatus, { id, status: 'in_progress', order_note: 'Packed' }, rahim)
    await app.call(productOrders.setStatus, { id, status: 'cancelled' }, rahim)
    expect(await told(productOrders.timeline, id, rahim)).toEqual([
      ['Rahim Uddin', 'productOrders.setStatus', { status: 'cancelled', order_note: '', before: { status: 'in_progress' } }],
      [
        'Rahim Uddin',
        'productOrders.setStatus',
        { status: 'in_progress', order_note: 'Packed', brief_note: 'Packed', before: { status: 'pending', brief_note: '' } },
      ],
      ['store', 'store.placeProductOrder', { quantity: 2 }],
    ])
  })

  test('of a customer shows wallet moves with statements_view only, and never a password', async () => {
    const id = app.world.users.tanvir
    const { wallet } = (await app.call(users.show, { id }, rahim)).body.data
    const change = { id, city: 'Dhaka', password: 'eight888', wallet: wallet + 5, expected_wallet: wallet }
    expect((await app.call(users.update, change, rahim)).status).toBe(200)
    await app.call(users.adjustEarnWallet, { id, type: 'add', amount: 7, reason: 'Contest' }, rahim)
    const hidden = await entriesOf(users.timeline, id)
    expect(hidden.map(({ action }) => action)).toEqual(['users.adjustEarnWallet', 'users.update'])
    expect(hidden[0]?.facts).toEqual({ before: {} })
    expect(hidden[1]?.facts).toMatchObject({ city: 'Dhaka', password_changed: true, before: { city: '' } })
    expect(hidden[1]?.facts).not.toHaveProperty('wallet')
    expect(hidden[1]?.facts.before).not.toHaveProperty('wallet')
    const shown = await entriesOf(users.timeline, id, rahim)
    expect(shown[0]?.facts).toEqual({ amount: 7, reason: 'Contest', before: { earn_wallet: 0 }, earn_wallet: 7 })
    expect(shown[1]?.facts).toMatchObject({ wallet: wallet + 5, before: { wallet } })
    expect(JSON.stringify(shown)).not.toMatch(/eight888|argon2/)
  })

  test('of a customer tells that they were banned, and by whom', async () => {
    const id = app.world.users.tanvir
    for (const is_banned of [1, 0]) expect((await app.call(users.update, { id, is_banned }, rahim)).status).toBe(200)
    expect((await told(users.timeline, id)).slice(0, 2)).toMatchObject([
      ['Rahim Uddin', 'users.update', { is_banned: 0, before: { is_banned: 1 } }],
      ['Rahim Uddin', 'users.update', { is_banned: 1, before: { is_banned: 0 } }],
    ])
  })

  test('of a customer is not hidden by the store, which finds them again at each visit', async () => {
    const mina = { username: 'mina', phone: '01999000001' }
    const { id } = (await app.call(store.addUser, mina, STORE_KEY)).body.data
    expect((await app.call(users.update, { id, is_banned: 1 }, rahim)).status).toBe(200)
    for (let scores = 1; scores <= 101; scores++) await app.call(store.addUser, { ...mina, scores }, STORE_KEY)
    expect((await app.call(users.show, { id }, rahim)).body.data).toMatchObject({ scores: 101, is_banned: 1 })
    const { entries, has_more } = (await app.call(users.timeline, { id }, karim)).body.data
    expect(entries.map(({ action }) => action)).toEqual(['users.update', 'store.addUser'])
    // A reader who reads on to the end learns when the account was created.
    expect(has_more).toBe(false)
  })

  test('of an order stays in the order of time', async () => {
    const id = await placeOrder(app.db, { userId: shila(), packageId: app.world.packages.gems100 })
    await app.call(orders.setStatus, { id, status: 'in_progress' }, rahim)
    await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
    const { timeline } = (await app.call(desk.details, { id }, rahim)).body.data
    expect(timeline.map(({ facts }) => facts.status)).toEqual(['in_progress', 'completed'])
  })

  test('of what is not there is 404, and each needs the module of its screen', async () => {
    const calls = [walletAdds.timeline, withdrawals.timeline, handOvers.timeline, users.timeline, productOrders.timeline]
    for (const call of calls) {
      expect((await app.call(call, { id: 999_999 }, rahim)).status).toBe(404)
    }
    for (const call of calls.slice(1)) {
      expect((await app.call(call, { id: 1 }, nadia)).status).toBe(403)
    }
  })

  test('has its newest 100 lines, and says that there are more; they come by the index', async () => {
    const id = await ask(1)
    await query(
      app.db,
      `insert into audit (actor, admin_id, action, subject, subject_id, facts)
       select 'admin', 1, 'walletAdds.editRow', 'wallet_add', $1, jsonb_build_object('amount', i) from generate_series(1, 101) i`,
      [id],
    )
    const { entries, has_more } = (await app.call(walletAdds.timeline, { id }, karim)).body.data
    expect([entries.length, entries[0]?.facts, entries[99]?.facts, has_more]).toEqual([100, { amount: 101 }, { amount: 2 }, true])
    const plan = await app.db.transaction().execute(async (own) => {
      await query(own, 'set local enable_seqscan = off')
      const newest = `select * from audit where subject = 'wallet_add' and subject_id = 1
        and not (action = 'store.addUser' and facts @> '{"created": false}') order by id desc limit 101`
      return query(own, `explain ${newest}`)
    })
    expect(JSON.stringify(plan)).toMatch(/Index Scan Backward using audit_subject/)
  })
})
