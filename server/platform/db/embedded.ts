import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { release } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { accountFor, findBinaries } from './embedded-binaries.ts'
import { createCluster, type Place, readPassword } from './embedded-cluster.ts'
import { connectToServer, findOwned, isShuttingDown, takeOwnership, waitUntilFree } from './embedded-owner.ts'
import { readLogEnd, spawnTied, tie, waitForExit } from './embedded-process.ts'
import { makeFolder } from './files.ts'

const POLL_MS = 25
const START_ATTEMPTS = 4
const LONGEST_PAUSE_MS = 2_000
/** Statements of a killed server run until their own timeout. */
const REMAINS_WAIT_MS = 60_000
/** A database that ran this long is started again at once. */
const STEADY_MS = 5_000
const LOOK_MS = 250

/** Our own PostgreSQL. It is restarted if it fails, and ends with this process, however that ends. */
export interface EmbeddedDatabase {
  /** `postgres://topdeck:...@127.0.0.1:<port>/topdeck`. The role is a superuser, so it can create databases. */
  url: string
  /** The same database as the running shop opens it, with a role that owns nothing. */
  runtimeUrl: string
  lost: Promise<Error>
  /** Ends the server at once and cuts connections: drain first. */
  stop(): Promise<void>
}

// log_min_messages: statement errors reach the application anyway, and their texts can contain secrets.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  ...(canSyncDisk() && { recovery_init_sync_method: 'syncfs' }),
}

/** After a crash PostgreSQL writes its disk in one call then. File by file takes seconds on a busy machine. Linux before 5.8 does not
 * report writes that fail in it. */
function canSyncDisk() {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8))
}

/** Starts the PostgreSQL of `dataDir`, creating it on the first start. Rejects with a message for the owner. */
export async function startEmbedded(options: {
  dataDir: string
  log?: (line: string) => void
  /** Of PostgreSQL, beside ours: a test run has needs that no shop has. */
  settings?: Readonly<Record<string, string>>
}): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined)
  const folder = resolve(options.dataDir)
  const cluster = join(folder, 'postgres')
  makeFolder(folder, 0o700)
  const password = readPassword(folder, cluster)
  if (existsSync(cluster)) await waitUntilFree(folder, password, log)
  const account = accountFor(cluster)
  const settings = { ...SETTINGS, ...options.settings }
  const place = { folder, cluster, account, bin: findBinaries(folder, account), password, settings }

  if (!existsSync(cluster)) {
    log(`Preparing the database in ${cluster}`)
    await createCluster(place)
  }
  const stopping = new AbortController()
  const server = await startServer(place, log, stopping.signal)
  const running = keepRunning(place, server, log, stopping.signal)
  return {
    url: addressOf(server.port, password),
    runtimeUrl: addressOf(server.port, runtimePassword(password), RUNTIME_ROLE),
    lost: new Promise((settle) => {
      running.catch((error: Error) => stopping.signal.aborted || settle(error))
    }),
    async stop() {
      stopping.abort()
      await running.catch(() => undefined)
    },
  }
}

async function keepRunning(place: Place, first: Server, log: (line: string) => void, stopping: AbortSignal) {
  let server = first
  for (let ends = 1; ; ends++) {
    const since = Date.now()
    await server.exited
    if (Date.now() - since > STEADY_MS) ends = 1
    stopping.throwIfAborted()
    log('The database ended unexpectedly; starting it again')
    await pause(ends, stopping)
    // On the same port, which the clients know.
    server = await startServer(place, log, stopping, server.port)
    log('The database runs again')
  }
}

const pause = (attempt: number, stopping: AbortSignal) =>
  sleep(Math.min(POLL_MS * 4 ** attempt, LONGEST_PAUSE_MS), undefined, { signal: stopping })

async function startServer(place: Place, log: (line: string) => void, stopping: AbortSignal, port?: number): Promise<Server> {
  const { folder, cluster, password } = place
  const deadline = Date.now() + REMAINS_WAIT_MS
  let isTold = false
  for (let attempt = 1; ; attempt++) {
    // Creating a new one would start an empty shop.
    if (!existsSync(cluster)) throw new Error(`The database in ${cluster} is gone: restore a backup.`)
    await waitUntilFree(folder, password, log, stopping)
    const server = await launch(place, port ?? (await findFreePort()), stopping).catch((error: Error) => error)
    if (server && !(server instanceof Error)) return server
    stopping.throwIfAborted()
    if (isHeldByRemains(folder) && Date.now() < deadline) attempt = 1
    // Another process took the port or the folder in between, so retry. Other causes recur and end here.
    else if (attempt >= START_ATTEMPTS) {
      const reason = `PostgreSQL does not start in ${cluster}:\n${server?.message ?? readLogEnd(folder)}`
      if (port === undefined || isUnopenable(folder)) throw new Error(reason)
      // A restart goes on trying: a full disk, or memory that ran out, is mended while the server runs.
      if (!isTold) log(`${reason}\nTrying again until it does`)
      isTold = true
    }
    await pause(attempt, stopping)
  }
}

// Backends of a killed server keep running, and PostgreSQL refuses to start beside them.
const isHeldByRemains = (folder: string) =>
  readLogEnd(folder).split('FATAL:').at(-1)?.includes('pre-existing shared memory block')

// What no further attempt mends.
const isUnopenable = (folder: string) => {
  const failure =
    readLogEnd(folder)
      .split(/FATAL:|PANIC:/)
      .at(-1) ?? ''
  return /pg_control|checkpoint|incompatible|data directory/.test(failure) && !/No space left/.test(failure)
}

export async function findRunning(dataDir: string): Promise<string | undefined> {
  const folder = resolve(dataDir)
  const cluster = join(folder, 'postgres')
  if (!existsSync(cluster)) return undefined
  const password = readPassword(folder, cluster)
  const port = await findOwned(folder, password)
  return port === undefined ? undefined : addressOf(port, password)
}

const addressOf = (port: number, password: string, role = 'topdeck') => `postgres://${role}:${password}@127.0.0.1:${port}/topdeck`

export const RUNTIME_ROLE = 'topdeck_shop'

/** Made of the owner's, which it does not reveal, so that there is no second file to keep. */
const runtimePassword = (password: string) => createHash('sha256').update(`${RUNTIME_ROLE} ${password}`).digest('hex')

interface Server {
  readonly port: number
  readonly exited: Promise<void>
}

async function launch(
  { folder, cluster, account, bin, password, settings }: Place,
  port: number,
  stopping: AbortSignal,
): Promise<Server | undefined> {
  if (account || statSync(cluster).uid === process.getuid?.()) chmodSync(cluster, 0o700) // a restored copy may be world-readable
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnTied({ folder, cwd: cluster, account }, join(bin, 'postgres'), ['-p', String(port), ...set])
  const letGo = () => tie(child).destroy()
  stopping.addEventListener('abort', letGo)
  // In a smart shutdown the server waits for its last client and takes no new ones.
  const looking = setInterval(() => isShuttingDown(cluster) && letGo(), LOOK_MS)
  let isOver = false
  let owner: Client | undefined
  const exited = waitForExit(child).then(async () => {
    isOver = true
    clearInterval(looking)
    stopping.removeEventListener('abort', letGo)
    // If only the shell ended, this stops the server.
    letGo()
    await owner?.end().catch(() => undefined)
  })

  async function own() {
    while (!isOver) {
      const client = await connectToServer(port, password).catch(() => undefined)
      if (!client) {
        await sleep(POLL_MS)
        continue
      }
      // PostgreSQL cuts all connections when it recovers from a crashed process: take the lock again.
      client.once('end', () => void own().catch(() => undefined))
      owner = client
      await takeOwnership(client)
      return client
    }
  }

  try {
    const client = await own()
    if (!client) return undefined
    const { rowCount } = await client.query("select from pg_database where datname = 'topdeck'")
    if (rowCount === 0) await client.query('create database topdeck')
    const { rowCount: roles } = await client.query('select from pg_roles where rolname = $1', [RUNTIME_ROLE])
    if (roles === 0) await client.query(`create role ${RUNTIME_ROLE} login password '${runtimePassword(password)}'`)
  } catch (error) {
    letGo()
    await exited
    throw error
  }
  return { port, exited }
}

export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
