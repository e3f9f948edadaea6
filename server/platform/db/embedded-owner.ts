import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isAlive } from './embedded-binaries.ts'
import { readIfThere } from './files.ts'

const POLL_MS = 100
const ORPHAN_WAIT_MS = 60_000
const STARTING_WAIT_MS = 10_000
const STATUS_LINE = 7
const OWNER_LOCK = 1953457264

/** The maintenance database, where the lock lives. Rejects if nothing answers. */
export async function connectToServer(port: number, password: string): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'topdeck',
    password,
    database: 'postgres',
    ssl: false,
    application_name: 'topdeck owner',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined) // an unhandled error of a stopping database would crash Node; callers listen for 'end'
  await client.connect()
  return client
}

/** Marks the server as owned, until the connection ends. */
export async function takeOwnership(client: Client): Promise<void> {
  // Waits instead of trying: another start may hold the lock briefly while checking for an owner.
  await client.query('select pg_advisory_lock($1)', [OWNER_LOCK])
}

/** Resolves once no server runs on the cluster. Throws if one has an owner, or is an orphan that does not end. */
export async function waitUntilFree(
  folder: string,
  password: string,
  log: (line: string) => void,
  stopping?: AbortSignal,
): Promise<void> {
  const cluster = join(folder, 'postgres')
  const deadline = Date.now() + ORPHAN_WAIT_MS
  for (let round = 0; ; round++) {
    const server = readServer(cluster)
    if (!server) return
    if (await hasOwner(server.port, password)) {
      throw new Error(`Topdeck is already running on ${folder}. ${IF_RUNNING}`)
    }
    if (round === 0) log(`Waiting for the database of a former start on ${folder} to end`)
    if (Date.now() > deadline) {
      throw new Error(`A database without an owner still runs on ${folder}: end process ${server.pid}, then start again.`)
    }
    await sleep(POLL_MS, undefined, { signal: stopping })
  }
}

const IF_RUNNING =
  'Stop it first, or set DATA_DIR to another folder; a backup or a restore of this one, which has no server, ends by itself.'

export async function findOwned(folder: string, password: string): Promise<number | undefined> {
  const deadline = Date.now() + STARTING_WAIT_MS
  for (;;) {
    const server = readServer(join(folder, 'postgres'))
    if (!server || Date.now() > deadline) return undefined
    if (await hasOwner(server.port, password)) return server.port
    await sleep(POLL_MS)
  }
}

function readServer(cluster: string) {
  const file = join(cluster, 'postmaster.pid')
  const lines = readIfThere(file)?.split('\n')
  if (!lines) return undefined
  const pid = Number(lines[0])
  if (!isAlive(pid)) return undefined
  if (isPostgresOf(pid, cluster)) return { pid, port: Number(lines[3]) }
  // After a crash the pid may belong to another process, nearly always so in containers, and PostgreSQL would refuse to start.
  rmSync(file, { force: true })
  return undefined
}

export function isShuttingDown(cluster: string): boolean {
  return readIfThere(join(cluster, 'postmaster.pid'))?.split('\n')[STATUS_LINE]?.startsWith('stopping') ?? false
}

function isPostgresOf(pid: number, cluster: string) {
  try {
    if (process.platform === 'linux') {
      return /\(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) && !runsInOtherNamespace(pid, cluster)
    }
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return isAlive(pid)
  }
}

// After a power cut the pid may belong to another database. Linux hides some processes' working directories.
function runsInOtherNamespace(pid: number, cluster: string) {
  try {
    // Compared by inode, because one folder may be mounted twice.
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return its.dev !== ours.dev || its.ino !== ours.ino
  } catch {
    return false
  }
}

// Also false for a server that is starting, stopping or has another password.
async function hasOwner(port: number, password: string) {
  let client: Client | undefined
  try {
    client = await connectToServer(port, password)
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [OWNER_LOCK])
    return !rows[0].free
  } catch {
    return false
  } finally {
    await client?.end().catch(() => undefined)
  }
}
