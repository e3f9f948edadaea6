import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { NEW_SHOP } from '#contract/shop-facts.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { everyEndpoint, fieldsOf } from '../../../test/support/samples.ts'
import { type Db, openDatabase } from '../../platform/db/connect.ts'
import { readCsv } from '../../platform/db/lines.ts'
import { openPool } from '../../platform/db/pool.ts'
import { setFacts } from '../settings/shop-facts.ts'
import { csvCell } from './csv.ts'
import { type Column, csvNewestFirst } from './rows.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

afterEach(() => setFacts(NEW_SHOP))

/** The file of `rows` ids, whose other columns are SQL of the id. */
const written = async (rows: number, columns: readonly Column[]) => {
  const pieces: Buffer[] = []
  const source = csvNewestFirst(db, [['ID', 'r.id', 'whole'], ...columns], (before, limit, bind) => ({
    ctes: `page as (select id from generate_series(1, ${bind(rows)}::bigint) as id where id < ${before} order by id desc limit ${limit})`,
    from: 'from page r order by r.id desc',
  }))
  for await (const piece of source) pieces.push(Buffer.from(piece))
  return { pieces, lines: Buffer.concat(pieces).toString().split('\r\n').slice(0, -1) }
}

test('an export takes no order and no page of its rows, for it would not keep to them', () => {
  const exports = everyEndpoint.filter(({ name }) => /\.export[A-Z]/.test(name))
  expect(exports.length).toBeGreaterThan(5)
  const taken = exports.flatMap(({ name, endpoint }) => fieldsOf(endpoint).map((field) => `${name} ${field.name}`))
  expect(taken.filter((field) => / (sort|order|page|limit)$/.test(field))).toEqual([])
})

test.each([0, 1, 999, 1_000, 1_001, 20_999, 21_000, 21_001, 45_000])(
  '%i rows are there, each once, newest first',
  async (rows) => {
    const { lines } = await written(rows, [])
    expect(lines).toEqual(['\ufeffID', ...Array.from({ length: rows }, (_, at) => String(rows - at))])
  },
)

test('however long its rows are, no more than about 4 MB of them are held at once', async () => {
  const long: Column = ['Note', `repeat('x', 3000)`, 'text']
  const limits: number[] = []
  const source = csvNewestFirst(db, [['ID', 'r.id', 'whole'], long], (before, limit, bind) => {
    limits.push(limit)
    return {
      ctes: `page as (select id from generate_series(1, ${bind(5_000)}::bigint) as id where id < ${before} order by id desc limit ${limit})`,
      from: 'from page r order by r.id desc',
    }
  })
  let bytes = 0
  for await (const piece of source) bytes += piece.length
  expect(bytes).toBeGreaterThan(15_000_000)
  expect(limits.map((limit) => Math.round((limit * 3_007) / 1_000_000))).toEqual([3, 4, 4, 4, 4])
})

test('numbers stay numbers, moments are the shop’s, nothing stays nothing', async () => {
  const { lines } = await written(3, [
    ['Change', 'case when r.id = 2 then -5.50::numeric(8, 2) end', 'amount'],
    ['Name', `case r.id when 1 then '' when 2 then 'a "b", c' end`, 'text'],
    ['Made', `case when r.id = 1 then timestamptz '2026-01-31 18:30:05.999999Z' end`, 'moment'],
  ])
  expect(lines).toEqual(['\ufeffID,Change,Name,Made (Asia/Dhaka)', '3,,,', '2,-5.5,"a ""b"", c",', '1,,,2026-02-01 00:30:05'])
})

test('text is written as everywhere: no formula, quoted where it must be', async () => {
  const texts = [
    '=1+1',
    '+5',
    '-5',
    '@x',
    '＝1＋1',
    '＋5',
    '－5',
    '＠x',
    '\tx',
    '\rx',
    '\nx',
    '\n=1',
    'a=1',
    'a "b"',
    '"',
    ',',
    'two\nlines',
    '=a,"b"',
    '\\.',
    '\\n',
    ' x ',
    'খেলা',
    '👾=',
    '',
  ]
  const sql = `(array[${texts.map((text) => `'${text}'`).join(', ')}])[r.id]`
  const { pieces } = await written(texts.length, [['Text', sql, 'text']])
  const expected = texts.map((text, at) => `${at + 1},${csvCell(text)}\r\n`).reverse()
  expect(Buffer.concat(pieces).toString()).toBe(`\ufeffID,Text\r\n${expected.join('')}`)
})

test.each(['Asia/Dhaka', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'UTC'])(
  'moments are as the clock of %s shows them, all year',
  async (zone) => {
    setFacts({ ...NEW_SHOP, time_zone: zone })
    const HALF_HOURS = 365 * 48
    const { lines } = await written(HALF_HOURS, [
      ['Made', `timestamptz '2026-01-01 00:59:59.987654Z' + r.id * interval '30 min'`, 'moment'],
    ])
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    const first = Date.UTC(2026, 0, 1, 0, 59, 59)
    const expected = Array.from({ length: HALF_HOURS }, (_, at) => `${at + 1},${clock.format(first + (at + 1) * 1_800_000)}`)
    expect(lines.slice(1).reverse()).toEqual(expected)
  },
)

test('what is asked for is text, whatever it looks like', async () => {
  const requested = `'); drop table orders; --\\' "$1 %s`
  let csv = ''
  const source = csvNewestFirst(
    db,
    [
      ['ID', 'r.id', 'whole'],
      ['Asked', 'r.asked', 'text'],
    ],
    (before, limit, bind) => ({
      ctes: `page as (select 1 as id, ${bind(requested)}::text as asked where 1::bigint < ${before} and 2 = any(${bind([1, 2])}::bigint[]) limit ${limit})`,
      from: 'from page r',
    }),
  )
  for await (const piece of source) csv += piece
  expect(csv).toBe(`\ufeffID,Asked\r\n1,${csvCell(requested)}\r\n`)
})

test('a silently lost connection breaks off its download and nothing else', async () => {
  const real = new URL(inject('serverUrl'))
  const lines: Socket[] = []
  const between = createServer((near) => {
    const far = connect(Number(real.port), real.hostname)
    for (const line of [near, far]) lines.push(line.on('error', () => {}))
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const address = new URL(inject('serverUrl'))
  address.port = String((between.address() as AddressInfo).port)
  const reached = openDatabase(openPool(address.href, 1))
  const lost = expect(readCsv(reached, 'select 1 from generate_series(1, 5), pg_sleep(5)')).rejects.toThrow()
  await expect.poll(() => lines.some((line) => line.bytesRead > 400)).toBe(true)
  for (const line of lines) line.destroy()
  await lost
  expect((await readCsv(reached, 'select 7')).map(({ content }) => content.toString())).toEqual(['7\r\n'])
  await reached.destroy()
  between.close()
})
