import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../test/support/database.ts'
import { startProxy } from '../../../test/support/proxy.ts'
import { openDatabase } from './connect.ts'
import { connectDirectly } from './direct.ts'
import { readCsv } from './lines.ts'
import { openPool } from './pool.ts'
import { requireOwnSessions } from './sessions-check.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  pool = openPool(database.url, 4)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('settings hold where a pooler passes none in the opening packet', async () => {
  const cable = await startProxy(database.url)
  cable.cutAt('options\0')
  const own = openPool(cable.url, 1)
  const { rows } = await own.query(
    `select current_setting('plan_cache_mode') as plans, current_setting('statement_timeout') as statement_timeout`,
  )
  expect(rows).toEqual([{ plans: 'force_generic_plan', statement_timeout: '30s' }])
  const line = await connectDirectly(cable.url)
  expect(await line.query('show statement_timeout')).toEqual([{ statement_timeout: '0' }])
  await line.end()
  const db = openDatabase(own)
  expect(String((await readCsv(db, `select current_setting('statement_timeout') as t`))[0]?.content)).toContain('30s')
  await db.destroy()
  cable.remove()
})

test('sessions of one’s own are taken', async () => {
  await requireOwnSessions(pool)
})

/** Clients of a pooler in transaction mode with so many sessions, each statement in the next one or always in the first free one. */
const pooled = async (sessions: number, isInTurn: boolean) => {
  const clients = await Promise.all(Array.from({ length: sessions }, () => pool.connect()))
  let turn = 0
  const query = (text: string) => clients[isInTurn ? turn++ % sessions : 0]?.query(text)
  return {
    pool: { connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool,
    end: () => {
      for (const client of clients) client.release()
    },
  }
}

test.each([
  [1, false],
  [2, false],
  [2, true],
  [3, true],
  [4, true],
])('%i sessions that many connections share are refused (in turn: %s)', async (sessions, isInTurn) => {
  const shared = await pooled(sessions, isInTurn)
  await expect(requireOwnSessions(shared.pool)).rejects.toThrow('set pool_mode = session')
  shared.end()
})

test('a standby is refused', async () => {
  const answer = { rows: [{ pid: 1, is_standby: true }] }
  const standby = { connect: async () => ({ query: async () => answer, release: () => {} }) } as unknown as pg.Pool
  await expect(requireOwnSessions(standby)).rejects.toThrow('is a standby, which only reads: give the address of its primary')
})
