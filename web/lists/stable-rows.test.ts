import { expect, test } from 'vitest'
import type { Listed } from '../ui/table/columns.ts'
import { resetRows, type ShownRows, updateInPlace } from './stable-rows.ts'

type Row = Listed & { status: string }
const row = (id: number, status = 'pending'): Row => ({ id, status })
const rows = (...ids: number[]) => ids.map((id) => row(id))
/** '4' for a row, '4-' for one that has left. */
const seen = (shown: ShownRows<Row>) => shown.rows.map(({ id, left }) => (left ? `${id}-` : `${id}`)).join(' ')
const read = (shown: ShownRows<Row>, page: Row[], elsewhere: Row[] = []) => updateInPlace(shown, { rows: page, elsewhere }, true)

test('a row that another admin took keeps its place until they release it', () => {
  const taken = read(resetRows(rows(1, 2, 3)), rows(2, 3), [row(1, 'in_progress')])
  expect(taken.rows).toEqual([{ ...row(1, 'in_progress'), left: { now: row(1, 'in_progress') } }, row(2), row(3)])
  expect(taken.waiting).toBe(0)
  const released = read(taken, rows(1, 2, 3))
  expect(released.rows).toEqual(rows(1, 2, 3))
})

test('a deleted row keeps its place too', () => {
  expect(read(resetRows(rows(1, 2, 3)), rows(1, 3)).rows[1]).toEqual({ ...row(2), left: { now: undefined } })
})

test('what moves up from the next page is added below', () => {
  const shown = read(resetRows(rows(1, 2, 3)), rows(3, 4, 5), [row(1, 'completed'), row(2, 'in_progress')])
  expect([seen(shown), shown.waiting]).toEqual(['1- 2- 3 4 5', 0])
})

test('a new row above or between waits; rows pushed off the page stay', () => {
  const above = read(resetRows(rows(9, 8, 7)), rows(11, 10, 9), rows(8, 7))
  expect([seen(above), above.waiting]).toEqual(['9 8 7', 2])
  const between = read(resetRows(rows(9, 5, 1)), rows(9, 7, 5), rows(1))
  expect([seen(between), between.waiting]).toEqual(['9 5 1', 1])
  const allNew = read(resetRows(rows(9, 8)), rows(11, 10), rows(9, 8))
  expect([seen(allNew), allNew.waiting]).toEqual(['9 8', 2])
})

test('on a later page rows moved to the page before stay as they are', () => {
  const shown = read(resetRows(rows(4, 5, 6)), rows(5, 6, 7), rows(4))
  expect([seen(shown), shown.waiting]).toEqual(['4 5 6', 0])
})

test('a decided row that would stand below pending ones has left', () => {
  const pendingFirst = read(resetRows([row(3), row(2), row(1, 'completed')]), [row(2), row(3, 'completed'), row(1, 'completed')])
  expect([seen(pendingFirst), pendingFirst.waiting]).toEqual(['3- 2 1', 0])
  const newestFirst = read(resetRows(rows(3, 2, 1)), [row(3, 'completed'), row(2), row(1)])
  expect(seen(newestFirst)).toBe('3 2 1')
  // Later it is pushed off the page, as any other row.
  expect(seen(read(newestFirst, rows(6, 5, 4), [row(3, 'completed'), row(2), row(1)]))).toBe('3 2 1')
})

test('news of one row say nothing about its place, which the next read does', () => {
  const patched = updateInPlace(resetRows(rows(1, 2)), { rows: [row(1, 'in_progress'), row(2)], elsewhere: [] }, false)
  expect(seen(patched)).toBe('1 2')
  expect(seen(read(patched, rows(2), [row(1, 'in_progress')]))).toBe('1- 2')
})

test('at most a page of rows is added; once all have left the page is as it is', () => {
  let shown = resetRows(rows(...Array.from({ length: 10 }, (_, at) => at + 1)))
  const pageFrom = (first: number) => rows(...Array.from({ length: 10 }, (_, at) => at + first))
  const done = (below: number) => Array.from({ length: below - 1 }, (_, at) => row(at + 1, 'completed'))
  for (let first = 2; first <= 11; first++) shown = read(shown, pageFrom(first), done(first))
  expect([shown.rows.length, shown.waiting]).toEqual([20, 0])
  for (let first = 12; first <= 20; first++) shown = read(shown, pageFrom(first), done(first))
  expect([shown.rows.length, shown.waiting]).toEqual([20, 9])
  expect(seen(read(shown, pageFrom(21), done(21)))).toBe(seen(resetRows(pageFrom(21))))
  expect(seen(read(resetRows(rows(1)), [], [row(1, 'completed')]))).toBe('')
})

test('what had left is reported of a page; what only slipped off it is not', () => {
  const shown = read(resetRows(rows(1, 2, 3)), rows(2), [row(1, 'completed'), row(3)])
  expect(resetRows(rows(2), shown.rows).movedRows.map(({ id }) => id)).toEqual([1])
  expect(read(resetRows(rows(1)), [], [row(1, 'completed')]).movedRows.map(({ id }) => id)).toEqual([1])
})
