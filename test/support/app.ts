import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { routes } from '../../server/app.ts'
import { readHead, sealUpTo } from '../../server/core/audit/seals.ts'
import { readFacts } from '../../server/core/settings/shop-facts.ts'
import { maintenanceJobs } from '../../server/jobs.ts'
import { findAccount } from '../../server/platform/auth/find-account.ts'
import { openSession } from '../../server/platform/auth/sessions.ts'
import { type Db, openDatabase, query } from '../../server/platform/db/connect.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { openStandby, type Standby } from '../../server/platform/db/standby.ts'
import { listenForChanges } from '../../server/platform/events/changes.ts'
import { openReadiness, type Readiness } from '../../server/platform/health/readiness.ts'
import { addPages } from '../../server/platform/http/pages.ts'
import { buildServer, type ServerOptions } from '../../server/platform/http/server.ts'
import { startJobs } from '../../server/platform/jobs/jobs.ts'
import type { SignedAddress } from '../../server/platform/outgoing/request.ts'
import { openFolder } from '../../server/platform/uploads/folder.ts'
import type { Storage } from '../../server/platform/uploads/storage.ts'
import { type HeadStore, openHeadFile } from '../../server/platform/vault/audit-head.ts'
import { storeKeyPrint } from '../../server/platform/vault/shop-key.ts'
import { openVault, type Vault } from '../../server/platform/vault/vault.ts'
import { prepareDatabase } from '../../server/start/start-up.ts'
import { PASSWORD, seedSmallWorld, type World } from '../world.ts'
import { expectWholeChanges } from './audit.ts'
import { type BooksLeft, expectSoundBooks } from './books.ts'
import { createDatabase, type TestDatabase } from './database.ts'

export const STORE_KEY = 'store-key-of-the-tests'

export interface Reply<T> {
  status: number
  body: { success: boolean; code?: string; message?: string; data: T; errors?: { code: string; msg: string; param?: string }[] }
}

/** The real server on a real port over a database of its own, with the small world in it. */
export interface TestApp {
  readonly url: string
  readonly databaseUrl: string
  readonly app: FastifyInstance
  readonly db: Db
  /** As the server has it: `db` is the owner's. */
  readonly runtimeUrl: string
  readonly runtimeDb: Db
  /** Serves reads, where the test brought one. */
  readonly standby: Standby | undefined
  readonly vault: Vault
  readonly world: World
  readonly images: Storage
  readonly readiness: Readiness
  /** The end of the audit log outside the database, in a folder of the test's own. */
  readonly auditHead: HeadStore
  /** Where pictures are kept unless the test brought a storage of its own. */
  readonly imagesFolder: string
  /** Calls an endpoint over HTTP; `token` is an admin's, or the store key. */
  call<E extends Endpoint>(
    endpoint: E,
    input: Sent<E> | Record<string, unknown>,
    token?: string,
    key?: string,
  ): Promise<Reply<Output<E>>>
  /** Opens a session for one of the world's people, without the work that a password takes, and answers its token. */
  signIn(username: string): Promise<string>
  /** The same, with the user that a sign-in answers beside the token. */
  openSession(username: string): Promise<{ user: Record<string, unknown>; token: string }>
  /** Signs in with a password, over HTTP, and answers the token. */
  logIn(username: string, password: string): Promise<string>
  /** Runs one of the upkeep's jobs once. */
  runJob(name: string, stopping?: AbortSignal): Promise<void>
  /** Seals the audit log as far as it goes; nobody else may be writing. */
  sealAudit(): Promise<void>
  /** Ends the server and removes its database; fails if a rule of the books is broken, unless it was on purpose. */
  close(left?: BooksLeft): Promise<void>
}

interface TestAppOptions {
  /** Also serves the built dashboard, for browser tests. */
  pages?: boolean
  trustProxy?: string
  /** Where pictures are kept; a folder of the test's own unless given. */
  images?: Storage
  /** The master key; a random one unless given. */
  key?: Buffer
  /** Names of jobs that run after their times; none unless given, so that nothing changes but by the test's own calls. */
  jobs?: readonly string[]
  /** A migrated database that the test made, in place of a clone of the template. */
  database?: TestDatabase
  /** A standby of it that serves reads. */
  readUrl?: string
  /** Gets every log line, from level info on. */
  log?: (line: string) => void
}

/** Of the first server with pages in this process; 0 until there was one. */
let pagesPort = 0

/** The port of an earlier server with pages, if it is free: a browser has its scripts compiled under that address. */
const portOfPages = (): Promise<number> =>
  new Promise((settle) => {
    const probe = createServer()
    probe.once('error', () => settle(0))
    probe.listen(pagesPort, '127.0.0.1', () => probe.close(() => settle(pagesPort)))
  })

/** Starts a test's own server. */
export const startApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const database = options.database ?? (await createDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'topdeck-app-'))
  const pool = openPool(database.url, 20)
  const db = openDatabase(pool)
  const runtimeDb = openDatabase(openPool(database.runtimeUrl, 20))
  const standby = options.readUrl === undefined ? undefined : openStandby(options.readUrl, 8, runtimeDb)
  const vault = openVault(options.key ?? randomBytes(32))
  await storeKeyPrint(db, vault)
  await prepareDatabase(db, { email: 'owner@topdeck.example', password: PASSWORD })
  const world = await seedSmallWorld(db, vault)
  const imagesFolder = join(dataDir, 'images')
  const images = options.images ?? openFolder(imagesFolder)
  const readiness = openReadiness(database.runtimeUrl, dataDir)
  const auditHead = openHeadFile(dataDir)
  const app = await buildServer({
    routes,
    db: runtimeDb,
    standby,
    vault,
    auditHead,
    changes: await listenForChanges(database.runtimeUrl, console.error),
    images,
    readiness,
    storeKey: STORE_KEY,
    logLevel: options.log ? 'info' : (process.env.LOG_LEVEL ?? 'silent'),
    ...(options.log ? { log: { write: options.log } } : {}),
    trustProxy: options.trustProxy ?? 'off',
    ...(options.pages ? { addPages: addPages({ dev: false }) } : {}),
  })
  // Of this shop: another one that ran in this process may have set others.
  await readFacts(db)
  const jobs = startJobs(runtimeDb, (options.jobs ?? []).map(jobOf), (name, error) => console.error(name, error))
  const url = await app.listen({ port: options.pages ? await portOfPages() : 0, host: '127.0.0.1' })
  if (options.pages) pagesPort ||= Number(new URL(url).port)
  const openSessionOf: TestApp['openSession'] = async (username) => {
    const account = await findAccount(db, username)
    if (!account) throw new Error(`There is no admin '${username}'`)
    const { password_hash: _, ...user } = account
    return { user, token: await openSession(db, user.id, false, { address: '127.0.0.1' }) }
  }
  const call: TestApp['call'] = (endpoint, input, token, key) => request(url, endpoint, input, token, key)
  return {
    url,
    databaseUrl: database.url,
    runtimeUrl: database.runtimeUrl,
    runtimeDb,
    standby,
    app,
    db,
    vault,
    world,
    images,
    readiness,
    auditHead,
    imagesFolder,
    call,
    signIn: async (username) => (await openSessionOf(username)).token,
    openSession: openSessionOf,
    logIn: async (username, password) => {
      const reply = await fetch(`${url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identity: username, password, remember: 0 }),
      })
      const body = (await reply.json()) as { data: { token: string } }
      if (!reply.ok) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`)
      return body.data.token
    },
    runJob: async (name, stopping) => {
      await jobOf(name).run(runtimeDb, stopping)
    },
    sealAudit: async () => {
      const [last] = await query<{ id: number }>(db, 'select coalesce(max(id), 0) as id from audit')
      await sealUpTo(db, vault, last?.id ?? 0)
      const head = await readHead(db)
      if (head) auditHead.write(head)
    },
    close: async (left) => {
      await app.close()
      await jobs.stop()
      await readiness.stop()
      await standby?.stop()
      try {
        if (left?.books !== 'broken') await expectSoundBooks(db)
        await expectWholeChanges(db)
      } finally {
        await runtimeDb.destroy()
        await db.destroy()
        await database.drop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  }
}

/** The jobs that tell readers of changed lists. */
export const LIVE_JOBS = ['fold order counts', 'fold voucher counts', 'fold money counts', 'fold campaign counts']

const jobOf = (name: string) => {
  const job = maintenanceJobs.find((one) => one.name === name)
  if (!job) throw new Error(`There is no job '${name}'`)
  return job
}

/** Changes an audit row behind the server's back, as the owner of the database can. */
export const tamperWithAudit = ({ db }: TestApp, id: number) =>
  db.connection().execute(async (own) => {
    await query(own, 'set session_replication_role = replica')
    await query(own, `update audit set admin_id = null, actor = 'system' where id = $1`, [id])
    await query(own, 'set session_replication_role = default')
  })

interface SecondServer extends Partial<Pick<ServerOptions, 'publicUrl' | 'corsOrigins' | 'storeKey'>> {
  pages?: boolean
  storeAddress?: SignedAddress
  logging?: Pick<ServerOptions, 'logLevel' | 'log' | 'requestLevel'>
  isDiskFull?: boolean
}

/**
 * A second server on the same database, as behind a balancer: the two share nothing else. Serves the dashboard too, if asked, and
 * tells the store at the address of its own environment.
 */
export const startSecondServer = async (
  { runtimeDb: db, vault, images, readiness, runtimeUrl }: TestApp,
  { pages, storeAddress, logging, isDiskFull, ...others }: SecondServer = {},
) => {
  // A file system that never has free space.
  const full = isDiskFull ? openReadiness(runtimeUrl, '/proc') : undefined
  const server = await buildServer({
    routes,
    db,
    vault,
    images,
    readiness: full ?? readiness,
    changes: await listenForChanges(runtimeUrl, console.error),
    storeKey: STORE_KEY,
    trustProxy: 'off',
    storeAddress,
    ...others,
    ...(logging ?? { logLevel: 'silent' }),
    ...(pages ? { addPages: addPages({ dev: false }) } : {}),
  })
  const close = async () => {
    await server.close()
    await full?.stop()
  }
  return { url: await server.listen({ port: 0, host: '127.0.0.1' }), close }
}

/** One call over HTTP, with path parameters filled in. */
export const request = async <E extends Endpoint>(
  url: string,
  endpoint: E,
  input: Record<string, unknown>,
  token?: string,
  key: string = randomBytes(8).toString('hex'),
): Promise<Reply<Output<E>>> => {
  const fields = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value))
  })
  const headers: Record<string, string> = token ? { authorization: token } : {}
  const isRead = endpoint.method === 'GET'
  const query = isRead ? `?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}` : ''
  if (!isRead) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': key })
  const response = await fetch(`${url}/api${path}${query}`, {
    method: endpoint.method,
    headers,
    ...(isRead ? {} : { body: JSON.stringify(fields) }),
  })
  return { status: response.status, body: (await response.json()) as Reply<Output<E>>['body'] }
}
