import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../test/support/database.ts'
import { placeOrder, seedSmallWorld, VOUCHER_CODES } from '../../test/world.ts'
import { checkSeals, readHead, sealUpTo } from '../core/audit/seals.ts'
import { readEnv } from '../env.ts'
import { type Db, openDatabase, query } from '../platform/db/connect.ts'
import { openPool } from '../platform/db/pool.ts'
import { findKey, keyedCall } from '../platform/http/idempotency.ts'
import { openHeadFile } from '../platform/vault/audit-head.ts'
import { openShopVault, storeKeyPrint } from '../platform/vault/shop-key.ts'
import { findMasterKey, keyFile, makeKey, nextKeyFile, openVault, type Place, type Vault } from '../platform/vault/vault.ts'
import { rotateKey } from './rotate-key.ts'

const IN_GAME = 'an in-game password'
const STORE = { actor: 'store', admin: undefined, address: '', requestId: '' } as const

let shop: Awaited<ReturnType<typeof createDatabase>>
let dataDir: string
let old: Vault
const env = () => readEnv({ DATABASE_URL: shop.url, DATA_DIR: dataDir, ADMIN_EMAIL: 'owner@t.example' })
const present = () => openVault(findMasterKey(dataDir) ?? Buffer.alloc(0))

/** Connected only meanwhile: while others are, nothing is rotated. */
const withDb = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const pool = openPool(shop.url, 1)
  try {
    return await work(openDatabase(pool))
  } finally {
    await pool.end()
  }
}

beforeEach(async () => {
  shop = await createDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'topdeck-rotate-'))
  old = openVault(makeKey(keyFile(dataDir)))
  await withDb(async (db) => {
    const { admins, users, packages } = await seedSmallWorld(db, old)
    await storeKeyPrint(db, old)
    const secrets = { vault: old, accounttype: 'Email', ingamepassword: IN_GAME, securitycode: '7' }
    await placeOrder(db, { userId: users.shila, packageId: packages.seasonPass, secrets })
    const codes = await query<{ id: number }>(db, 'select id from vouchers order by id')
    const [first = 0] = codes.map(({ id }) => id)
    await query(db, 'update vouchers set code_sealed = $2, code_index = $3 where id = $1', [
      first,
      old.seal('REPLACED-BY-THIS', `voucher.code ${first}`),
      old.index('REPLACED-BY-THIS'),
    ])
    await db.transaction().execute(async (own) => {
      // What was imported with a code is fixed by a trigger.
      await query(own, 'set local session_replication_role = replica')
      await query(own, 'update vouchers set pin_sealed = $2, serial_sealed = $3 where id = $1', [
        first,
        old.seal('1234', `voucher.pin ${first}`),
        old.seal('S-1', `voucher.serial ${first}`),
      ])
    })
    await query(db, `insert into staff_channels (way, secret_sealed) values ('telegram', $1)`, [
      old.seal('1:token', 'staff_channel.secret 1'),
    ])
    await query(
      db,
      `insert into staff_receivers (name, way, destination, url_sealed, events, order_minutes, wallet_add_amount, language, quiet_from, quiet_to)
       values ('Owner', 'webhook', 'https://chat.example', $1, '{}', 1, 1, 'en', '', '')`,
      [old.seal('https://chat.example/key', 'staff_receiver.url 1')],
    )
    await query(db, 'insert into totp_secrets (admin_id, secret_sealed) values ($1, $2)', [
      admins.karim,
      old.seal('TOTP', `totp_secret.secret ${admins.karim}`),
    ])
    await query(db, 'update settings set sms_key_sealed = $1, webhook_secret_sealed = $2', [
      old.seal('sms', 'settings.sms_key'),
      old.seal('webhook', 'settings.webhook_secret'),
    ])
    await query(db, `insert into idempotency_keys (actor, key, request_hash, reply) values ('store', 'k', $1, '{"id":1}')`, [
      old.digest('request'),
    ])
    for (let at = 0; at < 3; at++) {
      await query(db, `insert into audit (actor, action, subject) values ('system', 'test.row', 'settings')`)
      await sealUpTo(db, old, 1_000_000)
    }
    const head = await readHead(db)
    if (head) openHeadFile(dataDir).write(head)
  })
})
afterEach(async () => {
  await shop.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Where each sealed column says that its values belong. */
const PLACES: Record<string, string> = {
  'vouchers.code_sealed': `'voucher.code ' || id`,
  'vouchers.pin_sealed': `'voucher.pin ' || id`,
  'vouchers.serial_sealed': `'voucher.serial ' || id`,
  'retired_codes.code_sealed': `'voucher.code ' || voucher_id`,
  'orders.ingamepassword_sealed': `'order.ingamepassword ' || id`,
  'orders.securitycode_sealed': `'order.securitycode ' || id`,
  'totp_secrets.secret_sealed': `'totp_secret.secret ' || admin_id`,
  'settings.sms_key_sealed': `'settings.sms_key'`,
  'settings.webhook_secret_sealed': `'settings.webhook_secret'`,
  'staff_channels.secret_sealed': `'staff_channel.secret ' || id`,
  'staff_receivers.url_sealed': `'staff_receiver.url ' || id`,
}
const SEALED_COLUMNS = `
  select table_name || '.' || column_name as name from information_schema.columns
  where table_schema = 'public' and column_name like '%\\_sealed' order by 1`

const everySecret = async (db: Db) => {
  const names = (await query<{ name: string }>(db, SEALED_COLUMNS)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(PLACES).sort())
  const rows = await Promise.all(
    names.map((name) => {
      const [table, column] = name.split('.')
      return query<{ name: string; place: Place; sealed: Buffer }>(
        db,
        `select '${name}' as name, ${PLACES[name]} as place, ${column} as sealed from ${table} where ${column} is not null order by 2`,
      )
    }),
  )
  expect(rows.map((found) => found.length > 0)).toEqual(names.map(() => true))
  return rows.flat()
}

test('every secret opens under the new key alone; the log fits its seals', async () => {
  const opened = await withDb(async (db) => (await everySecret(db)).map(({ sealed, place }) => old.open(sealed, place)))
  const before = readFileSync(keyFile(dataDir), 'utf8')
  const [said = '', placed = ''] = await rotateKey(env())
  expect(said).toBe(`Sealed ${opened.length} secrets and the audit log under a new key.`)
  expect(readFileSync(keyFile(dataDir), 'utf8')).not.toBe(before)
  expect(readFileSync(/the old one in (.+)\.$/.exec(placed)?.[1] ?? '', 'utf8')).toBe(before)
  expect(existsSync(nextKeyFile(dataDir))).toBe(false)
  await withDb(async (db) => {
    const rows = await everySecret(db)
    expect(rows.map(({ sealed, place }) => old.openIfOurs(sealed, place))).toEqual(rows.map(() => undefined))
    expect(rows.map(({ sealed, place }) => present().open(sealed, place))).toEqual(opened)
    for (const code of ['REPLACED-BY-THIS', ...VOUCHER_CODES]) {
      const sql =
        'select code_index from vouchers where code_index = $1 union all select code_index from retired_codes where code_index = $1'
      expect([code, (await query(db, sql, [present().index(code)])).length]).toEqual([code, 1])
    }
    const head = openHeadFile(dataDir).read()
    expect(await checkSeals(db, present(), 0, head)).toMatchObject({ seals: 3, faults: [] })
    expect(await query(db, `select tgname from pg_trigger where tgenabled <> 'O'`)).toEqual([])
    expect(await query(db, `select actor, facts from audit where action = 'keys.rotate'`)).toEqual([
      { actor: 'system', facts: { file: keyFile(dataDir) } },
    ])
    // A retry of a call from before has its reply, whatever its hash is now.
    expect((await findKey(db, keyedCall(STORE, 'k', present().digest('request'))))?.reply).toEqual({ id: 1 })
    await openShopVault(db, { dataDir })
  })
})

test('what was changed in the log before is still found under the new key', async () => {
  await withDb(async (db) => {
    await query(db, 'alter table audit disable trigger user')
    await query(db, `update audit set action = 'test.forged' where id = (select min(to_id) from audit_seals)`)
    await query(db, 'alter table audit enable trigger user')
  })
  await rotateKey(env())
  await withDb(async (db) => {
    expect((await checkSeals(db, present(), 0)).faults).toHaveLength(1)
  })
})

test('an interrupted rotation is finished by the next one, which seals nothing twice', async () => {
  const first = readFileSync(keyFile(dataDir), 'utf8')
  await rotateKey(env())
  const second = readFileSync(keyFile(dataDir), 'utf8')
  writeFileSync(nextKeyFile(dataDir), second, { mode: 0o600 })
  writeFileSync(keyFile(dataDir), first)
  await withDb(async (db) => {
    await expect(openShopVault(db, { dataDir })).rejects.toThrow('rotate-key was interrupted')
  })
  expect((await rotateKey(env()))[0]).toBe('Everything had been sealed under the new key before.')
  expect(readFileSync(keyFile(dataDir), 'utf8')).toBe(second)
  await withDb((db) => openShopVault(db, { dataDir }))
})

test('while a server runs, or with another key, nothing is changed', async () => {
  const before = await withDb(everySecret)
  await withDb(async (db) => {
    await query(db, 'select 1')
    await expect(rotateKey(env())).rejects.toThrow('stop every server of this shop')
  })
  const wrong = { ...env(), MASTER_KEY: randomBytes(32).toString('hex') }
  await expect(rotateKey(wrong)).rejects.toThrow('This is not the key of this shop')
  expect(await withDb(everySecret)).toEqual(before)
})

test('a key from the environment is not replaced but reported', async () => {
  const given = readFileSync(keyFile(dataDir), 'utf8')
  const lines = await rotateKey({ ...env(), MASTER_KEY: given })
  expect(lines[1]).toBe(`Set MASTER_KEY to what ${nextKeyFile(dataDir)} holds, then remove that file.`)
  await withDb((db) => openShopVault(db, { dataDir, given: readFileSync(nextKeyFile(dataDir), 'utf8') }))
})
