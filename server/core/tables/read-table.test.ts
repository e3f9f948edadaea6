import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { readDay } from './days-in-text.ts'
import { readTable } from './read-table.ts'

const path = join(tmpdir(), `topdeck-table-${process.pid}`)
afterAll(() => rm(path, { force: true }))

const read = async (content: string | Uint8Array) => {
  await writeFile(path, content)
  return readTable(path, 'file')
}
const cellsOf = async (content: string | Uint8Array) => (await read(content)).map(({ cells }) => cells)
const refusalOf = (content: string | Uint8Array) => read(content).catch(({ errors }) => [errors[0].code, errors[0].param])

const TABLE = [
  ['Code', 'PIN'],
  ['A-1', '12'],
  ['B-2', '34'],
]
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

type Cell = string | number | Date | null
const excel = async (rows: Cell[][]) => {
  const cells = rows.map((row) =>
    row.map((value) => (value instanceof Date ? { value, type: Date, format: 'dd/mm/yyyy' } : value === null ? null : { value })),
  )
  return (await writeExcelFile(cells as never).toBuffer()) as Uint8Array
}

describe('a table is read by its content', () => {
  test.each<[string, string | Uint8Array]>([
    ['commas', 'Code,PIN\nA-1,12\nB-2,34'],
    ['semicolons, CRLF and quotes', 'Code;PIN\r\n"A-1";"12"\r\nB-2;34\r\n'],
    ['tabs and a byte order mark', '\ufeffCode\tPIN\nA-1\t12\nB-2\t34\n'],
    ['UTF-16 of Excel', utf16('\ufeffCode\tPIN\r\nA-1\t12\r\nB-2\t34\r\n')],
    ['UTF-16 of the other order', utf16('\ufeffCode\tPIN\nA-1\t12\nB-2\t34').swap16()],
    ['UTF-16 without a mark', utf16('Code\tPIN\nA-1\t12\nB-2\t34')],
  ])('with %s', async (_, content) => {
    expect(await cellsOf(content)).toEqual(TABLE)
  })

  test('lines without columns are whole cells, with the numbers that an editor shows', async () => {
    expect(await read('AB"C-1\r\n\r\n  \r\nKarim: see, "this\r\nD-2')).toEqual([
      { line: 1, cells: ['AB"C-1'] },
      { line: 4, cells: ['Karim: see, "this'] },
      { line: 5, cells: ['D-2'] },
    ])
  })

  test('a quotation mark that is never closed is text, and hides no line', async () => {
    expect(await cellsOf('a,b\n"x,1\ny,2')).toEqual([
      ['a', 'b'],
      ['"x', '1'],
      ['y', '2'],
    ])
  })

  test('an .xlsx sheet keeps digits and days, and shows which numbers were cut off', async () => {
    const rows: Cell[][] = [
      ['Code', 'Expiry'],
      ['0012 34', new Date(Date.UTC(2027, 0, 31))],
      [null, null],
      [123456789012345, null],
    ]
    expect(await read(await excel([...rows, [1234567890123456, null]]))).toEqual([
      { line: 1, cells: ['Code', 'Expiry'] },
      { line: 2, cells: ['0012 34', '2027-01-31'] },
      { line: 4, cells: ['123456789012345', ''] },
      { line: 5, cells: ['1.234567890123456e+15', ''] },
    ])
  })

  test('what is no table is refused with what to do', async () => {
    expect(await refusalOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual(['table_is_old_excel', 'file'])
    expect(await refusalOf(Buffer.from('89504e470d0a1a0a00000001', 'hex'))).toEqual(['table_is_no_text', 'file'])
    expect(await refusalOf('PK\u0003\u0004 and no more')).toEqual(['table_unreadable', 'file'])
    expect(await refusalOf('X-1\n'.repeat(100_101))).toEqual(['table_too_long', 'file'])
    expect(await read('')).toEqual([])
  })
})

// In a process of its own: this one has held the rows already. Its memory is sampled, as the system's highest figure counts the process
// that began it, too.
const MEASURE = `
  const { readTable } = await import(process.argv[1])
  const [before, begun] = [process.memoryUsage.rss(), performance.now()]
  let most = before
  const sampling = setInterval(() => { most = Math.max(most, process.memoryUsage.rss()) }, 5)
  const rows = await readTable(process.argv[2], 'file')
  clearInterval(sampling)
  const above = most - before
  console.log(JSON.stringify({ rows: rows.length, ms: performance.now() - begun, above }))`

test('20,000 rows of an .xlsx file take less than 20 s and 200 MB', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at): Cell[] => [`UPBD-Q-S-${at}`, `${at}-5678-9012`, `90000${at}`, 95.5])
  await writeFile(path, await excel(rows))
  const reader = fileURLToPath(new URL('read-table.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', MEASURE, reader, path])
  const { rows: read, ms, above } = JSON.parse(stdout)
  expect([read, ms < 20_000, above < 200_000_000]).toEqual([20_000, true, true])
}, 90_000)

test.each([
  ['2027-01-31', '2027-01-31'],
  ['31/01/2027', '2027-01-31'],
  ['31.1.27', '2027-01-31'],
  ['31 Jan 2027', '2027-01-31'],
  ['January 31, 2027', '2027-01-31'],
  ['2027-01-31T10:30:00Z', '2027-01-31'],
  ['31/02/2027', undefined],
  ['01/31/2027', undefined],
  ['1234-5678-9012', undefined],
  ['12-34-56', undefined],
  ['tomorrow', undefined],
])('%s is the day %s', (text, day) => {
  expect(readDay(text)).toBe(day)
})
