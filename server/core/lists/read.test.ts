import { afterAll, expect, test } from 'vitest'
import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { query } from '../../platform/db/connect.ts'
import type { Asked, List } from './list.ts'
import { readList } from './read.ts'

const { db, close } = await openTestDatabase()
afterAll(() => close())

interface Found extends Asked {
  readonly title?: string
  readonly sort?: 'title' | undefined
}

const NOTICES: List<Found, { id: number }> = {
  table: 'notices',
  as: 'n',
  scope: 'none',
  columns: 'n.id',
  joins: '',
  filters: { title: (title, { bind }) => `n.title = ${bind(title)}` },
  sorts: { title: { by: 'n.title', index: 'none here' } },
}

const PAGE = { page: 1, limit: 10 }
const write = (rows: number) =>
  query(db, `insert into notices (title, notice, image) select 'found', '', '' from generate_series(1, $1)`, [rows])
const totals = async (asked: Found) => {
  const { total, total_capped } = await readList(db, NOTICES, null, asked)
  return [total, total_capped]
}

test('a total is exact up to its cap, and one row more is capped', async () => {
  await write(SEARCH_TOTAL_CAP - 1)
  for (const asked of [PAGE, { ...PAGE, title: 'found' }]) expect(await totals(asked)).toEqual([SEARCH_TOTAL_CAP - 1, false])
  await write(1)
  for (const asked of [PAGE, { ...PAGE, title: 'found' }]) expect(await totals(asked)).toEqual([SEARCH_TOTAL_CAP, false])
  await write(1)
  for (const asked of [PAGE, { ...PAGE, title: 'found' }]) expect(await totals(asked)).toEqual([SEARCH_TOTAL_CAP, true])
})

test('a sort offers the last page before the cap, and none behind it', async () => {
  const last = SEARCH_TOTAL_CAP / PAGE.limit
  const rowsOn = async (page: number) => (await readList(db, NOTICES, null, { ...PAGE, page, sort: 'title' })).rows.length
  expect([await rowsOn(last), await rowsOn(last + 1)]).toEqual([PAGE.limit, 0])
})
