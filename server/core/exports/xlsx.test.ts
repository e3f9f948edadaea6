import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { XLSX_ROWS_MAX } from '#contract/limits.ts'
import { productOrders } from '#contract/product-orders.ts'
import { shift } from '#contract/shift.ts'
import { statements } from '#contract/statements.ts'
import { users } from '#contract/users.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { startApp } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { addPhysicalProduct, orderProduct } from '../../../test/support/product-orders.ts'
import { fundWallet, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'
import { csvHead, csvLine } from './csv.ts'
import { xlsxOf } from './xlsx.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const { shila } = app.world.users
afterAll(() => app.close())

const exportAs = (path: string, input: object, token = rahim) =>
  fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
const sheetOf = async (source: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return readSheet(Buffer.concat(pieces))
}

async function* lines(head: string[], rows: (string | number | null)[][]) {
  yield csvHead(head)
  yield rows.map(csvLine).join('')
}

test('ids and phones are text, amounts numbers, moments dates, and no formula runs', async () => {
  const rows = [
    ['0042', '+8801711000009', 1_234.5, 7, '2026-01-31 23:59:59', '2026-02-28'],
    ['43', '=1+1', null, 0, null, null],
    ['44', 'a\u0001b "quoted", <&>\nবাংলা', -0.01, 1, '2026-02-01 00:00:00', null],
  ]
  const sheet = await sheetOf(
    xlsxOf(lines(['ID', 'Text', 'Amount', 'Count', 'At', 'Day'], rows), ['id', 'text', 'amount', 'whole', 'moment', 'day']),
  )
  expect(sheet).toEqual([
    ['ID', 'Text', 'Amount', 'Count', 'At', 'Day'],
    ['0042', '+8801711000009', 1_234.5, 7, new Date('2026-01-31T23:59:59Z'), new Date('2026-02-28T00:00:00Z')],
    ['43', '=1+1', null, 0, null, null],
    ['44', 'ab "quoted", <&>\nবাংলা', -0.01, 1, new Date('2026-02-01T00:00:00Z'), null],
  ])
})

test.each([
  ['what no XML may hold', 'a\u0000\u0001\u000b\ufffeb\uffff', 'ab'],
  ['more than a cell holds', 'x'.repeat(40_000), 'x'.repeat(32_767)],
  ['a character in two halves at that end', `${'x'.repeat(32_766)}👾`, 'x'.repeat(32_766)],
  ['a code that Excel would read as a character', '_x202E_abc _x0041_ _X0042_', '_x202E_abc _x0041_ _X0042_'],
])('a cell with %s can be read', async (_, text, read) => {
  expect(await sheetOf(xlsxOf(lines(['Text'], [[text]]), ['text']))).toEqual([['Text'], [read]])
})

test.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1'])('%j is text, whatever it looks like', async (text) => {
  const [, [cell] = []] = await sheetOf(xlsxOf(lines(['Text'], [[text]]), ['text']))
  expect([typeof cell, String(cell).trim()]).toEqual(['string', text.trim()])
})

beforeAll(async () => {
  await fundWallet(app.db, app.world, { userId: shila, amount: 5_000, trx_id: 'XLSX5000' })
  await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems100 })
  await orderProduct(app, shila, await addPhysicalProduct(app.db))
  await app.call(handOvers.request, { amount: 1, number: '01700000099' }, rahim)
  const { gemsCard } = app.world.packages
  await app.call(vouchers.add, { code: 'SECRET-CODE-1\nSECRET-CODE-2', package_id: gemsCard }, rahim)
})

const LISTS = [
  ['orders', desk.exportRows.path],
  ['wallet-adds', walletAdds.exportRows.path],
  ['withdrawals', withdrawals.exportRows.path],
  ['hand-overs', handOvers.exportRows.path],
  ['customers', users.exportRows.path],
  ['product-orders', productOrders.exportRows.path],
  ['vouchers', vouchers.exportRows.path],
  ['shifts', shift.exportRows.path],
  [`statement-user-${shila}-wallet`, statements.exportUser.path.replace(':id', String(shila))],
] as const

test.each(LISTS)('%s: both files have the same rows', async (name, path) => {
  const [csv, xlsx] = [await exportAs(path, {}), await exportAs(path, { format: 'xlsx' })]
  expect([csv.status, xlsx.status]).toEqual([200, 200])
  expect(csv.headers.get('content-disposition')).toMatch(new RegExp(`"${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"`))
  expect(xlsx.headers.get('content-disposition')).toMatch(new RegExp(`"${name}-\\d{4}-\\d\\d-\\d\\d\\.xlsx"`))
  expect(xlsx.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const text = (await csv.text()).replace('\ufeff', '')
  const sheet = await readSheet(Buffer.from(await xlsx.arrayBuffer()))
  expect(sheet.map((row) => row.length)).toEqual(sheet.map(() => sheet[0]?.length))
  const plain = sheet.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString() : cell)))
  const written = text.trimEnd().split('\r\n')
  expect(written).toHaveLength(plain.length)
  if (name !== 'withdrawals') expect(plain.length).toBeGreaterThan(1)
  expect(written[0]?.split(',')).toEqual(plain[0])
  expect(text + JSON.stringify(plain)).not.toMatch(/SECRET|CODE-/)
  expect((await exportAs(path, { format: 'pdf' })).status).toBe(422)
})

test('each new export needs its own permission, beside that of the list', async () => {
  const karim = await app.signIn('karim')
  for (const [, path] of LISTS.slice(3, 7)) expect((await exportAs(path, {}, karim)).status).toBe(403)
  await grant(app.db, app.world.admins.karim, ['users_export'])
  expect((await exportAs(users.exportRows.path, { q: 'shila' }, karim)).status).toBe(200)
})

test('a list too long for Excel is refused before the first byte; CSV has it all', async () => {
  await query(
    app.db,
    `insert into vouchers (package_id, code_sealed, code_index, code_last4)
     select $1, '\\x00', sha256(n::text::bytea), '0000' from generate_series(1, $2) as n`,
    [app.world.packages.gemsCard, XLSX_ROWS_MAX],
  )
  const refused = await exportAs(vouchers.exportRows.path, { format: 'xlsx' })
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({
      code: 'export_too_long',
      errors: [
        {
          msg: expect.stringContaining('20000 rows at most'),
          param: 'format',
          code: 'export_too_long',
          params: expect.anything(),
        },
      ],
    }),
  ])
  const csv = await exportAs(vouchers.exportRows.path, {})
  expect((await csv.text()).split('\r\n').length).toBeGreaterThan(XLSX_ROWS_MAX)
  const used = await exportAs(vouchers.exportRows.path, { format: 'xlsx', status: 2 })
  expect(used.status).toBe(200)
})
