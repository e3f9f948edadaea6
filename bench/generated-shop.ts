import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPool } from '../server/platform/db/pool.ts'
import { generate } from './generate.ts'

const KEPT_IN = process.env.BENCH_DATA
/** What is lost in a crash is generated again. */
const FILLING = { fsync: 'off', max_wal_size: '16GB', maintenance_work_mem: '1GB', work_mem: '256MB', autovacuum: 'off' }

interface GeneratedShop {
  readonly url: string
  readonly pool: pg.Pool
  readonly adminId: number
  readonly stop: () => Promise<void>
}

/** A shop with so many orders. BENCH_DATA=folder keeps it there for the next run, for benchmarks that change next to nothing. */
export const openGenerated = async (orders: number, connections: number): Promise<GeneratedShop> => {
  const dataDir = KEPT_IN ? join(KEPT_IN, String(orders)) : mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
  const generated = join(dataDir, 'generated')
  if (!existsSync(generated)) {
    await fill(dataDir, orders)
    writeFileSync(generated, '')
  }
  const database = await startEmbedded({ dataDir })
  const pool = openPool(database.url, connections)
  await migrate(pool)
  const { rows } = await pool.query<{ id: number }>('select min(id) as id from admins')
  const stop = async () => {
    await pool.end()
    await database.stop()
    if (!KEPT_IN) rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: database.url, pool, adminId: rows[0]?.id ?? 0, stop }
}

const fill = async (dataDir: string, orders: number) => {
  const started = performance.now()
  const database = await startEmbedded({ dataDir, settings: FILLING })
  const pool = openPool(database.url, 1)
  await migrate(pool)
  await generate(pool, orders)
  await pool.end()
  await database.stop()
  console.log(`${orders.toLocaleString('en')} orders in ${Math.round((performance.now() - started) / 1_000)} s`)
}
