import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { SEARCH_CANDIDATES } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { contains, literal } from '../../server/core/lists/statement.ts'
import { query } from '../../server/platform/db/connect.ts'
import { STORE_KEY, startApp } from '../support/app.ts'
import { fundWallet } from '../world.ts'

const MANY = SEARCH_CANDIDATES + 100
const FRAGMENT = '01555'

const app = await startApp()
const rahim = await app.signIn('rahim')
beforeAll(async () => {
  const { packages, products } = app.world
  await query(
    app.db,
    `insert into users (username, phone) select 'many' || i, '${FRAGMENT}' || lpad(i::text, 6, '0') from generate_series(1, $1::int) i`,
    [MANY],
  )
  await query(
    app.db,
    `insert into wallet_adds (user_id, amount, number, status) select id, 10, '018', 'cancel' from users where phone like '${FRAGMENT}%'`,
  )
  await query(
    app.db,
    `insert into orders (user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid)
     select id, $1, $2, 'Starfall', '100 Gems', 80, 72, 72, 'P' from users where phone like '${FRAGMENT}%'`,
    [products.starfall, packages.gems100],
  )
})
// Thousands of rows without their money: this file is about finding them.
afterAll(() => app.close({ books: 'broken' }))

const linesOf = async (path: string, body: object) => {
  const headers = { authorization: rahim, 'content-type': 'application/json' }
  const reply = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await reply.text()).trimEnd().split('\r\n').length - 1
}

test('a list that followed only some of what a search means says that there are more', async () => {
  const lists = [
    await app.call(walletAdds.list, { q: FRAGMENT }, rahim),
    await app.call(users.list, { q: FRAGMENT }, rahim),
    await app.call(orders.list, { q: FRAGMENT }, rahim),
  ]
  for (const { body } of lists) {
    expect(body.data.total).toBeGreaterThanOrEqual(SEARCH_CANDIDATES)
    expect(body.data.total).toBeLessThan(MANY)
    expect(body.data.total_capped).toBe(true)
  }
  const narrow = await app.call(walletAdds.list, { q: `${FRAGMENT}00000` }, rahim)
  expect(narrow.body.data).toMatchObject({ total: 9, total_capped: false })
})

test('an order is found by its copied id, and by its player id in any spacing', async () => {
  const { users: people, packages } = app.world
  await fundWallet(app.db, app.world, { userId: people.shila, amount: 500 })
  const order = { user_id: people.shila, package_id: packages.gems100, playerid: '258794652 (1234)' }
  const { id } = (await app.call(store.placeOrder, order, STORE_KEY)).body.data
  const found = async (q: string) => (await app.call(orders.list, { q }, rahim)).body.data.orders.map((row) => row.id)
  for (const q of [
    '258794652 (1234)',
    '258794652 1234',
    '258794652-1234',
    '258794652(1234)',
    '258 794 652',
    '২৫৮৭৯৪৬৫২',
    `#${id}`,
  ])
    expect([q, await found(q)]).toEqual([q, [id]])
  // Stores send them in any spacing: one player.
  const again = await app.call(store.placeOrder, { ...order, playerid: '258 794 652 1234' }, STORE_KEY)
  const { player } = (await app.call(desk.details, { id: again.body.data.id }, rahim)).body.data
  expect(player.orders).toMatchObject([{ id }])
})

test('dotted letters are kept in one spelling and found in either', async () => {
  const typed = { name: 'আ\u09dfেশা', player: 'গ\u09dc-\u09dfা' }
  const input = { username: typed.name, phone: '01899000001' }
  const { id: customer, username } = (await app.call(store.addUser, input, STORE_KEY)).body.data
  expect(username).toBe('আ\u09af\u09bcেশা')
  await fundWallet(app.db, app.world, { userId: customer, amount: 500 })
  const order = { user_id: customer, package_id: app.world.packages.gems100, playerid: typed.player }
  const { id, playerid } = (await app.call(store.placeOrder, order, STORE_KEY)).body.data
  expect(playerid).toBe(typed.player)
  for (const form of ['NFC', undefined]) {
    const spelled = (text: string) => (form ? text.normalize(form) : text)
    const found = await app.call(users.list, { q: spelled(typed.name) }, rahim)
    expect(found.body.data.data.map((row) => row.id)).toEqual([customer])
    for (const search of [{ q: spelled(typed.name) }, { q: spelled(typed.player) }, { playerid: spelled(typed.player) }]) {
      expect((await app.call(orders.list, search, rahim)).body.data.orders.map((row) => row.id)).toEqual([id])
    }
  }
})

test('an export leaves no row out', async () => {
  expect(await linesOf(walletAdds.exportRows.path, { q: FRAGMENT })).toBe(MANY)
  expect(await linesOf(desk.exportRows.path, { q: FRAGMENT })).toBe(MANY)
})

test('a text of which the index has no part does not read the index to its end', async () => {
  await query(app.db, `insert into order_terms (term) values ('রহিম'), ('zq 1'), ('zq৭৭'), ('player-zq7')`)
  const search = (text: string) =>
    app.db.transaction().execute(async (own) => {
      await query(own, 'set local enable_seqscan = off')
      const select = `select term from order_terms where ${contains('term', text, literal)}`
      const plan = await query<{ 'QUERY PLAN': string }>(own, `explain ${select}`)
      const found = await query<{ term: string }>(own, `${select} order by term`)
      return [plan.some((line) => line['QUERY PLAN'].includes('order_terms_search')), found.map(({ term }) => term)]
    })
  for (const text of ['হি', 'রহিম']) expect(await search(text)).toEqual([false, ['রহিম']])
  expect(await search('zq')).toEqual([false, ['player-zq7', 'zq 1', 'zq৭৭']])
  expect(await search('zq 1')).toEqual([false, ['zq 1']])
  expect(await search('ZQ7')).toEqual([true, ['player-zq7']])
})
