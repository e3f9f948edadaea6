import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../../../test/support/database.ts'
import { startProxy } from '../../../test/support/proxy.ts'
import { openDatabase, query } from './connect.ts'
import { hostsOf } from './hosts.ts'
import { readCsv } from './lines.ts'
import { openPool } from './pool.ts'
import { findPrimary } from './primary.ts'

const database = await createDatabase()
const [one, two] = [await startProxy(database.url), await startProxy(database.url)]
const portOf = ({ url }: { url: string }) => new URL(url).port
/** The database through both cables, and a host that never answers. */
const both = new URL(database.url).href.replace(/@[^/]+/, `@127.0.0.1:1,127.0.0.1:${portOf(one)},127.0.0.1:${portOf(two)}`)
afterAll(async () => {
  for (const cable of [one, two]) cable.remove()
  await database.drop()
})

test('an address names one host or several, each with its port, role and path', () => {
  expect(hostsOf('postgres://one/shop')).toEqual(['postgres://one/shop'])
  expect(hostsOf('postgres://u:p@one:1,two/shop?sslmode=require')).toEqual([
    'postgres://u:p@one:1/shop?sslmode=require',
    'postgres://u:p@two/shop?sslmode=require',
  ])
  expect(hostsOf('postgres:///shop?host=/run')).toEqual(['postgres:///shop?host=/run'])
})

test('a pool and its readers follow the primary to another host', async () => {
  two.pull()
  const first = await findPrimary(both)
  expect(new URL(first).port).toBe(portOf(one))
  const pool = openPool(both, 2)
  const db = openDatabase(pool)
  const portSeen = () => ({ one: one.connections(), two: two.connections() })
  await query(db, 'select 1')
  await readCsv(db, 'select 1')
  expect(portSeen().one).toBeGreaterThan(0)

  // A cable that is pulled closes nothing: only the move lets go of what is open.
  one.pull()
  const waits = query(db, 'select pg_sleep(60)')
  const left = expect(waits).rejects.toThrow('Connection terminated unexpectedly')
  two.plug()
  const second = await findPrimary(both)
  expect(new URL(second).port).toBe(portOf(two))
  await left
  await expect.poll(() => query(db, 'select 2 as n').catch(String)).toEqual([{ n: 2 }])
  await readCsv(db, 'select 1')
  expect(portSeen().two).toBeGreaterThan(0)
  await db.destroy()
})

test('hosts of which none is the primary are refused with the reason', async () => {
  one.pull()
  two.pull()
  await expect(findPrimary('postgres://127.0.0.1:1,127.0.0.1:2/shop')).rejects.toThrow('The database cannot be reached: ')
})
