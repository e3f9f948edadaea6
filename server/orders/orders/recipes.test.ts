import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import type { Tk } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { STORE_KEY, startApp, type TestApp } from '../../../test/support/app.ts'
import { statusesOf, together } from '../../../test/support/at-once.ts'
import { balanceOf, expectSoundBooks } from '../../../test/support/books.ts'
import { dumpTables } from '../../../test/support/fingerprint.ts'
import { fundWallet } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

let app: TestApp
let rahim: string
/** Voucher packages, and one that is delivered by the codes of both. */
let [small, large, bundle] = [0, 0, 0]

beforeAll(async () => {
  app = await startApp()
  rahim = await app.signIn('rahim')
  await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 400_000 })
})
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const addPackage = async (name: string): Promise<number> => {
  const product = app.db.insertInto('topup_products').values({ name }).returning('id')
  const { id: product_id } = await product.executeTakeFirstOrThrow()
  const fields = { product_id, name, price: 10 as Tk, bprice: 9 as Tk }
  return (await app.db.insertInto('topup_packages').values(fields).returning('id').executeTakeFirstOrThrow()).id
}

const show = async (id: number) => (await app.call(topupPackages.show, { id }, rahim)).body.data

const setDelivery = async (id: number, delivery: object) => {
  const fields = app.db.selectFrom('topup_packages').select(['product_id', 'name', 'price', 'bprice', 'serial'])
  const input = { id, ...(await fields.where('id', '=', id).executeTakeFirstOrThrow()), ...delivery }
  return app.call(topupPackages.update, input, rahim)
}

let made = 0
const addCodes = async (package_id: number, count: number): Promise<string[]> => {
  const codes = Array.from({ length: count }, () => `RECIPE-CODE-${String(++made).padStart(5, '0')}`)
  expect((await app.call(vouchers.add, { package_id, code: codes.join('\n') }, rahim)).status).toBe(200)
  return codes
}

let players = 0
const place = (package_id: number, playerid = `player ${++players}`) =>
  app.call(store.placeOrder, { user_id: app.world.users.shila, package_id, playerid }, STORE_KEY)
/** As a store does while the server is too busy: nothing was changed. */
const placePatiently = async (package_id: number): ReturnType<typeof place> => {
  const reply = await place(package_id)
  return reply.status === 503 ? placePatiently(package_id) : reply
}
const placed = async (package_id: number) => {
  const { status, body } = await place(package_id)
  expect(status).toBe(200)
  return body.data.id
}
const complete = (id: number, more: object = {}) => app.call(orders.setStatus, { id, status: 'completed', ...more }, rahim)
const readAsStore = async (id: number) => (await app.call(store.order, { id }, STORE_KEY)).body.data
const readyOf = async (id: number) =>
  (await app.call(vouchers.counts, {}, rahim)).body.data.packages.find(({ package_id }) => package_id === id)?.ready

/** Fresh packages: 2 codes of the large card and 1 of the small one for each order. */
const openBundle = async (more: object = {}) => {
  small = await addPackage('Card 20')
  large = await addPackage('Card 50')
  bundle = await addPackage('Bundle 120')
  const recipe = [
    { package_id: large, count: 2 },
    { package_id: small, count: 1 },
  ]
  expect((await setDelivery(bundle, { delivery: 'codes', recipe, ...more })).status).toBe(200)
}

describe('a package that is delivered by a recipe', () => {
  test('says so, and has stock for what its codes can still make', async () => {
    await openBundle()
    expect(await show(bundle)).toMatchObject({
      ...{ delivery: 'codes', automatic: 0, sells_vouchers: true, codes_left: 0, availability: 'no_codes' },
      recipe: [
        { package_id: large, name: 'Card 50', count: 2 },
        { package_id: small, name: 'Card 20', count: 1 },
      ],
    })
    expect((await place(bundle)).body.message).toBe('Stock out')
    await addCodes(large, 5)
    await addCodes(small, 4)
    expect(await show(bundle)).toMatchObject({ codes_left: 2, availability: 'on_sale' })
    // Open orders of any package that takes from a pool count.
    await placed(large)
    await placed(large)
    expect(await show(bundle)).toMatchObject({ codes_left: 1 })
    await placed(bundle)
    expect(await show(bundle)).toMatchObject({ codes_left: 0 })
    expect(await show(large)).toMatchObject({ codes_left: 1, recipe: [{ package_id: large, name: 'Card 50', count: 1 }] })
    expect((await place(bundle)).status).toBe(422)
  })

  test('delivers all of its codes, the oldest first, in the order of the recipe', async () => {
    await openBundle()
    const larges = await addCodes(large, 3)
    const smalls = await addCodes(small, 2)
    const id = await placed(bundle)
    expect(await readAsStore(id)).toMatchObject({ status: 'pending', brief_note: '', codes: [] })
    expect((await complete(id, { order_note: 'Thank you' })).status).toBe(200)
    const codes = [larges[0], larges[1], smalls[0]]
    expect(await readAsStore(id)).toMatchObject({
      status: 'completed',
      brief_note: [...codes.map((code) => `UniPin: ${code}`), 'Thank you'].join('\n'),
      codes: codes.map((code) => ({ code, pin: null, serial: null })),
    })
    const { body } = await app.call(desk.details, { id }, rahim)
    expect(body.data.vouchers.map(({ mask, package_name }) => [mask, package_name])).toEqual(
      codes.map((code, at) => [`••••${code?.slice(-4)}`, at < 2 ? 'Card 50' : 'Card 20']),
    )
    const ids = body.data.vouchers.map((voucher) => voucher.id)
    expect(body.data.timeline.at(-1)?.facts).toMatchObject({ voucher_id: ids[0], voucher_ids: ids })
    for (const code of codes) expect(JSON.stringify(body)).not.toContain(code)
    // Each code leads to its order and says who delivered it.
    const life = await app.call(vouchers.life, { id: ids[2] ?? 0 }, rahim)
    expect(life.body.data.voucher).toMatchObject({ status: 2, order_id: id, package_name: 'Card 20' })
    expect(life.body.data.life.map(({ event, by }) => [event, by])).toEqual([
      ['added', 'Rahim Uddin'],
      ['delivered', 'Rahim Uddin'],
    ])
  })

  test('delivers nothing where one code is missing; a correction returns none', async () => {
    await openBundle()
    await addCodes(large, 2)
    await addCodes(small, 1)
    const id = await placed(bundle)
    const [hidden] = (await app.call(vouchers.list, { package: small }, rahim)).body.data.vouchers
    const setHidden = (status: 0 | 1) => app.call(vouchers.update, { id: hidden?.id ?? 0, status, package_id: small }, rahim)
    await setHidden(0)
    expect((await complete(id)).body).toMatchObject({ message: 'No ready voucher code for this package' })
    expect([await readyOf(large), (await readAsStore(id)).status]).toEqual([2, 'pending'])
    await setHidden(1)
    const hiddenId = { id: hidden?.id ?? 0 }
    await app.call(vouchers.remove, hiddenId, rahim)
    expect((await complete(id)).body.message).toBe('No ready voucher code for this package')
    await app.call(vouchers.restore, hiddenId, rahim)
    expect((await complete(id)).status).toBe(200)
    expect((await app.call(orders.correct, { id, reason: 'Wrong player' }, rahim)).status).toBe(200)
    expect([await readyOf(large), await readyOf(small), (await readAsStore(id)).codes.length]).toEqual([0, 0, 3])
    for (const text of [
      `update vouchers set status = 1 where status = 2`,
      'delete from order_codes',
      'update recipe_parts set count = 1',
      'insert into order_codes select order_id, voucher_id, position + 100 from order_codes',
    ])
      await expect(query(app.db, text)).rejects.toThrow(/stays Used|append-only|order_codes_voucher_unique/)
  })

  test('is delivered by what is set when an order is completed', async () => {
    await openBundle()
    await addCodes(large, 3)
    await addCodes(small, 1)
    const id = await placed(bundle)
    const before = await show(bundle)
    expect((await setDelivery(bundle, { recipe: [{ package_id: large, count: 3 }] })).body.data.version).toBe(before.version + 1)
    const audit = app.db.selectFrom('audit').select('facts').orderBy('id', 'desc').limit(1)
    expect((await audit.executeTakeFirstOrThrow()).facts).toMatchObject({
      before: { recipe: before.recipe },
      recipe: [{ package_id: large, count: 3 }],
    })
    await complete(id)
    expect([(await readAsStore(id)).codes.length, await readyOf(large), await readyOf(small)]).toEqual([3, 0, 1])
    // What is sent again as it is changes nothing.
    const { recipe, version } = await show(bundle)
    expect((await setDelivery(bundle, { delivery: 'codes', automatic: 0, recipe })).body.data.version).toBe(version)
  })

  test('passes over a code that an editor has locked, without waiting', async () => {
    await openBundle()
    const [, ...larges] = await addCodes(large, 3)
    const smalls = await addCodes(small, 1)
    const id = await placed(bundle)
    await app.db.transaction().execute(async (editor) => {
      await query(editor, 'select from vouchers where package_id = $1 order by id limit 1 for update', [large])
      expect((await complete(id)).status).toBe(200)
    })
    expect((await readAsStore(id)).codes.map(({ code }) => code)).toEqual([...larges, ...smalls])
  })

  test('goes back to one code of its own, or to delivery by hand', async () => {
    await openBundle({ automatic: 1 })
    await addCodes(large, 2)
    expect((await setDelivery(bundle, { recipe: [] })).body.data.recipe).toEqual([
      { package_id: bundle, name: 'Bundle 120', count: 1 },
    ])
    expect((await setDelivery(bundle, { delivery: 'hand' })).body.data).toMatchObject({
      ...{ delivery: 'hand', automatic: 0, recipe: [], codes_left: null, sells_vouchers: false },
    })
    const refused = await setDelivery(large, { delivery: 'hand' })
    expect([refused.status, refused.body.message]).toEqual([409, 'It has Ready codes: 2. Delete, hide or move them first.'])
    const id = await placed(bundle)
    await setDelivery(bundle, { delivery: 'codes', recipe: [{ package_id: large, count: 1 }] })
    expect((await setDelivery(bundle, { delivery: 'hand' })).body.data).toEqual({ open_orders: 1 })
    await complete(id)
  })

  test('refuses a recipe that makes no sense', async () => {
    const gems = app.world.packages.gems100
    const refusal = async (delivery: object) => {
      const { status, body } = await setDelivery(gems, delivery)
      return [status, body.message]
    }
    const card = app.world.packages.gemsCard
    const codes = (count: number, package_id = card) => ({ delivery: 'codes', recipe: [{ package_id, count }] })
    const byHand = [422, 'Only a package that is delivered by codes has a recipe or automatic delivery']
    expect(await refusal({ automatic: 1 })).toEqual(byHand)
    expect(await refusal({ recipe: codes(1).recipe })).toEqual(byHand)
    expect(await refusal(codes(1, 999_999))).toEqual([422, 'No such package'])
    expect((await refusal(codes(0)))[0]).toBe(422)
    expect(await refusal(codes(21))).toMatchObject([422, expect.stringContaining('20')])
    const twice = { delivery: 'codes', recipe: [...codes(1).recipe, ...codes(2).recipe] }
    expect(await refusal(twice)).toEqual([422, 'Each package stands once in a recipe'])
    expect((await refusal({ delivery: 'by post' }))[0]).toBe(422)
    expect(await show(gems)).toMatchObject({ delivery: 'hand', sells_vouchers: false })
  })
})

describe('automatic delivery', () => {
  test('completes an order as it is placed, and answers its codes at once', async () => {
    await openBundle({ automatic: 1 })
    const larges = await addCodes(large, 4)
    const smalls = await addCodes(small, 4)
    const before = await balanceOf(app.db, { userId: app.world.users.shila })
    const { body } = await place(bundle, 'same player')
    expect(body.data).toMatchObject({
      status: 'completed',
      codes: [larges[0], larges[1], smalls[0]].map((code) => ({ code, pin: null, serial: null })),
    })
    expect(await balanceOf(app.db, { userId: app.world.users.shila })).toBe(before - 10)
    const { id } = body.data
    const { order, timeline } = (await app.call(desk.details, { id }, rahim)).body.data
    expect(order).toMatchObject({
      ...{ status: 'completed', completed_by: 'Automatic', completed_by_id: null },
      Admin: { first_name: 'Automatic', last_name: '' },
    })
    expect(timeline.find(({ facts }) => facts.automatic)).toMatchObject({
      facts: { before: { status: 'pending' }, status: 'completed', automatic: 1 },
    })
    const [told] = await query(app.db, `select event from webhooks where subject = 'order' and subject_id = $1`, [id])
    expect(told).toEqual({ event: 'order.completed' })
    // The same player within minutes: a person looks.
    expect((await place(bundle, 'same player')).body.data).toMatchObject({ status: 'pending', codes: [] })
  })

  test('a code delivered at once is nowhere in clear, and a retry answers it again', async () => {
    const card = await addPackage('Card 30')
    const [code = ''] = await addCodes(card, 1)
    await setDelivery(card, { automatic: 1 })
    const ask = () =>
      app.call(
        store.placeOrder,
        { user_id: app.world.users.shila, package_id: card, playerid: 'once' },
        STORE_KEY,
        'delivered at once',
      )
    const first = await ask()
    expect(first.body.data).toMatchObject({ status: 'completed', codes: [{ code }], brief_note: `UniPin: ${code}` })
    const inClear = Object.entries(await dumpTables(app.db)).filter(([, rows]) => rows.includes(code))
    expect(inClear.map(([table]) => table)).toEqual([])
    expect(await ask()).toEqual(first)
    await app.call(orders.correct, { id: first.body.data.id, reason: 'Wrong player' }, rahim)
    expect(await ask()).toEqual(first)
  })

  test('an order whose code cannot be read stays pending, and keeps its money', async () => {
    const card = await addPackage('Card 10')
    await addCodes(card, 1)
    expect((await setDelivery(card, { automatic: 1 })).status).toBe(200)
    await query(app.db, `update vouchers set code_sealed = '\\x00' where package_id = $1`, [card])
    const { body } = await place(card)
    expect(body.data).toMatchObject({ status: 'pending', codes: [] })
    expect((await complete(body.data.id)).body.message).toMatch('encrypted with a lost key')
    expect((await app.call(orders.setStatus, { id: body.data.id, status: 'cancel' }, rahim)).status).toBe(200)
  })

  test('300 codes of three pools for 500 orders at once: nothing twice, all or none', async () => {
    await openBundle({ automatic: 1 })
    const own = await addPackage('Own 75')
    const recipe = [small, own, large].map((package_id) => ({ package_id, count: 1 }))
    expect((await setDelivery(own, { delivery: 'codes', recipe, automatic: 1 })).status).toBe(200)
    for (const pool of [small, large, own]) await addCodes(pool, 100)
    expect((await setDelivery(large, { automatic: 1 })).status).toBe(200)
    const packages = [bundle, own, large]
    const replies = await together(500, (at) => placePatiently(packages[at % 3] ?? 0))
    const sizes = [3, 3, 1]
    const done = replies.map(({ status, body }, at) => ({ status, codes: body.data?.codes ?? [], size: sizes[at % 3] }))
    expect(Object.keys(statusesOf(replies)).sort()).toEqual(['200', '422'])
    const delivered = done.filter(({ status }) => status === 200)
    expect(delivered.every(({ codes, size }) => codes.length === size)).toBe(true)
    const all = delivered.flatMap(({ codes }) => codes.map(({ code }: { code: string }) => code))
    expect(new Set(all).size).toBe(all.length)
    const used = await query<{ n: number }>(
      app.db,
      'select count(*) as n from vouchers where status = 2 and package_id = any($1)',
      [[small, large, own]],
    )
    expect(used).toEqual([{ n: all.length }])
    // The others were refused because the large card, which every recipe needs, had run out.
    expect(await readyOf(large)).toBe(0)
  }, 120_000)

  test('a recipe that changes while orders are placed leaves each with one whole recipe', async () => {
    await openBundle({ automatic: 1 })
    await addCodes(large, 200)
    await addCodes(small, 200)
    const one = [{ package_id: small, count: 1 }]
    const four = [
      { package_id: small, count: 1 },
      { package_id: large, count: 3 },
    ]
    const [replies] = await Promise.all([
      together(60, () => placePatiently(bundle)),
      ...Array.from({ length: 8 }, (_, at) => setDelivery(bundle, { recipe: at % 2 ? one : four })),
    ])
    expect(statusesOf(replies)).toEqual({ 200: 60 })
    const sizes = new Set(replies.map(({ body }) => body.data.codes.length))
    expect([...sizes].filter((size) => ![1, 3, 4].includes(size))).toEqual([])
    const all = replies.flatMap(({ body }) => body.data.codes.map(({ code }) => code))
    expect(new Set(all).size).toBe(all.length)
    expect([await readyOf(small), await readyOf(large)].reduce<number>((sum, n) => sum + (n ?? 0), 0)).toBe(400 - all.length)
    const by_hand = await together(20, () => place(large))
    const completed = await Promise.all(by_hand.flatMap(({ body }) => [complete(body.data.id), complete(body.data.id)]))
    expect(statusesOf(completed)).toEqual({ 200: 20, 409: 20 })
  }, 120_000)
})
