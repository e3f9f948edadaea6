import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { work } from '#contract/work.ts'
import { query } from '../db/connect.ts'
import { STORE_KEY, startApp, type TestApp } from '../testing/app.ts'
import { expectSoundBooks, grant } from '../testing/books.ts'
import { placeOrder, VOUCHER_CODES } from '../world.ts'

let app: TestApp
let rahim: string
let karim: string
let card: number
let gems: number

beforeAll(async () => {
  app = await startApp()
  await grant(app.db, app.world.admins.karim, ['vouchers_view', 'vouchers_add'])
  rahim = await app.signIn('rahim')
  karim = await app.signIn('karim')
  card = app.world.packages.gemsCard
  gems = app.world.packages.gems100
})
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

let made = 0
/** A code that no test had before. */
const fresh = () => `FRESH-${String(++made).padStart(4, '0')}`
const add = (code: string, more: object = {}, token = rahim) =>
  app.call(vouchers.add, { code, package_id: card, status: 1, ...more }, token)
const list = async (filters: object = {}, token = rahim) => (await app.call(vouchers.list, filters, token)).body.data
const show = (id: number, token = rahim) => app.call(vouchers.show, { id }, token)
const idOf = async (code: string) => {
  const { id } = await app.db
    .selectFrom('vouchers')
    .select('id')
    .where('code_index', '=', app.vault.index(code))
    .executeTakeFirstOrThrow()
  return id
}
/** A new Ready voucher: its id and code. */
const addOne = async (more: object = {}) => {
  const code = fresh()
  expect((await add(code, more)).status).toBe(200)
  return { code, id: await idOf(code) }
}
const newestAudit = () =>
  app.db
    .selectFrom('audit')
    .select(['action', 'subject', 'subject_id', 'admin_id', 'facts'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('adding', () => {
  test('one voucher per line that says something, trimmed, in the order of the paste', async () => {
    const codes = [fresh(), fresh(), fresh()]
    const { status, body } = await add(`  ${codes[0]}\r\n\n   \n${codes[1]}\t\n${codes[2]}`)
    expect([status, body.message, body.data]).toEqual([
      200,
      'UniPin created successfully',
      { created: 3, duplicates: [], invalid: [] },
    ])
    const ids = await Promise.all(codes.map(idOf))
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids)
    expect((await newestAudit()).facts).toEqual({ status: 1, package_id: card, created: 3, duplicates: 0, invalid: 0 })
  })

  test('skips and reports what is there already, in any case: in the paste, in the list, and in the recycle bin', async () => {
    const { id, code: deleted } = await addOne()
    expect((await app.call(vouchers.remove, { id }, rahim)).status).toBe(200)
    const code = fresh()
    const bad = 'x'.repeat(201)
    const { body } = await add([code, code.toLowerCase(), deleted.toLowerCase(), VOUCHER_CODES[0], bad, '••••A001'].join('\n'))
    expect(body.data).toEqual({
      created: 1,
      duplicates: [deleted.toLowerCase(), VOUCHER_CODES[0], code.toLowerCase()],
      invalid: [bad, '••••A001'],
    })
    const again = await add(`${code}\n${deleted}`)
    expect([again.status, again.body.message, again.body.data]).toEqual([
      409,
      'All codes already exist',
      { created: 0, duplicates: [code, deleted], invalid: [] },
    ])
  })

  test('says at the field what is missing', async () => {
    for (const code of ['', ' \n\t\n']) {
      const { status, body } = await add(code)
      expect([status, body.errors]).toEqual([422, [{ msg: 'Enter at least one voucher code', param: 'code' }]])
    }
    expect((await add('x'.repeat(201))).body.errors).toEqual([{ msg: 'No line is a voucher code', param: 'code' }])
    expect((await add(fresh(), { package_id: 99_999 })).body.errors).toEqual([{ msg: 'No such package', param: 'package_id' }])
    expect((await add(fresh(), { status: 3 })).status).toBe(422)
    const many = Array.from({ length: 100_001 }, (_, at) => at).join('\n')
    expect((await add(many)).body.errors?.[0]).toEqual({ msg: 'At most 100000 codes at once', param: 'code' })
  })

  test('makes a package one that sells vouchers, unless nothing was added', async () => {
    const sells = async () => (await app.call(topupPackages.show, { id: gems }, rahim)).body.data
    expect((await add(VOUCHER_CODES[0], { package_id: gems })).status).toBe(409)
    expect(await sells()).toMatchObject({ sells_vouchers: false, codes_left: null })
    await add(fresh(), { package_id: app.world.packages.gems500 })
    await add(fresh(), { package_id: gems, status: 0 })
    expect(await sells()).toMatchObject({ sells_vouchers: true, codes_left: 0, availability: 'no_codes' })
    await add(fresh(), { package_id: gems })
    expect(await sells()).toMatchObject({ codes_left: 1, availability: 'on_sale' })
  })

  test('100,000 lines in one paste, and the same again with one that is new', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `BULK-${at}-ABCD`)
    const { status, body } = await add(lines.join('\n'), { status: 0 })
    expect([status, body.data.created, body.data.duplicates.length]).toEqual([200, 100_000, 0])
    const again = await add([...lines.slice(1).toReversed(), 'BULK-new'].join('\n'), { status: 0 })
    expect([again.status, again.body.data.created, again.body.data.duplicates.length]).toEqual([200, 1, 99_999])
    expect((await list({ status: 0 })).total).toBeGreaterThan(100_000)
  }, 60_000)

  test('of two pastes with the same codes in another order at once each code is new in one of them', async () => {
    const codes = Array.from({ length: 400 }, fresh)
    const [one, two] = await Promise.all([add(codes.join('\n')), add(codes.toReversed().join('\n'), {}, karim)])
    const replies = [one, two].map(({ status, body }) => [status, body.data.created])
    expect(replies.toSorted()).toEqual([
      [200, 400],
      [409, 0],
    ])
  })
})

describe('at rest and in replies', () => {
  test('a code is sealed, found by the whole of it in any case, and masked', async () => {
    const { id, code } = await addOne()
    const rows = await query<{ row: string }>(app.db, 'select v::text as row from vouchers v where id = $1', [id])
    expect(rows[0]?.row).not.toContain(code)
    const found = await list({ voucher: ` ${code.toLowerCase()} ` })
    expect(found).toMatchObject({ total: 1, voucher_count: 1, vouchers: [{ id, code: `••••${code.slice(-4)}` }] })
    expect(await list({ voucher: code.slice(0, -1) })).toMatchObject({ total: 0, vouchers: [] })
    // Of a short code the mask must not be all of it.
    for (const [short, shown] of [
      ['Z9', '••••9'],
      ['Q', '••••'],
      ['ABC-12', '••••-12'],
    ] as const) {
      await add(short)
      expect((await show(await idOf(short))).body.data.code).toBe(shown)
    }
  })

  test('the full code is answered to holders of vouchers_reveal who asked for it, and that is recorded', async () => {
    const { id, code } = await addOne()
    const mask = `••••${code.slice(-4)}`
    expect((await show(id)).body.data).toMatchObject({ code: mask, is_revealed: false, package_id: card, pacage_id: card })
    expect((await app.call(vouchers.reveal, { id }, rahim)).body.data).toEqual({ code })
    expect(await newestAudit()).toEqual({
      action: 'vouchers.reveal',
      subject: 'voucher',
      subject_id: id,
      admin_id: app.world.admins.rahim,
      facts: {},
    })
    expect((await show(id)).body.data).toMatchObject({ code, is_revealed: true })
    // Nobody else, and no list.
    expect((await show(id, karim)).body.data).toMatchObject({ code: mask, is_revealed: false })
    expect((await app.call(vouchers.reveal, { id }, karim)).status).toBe(403)
    expect(JSON.stringify(await list())).not.toContain(code)
  })

  test('a reveal lasts for minutes, and ends with the module', async () => {
    const { id, code } = await addOne()
    await grant(app.db, app.world.admins.karim, ['vouchers_reveal'])
    await app.call(vouchers.reveal, { id }, karim)
    // Another holder has not asked.
    expect((await show(id)).body.data).toMatchObject({ code: `••••${code.slice(-4)}`, is_revealed: false })
    expect((await show(id, karim)).body.data.code).toBe(code)
    await query(
      app.db,
      `delete from admin_modules where auth_module_id = (select id from auth_modules where key = 'vouchers_reveal')`,
    )
    expect((await show(id, karim)).body.data).toMatchObject({ code: `••••${code.slice(-4)}`, is_revealed: false })
    const other = await addOne()
    await query(
      app.db,
      `insert into audit (at, actor, admin_id, action, subject, subject_id)
       values (now() - interval '11 minutes', 'admin', $1, 'vouchers.reveal', 'voucher', $2)`,
      [app.world.admins.rahim, other.id],
    )
    expect((await show(other.id)).body.data.is_revealed).toBe(false)
  })
})

describe('editing', () => {
  const update = (input: Record<string, unknown>, token = rahim) =>
    app.call(vouchers.update, { package_id: card, ...input }, token)

  test('without a code or with its mask the code stays; another one is sealed anew', async () => {
    const { id, code } = await addOne()
    for (const same of [{}, { code: '' }, { code: `••••${code.slice(-4)}` }, { code }]) {
      const { status, body } = await update({ id, status: 0, ...same })
      expect([status, body.message]).toEqual([200, 'Voucher updated successfully'])
      expect((await newestAudit()).facts).not.toHaveProperty('code_changed')
    }
    expect(await list({ voucher: code })).toMatchObject({ vouchers: [{ id, status: 0 }] })
    const next = fresh()
    expect((await update({ id, status: 1, code: next })).body.data).toMatchObject({ status: 1, code: `••••${next.slice(-4)}` })
    expect((await newestAudit()).facts).toEqual({
      status: 1,
      package_id: card,
      before: { status: 0, package_id: card },
      code_changed: true,
    })
    expect((await list({ voucher: next })).total).toBe(1)
    expect((await list({ voucher: code })).total).toBe(0)
    const taken = await update({ id, code: VOUCHER_CODES[1].toLowerCase() })
    expect([taken.status, taken.body.errors]).toEqual([409, [{ msg: 'This code already exists', param: 'code' }]])
    expect((await update({ id, code: '••••ZZZZ' })).body.errors?.[0]?.param).toBe('code')
  })

  test('another code needs vouchers_reveal; status and package do not', async () => {
    const { id, code } = await addOne()
    for (const sent of [fresh(), code]) {
      const { status, body } = await update({ id, code: sent }, karim)
      expect([status, body.errors]).toEqual([403, [{ msg: 'Access Denied', param: 'code' }]])
    }
    expect((await update({ id, code: `••••${code.slice(-4)}`, status: 0 }, karim)).status).toBe(200)
  })

  test('a colleague’s change in between is noticed', async () => {
    const { id } = await addOne()
    const { version } = (await show(id)).body.data
    expect((await update({ id, version, status: 0 })).status).toBe(200)
    const late = await update({ id, version, status: 1 }, karim)
    expect([late.status, late.body.data]).toMatchObject([409, { id, status: 0, version: version + 1 }])
  })

  test('Used is for good, with its code and its package, over HTTP and in SQL', async () => {
    const { id, code } = await addOne()
    expect((await update({ id, status: 2 })).status).toBe(200)
    expect((await show(id)).body.data.used_at).not.toBe(null)
    for (const change of [{ status: 1 }, { status: 0 }, { code: fresh() }, { package_id: gems }]) {
      expect([change, (await update({ id, ...change })).status]).toEqual([change, 409])
    }
    expect((await update({ id, status: 2 })).status).toBe(200)
    for (const set of ['status = 1', `package_id = ${gems}`, `code_index = '\\x00'`]) {
      await expect(query(app.db, `update vouchers set ${set} where id = $1`, [id])).rejects.toThrow(/used|Used/)
    }
    expect((await list({ voucher: code })).vouchers[0]).toMatchObject({ status: 2, package_id: card })
  })

  test('a voucher that is moved makes its new package one that sells vouchers', async () => {
    const { seasonPass } = app.world.packages
    const { id } = await addOne()
    expect((await update({ id, package_id: seasonPass })).body.data).toMatchObject({
      package_id: seasonPass,
      pacage_id: seasonPass,
    })
    expect((await app.call(topupPackages.show, { id: seasonPass }, rahim)).body.data.codes_left).toBe(1)
  })
})

describe('deleting', () => {
  test('puts it into the recycle bin, from where it comes back as it was', async () => {
    const { id, code } = await addOne({ status: 0 })
    const before = (await list()).total
    const { status, body } = await app.call(vouchers.remove, { id }, rahim)
    expect([status, body.message]).toEqual([200, 'UniPin deleted successfully'])
    expect((await list()).total).toBe(before - 1)
    for (const gone of [show(id), app.call(vouchers.remove, { id }, rahim), app.call(vouchers.reveal, { id }, rahim)]) {
      expect((await gone).status).toBe(404)
    }
    expect((await app.call(vouchers.update, { id, package_id: card }, rahim)).status).toBe(404)
    expect((await list({ voucher: code })).total).toBe(0)
    const bin = (await app.call(vouchers.bin, {}, rahim)).body.data
    expect(bin.vouchers[0]).toMatchObject({ id, code: `••••${code.slice(-4)}`, status: 0 })
    const restored = await app.call(vouchers.restore, { id }, rahim)
    expect([restored.status, restored.body.message]).toEqual([200, 'UniPin restored successfully'])
    expect((await show(id)).body.data).toMatchObject({ id, status: 0, deleted_at: null })
    expect((await app.call(vouchers.restore, { id }, rahim)).status).toBe(409)
    expect((await app.call(vouchers.bin, {}, rahim)).body.data.total).toBe(bin.total - 1)
  })

  test('a row never leaves the table', async () => {
    await expect(query(app.db, 'delete from vouchers')).rejects.toThrow()
  })
})

describe('the life of a code', () => {
  beforeEach(async () => {
    // The oldest ready code is delivered: the ones before must be out of the way.
    await query(app.db, 'update vouchers set status = 0 where status = 1')
  })

  test('who added, read, edited, delivered, deleted and restored it, in that order', async () => {
    const { id } = await addOne({ status: 0 })
    await app.call(vouchers.reveal, { id }, rahim)
    await app.call(vouchers.update, { id, status: 1, package_id: card }, karim)
    const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: card })
    expect((await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)).status).toBe(200)
    await app.call(vouchers.remove, { id }, rahim)
    // The store still reads what its customer got.
    expect((await app.call(store.order, { id: order }, STORE_KEY)).body.data.brief_note).toContain('UniPin: FRESH-')
    await app.call(vouchers.restore, { id }, rahim)
    const { voucher, life } = (await app.call(vouchers.life, { id }, rahim)).body.data
    expect(voucher).toMatchObject({ id, status: 2, order_id: order, user_id: app.world.users.shila })
    const [boss, agent] = ['Rahim Uddin', 'Karim Hossain']
    expect(life.map(({ event, by }) => [event, by.split(' ')[0]])).toEqual([
      ['added', boss.split(' ')[0]],
      ['revealed', boss.split(' ')[0]],
      ['edited', agent.split(' ')[0]],
      ['delivered', boss.split(' ')[0]],
      ['deleted', boss.split(' ')[0]],
      ['restored', boss.split(' ')[0]],
    ])
    expect(life[2]).toMatchObject({ before: { status: 0, package_id: card }, after: { status: 1, package_id: card } })
  })

  test('the order is shown to whom it may be shown; of a deleted voucher nothing to others', async () => {
    const { id } = await addOne()
    const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: card })
    await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)
    const seen = async (token: string) => (await app.call(vouchers.life, { id }, token)).body.data.voucher.order_id
    // gemsCard is out of karim's packages.
    expect([await seen(rahim), await seen(karim)]).toEqual([order, null])
    expect((await list({ user: app.world.users.shila }, karim)).vouchers.every(({ order_id }) => order_id === null)).toBe(true)
    await app.call(vouchers.remove, { id }, rahim)
    expect((await app.call(vouchers.life, { id }, karim)).status).toBe(404)
  })
})

describe('two at once', () => {
  test('of hiding the last code and delivering it one succeeds, in either order', async () => {
    await query(app.db, 'update vouchers set status = 0 where status = 1')
    for (let round = 0; round < 15; round++) {
      const { id } = await addOne()
      const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: card })
      const hide = () => app.call(vouchers.update, { id, package_id: card, status: 0 }, karim)
      const deliver = () => app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)
      const replies = await Promise.all(round % 2 === 0 ? [hide(), deliver()] : [deliver(), hide()])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { status, user_id } = (await show(id)).body.data
      expect([status, user_id]).toEqual(status === 2 ? [2, app.world.users.shila] : [0, null])
      await app.call(orders.setStatus, { id: order, status: 'cancel' }, rahim)
    }
  })

  test('50 edits of one form at once: one is saved', async () => {
    const { id } = await addOne({ status: 0 })
    const { version } = (await show(id)).body.data
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => app.call(vouchers.update, { id, version, package_id: card, status: 1 }, rahim)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
    await app.call(vouchers.update, { id, package_id: card, status: 0 }, rahim)
  })
})

describe('low stock', () => {
  const cardCounts = async () => {
    const { packages } = (await app.call(vouchers.counts, {}, rahim)).body.data
    return packages.find(({ package_id }) => package_id === card)
  }
  const crossings = async () => {
    await query(app.db, 'select note_low_stock(20)')
    return query<{ ended: boolean }>(
      app.db,
      'select ended_at is not null as ended from low_stock where package_id = $1 order by id',
      [card],
    )
  }

  test('codes per package, how long they last, and each crossing of the threshold once', async () => {
    await query(app.db, 'update vouchers set status = 0 where status = 1')
    await query(app.db, `update vouchers set used_at = now() - interval '15 days' where status = 2`)
    await add(Array.from({ length: 25 }, fresh).join('\n'))
    await crossings()
    const before = (await crossings()).length
    await query(
      app.db,
      `update vouchers set status = 2, used_at = now()
       where id in (select id from vouchers where package_id = $1 and status = 1 limit 7)`,
      [card],
    )
    // 18 left, 7 used in 14 days.
    expect(await cardCounts()).toMatchObject({ ready: 18, codes_left: 18, used_lately: 7, days_left: 36, is_low: true })
    expect((await app.call(work.pending, {}, rahim)).body.data.low_codes).toBeGreaterThan(0)
    for (let round = 0; round < 3; round++) expect((await crossings()).length).toBe(before + 1)
    expect((await cardCounts())?.low_since).not.toBe(null)
    await add(`${fresh()}\n${fresh()}`)
    expect((await crossings()).at(-1)).toEqual({ ended: true })
    expect(await cardCounts()).toMatchObject({ codes_left: 20, is_low: false, low_since: null })
    const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: card })
    expect((await crossings()).map(({ ended }) => ended).slice(before)).toEqual([true, false])
    await app.call(orders.setStatus, { id: order, status: 'cancel' }, rahim)
  })

  test('who may not see vouchers is not told', async () => {
    expect((await app.call(work.pending, {}, karim)).body.data.low_codes).not.toBe(null)
    const nadia = await app.signIn('nadia')
    expect((await app.call(work.pending, {}, nadia)).body.data.low_codes).toBe(null)
  })
})
