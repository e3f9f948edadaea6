import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../../server/platform/db/embedded.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { contentOf, createEmptyDatabase } from '../support/backups.ts'
import { endProducts, exitOf, launch, openOwnDatabase, signInOwner, startProduct } from '../support/product.ts'
import { chooseSeed, randomFrom } from '../support/random.ts'
import { type Result, startLoad } from './load.ts'
import { report, roundsOf, seconds } from './rounds.ts'
import { checkBooks, makeDataDir, openShop } from './shop.ts'

const ROUNDS = roundsOf('BACKUP_ROUNDS', 100)
const CALLERS = 8
const BEFORE_MS = 300
const WITHIN_MS = 200

afterAll(endProducts)

/** Runs a command to its end; answers what it said and how long it took. */
const run = async (dataDir: string, words: string[], env: NodeJS.ProcessEnv = {}) => {
  const start = performance.now()
  const { child, output } = launch(dataDir, words, env)
  const { code } = await exitOf(child)
  expect(code, output()).toBe(0)
  return { output: output(), tookMs: performance.now() - start }
}

const acknowledged = (results: Result[]) =>
  results.filter(({ outcome }) => outcome.kind === 'answered' && outcome.status === 200).map(({ call }) => call.key)

/** Those of the changes that a restored shop does not have. */
const missingIn = async (pool: pg.Pool, keys: string[]) => {
  const { rows } = await pool.query<{ key: string }>('select key from idempotency_keys where key = any($1)', [keys])
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}

test(`backup under load, restored into both kinds of database, ${ROUNDS} of ${ROUNDS}`, async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  const { dataDir, remove } = makeDataDir('backup')
  const shop = await openShop(dataDir)
  const product = await startProduct(dataDir)
  const figures = { before: 0, meanwhile: 0, slowestBackupMs: 0, slowestRestoreMs: 0 }
  const slower = (name: 'slowestBackupMs' | 'slowestRestoreMs', ms: number) => {
    figures[name] = Math.max(figures[name], ms)
  }
  for (let round = 0; round < ROUNDS; round++) {
    const hint = `round ${round}, SEED=${seed}`
    // What was acknowledged before the backup began must be in it.
    const first = startLoad(product.url, CALLERS, random, shop)
    await sleep(random.below(BEFORE_MS))
    const before = acknowledged(await first.stop())
    const second = startLoad(product.url, CALLERS, random, shop)
    await sleep(random.below(WITHIN_MS))
    const file = join(dataDir, `round-${round}.topdeck`)
    slower('slowestBackupMs', (await run(dataDir, ['backup', file])).tookMs)
    const meanwhile = acknowledged(await second.stop())
    figures.before += before.length
    figures.meanwhile += meanwhile.length

    const newDir = join(dataDir, 'new')
    mkdirSync(newDir)
    copyFileSync(join(dataDir, 'master.key'), join(newDir, 'master.key'))
    const embedded = await run(newDir, ['restore', file])
    const server = await createEmptyDatabase()
    const onServer = await run(dataDir, ['restore', file], { DATABASE_URL: server.url })
    for (const { output, tookMs } of [embedded, onServer]) {
      slower('slowestRestoreMs', tookMs)
      expect(output, hint).toContain('as many as the backup counted')
      expect(output, hint).toContain('Checked the books: sound.')
    }

    const database = await startEmbedded({ dataDir: newDir })
    const pools = [openPool(database.url, 1), openPool(server.url, 1)] as const
    for (const pool of pools) {
      expect(await checkBooks(pool), hint).toEqual([])
      expect(await missingIn(pool, before), hint).toEqual([])
    }
    expect(await contentOf(pools[0]), hint).toEqual(await contentOf(pools[1]))
    for (const pool of pools) await pool.end()
    await database.stop()
    await server.drop()
    if (round === 0) await expectWorkingShop(newDir, shop.adminToken)
    rmSync(newDir, { recursive: true })
    rmSync(file)
  }
  // The shop itself has noticed nothing.
  const pool = openOwnDatabase(dataDir)
  expect(await checkBooks(pool)).toEqual([])
  await pool.end()
  product.kill('SIGTERM')
  expect((await product.exited).code).toBe(0)
  remove()
  report(
    `backup ${ROUNDS} of ${ROUNDS} under load, each restored twice, SEED=${seed}: ${figures.before} changes before, none missing, ` +
      `${figures.meanwhile} meanwhile; slowest backup ${seconds(figures.slowestBackupMs)}, restore ${seconds(figures.slowestRestoreMs)}`,
  )
  expect(figures.before).toBeGreaterThan(ROUNDS)
  expect(figures.meanwhile).toBeGreaterThan(ROUNDS)
})

/** The product runs on what came back; old tokens open nothing there. */
const expectWorkingShop = async (dataDir: string, oldToken: string) => {
  const product = await startProduct(dataDir)
  const profile = (token: string) => fetch(`${product.url}/api/admin/profile`, { headers: { authorization: token } })
  expect((await profile(oldToken)).status).toBe(401)
  expect((await profile(await signInOwner(product.url))).status).toBe(200)
  product.kill('SIGTERM')
  expect((await product.exited).code).toBe(0)
}
