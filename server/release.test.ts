import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'topdeck-release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packed = (): string[] => {
  const [release] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }),
  ) as { files: { path: string }[] }[]
  return release?.files.map(({ path }) => path) ?? []
}

test('what npm pack takes starts where npm installs it, with no build and no source of the dashboard', async () => {
  const files = packed().filter((path) => !path.startsWith('dist/'))
  expect(files.filter((path) => /\.test\.ts$|^(web|test|bench)\//.test(path))).toEqual([])
  const home = join(folder, 'node_modules', 'topdeck')
  for (const path of files) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    cpSync(join(ROOT, path), join(home, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'))
  const child = spawn(process.execPath, [join(home, 'scripts/topdeck.mjs'), 'backup'], { cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await new Promise((settle) => child.once('close', settle))
  expect(output).toBe('Say where to: npm run backup -- FILE [--with-key]\n')
})
