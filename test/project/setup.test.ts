import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Root may write everywhere. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534 } : {}
const UPDATED = 'Topdeck was updated and not started since'

let folder: string
let server: ChildProcess | undefined

/** A clone whose packages are those of another lock file, with an npm that says that it was called. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'topdeck-setup-'))
  cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true })
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify(lock))
  symlinkSync(process.execPath, join(folder, 'node_modules', '.bin', 'node'))
  lock.packages['node_modules/fastify'].version = '99.0.0'
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'npm'), `#!/bin/sh\ntouch ${join(folder, 'installed')}\n`)
  chmodSync(join(folder, 'bin', 'npm'), 0o755)
})
afterEach(() => {
  server?.kill('SIGKILL')
  server = undefined
  rmSync(folder, { recursive: true })
})

const setUp = (event: string, { args = [], ...as }: { uid?: number; args?: string[] } = {}) => {
  const { DATA_DIR: _, ...env } = process.env
  const path = `${join(folder, 'bin')}:${process.env.PATH}`
  const options = { env: { ...env, PATH: path, npm_lifecycle_event: event }, encoding: 'utf8', ...as } as const
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts', 'setup.mjs'), ...args], options)
  return { status, stderr, isInstalled: existsSync(join(folder, 'installed')) }
}

/** A process that the data folder names as its database. */
const runDatabase = async () => {
  server = spawn('sleep', ['60'], { argv0: 'postgres', stdio: 'ignore' })
  await new Promise((started) => server?.once('spawn', started))
  mkdirSync(join(folder, 'data', 'postgres'), { recursive: true })
  writeFileSync(join(folder, 'data', 'postgres', 'postmaster.pid'), `${server.pid}\n`)
}

test.each(['prebackup', 'prerestore', 'prereset-password'])('%s installs nothing beneath a server', (event) => {
  const { status, stderr, isInstalled } = setUp(event)
  expect({ status, isInstalled }).toEqual({ status: 0, isInstalled: false })
  expect(stderr).toContain(UPDATED)
})

test('a backup of a server without the packages for building needs none of them', () => {
  const present = join(folder, 'node_modules', '.package-lock.json')
  const lock = JSON.parse(readFileSync(present, 'utf8'))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const packages = Object.entries<{ dev?: true }>(lock.packages).filter(([, { dev }]) => !dev)
  writeFileSync(present, JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }))
  expect(setUp('prebackup')).toEqual({ status: 0, stderr: '', isInstalled: false })
})

test('a clone without packages gets them, whatever is asked of it first', () => {
  rmSync(join(folder, 'node_modules', '.package-lock.json'))
  expect(setUp('prerestore')).toMatchObject({ status: 0, isInstalled: true })
})

test('another user’s folder is reported in a sentence, and npm not called', () => {
  chmodSync(folder, 0o555)
  const refused = setUp('prestart', NOBODY)
  chmodSync(folder, 0o755)
  expect(refused).toEqual({
    status: 1,
    stderr: `${folder}/ cannot be written to by this user: give the whole of ${folder}/ to it (chown -R), then try again.\n`,
    isInstalled: false,
  })
})

test('a start after an update installs, but not while its database runs', async () => {
  await runDatabase()
  const refused = setUp('prestart')
  expect(refused).toMatchObject({ status: 1, isInstalled: false })
  expect(refused.stderr).toContain('Topdeck is running on ./data')
  server?.kill('SIGKILL')
  await new Promise((ended) => server?.once('exit', ended))
  expect(setUp('prestart')).toMatchObject({ status: 0, isInstalled: true })
})

/** Sets up with a build that does this. */
const buildWith = (program: string) => {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), lock)
  for (const name of ['web', 'contract', 'node_modules/vite/bin']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['index.html', 'vite.config.ts', 'vite.modules.ts', 'vite.licences.ts'])
    writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, 'node_modules', 'vite', 'bin', 'vite.js'), program)
  const { status, stderr } = setUp('prestart', { args: ['build'] })
  return { status, sentence: stderr.trimEnd().split('\n').at(-1) }
}
const KILLED = (signal: string) =>
  `The dashboard could not be built: the build was killed (${signal}), most likely because memory ran out ` +
  '(building needs 700 MB free): end other programs or add swap.'

test.each([
  ['Linux kills for want of memory', `process.kill(process.pid, 'SIGKILL')`, KILLED('SIGKILL')],
  ['has no more memory in Node', 'for (const all = []; ; ) all.push(Array(100_000).fill(all.length))', KILLED('SIGABRT')],
  ['somebody ends', `process.kill(process.pid, 'SIGTERM')`, 'The dashboard could not be built: the build was ended by SIGTERM.'],
  ['fails', 'process.exit(1)', 'The dashboard could not be built: the reason is above.'],
])('of a build that %s, the reason is shown', (_, program, sentence) => {
  expect(buildWith(program)).toEqual({ status: 1, sentence })
})

test('of an installation that is killed, too', () => {
  writeFileSync(join(folder, 'bin', 'npm'), '#!/bin/sh\nkill -9 $$\n')
  expect(setUp('prestart')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^npm could not install the packages: npm was killed \(SIGKILL\), most likely because memory ran out /,
    ),
  })
})

test('the build warns of nothing, and says every 10 seconds how long it has taken', { timeout: 60_000 }, () => {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), lock)
  for (const name of ['web', 'contract', 'node_modules/vite/bin']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['index.html', 'vite.config.ts', 'vite.modules.ts', 'vite.licences.ts'])
    writeFileSync(join(folder, name), '')
  const program = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'words'))}, process.argv.join(' '))`
  writeFileSync(join(folder, 'node_modules', 'vite', 'bin', 'vite.js'), `${program}; setTimeout(() => {}, 10_500)`)
  const { DATA_DIR: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, [join(folder, 'scripts', 'setup.mjs'), 'build'], { env, encoding: 'utf8' })
  expect(stdout).toBe('Building the dashboard ...\n  Building the dashboard: 10 s ...\n')
  expect(readFileSync(join(folder, 'words'), 'utf8')).toContain('--logLevel error')
})

const runTests = (...words: string[]) => {
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH}` }
  return spawnSync(process.execPath, [join(ROOT, 'scripts', 'test.mjs'), ...words], { cwd: ROOT, env, encoding: 'utf8' })
}

test('a word that is neither a step nor in the path of a test is named', () => {
  const { status, stderr } = runTests('types', 'bananas')
  expect([status, stderr]).toEqual([
    1,
    "'bananas' is no step (types, lint, build, sizes, tests, browser, changed), and no test file has it in its path.\n",
  ])
})

test('a word of a path runs its tests, and a step as well as a word that step alone', { timeout: 120_000 }, () => {
  const { stdout } = runTests('tests', 'digits')
  expect(stdout).toContain('contract/digits.test.ts')
  expect(stdout).toMatch(/^tests +passed/m)
  expect(stdout).toContain('1 passed, 0 failed')
})

test('a release carries the lock file, and does not leave it beside npm’s own', () => {
  const release = join(folder, 'npm-shrinkwrap.json')
  const locked = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  setUp('prepack')
  expect(readFileSync(release, 'utf8')).toBe(locked)
  for (const event of ['postpack', 'prestart']) {
    writeFileSync(release, 'left by a pack that was killed')
    setUp(event)
    expect(existsSync(release)).toBe(false)
  }
})
