import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_MS = 120_000

/** Starts a shop of this checkout, or another: the demo, or an empty one. It is in a new folder, which stopping it removes, or in DATA_DIR. */
export async function startShop(
  mode: 'demo' | 'start',
  port: number,
  settings: Readonly<Record<string, string>>,
  cwd = process.cwd(),
) {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, DEMO_SIMULATOR: 'off', ...settings }
  const child = spawn(process.execPath, ['scripts/run.mjs', mode], { cwd, env, stdio: 'ignore' })
  process.once('exit', () => child.kill())
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + START_MS
  while (
    !(await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > until || child.exitCode !== null) throw new Error('The shop did not start')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, stop }
}
