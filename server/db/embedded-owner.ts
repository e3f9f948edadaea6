import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isAlive } from './embedded-binaries.ts'

const POLL_MS = 100
const ORPHAN_WAIT_MS = 60_000
const STARTING_WAIT_MS = 10_000
/** Of postmaster.pid. */
const STATUS_LINE = 7
const OWNER_LOCK = 1953457264

/** A connection to the cluster's maintenance database, where the lock lives; rejects while there is nobody to answer. */
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
  client.on('error', () => undefined) // a stopping database would crash Node; who cares listens for 'end'
  await client.connect()
  return client
}

/** Takes the lock that says 'this server has an owner', for as long as the connection lives. */
export async function takeOwnership(client: Client): Promise<void> {
  // Waits instead of trying: another start may hold it for the moment in which it looks whether we are there.
  await client.query('select pg_advisory_lock($1)', [OWNER_LOCK])
}

/** Returns once no server runs on the cluster. Throws when one has an owner, or is an orphan that does not end. */
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

/** The port of the server that runs on the cluster for an owner, also one that is just starting; undefined where none does. */
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
  // After a crash (in a container nearly always) the number may be another process: PostgreSQL would refuse to start.
  rmSync(file, { force: true })
  return undefined
}

/** Whether the server on the cluster has been asked to stop, and waits for its clients. */
export function isShuttingDown(cluster: string): boolean {
  return readIfThere(join(cluster, 'postmaster.pid'))?.split('\n')[STATUS_LINE]?.startsWith('stopping') ?? false
}

// Not asked for before it is read: a server that ends takes its file away in between.
function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isPostgresOf(pid: number, cluster: string) {
  try {
    if (process.platform === 'linux') {
      return /\(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) && !worksElsewhere(pid, cluster)
    }
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return isAlive(pid)
  }
}

// After a power cut the number may be that of another database on this machine, which is not ours to wait for. Linux does not tell
// everybody where a process works.
function worksElsewhere(pid: number, cluster: string) {
  try {
    // By what the folder is, not by a name of it: one folder may be mounted in two places.
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    return its.dev !== ours.dev || its.ino !== ours.ino
  } catch {
    return false
  }
}

// False also for a server that still starts, already stops, or answers to another password.
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
