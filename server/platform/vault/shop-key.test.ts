import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { seedSmallWorld } from '../../../test/world.ts'
import { query } from '../db/connect.ts'
import { openShopVault } from './shop-key.ts'
import { keyFile, openVault } from './vault.ts'

const OWN = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)
const vaultOf = (key: string) => openVault(Buffer.from(key, 'hex'))

let shop: Awaited<ReturnType<typeof openTestDatabase>>
let dataDir: string
beforeEach(async () => {
  shop = await openTestDatabase(2)
  dataDir = mkdtempSync(join(tmpdir(), 'topdeck-key-'))
})
afterEach(async () => {
  await shop.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const open = (given?: string, isLost = false) => openShopVault(shop.db, { dataDir, given, isLost })
const hasPrint = async () => (await query<{ key_print: string | null }>(shop.db, 'select key_print from settings'))[0]?.key_print
const statuses = async () =>
  (await query<{ status: number }>(shop.db, 'select status from vouchers order by id')).map(({ status }) => status)
const sealCodes = (key: string) => seedSmallWorld(shop.db, vaultOf(key))

test('a new shop makes its key once, and opens with it at each start', async () => {
  const vault = await open()
  expect(existsSync(keyFile(dataDir))).toBe(true)
  const sealed = vault.seal('hunter2', 'order.ingamepassword 7')
  expect((await open()).open(sealed, 'order.ingamepassword 7')).toBe('hunter2')
})

test('a shop that has had a key refuses to start without it, and makes no other', async () => {
  await open()
  rmSync(keyFile(dataDir))
  await expect(open()).rejects.toThrow(
    `The key of this shop is missing: put its master.key to ${keyFile(dataDir)}, or set MASTER_KEY.`,
  )
  expect(existsSync(keyFile(dataDir))).toBe(false)
})

test('a damaged key is replaced as its sentence says: file away, owner’s word', async () => {
  await open()
  writeFileSync(keyFile(dataDir), 'ab')
  await expect(open(undefined, true)).rejects.toThrow('move this file away and start the server once with MASTER_KEY_LOST=yes')
  renameSync(keyFile(dataDir), `${keyFile(dataDir)}.damaged`)
  await open(undefined, true)
  await open()
})

test('another key is refused, and the shop still knows its own', async () => {
  await open(OWN)
  const print = await hasPrint()
  await expect(open(OTHER)).rejects.toThrow('MASTER_KEY is not the key of this shop')
  expect(await hasPrint()).toBe(print)
  await open(OWN)
})

test('of two first starts at once with different keys one is refused', async () => {
  const ends = await Promise.allSettled([open(OWN), open(OTHER)])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a key that is lost for good is followed by another only where the owner says so', async () => {
  await sealCodes(OWN)
  await open(OWN)
  await query(shop.db, 'update vouchers set deleted_at = now() where id = (select min(id) from vouchers)')
  await open(undefined, true)
  expect(existsSync(keyFile(dataDir))).toBe(true)
  // Nobody can read what was for sale, in the recycle bin neither.
  expect(await statuses()).toEqual([0, 0])
  await open()
  await expect(open(OWN)).rejects.toThrow('is not the key of this shop')
})

test('the word that the key is lost hides nothing where it is there after all', async () => {
  await sealCodes(OWN)
  await open(OWN)
  await open(OWN, true)
  expect(await statuses()).toEqual([1, 1])
})
