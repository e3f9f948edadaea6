import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_SUBJECTS, type AuditQuery } from '#contract/audit.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { listChanges } from './queries.ts'

const ROWS = 20_000
/** Of the oldest rows. */
const RARE = 12

const { pool, db, close } = await openTestDatabase()

beforeAll(async () => {
  await pool.query(
    `insert into audit (id, actor, action, subject, subject_id) overriding system value
     select i, 'store', case when i <= ${RARE} then 'admins.setRole' else 'orders.setStatus' end,
       case when i <= ${RARE} then '${AUDIT_SUBJECTS.find((subject) => subject !== 'order')}' else 'order' end, i
     from generate_series(1, ${ROWS}) i`,
  )
  await pool.query('analyze audit')
})
afterAll(() => close())

test('rare changes are found without a walk along all others, whatever the page', async () => {
  const rare = AUDIT_SUBJECTS.find((subject) => subject !== 'order')
  for (const query of [
    { subject: rare },
    { topic: 'rights' },
    { q: 'admins.setR' },
    { q: 'admins.setR', from: '2020-01-01' },
  ] as Partial<AuditQuery>[]) {
    for (const order of ['asc', 'desc'] as const) {
      const wanted = Array.from({ length: RARE }, (_, at) => (order === 'asc' ? at + 1 : RARE - at))
      for (const page of [1, 2, 3]) {
        const { data, total, total_capped } = await listChanges(db, { ...query, order, page, limit: 5 })
        expect([data.map(({ id }) => id), total, total_capped]).toEqual([wanted.slice((page - 1) * 5, page * 5), RARE, false])
      }
    }
    const read = await rowsRead(db, 'audit', (own) => listChanges(own, { ...query, page: 3, limit: 5 }))
    expect(read).toBeLessThan(100)
  }
})

test.each([{ q: 'banners.create' }, { q: '999999' }])(
  'what never happened is not looked for in the whole log: %o',
  async (query) => {
    const list = () => listChanges(db, { ...query, page: 1, limit: 5 })
    expect((await list()).total).toBe(0)
    expect(await rowsRead(db, 'audit', (own) => listChanges(own, { ...query, page: 1, limit: 5 }))).toBe(0)
  },
)

test('of very many changes a page is read along their ids', async () => {
  const { data, total, total_capped } = await listChanges(db, { subject: 'order', page: 2, limit: 5 })
  expect([data.map(({ id }) => ROWS - id), total, total_capped]).toEqual([[5, 6, 7, 8, 9], 10_000, true])
})
