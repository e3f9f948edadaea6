import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../../server/env.ts'

const FOLDER = join(import.meta.dirname, '../../docs/debian')
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
const script = read('install.sh')

test('the script for a fresh Debian is a shell’s, and uses every file beside it', () => {
  for (const file of ['install.sh', 'topdeck']) execFileSync('sh', ['-n', join(FOLDER, file)])
  const unused = readdirSync(FOLDER).filter((file) => file !== 'install.sh' && !script.includes(file))
  expect(unused).toEqual([])
  for (const [, file = ''] of script.matchAll(/docs\/debian\/([\w.-]+)/g)) expect(existsSync(join(FOLDER, file)), file).toBe(true)
})

test('it fills in all that its files leave open', () => {
  const left = readdirSync(FOLDER).flatMap((file) => read(file).match(/@[A-Z_]+@/g) ?? [])
  expect(left.filter((name) => !script.includes(`s|${name}|`))).toEqual([])
})

test('its site is the one of the README', () => {
  const location = /location \/ \{\n[^}]+\}/
  const lines = (text: string) =>
    location
      .exec(text)?.[0]
      .split('\n')
      .map((line) => line.trim())
  expect(lines(read('nginx.conf'))).toEqual(lines(readFileSync(join(FOLDER, '../../README.md'), 'utf8')))
})

test('its settings are settings, and the server takes them', () => {
  const [, settings = ''] = /cat >\/etc\/topdeck\.env <<END\n([\s\S]*?)END/.exec(script) ?? []
  const given = [...settings.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const)
  const { BACKUP_DIR: _, ...env } = Object.fromEntries(given)
  const filled = { ...env, PUBLIC_URL: 'https://desk.shop.example', ADMIN_EMAIL: 'you@shop.example', STORE_KEY: 'ab'.repeat(24) }
  expect(readEnv(filled)).toMatchObject({ ...filled, DATA_DIR: '$home/data', TRUST_PROXY: '127.0.0.1' })
})
