import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { expectFarPages, LIMIT } from '../../../test/support/far-pages.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { sealUpTo } from '../../core/audit/seals.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { listChanges } from './queries.ts'

const ROWS = 3_000
/** Ids with gaps, as refused changes leave them. */
const ID_STEP = 3
/** Rows up to these are sealed, in a stretch each; those behind the last are not. */
const SEALED = [400, 1_250, 1_251, 2_700]

const { pool, db, close } = await openTestDatabase()

beforeAll(async () => {
  await pool.query(
    `insert into audit (id, actor, action, subject, subject_id) overriding system value
     select i * ${ID_STEP}, 'system', 'orders.setStatus', 'order', i from generate_series(1, ${ROWS}) i`,
  )
  const vault = openVault(randomBytes(32))
  for (const rows of SEALED) await sealUpTo(db, vault, rows * ID_STEP)
  await pool.query('vacuum analyze audit')
})
afterAll(() => close())

test('every far page of the whole log is exact, sealed or not, from both ends', async () => {
  expect((await pool.query('select 1 from audit_seals')).rowCount).toBe(SEALED.length)
  for (const order of ['desc', 'asc'] as const) {
    const { rows } = await pool.query<{ id: number }>(`select id from audit order by id ${order}`)
    await expectFarPages(
      rows.map(({ id }) => id),
      async (page) => {
        const { data, total } = await listChanges(db, { page, limit: LIMIT, order })
        return { ids: data.map(({ id }) => id), total }
      },
    )
  }
})

test('and reads a stretch at most to come there', async () => {
  for (const order of ['desc', 'asc'] as const) {
    const last = await rowsRead(db, 'audit', (own) => listChanges(own, { page: ROWS / LIMIT, limit: LIMIT, order }))
    // Those that are not sealed yet are counted for the total.
    expect(last).toBeLessThan(ROWS - 2_700 + 400 + LIMIT)
  }
})
