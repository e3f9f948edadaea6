import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Account, accountFor, findBinaries, removeLeftovers } from './embedded-binaries.ts'
import { connectToServer, findOwned, takeOwnership, waitUntilFree } from './embedded-owner.ts'
import { readLogEnd, spawnTied, tie, waitForExit } from './embedded-process.ts'

const POLL_MS = 25
const START_ATTEMPTS = 4

/** A PostgreSQL of our own; it ends with this process, however this process ends. */
export interface EmbeddedDatabase {
  /** `postgres://topdeck:...@127.0.0.1:<port>/topdeck`; the role is superuser, so it may create further databases. */
  url: string
  dataDir: string
  /** Settles when the server has ended, for whatever reason. */
  exited: Promise<void>
  /** Ends the server at once (connections are cut): drain first. */
  stop(): Promise<void>
}

// log_min_messages: what statements do wrong reaches the application anyway, and their texts may hold secrets.
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
}

/**
 * Starts the PostgreSQL of `dataDir`, which is made on the first start.
 * Rejects with a sentence for the owner of the machine: folder in use, system without binaries, server that does not start.
 */
export async function startEmbedded(options: { dataDir: string; log?: (line: string) => void }): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined)
  const folder = resolve(options.dataDir)
  const cluster = join(folder, 'postgres')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const password = readPassword(folder, cluster)
  if (existsSync(cluster)) await waitUntilFree(folder, password, log)
  const account = accountFor(cluster)
  const place = { folder, cluster, account, bin: findBinaries(folder, account), password }

  for (let attempt = 1; ; attempt++) {
    if (!existsSync(cluster)) {
      log(`Preparing the database in ${cluster}`)
      await createCluster(place)
    }
    await waitUntilFree(folder, password, log)
    const database = await launch(place)
    if (database) return database
    // Somebody took the port or the folder between our look and our start; anything else comes back.
    if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL does not start in ${cluster}:\n${readLogEnd(folder)}`)
    await sleep(POLL_MS * 4 ** attempt)
  }
}

/** The address of the database of `dataDir` while a running server owns it; undefined where none does. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const folder = resolve(dataDir)
  const cluster = join(folder, 'postgres')
  if (!existsSync(cluster)) return undefined
  const password = readPassword(folder, cluster)
  const port = await findOwned(folder, password)
  return port === undefined ? undefined : addressOf(port, password)
}

const addressOf = (port: number, password: string) => `postgres://topdeck:${password}@127.0.0.1:${port}/topdeck`

interface Place {
  folder: string
  cluster: string
  account: Account
  bin: string
  password: string
}

// Linked into place in one step, so that two first starts at once agree on one password.
function readPassword(folder: string, cluster: string) {
  const file = join(folder, 'postgres-password')
  if (!existsSync(file)) {
    if (existsSync(cluster)) throw new Error(`${file} is missing: without it nobody can open the database in ${cluster}.`)
    const fresh = `${file}-${process.pid}-${randomBytes(4).toString('hex')}`
    writeFileSync(fresh, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
    try {
      linkSync(fresh, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(fresh)
    }
  }
  return readFileSync(file, 'utf8')
}

// Under a temporary name first: a kill in between leaves no half cluster that the next start would take for a whole one.
async function createCluster({ folder, cluster, account, bin, password }: Place) {
  removeLeftovers(folder, 'postgres-new-')
  const fresh = join(folder, `postgres-new-${process.pid}-${randomBytes(4).toString('hex')}`)
  mkdirSync(fresh, { mode: 0o700 })
  const passwordFile = join(folder, `postgres-new-${process.pid}-${randomBytes(4).toString('hex')}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [fresh, passwordFile]) chownSync(path, account.uid, account.gid)
  // Handed over open: the account may not be able to enter the folder that the file is in.
  const passwordFd = openSync(passwordFile, 'r')
  unlinkSync(passwordFile)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const login = ['--username=topdeck', '--auth=scram-sha-256', '--pwfile=/dev/fd/4']
  const child = spawnTied({ folder, cwd: fresh, account, extraFd: passwordFd }, join(bin, 'initdb'), [...login, ...locale])
  closeSync(passwordFd)
  const code = await waitForExit(child)
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(`The database could not be created in ${folder}:\n${readLogEnd(folder)}`)
  }
  try {
    renameSync(fresh, cluster)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(cluster)) throw error // else another start was faster
  }
}

// Undefined when the server ended before it was ours.
async function launch({ folder, cluster, account, bin, password }: Place): Promise<EmbeddedDatabase | undefined> {
  if (account || statSync(cluster).uid === process.getuid?.()) chmodSync(cluster, 0o700) // a restored copy may be open to all
  const port = await findFreePort()
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnTied({ folder, cwd: cluster, account }, join(bin, 'postgres'), ['-p', String(port), ...settings])
  let over = false
  const exited = waitForExit(child).then(() => {
    over = true
  })
  let owner: Client | undefined

  async function own() {
    while (!over) {
      const client = await connectToServer(port, password).catch(() => undefined)
      if (!client) {
        await sleep(POLL_MS)
        continue
      }
      // PostgreSQL cuts every connection when it recovers from a crashed one of its processes: own it again.
      client.once('end', () => void own().catch(() => undefined))
      owner = client
      await takeOwnership(client)
      return client
    }
  }

  async function stop() {
    over = true
    tie(child).destroy()
    await exited
    await owner?.end().catch(() => undefined)
  }

  try {
    const client = await own()
    if (!client) return undefined
    const { rowCount } = await client.query("select from pg_database where datname = 'topdeck'")
    if (rowCount === 0) await client.query('create database topdeck')
  } catch (error) {
    await stop()
    throw error
  }
  return { url: addressOf(port, password), dataDir: folder, exited, stop }
}

function findFreePort() {
  return new Promise<number>((settle, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
