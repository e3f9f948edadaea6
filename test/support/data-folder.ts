import { execFileSync } from 'node:child_process'
import { inject } from 'vitest'
import { startEmbedded } from '../../server/platform/db/embedded.ts'

/** Makes a data folder whose own database was started and stopped once, and holds nothing yet: faster than a first start. */
export const makeDataFolder = async (dataDir: string): Promise<void> => {
  const unused = inject('unusedDataDir')
  if (unused) execFileSync('cp', ['-a', unused, dataDir])
  else await (await startEmbedded({ dataDir })).stop()
}
