import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { openPool } from '../../server/platform/db/pool.ts'
import { PATIENCE_MS } from './patience.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const READY = /Topdeck is ready at (http:\/\/\S+)/

export const OWNER = { email: 'owner@topdeck.example', password: 'the owner of the shop' }
export const PRODUCT_STORE_KEY = 'store-key-of-the-proofs'

/** The real product as its own process, on a data folder, at a port of its own. */
export interface Product {
  readonly url: string
  readonly pid: number
  readonly startedInMs: number
  /** Code and time of its end. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null; at: number }>
  kill(signal: NodeJS.Signals): void
  /** What it has printed. */
  output(): string
}

const environment = (dataDir: string) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'fatal',
  ADMIN_EMAIL: OWNER.email,
  ADMIN_PASSWORD: OWNER.password,
  STORE_KEY: PRODUCT_STORE_KEY,
})

const launched: ChildProcess[] = []

/** Ends whatever a proof that failed has left running. */
export const endProducts = (): void => {
  for (const child of launched.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
}

// Also where the run is stopped from outside, and nothing after the tests runs any more.
process.once('exit', endProducts)

/** Runs `npm start`'s program, or a command. What it prints comes as one text, once it has ended or said that it is ready. */
export const launch = (
  dataDir: string,
  words: string[] = [],
  env: NodeJS.ProcessEnv = {},
): { child: ChildProcess; output: () => string } => {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...words], {
    cwd: ROOT,
    env: { ...environment(dataDir), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  launched.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  }
  return { child, output: () => text }
}

/** How a process ended. */
export const exitOf = (child: ChildProcess): Product['exited'] =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal, at: performance.now() }))
  })

/** Starts the product and waits until it answers. */
export const startProduct = async (dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Product> => {
  const start = performance.now()
  const { child, output } = launch(dataDir, [], env)
  const exited = exitOf(child)
  let hasEnded = false
  exited.then(() => {
    hasEnded = true
  })
  while (performance.now() - start < PATIENCE_MS && !hasEnded) {
    const url = READY.exec(output())?.[1]
    if (url && (await isAnswering(url))) {
      return {
        url,
        pid: child.pid ?? 0,
        startedInMs: performance.now() - start,
        exited,
        kill: (signal) => child.kill(signal),
        output,
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  child.kill('SIGKILL')
  throw new Error(`The product did not start:\n${output()}`)
}

/** Whether the product answers. */
export const isAnswering = async (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    (reply) => reply.ok,
    () => false,
  )

/** Signs the owner in over HTTP. */
export const signInOwner = async (url: string): Promise<string> => {
  const reply = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: OWNER.email, password: OWNER.password, remember: 1 }),
  })
  const { data } = (await reply.json()) as { data: { token: string } }
  return data.token
}

const clusterOf = (dataDir: string) => join(realpathSync(dataDir), 'postgres')

/** The process id and port of the data folder's own database, from the file that it keeps. */
export const readPostmaster = (dataDir: string): { pid: number; port: number } => {
  const lines = readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

/** Connects to the data folder's own database, beside the product. */
export const openOwnDatabase = (dataDir: string): pg.Pool => {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8')
  return openPool(`postgres://topdeck:${password}@127.0.0.1:${readPostmaster(dataDir).port}/topdeck`, 2)
}

/** All processes of the data folder's own database, the main one first. */
export const listDatabaseProcesses = (dataDir: string): number[] => {
  const cluster = clusterOf(dataDir)
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readProcess(pid))
  const pids = found.flatMap((one) => (one?.name === 'postgres' && one.cwd === cluster ? [one.pid] : []))
  const main = readPostmaster(dataDir).pid
  return [main, ...pids.filter((pid) => pid !== main)]
}

/** The main database processes that run on the data folder, as Linux lists them: one while it runs, none afterwards. */
export const listPostmasters = (dataDir: string): number[] => {
  const cluster = clusterOf(dataDir)
  const databases = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readProcess(pid))
    .filter((found) => found?.name === 'postgres' && found.cwd === cluster)
  const pids = new Set(databases.map((found) => found?.pid))
  return databases.flatMap((found) => (found && !pids.has(found.parent) ? [found.pid] : []))
}

const readProcess = (pid: string) => {
  try {
    const [, name, state, parent] = /\((.*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    if (state === 'Z') return undefined
    return { pid: Number(pid), name, parent: Number(parent), cwd: readlinkSync(`/proc/${pid}/cwd`) }
  } catch {
    return undefined
  }
}
