import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../support/backups.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'topdeck-release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What npm packs of a folder. */
const filesOf = (cwd: string): string[] => {
  const [release] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd, encoding: 'utf8', maxBuffer: 1e8 }),
  ) as { files: { path: string }[] }[]
  return release?.files.map(({ path }) => path) ?? []
}

/** Where npm installs the release. */
const install = () => {
  const files = filesOf(ROOT).filter((path) => !path.startsWith('dist/'))
  const home = join(folder, 'node_modules', 'topdeck')
  for (const path of files) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    cpSync(join(ROOT, path), join(home, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'))
  mkdirSync(join(home, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(home, 'dist', 'index.html'), '<!doctype html><html lang="en"></html>')
  return { files, program: join(home, 'scripts/topdeck.mjs') }
}
const { files, program } = install()

const listen = (child: ChildProcessByStdio<null, Readable, Readable>) => {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { output: () => output, closed: new Promise<void>((settle) => child.once('close', () => settle())) }
}
const STDIO: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']

const answerTo = async (...words: string[]) => {
  const { output, closed } = listen(spawn(process.execPath, [program, ...words], { cwd: folder, stdio: STDIO }))
  await closed
  return output()
}

test('what npm pack takes starts where npm installs it, without build and sources', async () => {
  expect(files.filter((path) => /\.test\.ts$|^(web|test|bench)\//.test(path))).toEqual([])
  expect(await answerTo('backup')).toBe('Say where to: npx topdeck backup FILE [--with-key]\n')
})

test('npm installs what was tested, to the last package, where it is unpacked', () => {
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  cpSync(join(ROOT, 'package-lock.json'), join(unpacked, 'npm-shrinkwrap.json'))
  for (const file of ['package.json', 'docs/store-client/package.json']) cpSync(join(ROOT, file), join(unpacked, file))
  expect(filesOf(unpacked)).toContain('npm-shrinkwrap.json')
  const words = ['ci', '--omit=dev', '--dry-run', '--offline', '--cache', join(folder, 'cache')]
  const added = execFileSync('npm', words, { cwd: unpacked, encoding: 'utf8' })
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  expect(added).toContain(`add fastify ${packages['node_modules/fastify'].version}`)
  expect(added).not.toContain('add vite ')
})

test('its command answers what it can do, by its own name', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(await answerTo('--version')).toBe(`${version}\n`)
  const help = await answerTo('--help')
  expect(help).toContain('npx topdeck restore FILE')
  expect(help).not.toMatch(/npm|dev/)
  for (const word of ['stat', 'dev']) expect(await answerTo(word)).toBe(`There is no '${word}'.\n\n${help}`)
})

test('every relative link in its texts leads to something in it', () => {
  const broken = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\]\((?!#|https?:)([^)#]+)/g)]
        .map(([, link = '']) => join(dirname(path), link))
        .filter((target) => !files.some((file) => file === target || file.startsWith(`${target}/`)))
        .map((target) => `${path}: ${target}`),
    )
  expect(broken).toEqual([])
})

/** A server on this database, as npx runs it. `said` waits for one of its lines; `closed`, until its output has ended. */
const startOn = (url: string) => {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: '0', DATABASE_URL: url, MASTER_KEY: 'ab'.repeat(32), npm_command: 'exec' }
  // The second command keeps the shell from becoming the server.
  const command = `'${process.execPath}' '${program}' start; :`
  const shell = spawn('sh', ['-c', command], { cwd: folder, env, stdio: STDIO })
  const { output, closed } = listen(shell)
  return { shell, output, closed, said: (line: string) => expect.poll(output).toContain(line) }
}
const READY = 'Topdeck is ready at'

test('a signal to npx ends the server, though the shell between them passes none on', async () => {
  const database = await createEmptyDatabase()
  const { shell, output, closed, said } = startOn(database.url)
  await said(READY)
  shell.kill('SIGTERM')
  await closed
  const url = /ready at (\S+)/.exec(output())?.[1]
  await expect(fetch(`${url}/api/health`)).rejects.toThrow('fetch failed')
  await database.drop()
})

test('an update names the migrations of its start, and the version before is refused', async () => {
  const database = await createEmptyDatabase()
  const startAndStop = async () => {
    const { shell, output, closed, said } = startOn(database.url)
    await said(READY)
    shell.kill('SIGTERM')
    await closed
    return output()
  }
  const migration = join(dirname(program), '../db/migrations/001-remark.sql')
  expect(await startAndStop()).not.toContain('forward')
  writeFileSync(migration, "alter table banners add column remark text not null default ''")
  expect(await startAndStop()).toContain('Brought the tables forward: 001-remark.sql.')
  rmSync(migration)
  const before = startOn(database.url)
  await before.closed
  expect(before.output()).toContain('The database is newer than this program: it has 001-remark.sql.')
  await database.drop()
})
