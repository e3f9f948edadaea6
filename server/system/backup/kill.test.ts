import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf, createEmptyDatabase, makeFolder, tablesOf } from '../../../test/support/backups.ts'
import { createDatabase } from '../../../test/support/database.ts'
import { endProducts, exitOf, launch } from '../../../test/support/product.ts'
import { chooseSeed, randomFrom } from '../../../test/support/random.ts'
import { seedSmallWorld } from '../../../test/world.ts'
import { openDatabase } from '../../platform/db/connect.ts'
import { startEmbedded } from '../../platform/db/embedded.ts'
import { openPool } from '../../platform/db/pool.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { prepareDatabase } from '../../start/start-up.ts'
import { openBackup } from './read.ts'

const MASTER_KEY = '5e'.repeat(32)
const ROUNDS = 4
/** So many tries at most until one was killed in the middle of its work. */
const MOST_ROUNDS = 20
/** About as long as each of them works. */
const WRITES_WITHIN_MS = 100
const LOADS_WITHIN_MS = 800
const USERS = 40_000
const seed = chooseSeed()
const random = randomFrom(seed)
const { folder, remove } = makeFolder()
const file = join(folder, 'shop.topdeck')

let shop: Awaited<ReturnType<typeof createDatabase>>
let source: pg.Pool

beforeAll(async () => {
  console.log(`SEED=${seed}`)
  shop = await createDatabase()
  source = openPool(shop.url, 1)
  const db = openDatabase(source)
  await prepareDatabase(db, { email: 'owner@topdeck.example', password: undefined })
  await seedSmallWorld(db, openVault(Buffer.from(MASTER_KEY, 'hex')))
  // Enough for a command to be hit in the middle of its work.
  await source.query(
    `insert into users (username, phone) select 'player' || i, '018' || lpad(i::text, 8, '0') from generate_series(1, ${USERS}) i`,
  )
})
afterAll(async () => {
  endProducts()
  await source.end()
  await shop.drop()
  remove()
})

const run = (words: string[], DATABASE_URL: string | undefined, dataDir = folder) => {
  const { child, output } = launch(dataDir, words, { MASTER_KEY, ...(DATABASE_URL ? { DATABASE_URL } : {}) })
  const exited = exitOf(child)
  const finish = async () => {
    const { code } = await exited
    expect(output(), `SEED=${seed}`).not.toMatch(/failed/)
    expect(code, output()).toBe(0)
  }
  return { child, exited, finish }
}

const LOOK_EACH_MS = 2

/** Kills a command some moments after it has got to its work. */
const killOnce = async ({ child, exited }: ReturnType<typeof run>, isAtWork: () => Promise<boolean>, withinMs: number) => {
  while (child.exitCode === null && !(await isAtWork())) await sleep(LOOK_EACH_MS)
  await sleep(random.below(withinMs))
  child.kill('SIGKILL')
  await exited
}

const unfinished = () => readdirSync(folder).filter((name) => name.startsWith('topdeck-unfinished-'))

test('kill -9 of a backup leaves no file that is not whole, and the next one clears up', async () => {
  let cut = 0
  for (let round = 0; round < ROUNDS || (cut === 0 && round < MOST_ROUNDS); round++) {
    const name = join(folder, `killed-${round}.topdeck`)
    await killOnce(run(['backup', name], shop.url), async () => unfinished().length > 0, WRITES_WITHIN_MS)
    if (existsSync(name)) await (await openBackup(name)).close()
    else cut++
    // The one before it was cleared away.
    expect(unfinished().length, `SEED=${seed}`).toBeLessThan(2)
  }
  await run(['backup', file], shop.url).finish()
  expect(unfinished()).toEqual([])
  await (await openBackup(file)).close()
  console.log(`${cut} killed before the file was whole`)
  expect(cut, `SEED=${seed}`).toBeGreaterThan(0)
})

/** Kills restores into one new database until one was done before it; answers how many were not, and brings the last to its end. */
const killRestores = async (expected: Awaited<ReturnType<typeof contentOf>>) => {
  const target = await createEmptyDatabase()
  const pool = openPool(target.url, 1)
  const isBusy = async () =>
    (await pool.query('select from pg_stat_activity where pid <> pg_backend_pid() and usename = user')).rowCount !== 0
  let cut = 0
  while (cut < ROUNDS) {
    await killOnce(run(['restore', file], target.url), isBusy, LOADS_WITHIN_MS)
    // What was under way for the killed one ends with its next word to it.
    await expect.poll(isBusy).toBe(false)
    if ((await tablesOf(pool)).length > 0) break
    cut++
  }
  if (cut === ROUNDS) await run(['restore', file], target.url).finish()
  expect(await contentOf(pool), `SEED=${seed}`).toEqual(expected)
  await pool.end()
  await target.drop()
  return cut
}

test('kill -9 of a restore leaves the database empty, and the next one succeeds', async () => {
  const expected = await contentOf(source)
  let cut = 0
  for (let round = 0; cut === 0 && round < MOST_ROUNDS; round++) cut = await killRestores(expected)
  console.log(`${cut} times killed before it was saved`)
  expect(cut, `SEED=${seed}`).toBeGreaterThan(0)
})

test('kill -9 of a restore into a new folder: the next one succeeds or finds the shop', async () => {
  const expected = await contentOf(source)
  const dataDir = join(folder, 'new')
  await killOnce(run(['restore', file], undefined, dataDir), async () => existsSync(join(dataDir, 'postgres')), LOADS_WITHIN_MS)
  await exitOf(launch(dataDir, ['restore', file], { MASTER_KEY }).child)
  const database = await startEmbedded({ dataDir })
  const pool = openPool(database.url, 1)
  expect(await contentOf(pool), `SEED=${seed}`).toEqual(expected)
  await pool.end()
  await database.stop()
})
