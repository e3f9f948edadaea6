import { resolve } from 'node:path'
import { type Env, readEnv } from '../env.ts'
import { type Db, openDatabase } from '../platform/db/connect.ts'
import { migrate, refusePending } from '../platform/db/migrate.ts'
import { openPool } from '../platform/db/pool.ts'
import { reachDatabase } from '../platform/db/reach.ts'
import { withDataFolder } from '../start/data-folder.ts'

export const orExit = async (work: () => Promise<void>, { stack = (): boolean => false } = {}): Promise<void> => {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (stack()) console.error(error)
    process.exit(1)
  }
}

/** Runs a command of the owner and prints the lines that it answers. Exits 1 with a message on failure. */
export const runCommand = (work: (env: Env) => Promise<readonly string[]>): Promise<void> =>
  orExit(async () => {
    const env = readEnv()
    for (const line of await withDataFolder(resolve(env.DATA_DIR), () => work(env))) console.log(line)
    process.exit(0)
  })

/** Works on one connection to the shop's database, which no embedded server may be using. */
export const withDatabase = async <T>(env: Env, work: (db: Db) => Promise<T>): Promise<T> => {
  const reached = await reachDatabase(env, 'alone')
  const pool = openPool(reached.url, 1)
  const db = openDatabase(pool)
  try {
    // On an external database an older server may be running, so do not migrate it.
    await (env.DATABASE_URL ? refusePending(pool) : migrate(pool))
    return await work(db)
  } finally {
    await db.destroy()
    await reached.stop()
  }
}
