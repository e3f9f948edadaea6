import { afterAll, describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { permissions } from '#contract/permissions.ts'
import { store } from '#contract/store.ts'
import { rates } from '#contract/topup-packages.ts'
import { users } from '#contract/users.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
await query(app.db, `update admins set role = 'super' where username = 'karim'`)
const other = await app.signIn('karim')
afterAll(() => app.close())

/** What the one audit row of a successful call says. */
const factsOf = async (call: () => Promise<{ status: number }>) => {
  const rows = await changesDuring(app.db, async () => expect((await call()).status).toBe(200))
  expect(rows).toHaveLength(1)
  return rows[0]?.facts
}
type Priced = { id: number; price: number }[]
const byId = (rows: Priced = []) => rows.toSorted((a, b) => a.id - b.id)
const askFor = (amount: number) => askForWalletAdd(app.db, { userId: app.world.users.shila, amount })

describe('the audit log says what was there before', () => {
  test('a change of rate was taken back', async () => {
    const product_id = app.world.products.starfall
    const { change_id } = (await app.call(rates.update, { product_id, dollar_rate: 3 }, rahim)).body.data
    const { data } = (await app.call(rates.history, { product_id }, rahim)).body.data
    const prices = (which: 'old_price' | 'new_price') =>
      byId(data[0]?.packages.map((item) => ({ id: item.id, price: item[which] })))
    const facts = await factsOf(() => app.call(rates.revert, { product_id, change_id: change_id ?? 0 }, rahim))
    const { packages, before } = facts as { packages: Priced; before: { packages: Priced } }
    expect(packages.length).toBeGreaterThan(0)
    expect(byId(packages)).toEqual(prices('old_price'))
    expect(byId(before.packages)).toEqual(prices('new_price'))
  })

  test('an auth module was activated under other texts', async () => {
    await query(app.db, `update auth_modules set status = 0 where key = 'notices'`)
    const [was] = await query<{ id: number; name: string; slug: string; description: string; status: number }>(
      app.db,
      `select id, name, slug, description, status from auth_modules where key = 'notices'`,
    )
    const { id = 0, ...before } = was ?? {}
    const texts = { name: 'Look at notices', slug: 'look_at_notices', description: 'Only look' }
    const facts = await factsOf(() => app.call(permissions.activate, { id, ...texts }, rahim))
    expect(facts).toEqual({ key: 'notices', ...texts, status: 1, before })
  })

  test('a saved view was replaced, and deleted', async () => {
    const view = { screen: '/order', name: 'Mine', search: '?status=pending', is_shared: 0 as const }
    const save = (search: string) => app.call(desk.saveView, { ...view, search }, rahim)
    expect(await factsOf(() => save(view.search))).toEqual(view)
    const search = '?status=all'
    const { search: old, is_shared } = view
    expect(await factsOf(() => save(search))).toEqual({ ...view, search, before: { search: old, is_shared } })
    const [stored] = (await app.call(desk.views, { screen: '/order' }, rahim)).body.data.views
    const facts = await factsOf(() => app.call(desk.removeView, { id: stored?.id ?? 0 }, rahim))
    expect(facts).toEqual({ before: { ...view, search, admin_id: app.world.admins.rahim } })
  })

  test('a voucher came out of the recycle bin', async () => {
    const package_id = app.world.packages.gemsCard
    await app.call(vouchers.add, { code: 'TRAIL-0001', package_id, status: 1 }, rahim)
    const { vouchers: found } = (await app.call(vouchers.list, { voucher: 'TRAIL-0001' }, rahim)).body.data
    const id = found[0]?.id ?? 0
    await app.call(vouchers.remove, { id }, rahim)
    const [binned] = (await app.call(vouchers.bin, {}, rahim)).body.data.vouchers
    const facts = await factsOf(() => app.call(vouchers.restore, { id }, rahim))
    expect(facts).toEqual({ status: 1, package_id, before: { deleted_at: binned?.deleted_at } })
  })

  test('an order was corrected that another admin had completed', async () => {
    const { users: people, packages, admins } = app.world
    const id = await placeOrder(app.db, { userId: people.shila, packageId: packages.gems100 })
    const done = await app.call(orders.setStatus, { id, status: 'completed' }, other)
    const facts = await factsOf(() => app.call(orders.correct, { id, reason: 'Wrong player' }, rahim))
    const { closed_at } = (await app.call(orders.show, { id }, rahim)).body.data
    expect(facts).toMatchObject({
      status: 'cancel',
      completed_by: admins.rahim,
      closed_at,
      before: { status: 'completed', completed_by: admins.karim, closed_at: done.body.data.order.closed_at },
    })
  })

  test('a wallet add was corrected, and edited, that another admin had decided', async () => {
    const { rahim: me, karim } = app.world.admins
    const id = await askFor(40)
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, other)
    const corrected = await factsOf(() => app.call(walletAdds.correct, { id, reason: 'Wrong wallet' }, rahim))
    expect(corrected).toMatchObject({ status: 'cancel', admin_id: me, before: { status: 'completed', admin_id: karim } })
    await query(app.db, 'update wallet_adds set admin_id = $2 where id = $1', [id, karim])
    const edit = { id, amount: 40, number: '017', status: 'pending' as const }
    const reopened = await factsOf(() => app.call(walletAdds.editRow, edit, rahim))
    expect(reopened).toMatchObject({ admin_id: me, before: { amount: 40, status: 'cancel', admin_id: karim } })
    // Where the status stays, so does who decided.
    const edited = await factsOf(() => app.call(walletAdds.editRow, { ...edit, amount: 50 }, rahim))
    expect(edited).not.toHaveProperty('admin_id')
  })

  test('a withdrawal, and a hand-over, was opened again that another admin had cancelled', async () => {
    const { rahim: me, karim } = app.world.admins
    const user_id = app.world.users.shila
    await app.call(store.earn, { user_id, amount: 100, reason: 'Referral' }, STORE_KEY)
    const requested = await app.call(store.withdraw, { user_id, amount: 30, number: '01811000003' }, STORE_KEY)
    const { id } = requested.body.data
    await app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: id, status: 'cancel' }, other)
    const edit = { amount: 30, number: '017', status: 'pending' as const }
    const facts = await factsOf(() => app.call(withdrawals.editRow, { id, ...edit }, rahim))
    expect(facts).toMatchObject({ admin_id: me, before: { status: 'cancel', admin_id: karim } })

    await app.call(walletAdds.setStatus, { transaction_id: await askFor(60), status: 'completed' }, rahim)
    const handed = (await app.call(handOvers.request, { amount: 30, number: '017' }, rahim)).body.data
    await app.call(handOvers.setStatus, { transaction_id: handed.id, status: 'cancel' }, other)
    const again = await factsOf(() => app.call(handOvers.editRow, { id: handed.id, ...edit }, rahim))
    expect(again).toMatchObject({ admin_id: me, before: { status: 'cancel', admin_id: karim } })
  })

  test('a customer was deleted: who it was', async () => {
    const made = await app.call(store.addUser, { username: 'mina', phone: '01999000001', email: 'mina@x.example' }, STORE_KEY)
    const facts = await factsOf(() => app.call(users.remove, { id: made.body.data.id }, rahim))
    expect(facts).toMatchObject({
      before: { username: 'mina', first_name: '', last_name: '', phone: '01999000001', email: 'mina@x.example' },
      left: { wallet: 0 },
    })
  })

  test('a find logs what the store changed of a customer, and nothing else it sends', async () => {
    const found = { username: 'rupa', phone: '01999000002' }
    const person = { ...found, email: 'rupa@x.example', first_name: 'Rupa', last_name: 'Das' }
    const made = await factsOf(() => app.call(store.addUser, { ...person, scores: 12 }, STORE_KEY))
    expect(made).toEqual({ ...person, scores: 12, created: true })
    const known = { scores: 40, provider: 'google' }
    const stored = await factsOf(() => app.call(store.addUser, { ...found, username: 'another', ...known }, STORE_KEY))
    expect(stored).toEqual({ ...known, created: false, before: { scores: 12, provider: '' } })
    const verified = await factsOf(() => app.call(store.addUser, { ...found, ...known, is_phone_verify: 1 }, STORE_KEY))
    expect(verified).toEqual({ ...known, is_phone_verify: 1, created: false, before: { is_phone_verify: 0 } })
  })
})

test('a row that stays pending has changed nothing, and nothing is written', async () => {
  const user_id = app.world.users.shila
  const transaction_id = await askFor(10)
  const requested = await app.call(store.withdraw, { user_id, amount: 5, number: '01811000003' }, STORE_KEY)
  const handed = await app.call(handOvers.request, { amount: 5, number: '017' }, rahim)
  const status = 'pending' as const
  const calls = [
    () => app.call(walletAdds.setStatus, { transaction_id, status }, rahim),
    () => app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: requested.body.data.id, status }, rahim),
    () => app.call(handOvers.setStatus, { transaction_id: handed.body.data.id, status }, rahim),
  ]
  for (const call of calls) {
    const rows = await changesDuring(app.db, async () => expect((await call()).status).toBe(200))
    expect(rows).toEqual([])
  }
})

test('a customer found unchanged is not changed, and nothing is written', async () => {
  const customer = { username: 'sumi', phone: '01999000003' }
  const known = { is_phone_verify: 1, provider: 'google', avatar: 'https://pictures.example/1.png', scores: 12 } as const
  const { id } = (await app.call(store.addUser, { ...customer, ...known }, STORE_KEY)).body.data
  const rows = await changesDuring(app.db, async () => {
    for (const sent of [{}, { username: 'another', email: 'other@x.example' }, { scores: 12 }, known]) {
      const { status, body } = await app.call(store.addUser, { ...customer, ...sent }, STORE_KEY)
      expect([status, body.data.id, body.data.username, body.data.email]).toEqual([200, id, 'sumi', ''])
    }
  })
  expect(rows).toEqual([])
  expect((await app.call(users.show, { id }, rahim)).body.data).toMatchObject(known)
})
