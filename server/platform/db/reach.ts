import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findRunning, startEmbedded } from './embedded.ts'
import { findPrimary } from './primary.ts'

interface ReachedDatabase {
  readonly url: string
  stop(): Promise<void>
}

/** No server may run / one may run / the database may not exist yet. */
type How = 'alone' | 'beside' | 'new'

/** As its owner. */
export const reachDatabase = async (
  settings: Partial<Record<'DATABASE_URL' | 'DATABASE_OWNER_URL', string | undefined>> & { DATA_DIR: string },
  how: How,
): Promise<ReachedDatabase> => {
  const given = settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL
  if (given) return { url: await findPrimary(given), stop: async () => {} }
  const dataDir = resolve(settings.DATA_DIR)
  // A mistyped folder would become an empty shop.
  if (how !== 'new' && !existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR, or DATABASE_URL, as the server has it.`)
  }
  const running = how === 'beside' ? await findRunning(dataDir) : undefined
  return running ? { url: running, stop: async () => {} } : startEmbedded({ dataDir })
}
