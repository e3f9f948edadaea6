import { afterAll, expect, test } from 'vitest'
import type { Tk } from '#contract/money.ts'
import { rates, topupPackages } from '#contract/topup-packages.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { startApp } from '../../test/support/app.ts'
import { changesDuring } from '../../test/support/audit.ts'
import { changedTables, fingerprint } from '../../test/support/fingerprint.ts'
import { untilWaits } from '../../test/support/locks.ts'
import { chooseSeed, randomFrom } from '../../test/support/random.ts'
import { query } from '../platform/db/connect.ts'

const EXACT = 2_000

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

/** A product of its own, with packages of these buying prices, each sold at 1 tk. */
const stock = async (bprices: readonly number[], buy_rate = 1) => {
  const { id } = await app.db
    .insertInto('topup_products')
    .values({ name: 'Neon Drift', buy_rate })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = bprices.map((bprice, at) => ({ product_id: id, name: `P${at}`, price: 1 as Tk, bprice: bprice as Tk, serial: at }))
  const packages = rows.length === 0 ? [] : await app.db.insertInto('topup_packages').values(rows).returning('id').execute()
  return { id, packages: packages.map((row) => row.id) }
}
const pricesOf = async (product_id: number) =>
  (await app.call(topupPackages.list, { product_id }, rahim)).body.data.data.map((row) => row.price)
const update = (product_id: number, dollar_rate: unknown, seen?: string) =>
  app.call(rates.update, { product_id, dollar_rate, ...(seen ? { seen } : {}) }, rahim)

test('each price is its buying price times the rate, rounded up to whole tk; 0 stays', async () => {
  const { id } = await stock([100, 0.89, 4.45, 0, 33.33, 1])
  const reply = await update(id, '1.1')
  expect(reply).toMatchObject({ status: 200, body: { message: 'Dollar rate updated successfully' } })
  // 100 x 1.1 is 110, not the 111 of floating point.
  expect(await pricesOf(id)).toEqual([110, 1, 5, 1, 37, 2])
  await update(id, 121.5)
  expect(await pricesOf(id)).toEqual([12_150, 109, 541, 1, 4_050, 122])
})

test('a package says what it costs and earns, its product how many are sold below cost', async () => {
  const { id } = await stock([1, 0.8, 0], 1.21)
  const { data } = (await app.call(topupPackages.list, { product_id: id }, rahim)).body.data
  expect(data.map(({ cost, margin, below_cost }) => [cost, margin, below_cost])).toEqual([
    [1.21, -0.21, true],
    [0.97, 0.03, false],
    [0, 1, false],
  ])
  const { data: products } = (await app.call(topupPackages.summaries, {}, rahim)).body.data
  const expected = { packages: 3, lowest_price: 1, highest_price: 1, below_cost: 1, track_stock: 0 }
  expect(products.find((product) => product.id === id)).toMatchObject(expected)
  await app.call(topupPackages.remove, { id: data[0]?.id ?? 0 }, rahim)
  await app.db
    .updateTable('topup_packages')
    .set({ price: 9 as Tk })
    .where('id', '=', data[1]?.id ?? 0)
    .execute()
  const { data: after } = (await app.call(topupPackages.summaries, {}, rahim)).body.data
  expect(after.find((product) => product.id === id)).toMatchObject({ packages: 2, highest_price: 9, below_cost: 0 })
  const { id: empty } = await stock([])
  const { data: all } = (await app.call(topupPackages.summaries, {}, rahim)).body.data
  expect(all.find((product) => product.id === empty)).toMatchObject({ packages: 0, lowest_price: null, highest_price: null })
})

test('the ceiling is exact for every buying price and rate', async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  console.log(`rates: ${EXACT} pairs, SEED=${seed}`)
  const bprices = Array.from({ length: EXACT }, () => random.below(1_000_000) / 100)
  const { id } = await stock(bprices)
  for (const rate of [
    '1.1',
    '0.0001',
    '121.5',
    String(1 + random.below(9_999_999))
      .padStart(5, '0')
      .replace(/(\d{4})$/, '.$1'),
  ]) {
    expect((await update(id, rate)).status).toBe(200)
    const scaled = BigInt(Math.round(Number(rate) * 10_000))
    const expected = bprices.map((bprice) => {
      if (bprice === 0) return 1
      const exact = BigInt(Math.round(bprice * 100)) * scaled
      return Number((exact + 999_999n) / 1_000_000n)
    })
    expect(await pricesOf(id)).toEqual(expected)
  }
})

test('the log has each moved price beside the one before; without one, nothing', async () => {
  const { id, packages } = await stock([10, 0, 0.5])
  const [first, , last] = packages
  const factsOf = async (rate: number) => {
    const rows = await changesDuring(app.db, async () => expect((await update(id, rate)).status).toBe(200))
    return rows.map(({ facts }) => facts)
  }
  const told = (dollar_rate: number, before: object[], priced: object[]) => [
    { product_id: id, dollar_rate, before: { packages: before }, packages: priced },
  ]
  // Half a dollar costs 1 tk at 2 as it did: that price does not move, nor does that of what costs nothing.
  expect(await factsOf(2)).toEqual(told(2, [{ id: first, price: 1 }], [{ id: first, price: 20 }]))
  const [were, are] = [
    [
      { id: first, price: 20 },
      { id: last, price: 1 },
    ],
    [
      { id: first, price: 30 },
      { id: last, price: 2 },
    ],
  ]
  expect(await factsOf(3)).toEqual(told(3, were, are))
  expect(await factsOf(3)).toEqual([])
})

test('the preview says what will be, with the margin, and changes nothing', async () => {
  const { id, packages } = await stock([10, 0.5, 0], 120)
  const before = await fingerprint(app.db)
  const { data } = (await app.call(rates.preview, { product_id: id, dollar_rate: 125.5 }, rahim)).body
  expect(data.packages).toEqual([
    { id: packages[0], name: 'P0', bprice: 10, cost: 1_200, old_price: 1, new_price: 1_255, margin: 55, below_cost: false },
    { id: packages[1], name: 'P1', bprice: 0.5, cost: 60, old_price: 1, new_price: 63, margin: 3, below_cost: false },
    { id: packages[2], name: 'P2', bprice: 0, cost: 0, old_price: 1, new_price: 1, margin: 1, below_cost: false },
  ])
  const cheap = (await app.call(rates.preview, { product_id: id, dollar_rate: 119 }, rahim)).body.data
  expect(cheap.packages.map(({ margin, below_cost }) => [margin, below_cost])).toEqual([
    [-10, true],
    [0, false],
    [1, false],
  ])
  expect(changedTables(before, await fingerprint(app.db))).toEqual([])
  expect((await update(id, 125.5, data.seen)).body.data.packages).toEqual(data.packages)
})

test('what changed since the preview is noticed', async () => {
  const { id, packages } = await stock([10, 20])
  const { seen } = (await app.call(rates.preview, { product_id: id, dollar_rate: 2 }, rahim)).body.data
  const fields = { product_id: id, name: 'P0', price: 15, bprice: 12, serial: 0 }
  await app.call(topupPackages.update, { id: packages[0], ...fields }, rahim)
  const late = await update(id, 2, seen)
  expect(late.status).toBe(409)
  expect((late.body.data as { packages: { new_price: number }[] }).packages[0]?.new_price).toBe(24)
  expect(await pricesOf(id)).toEqual([15, 1])
})

test('a rate is not sent by the preview of another one', async () => {
  const { id } = await stock([10, 20])
  const { data } = (await app.call(rates.preview, { product_id: id, dollar_rate: 12 }, rahim)).body
  expect(data.dollar_rate).toBe(12)
  const other = await update(id, 125, data.seen)
  expect(other).toMatchObject({
    status: 409,
    body: {
      message: 'This has changed. Review it and try again.',
      data: { dollar_rate: 125 },
    },
  })
  expect(await pricesOf(id)).toEqual([1, 1])
  expect((await update(id, '12.0', data.seen)).status).toBe(200)
  expect(await pricesOf(id)).toEqual([120, 240])
})

test('refuses no rate above 0, too many decimals, too high a price, no package', async () => {
  const { id } = await stock([10, 9_000_000])
  const empty = await stock([])
  const before = await fingerprint(app.db)
  for (const rate of [0, -1, 'x', '', '1.00001', '1e3', 100_001, null, undefined]) {
    expect([rate, (await update(id, rate)).body.errors?.[0]?.param]).toEqual([rate, 'dollar_rate'])
  }
  expect((await update(id, 2)).body).toMatchObject({ message: 'P1 would cost more than 10000000 tk' })
  expect((await update(empty.id, 2)).body.message).toBe('There is no package under this product.')
  expect((await update(999_999, 2)).status).toBe(422)
  expect(changedTables(before, await fingerprint(app.db))).toEqual([])
})

test('the history says who set what, and the last change is taken back, once', async () => {
  const { id } = await stock([10, 0, 30])
  const history = async () => (await app.call(rates.history, { product_id: id }, rahim)).body.data
  const revert = (change_id: number) => app.call(rates.revert, { product_id: id, change_id }, rahim)
  const first = (await update(id, 2)).body.data.change_id ?? 0
  const second = (await update(id, 3)).body.data.change_id ?? 0
  expect((await update(id, 3)).body.data.change_id).toBeNull()
  const { data, total } = await history()
  expect(total).toBe(2)
  expect(data.map((change) => [change.id, change.dollar_rate, change.can_revert])).toEqual([
    [second, 3, true],
    [first, 2, false],
  ])
  expect(data[0]).toMatchObject({
    Admin: { first_name: 'Rahim', last_name: 'Uddin' },
    packages: [
      { name: 'P0', old_price: 20, new_price: 30 },
      { name: 'P2', old_price: 60, new_price: 90 },
    ],
  })
  expect(await revert(first)).toMatchObject({
    status: 409,
    body: { data: { change: { id: first, dollar_rate: 2, reverted_at: null }, last_change_id: second } },
  })
  const reverted = await revert(second)
  expect(reverted).toMatchObject({ status: 200, body: { message: 'Dollar rate updated successfully' } })
  expect(await pricesOf(id)).toEqual([20, 1, 60])
  const again = await revert(second)
  expect(again).toMatchObject({ status: 409, body: { data: { change: { id: second }, last_change_id: first } } })
  expect((again.body.data as unknown as { change: { reverted_at: string } }).change.reverted_at).toMatch(/^20/)
  expect((await history()).data.map((change) => change.can_revert)).toEqual([false, true])
  await revert(first)
  expect(await pricesOf(id)).toEqual([1, 1, 1])
})

test('the prices of a deleted product are neither read nor taken back', async () => {
  const { id, packages } = await stock([10])
  const change_id = (await update(id, 2)).body.data.change_id ?? 0
  expect((await app.call(topupProducts.remove, { id }, rahim)).status).toBe(200)
  expect((await app.call(rates.history, { product_id: id }, rahim)).status).toBe(404)
  expect((await app.call(rates.revert, { product_id: id, change_id }, rahim)).status).toBe(404)
  const prices = await app.db.selectFrom('topup_packages').select('price').where('id', 'in', packages).execute()
  expect(prices).toEqual([{ price: 20 }])
})

test('a price typed by an admin since then is not overwritten by taking back', async () => {
  const { id, packages } = await stock([10, 20])
  const change_id = (await update(id, 2)).body.data.change_id ?? 0
  const fields = { product_id: id, name: 'P1', price: 80.5, bprice: 20, serial: 1 }
  await app.call(topupPackages.update, { id: packages[1], ...fields }, rahim)
  const refused = await app.call(rates.revert, { product_id: id, change_id }, rahim)
  expect(refused).toMatchObject({ status: 409, body: { message: 'The price of P1 has changed: now 80.50 tk' } })
  expect(await pricesOf(id)).toEqual([20, 80.5])
})

test('a package moved to another product keeps its price when the rate is undone', async () => {
  const { id, packages } = await stock([10, 20])
  const elsewhere = await stock([30])
  const move = (packageId: number | undefined, product_id: number, price: number) =>
    app.call(topupPackages.update, { id: packageId, product_id, name: 'Moved', price, bprice: 20, serial: 1 }, rahim)
  const first = (await update(id, 2)).body.data.change_id ?? 0
  await move(packages[1], elsewhere.id, 40)
  const reverted = await app.call(rates.revert, { product_id: id, change_id: first }, rahim)
  expect(reverted.body.data.packages).toEqual([{ id: packages[0], name: 'P0', old_price: 20, new_price: 1 }])
  expect([await pricesOf(id), (await pricesOf(elsewhere.id)).sort()]).toEqual([[1], [1, 40]])
  // Nor does a price that was typed there stand in the way.
  await move(packages[1], id, 1)
  const second = (await update(id, 2)).body.data.change_id ?? 0
  await move(packages[1], elsewhere.id, 55)
  expect((await app.call(rates.revert, { product_id: id, change_id: second }, rahim)).status).toBe(200)
  expect([await pricesOf(id), (await pricesOf(elsewhere.id)).sort()]).toEqual([[1], [1, 55]])
})

test('ten rates at once: the prices are all of one rate', async () => {
  const bprices = [10, 7, 3, 11, 5]
  const { id } = await stock(bprices)
  const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => update(id, at + 2)))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const prices = await pricesOf(id)
  const rate = (prices[0] ?? 0) / 10
  expect(prices).toEqual(bprices.map((bprice) => bprice * rate))
  // Each change starts where the one before it ended.
  const { data } = (await app.call(rates.history, { product_id: id, limit: 100 }, rahim)).body.data
  for (const [at, change] of data.slice(0, -1).entries()) {
    expect(change.packages.map((one) => one.old_price)).toEqual(data[at + 1]?.packages.map((one) => one.new_price))
  }
})

test('a package added while its rate is saved or undone keeps its unseen price', async () => {
  const { id } = await stock([10])
  const add = async (product_id: number) => {
    const fields = { product_id, name: 'Newcomer', price: 75 as Tk, bprice: 50 as Tk, serial: 9 }
    return app.db.insertInto('topup_packages').values(fields).returning('id').executeTakeFirstOrThrow()
  }
  /** While the statement waits for its table, after the prices were looked at. */
  const whileSaving = async <T>(table: string, statement: string, save: () => Promise<T>, meanwhile: () => Promise<unknown>) => {
    const { answer } = await app.db.transaction().execute(async (own) => {
      await query(own, `lock table ${table} in access exclusive mode`)
      const answer = save()
      await untilWaits(app.db, statement)
      await meanwhile()
      return { answer }
    })
    return answer
  }
  const updated = await whileSaving(
    'rate_changes',
    'insert into rate_changes',
    () => update(id, 2),
    () => add(id),
  )
  expect([updated.status, updated.body.data.packages.map(({ name }) => name), await pricesOf(id)]).toEqual([
    200,
    ['P0'],
    [20, 75],
  ])

  // It was priced by the change, went elsewhere, and comes back while the change is taken back.
  const elsewhere = await stock([])
  const { body } = await update(id, 3)
  const newcomer = body.data.packages.find(({ name }) => name === 'Newcomer')?.id
  const move = (product_id: number) =>
    query(app.db, 'update topup_packages set product_id = $2, price = $3 where id = $1', [newcomer, product_id, 99])
  await move(elsewhere.id)
  const revert = () => app.call(rates.revert, { product_id: id, change_id: body.data.change_id ?? 0 }, rahim)
  const reverted = await whileSaving('rate_change_prices', 'rate_change_prices', revert, () => move(id))
  expect([reverted.status, await pricesOf(id)]).toEqual([200, [20, 99]])
})
