import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import { createEmptyDatabase, tablesOf } from '../test/support/backups.ts'
import { buildInstallation, type Started } from '../test/support/installation.ts'
import { exitOf, launch, readPostmaster } from '../test/support/product.ts'
import { seedSmallWorld } from '../test/world.ts'
import { openDatabase } from './platform/db/connect.ts'
import { checkLetters } from './platform/db/letters.ts'
import { migrate } from './platform/db/migrate.ts'
import { openPool } from './platform/db/pool.ts'
import { openVault } from './platform/vault/vault.ts'

const KEY = 'ab'.repeat(32)
const PAGE = '<!doctype html><html lang="en"></html>'
/** As long as a stop waits for a connection that says nothing. */
const DRAIN_MS = 10_000
/** What MIGRATION_LOCK in db/migrate.ts says. */
const MIGRATION_LOCK = 7_040_001

let installation: ReturnType<typeof buildInstallation>
beforeAll(() => {
  installation = buildInstallation(PAGE)
})
afterAll(() => installation.remove())

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let pool: pg.Pool
beforeEach(async () => {
  database = await createEmptyDatabase()
  pool = openPool(database.url, 2)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const start = (mode: string, env: NodeJS.ProcessEnv = {}) =>
  installation.start(mode, { DATABASE_URL: database.url, MASTER_KEY: KEY, ...env })
const ready = ({ output }: Started) => expect.poll(output).toContain('Topdeck is ready at')

test('a port in use is reported before anything is done to the database', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  const { ended, output } = start('start', { PORT: String(port) })
  expect(await ended).toBe(1)
  other.close()
  expect(output().trimEnd().split('\n')).toEqual([
    `Port ${port} on 127.0.0.1 is in use already: end the program that has it, or set PORT to another one.`,
  ])
  const { rows } = await pool.query(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  expect(rows).toEqual([])
})

test('a port in use is reported before a new shop gets its database', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  const dataDir = join(installation.folder, 'taken')
  const { ended, output } = start('start', { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' })
  expect(await ended).toBe(1)
  other.close()
  expect(output()).toContain(`Port ${port} on 127.0.0.1 is in use already`)
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  ['postgres://127.0.0.1:1/shop', /^The database cannot be reached: connect ECONNREFUSED/],
  ['postgres://127.0.0.1:1,127.0.0.1:2/shop', /^The database cannot be reached: connect ECONNREFUSED/],
])('a database that cannot be used is reported: %s', async (url, sentence) => {
  const { ended, output } = start('start', { DATABASE_URL: url })
  expect(await ended).toBe(1)
  expect(output()).toMatch(sentence)
})

/** Options of CREATE DATABASE. */
const WITHOUT_LETTERS = `template template0 encoding 'UTF8' locale_provider libc locale 'C'`
const NEEDED =
  'The database of DATABASE_URL must be UTF8 with a locale that knows letters: ' +
  'createdb topdeck --owner topdeck -T template0 -E UTF8 --locale=C.UTF-8'

test('a new database that would not find every customer is refused and left empty', async () => {
  const other = await createEmptyDatabase(WITHOUT_LETTERS)
  const { ended, output } = start('start', { DATABASE_URL: other.url })
  expect(await ended).toBe(1)
  expect(output()).toBe(`${NEEDED}\n`)
  const own = openPool(other.url, 1)
  expect(await tablesOf(own)).toEqual([])
  await own.end()
  await other.drop()
})

test.each(['SQL_ASCII', 'LATIN1'])('so is one with %s', async (encoding) => {
  const other = await createEmptyDatabase(`template template0 encoding '${encoding}' locale_provider libc locale 'C'`)
  const own = openPool(other.url, 1)
  await expect(checkLetters(async (text) => (await own.query(text)).rows)).rejects.toThrow(NEEDED)
  await own.end()
  await other.drop()
})

test('a shop in such a database opens and says so, what is closed, what is left over', async () => {
  const other = await createEmptyDatabase(WITHOUT_LETTERS)
  const own = openPool(other.url, 1)
  await migrate(own)
  await own.end()
  const dataDir = join(installation.folder, 'left')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  const started = start('start', { DATABASE_URL: other.url, DATA_DIR: dataDir })
  await ready(started)
  const { output, child, ended } = started
  expect(output()).toContain(`${NEEDED}. Bring its shop there by npm run backup and npm run restore.\n`)
  await expect.poll(output).toContain(`${join(dataDir, 'postgres')} holds another database`)
  expect(output()).toContain('The store API is closed, so no orders come in: add a store key on /settings to open it.')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await other.drop()
})

test('a database that is not its role’s is reported with what to do', async () => {
  await pool.query('revoke create on schema public from pg_database_owner')
  const { ended, output } = start('start')
  expect(await ended).toBe(1)
  expect(output()).toBe(
    'The database of DATABASE_URL: permission denied for schema public. It has to belong to its role (createdb --owner).\n',
  )
})

test('an address that is not this machine’s is reported before anything is made', async () => {
  const dataDir = join(installation.folder, 'nowhere')
  const { ended, output } = start('start', { HOST: '192.0.2.1', DATA_DIR: dataDir, DATABASE_URL: '' })
  expect(await ended).toBe(1)
  expect(output()).toBe('HOST 192.0.2.1 is not an address of this machine: 127.0.0.1 is, and 0.0.0.0 is all it has.\n')
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  ['a file', '', /^DATA_DIR \S+\/a-file is not a folder: set another DATA_DIR\.\n$/],
  ['below a file', 'data', /^DATA_DIR \S+\/a-file\/data is not a folder: set another DATA_DIR\.\n$/],
])('a data folder that is %s is reported in a sentence', async (_, below, sentence) => {
  const file = join(installation.folder, 'a-file')
  writeFileSync(file, '')
  const { ended, output } = start('start', { DATA_DIR: join(file, below), DATABASE_URL: '' })
  expect(await ended).toBe(1)
  expect(output()).toMatch(sentence)
})

test.each([
  [['start', '--port'], 'npm start takes no words: settings are environment variables (see README.md)'],
  [['demo', '--fast'], 'npm run demo takes no words: settings are environment variables (see README.md)'],
  [['dmeo'], "There is no 'dmeo'."],
])('words that say nothing to it are refused before anything is made: %j', async (words, sentence) => {
  const dataDir = join(installation.folder, 'words')
  const { child, output } = launch(dataDir, words)
  expect((await exitOf(child)).code).toBe(1)
  expect(output().split('\n')[0]).toBe(sentence)
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  [['--help'], /^Topdeck, .+\n\n {2}npm start .+\n(.+\n)*.*npm run backup -- FILE \[--with-key\] .+\n(.+\n)*\nSettings are /],
  [['backup', '--help'], /^Topdeck, /],
  [['--version'], /^\d+\.\d+\.\d+\S*\n$/],
])('%j answers and makes nothing', async (words, answer) => {
  const dataDir = join(installation.folder, 'words')
  const { child, output } = launch(dataDir, words)
  expect((await exitOf(child)).code).toBe(0)
  expect(output()).toMatch(answer)
  expect(existsSync(dataDir)).toBe(false)
})

test.each(['start', 'demo', 'restore'])('%s ends at once where no folder can be made', async (command) => {
  const { child, output } = launch('/proc/topdeck', command === 'restore' ? [command, import.meta.filename] : [command])
  expect((await exitOf(child)).code).toBe(1)
  expect(output()).toMatch(/No folder can be made in \/proc, so not \/proc\/topdeck\S*: set another DATA_DIR\.|is not a backup/)
})

test('a signal ends a start that waits for another one’s migration', async () => {
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const { child, ended } = start('start')
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted and database = (
    select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  child.kill('SIGTERM')
  // The other one goes on until this one has ended.
  expect(await ended).toBe(0)
  holder.release(true)
})

test('a shop survives a killed database; without any it ends with a sentence', async () => {
  const dataDir = join(installation.folder, 'killed')
  const started = start('start', { DATABASE_URL: '', DATA_DIR: dataDir })
  await ready(started)
  const { output, ended } = started
  onTestFailed(() => console.log(output()))
  const url = /ready at (\S+)/.exec(output())?.[1]
  const statusOf = async (path: string) => (await fetch(`${url}/api/${path}`)).status
  const signIn = async () => {
    const body = JSON.stringify({ identity: 'nobody', password: 'wrong', remember: 0 })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body })).status
  }
  const refused = await signIn()
  const { pid } = readPostmaster(dataDir)
  process.kill(pid, 'SIGKILL')
  await expect.poll(output).toContain('The database runs again')
  expect([await signIn(), refused]).toEqual([401, 401])
  const again = readPostmaster(dataDir)
  expect(again.pid).not.toBe(pid)

  // One that cannot start: the shop serves on, and says why.
  const losses = () => output().match(/\d{4}-\d\d-\d\dT[\d:]+Z Database connection lost: /g)?.length ?? 0
  const returns = () => output().match(/\dZ The database answers again/g)?.length ?? 0
  let before = 0
  const isAnswered = () => {
    before = losses()
    return returns() === before
  }
  await expect.poll(isAnswered).toBe(true)
  const config = join(dataDir, 'postgres', 'postgresql.conf')
  const readable = readFileSync(config)
  appendFileSync(config, 'nonsense = 1\n')
  process.kill(again.pid, 'SIGKILL')
  await expect.poll(output).toContain('Trying again until it does')
  await expect.poll(losses).toBe(before + 1)
  expect([await statusOf('health'), await statusOf('ready')]).toEqual([200, 503])
  writeFileSync(config, readable)
  await expect.poll(returns).toBe(before + 1)
  await expect.poll(() => statusOf('ready')).toBe(200)
  expect(losses()).toBe(before + 1)

  const last = readPostmaster(dataDir)
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'away'))
  process.kill(last.pid, 'SIGKILL')
  expect(await ended).toBe(1)
  expect(output().trimEnd().split('\n').at(-1)).toBe(
    `The database ended and cannot be started again, so the server stops. The database in ${dataDir}/postgres is gone: restore a backup.`,
  )
})

test('a job that does not end keeps a stopping server no longer than others', async () => {
  const server = start('start')
  await ready(server)
  await pool.query(
    `create or replace function fold_voucher_counts() returns bigint language sql as 'select pg_sleep(25); select 0::bigint'`,
  )
  const folding = `select from pg_stat_activity where datname = current_database() and state = 'active' and query like '%fold_voucher_counts%'
    and pid <> pg_backend_pid()`
  await expect.poll(async () => (await pool.query(folding)).rowCount).toBe(1)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('Not everything had ended in time')
})

test('from SIGTERM on a server is not ready, and serves for the time that is set', async () => {
  const DRAIN_SECONDS = 2
  const started = start('start', { DRAIN_SECONDS: String(DRAIN_SECONDS) })
  await ready(started)
  const [, url] = /ready at (http:\/\/\S+)/.exec(started.output()) ?? []
  const statusOf = async (path: string) => (await fetch(`${url}${path}`, { headers: { connection: 'close' } })).status
  expect(await statusOf('/api/ready')).toBe(200)
  const signalled = performance.now()
  started.child.kill('SIGTERM')
  await expect.poll(() => statusOf('/api/ready')).toBe(503)
  expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({ code: 'server_stopping' })
  expect(await statusOf('/api/health')).toBe(200)
  expect(await started.ended).toBe(0)
  expect(performance.now() - signalled).toBeGreaterThan(DRAIN_SECONDS * 1_000)
})

test('a stop seals the last minute, and spare browser connections do not delay it', async () => {
  const server = start('start')
  await ready(server)
  await pool.query(
    `insert into audit (actor, address, request_id, action, subject, facts) values ('system', '', '', 'last', 'admin', '{}')`,
  )
  const port = Number(/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(server.output())?.[1])
  const reserve = connect(port, '127.0.0.1')
  await once(reserve, 'connect')
  const requested = performance.now()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(performance.now() - requested).toBeLessThan(DRAIN_MS)
  reserve.destroy()
  const { rows } = await pool.query('select (select max(id) from audit) = (select max(to_id) from audit_seals) as is_sealed')
  expect(rows).toEqual([{ is_sealed: true }])
})

test.each([
  ['', ''],
  [' in a schema of its role', 'create schema authorization current_user;'],
])('the demo leaves a real shop%s as it is, also one of an older version', async (_, schema) => {
  await pool.query(`${schema} create table users (name text); insert into users values ('somebody')`)
  const { ended, output } = start('demo')
  expect(await ended).toBe(1)
  expect(output()).toBe(
    'The database of DATABASE_URL belongs to a real shop, and the demo leaves it alone. Start the shop with npm start, ' +
      'or give the demo another database, or none.\n',
  )
  expect(await tablesOf(pool)).toEqual(['users'])
})

test('a shop without its key starts with a new one only if asked to; counts lost codes', async () => {
  const first = start('start')
  await ready(first)
  await seedSmallWorld(openDatabase(pool), openVault(Buffer.from(KEY, 'hex')))
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const { ended, output } = start('start', { MASTER_KEY: '' })
  expect(await ended).toBe(1)
  expect(output()).toMatch(/^The key of this shop is missing: .*\n$/)
  expect(existsSync(join(installation.dataDir, 'master.key'))).toBe(false)
  const another = start('start', { MASTER_KEY: 'cd'.repeat(32), MASTER_KEY_LOST: 'yes' })
  await ready(another)
  expect(another.output()).toMatch(/^Hid 2 voucher codes that were for sale: nobody can read them any more\.\n/)
  another.child.kill('SIGTERM')
  expect(await another.ended).toBe(0)
})
