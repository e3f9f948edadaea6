import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { openTestDatabase } from '../testing/database.ts'
import { type Column, csvNewestFirst } from './export.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const COLUMNS: readonly Column[] = [
  ['ID', 'r.id', 'number'],
  ['Change', 'r.change', 'number'],
  ['Name', 'r.name', 'text'],
  ['Made', 'r.made', 'moment'],
]

const written = async (rows: number) => {
  const pieces: string[] = []
  const source = csvNewestFirst(db, COLUMNS, (before, limit, bind) => ({
    ctes: `rows as (
      select id, case when id = 2 then -5.50 end as change, case id when 1 then '=1+1' when 2 then 'a "b", c' else '-' end as name,
        case id when 1 then timestamptz '2026-01-31 18:30:05.999Z' end as made
      from generate_series(1, ${bind(rows)}::bigint) as id
    ), page as (select * from rows where id < ${before} order by id desc limit ${limit})`,
    from: 'from page r order by r.id desc',
  }))
  for await (const piece of source) pieces.push(piece)
  return { pieces, lines: pieces.join('').trimEnd().split('\r\n') }
}

test.each([0, 1, 399, 400, 401, 800, 2_001])('%i rows are there, each once, newest first', async (rows) => {
  const { lines, pieces } = await written(rows)
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(Array.from({ length: rows }, (_, at) => rows - at))
  // Never more than a page is held.
  expect(Math.max(...pieces.map((piece) => piece.split('\r\n').length - 1))).toBeLessThanOrEqual(400)
})

test('numbers stay numbers, moments are the shop’s, text is no formula, nothing stays nothing', async () => {
  expect((await written(3)).lines).toEqual([
    'ID,Change,Name,Made (Asia/Dhaka)',
    `3,,'-,`,
    '2,-5.5,"a ""b"", c",',
    "1,,'=1+1,2026-02-01 00:30:05",
  ])
})
