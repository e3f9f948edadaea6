/**
 * From the command to the first answer, with the product's own PostgreSQL: for the first time, on an empty folder (the database is
 * created, with every table), and again on the same one. Each several times, the figure is the median.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from './load.ts'
import { record } from './record.ts'

const ROUNDS = 5
const PORT = 3998
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Seconds until the server answers; ends it again. */
const start = async (dataDir: string): Promise<number> => {
  const started = performance.now()
  const server = spawn(process.execPath, ['scripts/run.mjs'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(PORT), HOST: '127.0.0.1', ADMIN_PASSWORD: 'correct horse battery' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  while (!(await fetch(`http://127.0.0.1:${PORT}/api/health`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('The server did not start')
    await sleep(5)
  }
  const seconds = (performance.now() - started) / 1_000
  server.kill('SIGTERM')
  await ended
  return seconds
}

const first: number[] = []
const warm: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
  first.push(await start(join(folder, 'data')))
  warm.push(await start(join(folder, 'data')))
  rmSync(folder, { recursive: true, force: true })
}
const seconds = (values: number[]) => Math.round(median(values) * 100) / 100
record('start', { 'first time, s': seconds(first), 'warm, s': seconds(warm) })
