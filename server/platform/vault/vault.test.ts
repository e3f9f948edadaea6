import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findMasterKey, keyFile, makeKey, openVault } from './vault.ts'

const vault = openVault(Buffer.alloc(32, 7))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'topdeck-vault-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a sealed secret opens, is never the same twice, and shows nothing', () => {
  for (const secret of ['hunter2', '', 'পাসওয়ার্ড 😀', 'x'.repeat(2_000)]) {
    const [one, other] = [vault.seal(secret, 'order.ingamepassword 7'), vault.seal(secret, 'order.ingamepassword 7')]
    expect(vault.open(one, 'order.ingamepassword 7')).toBe(secret)
    expect(one.equals(other)).toBe(false)
    if (secret !== '') expect(one.includes(secret)).toBe(false)
  }
})

test('a changed, cut, moved or foreign value does not open', () => {
  const sealed = vault.seal('hunter2', 'order.ingamepassword 7')
  // The first byte only says which version this is.
  for (let at = 1; at < sealed.length; at++) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => vault.open(altered, 'order.ingamepassword 7')).toThrow()
  }
  for (const length of [0, 1, 13, 28, sealed.length - 1]) {
    expect(() => vault.open(sealed.subarray(0, length), 'order.ingamepassword 7')).toThrow()
  }
  for (const place of ['order.ingamepassword 8', 'order.securitycode 7', 'voucher.code 7'] as const)
    expect(() => vault.open(sealed, place)).toThrow()
  expect(() => openVault(Buffer.alloc(32, 8)).open(sealed, 'order.ingamepassword 7')).toThrow()
})

test('the index finds a whole code in any case, and differs from key to key', () => {
  expect(vault.index(' Gems-A001 ').equals(vault.index('GEMS-a001'))).toBe(true)
  expect(vault.index('GEMS-A001').equals(vault.index('GEMS-A002'))).toBe(false)
  expect(vault.index('GEMS-A001').equals(openVault(Buffer.alloc(32, 8)).index('GEMS-A001'))).toBe(false)
})

test('the master key is made once, for the owner alone, and a broken file is refused', () => {
  const file = join(folder, 'data', 'master.key')
  const key = makeKey(keyFile(join(folder, 'data')))
  expect(key).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(() => makeKey(keyFile(join(folder, 'data')))).toThrow('EEXIST')
  expect(findMasterKey(join(folder, 'data'))?.equals(key)).toBe(true)
  expect(findMasterKey(join(folder, 'data'), 'ab'.repeat(32))?.toString('hex')).toBe('ab'.repeat(32))
  expect(readFileSync(file, 'utf8')).toBe(key.toString('hex'))
  for (const mode of [0o640, 0o604, 0o644]) {
    chmodSync(file, mode)
    expect(() => findMasterKey(join(folder, 'data'))).toThrow(`chmod 600 ${file}`)
  }
  chmodSync(file, 0o400)
  expect(findMasterKey(join(folder, 'data'))?.equals(key)).toBe(true)
  chmodSync(file, 0o600)
  writeFileSync(file, 'not a key')
  expect(() => findMasterKey(join(folder, 'data'))).toThrow(
    /does not hold 64 hexadecimal digits\. Bring back a whole copy of it; only if there is none, move this file away and start/,
  )
})
