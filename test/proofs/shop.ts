import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { checkInvariants } from '../../server/core/ledger/invariants.ts'
import { openDatabase } from '../../server/platform/db/connect.ts'
import { startEmbedded } from '../../server/platform/db/embedded.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { openShopVault } from '../../server/platform/vault/shop-key.ts'
import { openOwnDatabase, signInOwner, startProduct } from '../support/product.ts'
import { fundWallet, seedSmallWorld } from '../world.ts'
import type { Shop } from './load.ts'

const RICH_TK = 9_000_000

/** A data folder of the proof's own, and its removal. */
export const makeDataDir = (name: string): { dataDir: string; remove: () => void } => {
  const dataDir = mkdtempSync(join(tmpdir(), `topdeck-${name}-`))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Starts the product once on a new folder, writes the small world with a rich customer into it, and stops it again. */
export const openShop = async (dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Shop> => {
  const product = await startProduct(dataDir, env)
  const adminToken = await signInOwner(product.url)
  const db = openDatabase(env.DATABASE_URL ? openPool(env.DATABASE_URL, 2) : openOwnDatabase(dataDir))
  const world = await seedSmallWorld(db, await openShopVault(db, { dataDir, given: env.MASTER_KEY }))
  await fundWallet(db, world, { userId: world.users.shila, amount: RICH_TK })
  await db.destroy()
  product.kill('SIGTERM')
  await product.exited
  return { userId: world.users.shila, packageId: world.packages.seasonPass, adminToken }
}

/** A new database with a shop in it, and the settings and folders of two servers that share it. */
export const openSharedShop = async (name: string) => {
  const [own, ...folders] = [makeDataDir(`${name}-database`), makeDataDir(`${name}-one`), makeDataDir(`${name}-two`)] as const
  const database = await startEmbedded({ dataDir: own.dataDir })
  const env = {
    DATABASE_URL: database.runtimeUrl,
    DATABASE_OWNER_URL: database.url,
    MASTER_KEY: 'ab'.repeat(32),
    LOG_LEVEL: 'error',
  }
  const shop = await openShop(folders[0].dataDir, { ...env, DATABASE_URL: database.url })
  const close = async () => {
    await database.stop()
    for (const { remove } of [own, ...folders]) remove()
  }
  return { own, folders, database, env, shop, close }
}

/** What is wrong with the books. */
export const checkBooks = (pool: pg.Pool): Promise<string[]> => checkInvariants(openDatabase(pool))
