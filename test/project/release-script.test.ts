import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Packs an empty release, lists no parts, and says what it was asked. */
const NPM = `#!/bin/sh
echo "$1" >> npm-was-asked
[ "$1" = "$FAILS" ] && exit 1
[ "$1" = pack ] && echo packed > "$4/topdeck-1.2.0.tgz"
[ "$1" = sbom ] && echo '{}'
exit 0
`

let folder: string
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
const git = (...words: string[]) => {
  const who = ['-c', 'user.name=Release', '-c', 'user.email=release@topdeck.example']
  const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}
const release = (fails = '') => {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, FAILS: fails }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs'], { cwd: folder, encoding: 'utf8', env })
  return { status, said: `${stdout}${stderr}`.trim() }
}
const asked = () => readFileSync(join(folder, 'npm-was-asked'), 'utf8').trim().split('\n')

/** A clone in which 1.2.0 is ready to be released. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'topdeck-release-script-'))
  for (const script of ['release.mjs', 'programs.mjs']) cpSync(join(ROOT, 'scripts', script), join(folder, 'scripts', script))
  mkdirSync(join(folder, 'bin'))
  write('bin/npm', NPM)
  chmodSync(join(folder, 'bin', 'npm'), 0o755)
  write('.gitignore', 'release\nnpm-was-asked\n')
  write('package.json', '{ "version": "1.2.0" }')
  write('package-lock.json', '{ "version": "1.2.0" }')
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.0 (2027-01-04)\n\n### Added\n\n- Something\n')
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '-A')
  git('commit', '--quiet', '--message', 'Release 1.2.0')
})
afterEach(() => rmSync(folder, { recursive: true }))

const commit = (file: string, text: string) => {
  write(file, text)
  git('commit', '--quiet', '--all', '--message', 'Change')
}

test.each<[string, () => void, string]>([
  ['on another branch', () => git('switch', '--quiet', '--create', 'other'), 'A release is made on main: switch to it.'],
  [
    'with a file that is not committed',
    () => write('new.ts', ''),
    'There are changes that are not committed: commit or remove them.',
  ],
  ['twice', () => git('tag', 'v1.2.0'), 'v1.2.0 is released already: set the next version in package.json.'],
  [
    'with another lock file',
    () => commit('package-lock.json', '{ "version": "1.1.0" }'),
    'package-lock.json is of another version than package.json (1.2.0): run npm install.',
  ],
  ...['# Changelog', '## 1.2.0', '## 1.2.0 (not released yet)', '## 11.2.0 (2027-01-04)'].map(
    (text): [string, () => void, string] => [
      `with '${text}' in the changelog`,
      () => commit('CHANGELOG.md', `${text}\n`),
      "CHANGELOG.md has no '## 1.2.0 (YYYY-MM-DD)': write what it adds, changes and fixes.",
    ],
  ),
])('nothing is released %s', (_, prepare, said) => {
  prepare()
  expect(release()).toEqual({ status: 1, said })
  expect(readdirSync(folder)).not.toContain('npm-was-asked')
})

test('what is tested is packed, with its parts and their checksums', () => {
  const { status, said } = release()
  expect({ status, said }).toMatchObject({ status: 0, said: expect.stringMatching(/^release\/ has .*Now: git tag v1\.2\.0$/) })
  expect(asked()).toEqual(['test', 'pack', 'sbom'])
  const files = ['topdeck-1.2.0.cdx.json', 'topdeck-1.2.0.tgz']
  expect(readdirSync(join(folder, 'release')).sort()).toEqual(['SHA256SUMS', ...files])
  const check = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(folder, 'release'), encoding: 'utf8' })
  expect(check.stdout).toBe(files.map((file) => `${file}: OK\n`).join(''))
})

test('what fails its tests is not packed', () => {
  expect(release('test')).toEqual({ status: 1, said: '1.2.0 was not released: the tests failed.' })
  expect(asked()).toEqual(['test'])
})
