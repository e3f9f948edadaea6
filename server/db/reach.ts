import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findRunning, startEmbedded } from './embedded.ts'

/** A database that a command works on. */
interface Reached {
  readonly url: string
  /** Ends it where it was started for the command. */
  stop(): Promise<void>
}

/** Only while no server runs; also beside a running one; or also where there is none yet. */
type How = 'alone' | 'beside' | 'new'

/** The database that the settings name, for a command of the machine's owner; the embedded one is started for it. */
export const reachDatabase = async (
  settings: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  how: How,
): Promise<Reached> => {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, stop: async () => {} }
  const dataDir = resolve(settings.DATA_DIR)
  // A mistyped folder would otherwise become an empty shop.
  if (how !== 'new' && !existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR, or DATABASE_URL, as the server has it.`)
  }
  const running = how === 'beside' ? await findRunning(dataDir) : undefined
  return running ? { url: running, stop: async () => {} } : startEmbedded({ dataDir })
}
