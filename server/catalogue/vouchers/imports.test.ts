import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { audit } from '#contract/audit.ts'
import { dashboard } from '#contract/dashboard.ts'
import type { Tk } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { voucherImports } from '#contract/voucher-imports.ts'
import { vouchers } from '#contract/vouchers.ts'
import { STORE_KEY, startApp, type TestApp } from '../../../test/support/app.ts'
import { expectSoundBooks, grant } from '../../../test/support/books.ts'
import { sendFile } from '../../../test/support/files.ts'
import { fundWallet } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

let app: TestApp
let rahim: string
/** A package that nothing is delivered for yet. */
let pool: number

beforeAll(async () => {
  app = await startApp()
  rahim = await app.signIn('rahim')
  await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 100_000 })
})
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const openPool = async () => {
  const product = app.db.insertInto('topup_products').values({ name: 'Imported' }).returning('id')
  const { id: product_id } = await product.executeTakeFirstOrThrow()
  const fields = { product_id, name: 'Card 50', price: 100 as Tk, bprice: 90 as Tk }
  pool = (await app.db.insertInto('topup_packages').values(fields).returning('id').executeTakeFirstOrThrow()).id
}

const preview = async (content: string | Uint8Array, input: object = {}) =>
  (await sendFile(app, voucherImports.preview, content, { ...input }, rahim)).body.data
const importFile = (content: string | Uint8Array, input: object = {}, token = rahim) =>
  sendFile(app, voucherImports.add, content, { package_id: pool, name: 'A batch', ...input }, token)
const imported = async (content: string | Uint8Array, input: object = {}) => {
  const { status, body } = await importFile(content, input)
  expect([status, body.message]).toEqual([200, 'Codes imported successfully'])
  return body.data
}

let made = 0
const fresh = () => `IMPORT-CODE-${String(++made).padStart(5, '0')}`

let players = 0
const deliver = async () => {
  const order = { user_id: app.world.users.shila, package_id: pool, playerid: `player ${++players}` }
  const placed = await app.call(store.placeOrder, order, STORE_KEY)
  if (placed.status !== 200) return placed.body.message
  const { id } = placed.body.data
  expect((await app.call(orders.setStatus, { id, status: 'completed' }, rahim)).status).toBe(200)
  return (await app.call(store.order, { id }, STORE_KEY)).body.data
}
const costOf = async (id: number) =>
  (await query<{ cost: number }>(app.db, 'select cost from orders where id = $1', [id]))[0]?.cost

describe('a preview', () => {
  test('names each suspicious line with why, and stores nothing', async () => {
    await openPool()
    const [good, kept] = [fresh(), fresh()]
    const lines = [
      ...['Codes for today:', good, '6.12E+15', '"Q-7', `1. ${kept}`, '[10:22] Ali: ABC-123-456', 'Thanks, brother!', '••••1234'],
      ...[good.toLowerCase(), 'x'.repeat(201)],
    ]
    expect(await preview(lines.join('\n'))).toMatchObject({
      ...{ header_line: null, codes: 2, repeated: 1, left_out_count: 8 },
      columns: [{ field: 'code', title: '' }],
      left_out: [
        { line: 1, text: 'Codes for today:', reason: 'a header or other words', can_keep: true },
        { line: 3, reason: 'a number that a spreadsheet has shortened', can_keep: true },
        { line: 4, reason: 'in quotation marks', can_keep: true },
        { line: 5, text: `1. ${kept}`, reason: 'numbered like a list', can_keep: true },
        { line: 6, reason: 'a chat line or a label', can_keep: true },
        { line: 7, reason: 'a header or other words', can_keep: true },
        { line: 8, reason: 'a character that no code has', can_keep: false },
        { line: 10, reason: 'too long', can_keep: false },
      ],
    })
    expect(await query(app.db, 'select id from vouchers where package_id = $1', [pool])).toEqual([])
    // A ticked line is added as it is; what cannot be a code is not.
    expect(await imported(lines.join('\n'), { keep: '5,8' })).toMatchObject({ created: 2, duplicates: 1, left_out: 7 })
  })

  test.each<[string, string, string[]]>([
    [
      'titles',
      'No.;Serial;PIN Code;Expiry Date;Price\n1;S-100;1111-2222;31/01/2099;95.50',
      'skip serial code expiry cost'.split(' '),
    ],
    ['a title for each', 'Code\tPIN\tSerial No.\nAB-12-34\t1111\tS-1', 'code pin serial'.split(' ')],
    ['a serial and its code', 'UPBD-1-S-001,1234-5678-9012\nUPBD-1-S-002,1234-5678-9013', ['serial', 'code']],
    ['two columns of codes', 'ABCD-1234,ABCE-1234\nABCF-1234,ABCG-1234', ['code', 'code']],
    [
      'numbers of a list, prices and days',
      '1,AB-C1-22,100,2099-01-31\n2,AB-C1-23,100,2099-01-31\n3,AB-C1-24,100,2099-02-28',
      [...['skip', 'code', 'cost', 'expiry']],
    ],
  ])('recognises columns by %s', async (_, content, fields) => {
    expect((await preview(content)).columns.map(({ field }) => field)).toEqual(fields)
  })

  test('reads columns as they are chosen, and says that one must hold codes', async () => {
    const content = 'AAAA-1111,BBBB-22\nAAAA-1112,BBBB-23'
    expect(await preview(content, { columns: 'code,pin' })).toMatchObject({
      codes: 2,
      columns: [{ field: 'code' }, { field: 'pin' }],
    })
    expect(await preview(content, { columns: 'pin,skip' })).toMatchObject({ codes: 0, left_out_count: 0 })
    const { status, body } = await importFile(content, { columns: 'pin,skip' })
    expect([status, body.message]).toEqual([422, 'Choose which column holds the codes'])
  })

  test('a table whose lines are all refused says why', async () => {
    expect(await preview('6.12E+15\n7.12E+15')).toMatchObject({ codes: 0, left_out_count: 2 })
    const content = 'Code,PIN\n6.12E+15,1111\n7.12E+15,2222'
    expect(await preview(content)).toMatchObject({
      codes: 0,
      left_out: [
        { line: 2, text: '6.12E+15 | 1111', reason: 'a number that a spreadsheet has shortened' },
        { line: 3, reason: 'a number that a spreadsheet has shortened' },
      ],
    })
    const { status, body } = await importFile(content)
    expect([status, body.message, body.data]).toMatchObject([
      422,
      'No line is a voucher code',
      { left_out: [{ line: 2 }, { line: 3 }] },
    ])
  })
})

describe('an import', () => {
  test('keeps PIN and serial sealed, and answers them with the code once it is delivered', async () => {
    await openPool()
    const [first, second] = [fresh(), fresh()]
    const content = `Code,PIN,Serial,Cost\n${first},1111-2222,S-1,95.50\n${second},,,`
    expect(await imported(content, { cost: 94 })).toMatchObject({ created: 2, duplicates: 0, left_out: 0 })
    const order = await deliver()
    expect(order).toMatchObject({
      codes: [{ code: first, pin: '1111-2222', serial: 'S-1' }],
      brief_note: `UniPin: ${first}\nPIN: 1111-2222\nSerial: S-1`,
    })
    expect(await deliver()).toMatchObject({ codes: [{ code: second, pin: null, serial: null }], brief_note: `UniPin: ${second}` })
    const { body } = await app.call(vouchers.list, { package: pool, sort: 'id', order: 'asc' }, rahim)
    const id = body.data.vouchers[0]?.id ?? 0
    expect((await app.call(vouchers.reveal, { id }, rahim)).body.data).toEqual({ code: first, pin: '1111-2222', serial: 'S-1' })
    for (const secret of ['1111-2222', 'S-1', first]) {
      expect(JSON.stringify(await query(app.db, 'select v::text from vouchers v where package_id = $1', [pool]))).not.toContain(
        secret,
      )
      expect(JSON.stringify((await app.call(audit.list, { limit: 50 }, rahim)).body)).not.toContain(secret)
    }
  })

  test('the cost of a sale is that of its codes, of their line or of their batch', async () => {
    await openPool()
    const figures = async () => (await app.call(dashboard.stats, {}, rahim)).body.data
    await imported(`Code,Cost\n${fresh()},95.50\n${fresh()},`, { cost: 94 })
    await imported(fresh())
    const before = await figures()
    const sold = [await deliver(), await deliver(), await deliver()].map((order) => (typeof order === 'object' ? order.id : 0))
    // The third one has no known cost: that of its package.
    expect(await Promise.all(sold.map(costOf))).toEqual([95.5, 94, 90])
    const after = await figures()
    expect(Number(after.todaysProfileAmount) - Number(before.todaysProfileAmount)).toBe(300 - 95.5 - 94 - 90)
    for (const change of [
      'update orders set cost = 1',
      'update vouchers set cost = 1',
      "update vouchers set expires_on = '2030-01-01'",
    ])
      await expect(query(app.db, change)).rejects.toThrow(/snapshot|imported with a code/)
  })

  test('what expires first is delivered first, and what has expired never', async () => {
    await openPool()
    const [old, late, soon, never] = [fresh(), fresh(), fresh(), fresh()]
    const content = `Code,Expiry\n${never},\n${late},31/12/2098\n${soon},2098-01-31\n${old},31/01/2020`
    expect(await preview(content)).toMatchObject({ codes: 3, left_out: [{ line: 5, reason: 'expired', can_keep: true }] })
    await imported(content, { keep: 5 })
    const counts = async () => {
      const { packages } = (await app.call(vouchers.counts, {}, rahim)).body.data
      return packages.find(({ package_id }) => package_id === pool)
    }
    expect(await counts()).toMatchObject({ ready: 4, expired: 1, codes_left: 3 })
    const delivered = [await deliver(), await deliver(), await deliver()]
    expect(delivered.map((order) => typeof order === 'object' && order.codes[0]?.code)).toEqual([soon, late, never])
    expect(await deliver()).toBe('Stock out')
    expect((await app.call(topupPackages.show, { id: pool }, rahim)).body.data).toMatchObject({ availability: 'no_codes' })
    const { body } = await app.call(vouchers.list, { package: pool, status: 1 }, rahim)
    expect(body.data.vouchers).toMatchObject([{ is_expired: true, expires_on: '2020-01-31', batch: { name: 'A batch' } }])
  })

  test('each cell of two code columns is a voucher, and days may have the month first', async () => {
    await openPool()
    const codes = Array.from({ length: 4 }, fresh)
    const content = `${codes[0]},${codes[1]},01/31/2098\n${codes[2]},${codes[3]},02/01/2098`
    expect(await imported(content)).toMatchObject({ created: 4 })
    const { body } = await app.call(vouchers.list, { package: pool, sort: 'id', order: 'asc' }, rahim)
    expect(body.data.vouchers.map(({ expires_on }) => expires_on)).toEqual([
      '2098-01-31',
      '2098-01-31',
      '2098-02-01',
      '2098-02-01',
    ])
  })

  test('a batch has its report: each line, with why it was left out, and no code', async () => {
    await openPool()
    const [known, code] = [fresh(), fresh()]
    await imported(known)
    const { batch_id } = await imported(
      `Code,Cost\n${known},90\n${code},91\n${code.toLowerCase()},91\nThanks a lot,\n${fresh()},ninety`,
      {
        name: 'From Zinnia',
      },
    )
    const [logged] = (await app.call(audit.list, { limit: 1 }, rahim)).body.data.data
    expect(logged).toMatchObject({
      action: 'voucherImports.add',
      subject_id: batch_id,
      facts: { package_id: pool, status: 1, name: 'From Zinnia', created: 1, duplicates: 2, left_out: 2 },
    })
    const reply = await fetch(`${app.url}/api${voucherImports.report.path.replace(':id', String(batch_id))}`, {
      method: 'POST',
      headers: { authorization: rahim },
    })
    const lines = (await reply.text()).trim().split('\r\n').join('\n').split('\n')
    const ids = await query<{ id: number }>(app.db, 'select id from vouchers where package_id = $1 order by id', [pool])
    expect(lines).toEqual([
      'Line,Result,Reason,Voucher ID,Code ends in',
      `2,Left out,already added,${ids[0]?.id},`,
      `3,Added,,${ids[1]?.id},${code.slice(-4)}`,
      '4,Left out,repeated in this file,,',
      '5,Left out,a header or other words,,',
      '6,Left out,no cost that can be read,,',
    ])
    const { batches } = (await app.call(voucherImports.batches, {}, rahim)).body.data
    expect(batches[0]).toMatchObject({ id: batch_id, name: 'From Zinnia', created: 1, skipped: 4, cost: null, total_cost: 91 })
  })

  test('of the same file twice at once, in another order, each code is added once', async () => {
    await openPool()
    const codes = Array.from({ length: 600 }, fresh)
    const replies = await Promise.all([importFile(codes.join('\n')), importFile(codes.toReversed().join('\r\n'))])
    expect(replies.map(({ status, body }) => [status, body.data.created]).toSorted()).toEqual([
      [200, 600],
      [409, 0],
    ])
    expect((await app.call(vouchers.list, { package: pool }, rahim)).body.data.total).toBe(600)
  })

  test('an .xlsx file of 20,000 codes is imported as it is previewed', async () => {
    await openPool()
    const rows = Array.from({ length: 20_000 }, (_, at) => [
      { value: `XLSX-${at}-ABCD` },
      { value: `${1_000 + (at % 9_000)}-99` },
    ])
    const file = (await writeExcelFile([[{ value: 'Code' }, { value: 'PIN' }], ...rows] as never).toBuffer()) as Uint8Array
    expect(await preview(file)).toMatchObject({ header_line: 1, codes: 20_000, left_out_count: 0 })
    expect(await imported(file, { status: 0 })).toMatchObject({ created: 20_000 })
  }, 60_000)

  test('says at the field what is missing', async () => {
    await openPool()
    const refusal = async (content: string, input: object = {}) => {
      const { status, body } = await importFile(content, input)
      return [status, body.errors?.[0]?.code, body.errors?.[0]?.param]
    }
    expect(await refusal(fresh(), { name: ' ' })).toEqual([422, 'name_required', 'name'])
    expect(await refusal(fresh(), { package_id: 99_999 })).toEqual([422, 'no_such_package', 'package_id'])
    expect(await refusal(fresh(), { cost: -1 })).toEqual([422, 'must_not_be_negative', 'cost'])
    expect(await refusal(' \n\n')).toEqual([422, 'codes_required', 'file'])
    expect(await refusal('\u0000\u0000\u0000\u0000')).toEqual([422, 'table_is_no_text', 'file'])
  })

  test('a file of an admin who may not add codes is refused before it is read', async () => {
    const nadia = await app.signIn('nadia')
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(7_000_000)]))
    const begun = performance.now()
    const reply = await fetch(`${app.url}/api${voucherImports.preview.path}`, {
      method: 'POST',
      headers: { authorization: nadia },
      body: form,
    })
    expect(reply.status).toBe(403)
    expect(performance.now() - begun).toBeLessThan(2_000)
    await grant(app.db, app.world.admins.nadia, ['vouchers_add'])
    expect((await sendFile(app, voucherImports.preview, fresh(), {}, nadia)).status).toBe(200)
  })
})
