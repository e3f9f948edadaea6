import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { contentOf, createEmptyDatabase, makeFolder, schemaOf, tablesOf } from '../../test/support/backups.ts'
import { makeDataFolder } from '../../test/support/data-folder.ts'
import { uploadPicture } from '../../test/support/pictures.ts'
import { exitOf, launch } from '../../test/support/product.ts'
import { askForWalletAdd, fundWallet, PASSWORD, VOUCHER_CODES } from '../../test/world.ts'
import { backUp } from '../cli/backup.ts'
import { restore } from '../cli/restore.ts'
import { auditSeals, checkSeals, readHead } from '../core/audit/seals.ts'
import { checkInvariants } from '../core/ledger/invariants.ts'
import { readEnv } from '../env.ts'
import { type Db, openDatabase, query } from '../platform/db/connect.ts'
import { connectDirectly, type Direct } from '../platform/db/direct.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { openPool } from '../platform/db/pool.ts'
import { openFolder } from '../platform/uploads/folder.ts'
import type { Storage } from '../platform/uploads/storage.ts'
import { openHeadFile } from '../platform/vault/audit-head.ts'
import { openVault } from '../platform/vault/vault.ts'
import { loadBackup, NUMBERS_SKIPPED } from './backup/load.ts'
import { openBackup } from './backup/read.ts'
import { writeBackup } from './backup/write.ts'

const KEY = randomBytes(32)
const { folder: shop, remove: removeShop } = makeFolder()

const app = await startApp({ key: KEY, images: openFolder(join(shop, 'images')) })
const source = openPool(app.databaseUrl, 2)
const rahim = await app.signIn('rahim')

beforeAll(async () => {
  await uploadPicture(app.url, rahim)
  // What COPY has to quote, and a row longer than any piece.
  await source.query(`insert into users (username, phone, first_name) values ($1, '01755500001', $2)`, [
    'tab\tline\nreturn\r\\backslash \\N \\. "quotes" \u0001 বাংলা 😀',
    'x'.repeat(2_500_000),
  ])
  await app.sealAudit()
})
afterAll(async () => {
  await source.end()
  await app.close()
  removeShop()
})

let target: Awaited<ReturnType<typeof createEmptyDatabase>>
let pool: pg.Pool
let room: ReturnType<typeof makeFolder>
let file: string
beforeEach(async () => {
  target = await createEmptyDatabase()
  pool = openPool(target.url, 2)
  room = makeFolder()
  file = join(room.folder, 'shop.topdeck')
})
afterEach(async () => {
  await pool.end()
  await target.drop()
  room.remove()
})

const HEX = KEY.toString('hex')
const shopEnv = (more: NodeJS.ProcessEnv = {}) =>
  readEnv({ DATABASE_URL: app.databaseUrl, DATA_DIR: shop, MASTER_KEY: HEX, ...more })
const newEnv = (more: NodeJS.ProcessEnv = {}) =>
  readEnv({ DATABASE_URL: target.url, DATA_DIR: join(room.folder, 'new'), MASTER_KEY: HEX, ...more })

const restored = async (env = newEnv()) => {
  const lines: string[] = []
  await restore(env, file, (line) => lines.push(line))
  return lines.join('\n')
}

const openBackupHead = async () => {
  const backup = await openBackup(file)
  await backup.close()
  return backup.head
}

/** What the app's own jobs would change while we compare is changed already. */
const settle = () =>
  source.query(`select fold_order_counts(), fold_money_counts(), fold_voucher_counts(), fold_campaign_counts(),
    note_low_stock((select low_stock_codes from settings))`)

test('a shop comes back as it was, in a database whose owner is no superuser', async () => {
  await settle()
  expect((await backUp(shopEnv(), file, false)).join('\n')).toMatch(
    /^Backed up \d+ tables with [\d,]+ rows and 2 picture files to /,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(room.folder)).toEqual(['shop.topdeck'])
  const lines = await restored()
  expect(lines).toContain('Checked the books: sound.')
  expect(lines).toContain('as they were written')

  expect(await contentOf(pool)).toEqual(await contentOf(source))
  expect(await schemaOf(pool)).toEqual(await schemaOf(source))
  expect(readdirSync(join(room.folder, 'new', 'images'))).toEqual(readdirSync(join(shop, 'images')))
  const [image = ''] = readdirSync(join(shop, 'images'))
  expect(readFileSync(join(room.folder, 'new', 'images', image)).equals(readFileSync(join(shop, 'images', image)))).toBe(true)

  // Each remembers: the shop that it was backed up, the other one what it came back from.
  const traces = 'select kind, moment, missing::int, with_key, bytes = $1 as is_whole from backups'
  const size = statSync(file).size
  const { rows: stored } = await source.query(traces, [size])
  const trace = { moment: (await openBackupHead()).made_at, missing: 0, with_key: false, is_whole: true }
  expect(stored).toMatchObject([{ ...trace, kind: 'backup', moment: expect.anything() }])
  const { rows: found } = await pool.query(traces, [size])
  expect(found.map(({ kind, moment, is_whole }) => ({ kind, is_whole, moment: Date.parse(moment) }))).toEqual([
    { kind: 'restore', is_whole: true, moment: Date.parse(trace.moment) },
  ])

  const db = openDatabase(pool)
  const acts = `select actor, action, facts from audit where action like 'backups.%'`
  const rows = expect.any(Number)
  expect(await query(app.db, acts)).toEqual([
    { actor: 'system', action: 'backups.write', facts: { file, rows, with_key: false } },
  ])
  const last = (await openBackupHead()).sequences.find(({ name }) => name === 'orders_id_seq')?.last ?? 0
  const skipped_ids = expect.arrayContaining([`orders_id_seq ${last + 1} to ${last + NUMBERS_SKIPPED}`])
  expect(await query(db, acts)).toEqual([
    { actor: 'system', action: 'backups.restore', facts: { file, made_at: trace.moment, rows, skipped_ids } },
  ])
  const vault = openVault(KEY)
  expect(await checkInvariants(db)).toEqual([])
  expect(await checkSeals(db, vault, 0)).toMatchObject({ faults: [] })
  const [voucher] = await query<{ id: number; code_sealed: Buffer }>(db, 'select id, code_sealed from vouchers order by id')
  expect(vault.open(voucher?.code_sealed ?? Buffer.alloc(0), `voucher.code ${voucher?.id ?? 0}`)).toBe(VOUCHER_CODES[0])
})

test('a backup that is older than the audit log says so, and the shop goes on from it', async () => {
  await backUp(shopEnv(), file, false)
  const head = (await openBackupHead()).audit_head
  expect(head).toEqual(await readHead(app.db))
  await app.logIn('rahim', PASSWORD)
  await app.sealAudit()
  const later = await readHead(app.db)
  const env = newEnv()
  const store = openHeadFile(env.DATA_DIR)
  store.write(later ?? { id: 0, hash: '' })
  const lines = await restored(env)
  expect(lines).toContain(`it ends at #${head?.id}, and the log had reached #${later?.id}. Changes made in between are lost.`)
  expect(store.read()).toEqual(head)
  await auditSeals(openVault(KEY), { head: store }).run(openDatabase(pool))
  // The known head is one that this backup has; that of the first restore's row is not.
  if (head) store.write(head)
  await pool.query('drop schema public cascade; create schema public')
  expect(await restored(env)).not.toContain('older')
})

test('all sessions end, and no number is given again that the store may know', async () => {
  const [{ last } = { last: 0 }] = await query<{ last: number }>(app.db, 'select max(id) as last from users')
  await backUp(shopEnv(), file, false)
  expect(await query(app.db, 'select from sessions')).not.toHaveLength(0)
  await restored()
  const db = openDatabase(pool)
  expect(await query(db, 'select from sessions')).toHaveLength(0)
  const [added] = await query<{ id: number }>(db, `insert into users (username, phone) values ('later', '1') returning id`)
  expect(added?.id).toBe(last + NUMBERS_SKIPPED + 1)
  // A week of messages to the store, or one text message to every customer of a large shop.
  expect(NUMBERS_SKIPPED).toBeGreaterThanOrEqual(1_000_000)
  // What guards the books is awake again.
  await expect(query(db, 'delete from audit')).rejects.toThrow('append-only')
  await expect(query(db, 'insert into admin_packages (admin_id, topup_package_id) values (1, 0)')).rejects.toThrow('foreign key')
  expect(await query(db, 'select kind from accounts where user_id = $1', [added?.id])).toHaveLength(3)
})

test('waiting text messages may have been sent: after a restore an admin decides', async () => {
  const phones = ['01711000001', '01711000002', '01711000003']
  const { body } = await app.call(campaigns.send, { phones, message: 'Eid Mubarak' }, rahim)
  const stopped = await app.call(campaigns.send, { phones: ['01711000004'], message: 'No more' }, rahim)
  await app.call(campaigns.stop, { id: stopped.body.data.campaign_id }, rahim)
  await query(app.db, `select take_sms('http', 1, null, 30)`)
  await backUp(shopEnv(), file, false)
  const states = (of: Db) =>
    query(of, `select state, count(*) as n from campaign_numbers where campaign_id = $1 group by 1 order by 1`, [
      body.data.campaign_id,
    ])
  expect(await states(app.db)).toEqual([
    { state: 'handing_over', n: 1 },
    { state: 'waiting', n: 2 },
  ])
  expect(await restored()).toContain('3 text messages that waited are unclear now')
  const db = openDatabase(pool)
  expect(await states(db)).toEqual([{ state: 'unclear', n: 3 }])
  expect(await query(db, `select state from campaign_numbers where phone = '8801711000004'`)).toEqual([{ state: 'stopped' }])
  expect(await checkInvariants(db)).toEqual([])
  // The other tests compare both shops row by row.
  await source.query(
    `update campaign_numbers set state = 'sent', claimed_until = null where state in ('waiting', 'handing_over')`,
  )
  await source.query('select fold_campaign_counts()')
})

test('a restore counts what is open again that was decided, and says what to do first', async () => {
  const { users, packages } = app.world
  const { body: order } = await app.call(
    store.placeOrder,
    { user_id: users.shila, package_id: packages.gemsCard, playerid: 'P-1' },
    STORE_KEY,
  )
  await app.call(store.earn, { user_id: users.shila, amount: 100, reason: 'Referral' }, STORE_KEY)
  const requested = { user_id: users.shila, amount: 40, number: '01811000001' }
  const { body: withdrawal } = await app.call(store.withdraw, requested, STORE_KEY)
  const added = await askForWalletAdd(app.db, { userId: users.tanvir, amount: 70 })
  await fundWallet(app.db, app.world, { userId: users.tanvir, amount: 30, trx_id: 'CASH30' })
  const { body: handed } = await app.call(handOvers.request, { amount: 30 }, rahim)
  await backUp(shopEnv(), file, false)
  const done = 'completed' as const
  const decided = [
    await app.call(orders.setStatus, { id: order.data.id, status: done }, rahim),
    await app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: withdrawal.data.id, status: done }, rahim),
    await app.call(walletAdds.setStatus, { transaction_id: added, status: done }, rahim),
    await app.call(handOvers.setStatus, { transaction_id: handed.data.id, status: done }, rahim),
  ]
  expect(decided.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const lines = await restored()
  expect(lines).toContain(
    'Open at the moment of the backup: Ready codes 2, orders 1, wallet adds 1, withdrawals 1, hand-overs 1. ' +
      'What was delivered, decided or paid since is so again. Before anybody works, compare with the store',
  )
  // One of the two that are for sale was given to a customer.
  const ready = 'select id from vouchers where status = 1 order by id'
  expect([(await pool.query(ready)).rowCount, (await source.query(ready)).rowCount]).toEqual([2, 1])
})

test('only a database without tables is filled', async () => {
  await backUp(shopEnv(), file, false)
  await pool.query('create table guests (name text); create table rooms (id int); insert into guests values ($$shila$$)')
  await expect(restored()).rejects.toThrow('The database is not empty: it has 2 tables, with rows in guests.')
  await pool.query('delete from guests')
  await expect(restored()).rejects.toThrow('it has 2 tables, all of them empty')
  expect(await tablesOf(pool)).toEqual(['guests', 'rooms'])
  await pool.query('drop table guests, rooms')
  await restored()
  const before = await contentOf(pool)
  await expect(restored()).rejects.toThrow('with rows in accounts, ')
  expect(await contentOf(pool)).toEqual(before)
})

test('a shop in its role’s own schema is backed up and restored as any other', async () => {
  await settle()
  await backUp(shopEnv(), file, false)
  await pool.query('create schema authorization current_user')
  await restored()
  expect(await contentOf(pool)).toEqual(await contentOf(source))
  expect((await pool.query(`select from pg_tables where schemaname = 'public'`)).rows).toEqual([])
  await expect(restored()).rejects.toThrow('with rows in accounts, ')
  file = join(room.folder, 'own-schema.topdeck')
  await backUp(newEnv(), file, false)
  const other = await createEmptyDatabase()
  const own = openPool(other.url, 1)
  await own.query('create schema authorization current_user')
  await restored(newEnv({ DATABASE_URL: other.url }))
  expect(await contentOf(own)).toEqual(await contentOf(source))
  const { rows } = await own.query(`insert into users (username, phone) values ('later', '1') returning id`)
  expect(rows[0].id).toBeGreaterThan(2 * NUMBERS_SKIPPED)
  await own.end()
  await other.drop()
})

test('a backup, and a restore, leave a shop alone that the role does not look at first', async () => {
  await backUp(shopEnv(), file, false)
  await restored()
  await pool.query('create schema authorization current_user')
  const elsewhere = 'The shop of this database is in its schema public, where its role does not look first.'
  await expect(backUp(newEnv(), join(room.folder, 'none.topdeck'), false)).rejects.toThrow(elsewhere)
  await expect(restored()).rejects.toThrow(elsewhere)
  expect(await tablesOf(pool)).toEqual([])
})

test('a database that would lose customers, or of another role, is not filled', async () => {
  await backUp(shopEnv(), file, false)
  const other = await createEmptyDatabase(`template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`)
  await expect(restored(newEnv({ DATABASE_URL: other.url }))).rejects.toThrow(
    /^The database of DATABASE_URL must be UTF8 with a locale that knows letters: createdb /,
  )
  await other.drop()
  await pool.query('revoke create on schema public from pg_database_owner')
  await expect(restored()).rejects.toThrow(
    'nothing of it was kept: The database of DATABASE_URL: permission denied for schema public. It has to belong to its role',
  )
})

test('a backup goes nowhere but to its own key, which it holds only when asked to', async () => {
  await expect(backUp(shopEnv({ MASTER_KEY: '' }), file, false)).rejects.toThrow('There is no ')
  await expect(backUp(shopEnv({ MASTER_KEY: '12'.repeat(32) }), file, false)).rejects.toThrow('this is not the key of the shop')
  await backUp(shopEnv(), file, false)
  await expect(restored(newEnv({ MASTER_KEY: '' }))).rejects.toThrow('The key of this backup is missing')
  await expect(restored(newEnv({ MASTER_KEY: '12'.repeat(32) }))).rejects.toThrow('MASTER_KEY is not the key of this backup')
  expect(await tablesOf(pool)).toEqual([])
  expect(readdirSync(room.folder)).toEqual(['shop.topdeck'])

  file = join(room.folder, 'with-key.topdeck')
  await backUp(shopEnv(), file, true)
  await restored(newEnv({ MASTER_KEY: '' }))
  const stored = join(room.folder, 'new', 'master.key')
  expect([readFileSync(stored, 'utf8'), statSync(stored).mode & 0o777]).toEqual([HEX, 0o600])
})

test('an existing file is left alone, and so is a folder that is not there', async () => {
  writeFileSync(file, 'dear')
  await expect(backUp(shopEnv(), file, false)).rejects.toThrow('is there already: choose another name')
  expect(readFileSync(file, 'utf8')).toBe('dear')
  await expect(restored()).rejects.toThrow('is not a backup of Topdeck')
  await expect(backUp(shopEnv(), join(room.folder, 'no', 'x'), false)).rejects.toThrow('There is no folder')
})

test('what the shop does meanwhile waits for nothing and is not in the backup', async () => {
  const { rows } = await source.query('insert into wallet_adds (user_id, amount) values ($1, 500) returning id', [
    app.world.users.shila,
  ])
  await settle()
  const before = await contentOf(source)
  // Held between the wallets, which it has, and the journals, which it has not.
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const line = await connectDirectly(app.databaseUrl)
  const held: Direct = {
    ...line,
    async *copyOut(text) {
      if (text.startsWith('copy "journals"')) {
        arrive()
        await released
      }
      yield* line.copyOut(text)
    },
  }
  const around = { vault: openVault(KEY), images: app.images, bucket: undefined, key: undefined, onProgress: () => {} }
  const writing = writeBackup(held, file, around)
  await arrived
  const input = { transaction_id: rows[0].id, status: 'completed' } as const
  expect((await app.call(walletAdds.setStatus, input, rahim)).status).toBe(200)
  await settle()
  release()
  await writing
  await line.end()
  await restored()
  expect(await contentOf(pool)).toEqual(before)
  expect(await contentOf(source)).not.toEqual(before)
})

test('a restore that fails at its end takes nothing from the shop’s folder', async () => {
  await backUp(shopEnv(), file, false)
  const before = readdirSync(join(shop, 'images'))
  const line = await connectDirectly(target.url)
  const failingAt = (last: string): Direct => ({
    ...line,
    query: (text, parameters) => (text.startsWith(last) ? Promise.reject(new Error('no power')) : line.query(text, parameters)),
  })
  const backup = await openBackup(file)
  const into = (images: Storage, last = 'select setval') => loadBackup(failingAt(last), backup, { images, onProgress: () => {} })
  await expect(into(app.images)).rejects.toThrow('The restore failed, and nothing of it was kept: no power')
  const elsewhere = join(room.folder, 'elsewhere')
  await expect(into(openFolder(elsewhere))).rejects.toThrow('no power')
  expect([readdirSync(join(shop, 'images')), readdirSync(elsewhere)]).toEqual([before, []])
  const stuck = openFolder(join(room.folder, 'stuck'))
  const keeps: Storage = { ...stuck, remove: () => Promise.reject(new Error('unplugged')) }
  const left = `nothing of it was kept but ${before.length} picture files, which could not be removed: no power`
  await expect(into(keeps)).rejects.toThrow(left)
  // It may have been saved: what belongs to it stays.
  await expect(into(openFolder(elsewhere), 'commit')).rejects.toThrow('was lost while the restore was saved (no power)')
  expect(readdirSync(elsewhere)).toEqual(before)
  await backup.close()
  await line.end()
  expect(await tablesOf(pool)).toEqual([])
})

test('without a server the embedded database starts for it; it is never overwritten', async () => {
  await backUp(shopEnv(), file, false)
  const own = readEnv({ DATA_DIR: join(room.folder, 'own'), MASTER_KEY: HEX })
  await makeDataFolder(own.DATA_DIR)
  await restored(own)
  await backUp(own, join(room.folder, 'stopped.topdeck'), false)
  const database = await startEmbedded({ dataDir: own.DATA_DIR })
  await backUp(own, join(room.folder, 'beside.topdeck'), false)
  await expect(restored(own)).rejects.toThrow('already running')
  await database.stop()
  file = join(room.folder, 'beside.topdeck')
  await restored()
  await settle()
  expect(await contentOf(pool)).toEqual(await contentOf(source))
  await expect(backUp(readEnv({ DATA_DIR: room.folder, MASTER_KEY: HEX }), file, false)).rejects.toThrow(
    `There is no database in ${room.folder}: set DATA_DIR, or DATABASE_URL, as the server has it.`,
  )
})

test('a backup without its pictures’ folder fails; with a few missing it says so', async () => {
  const elsewhere = shopEnv({ DATA_DIR: join(room.folder, 'forgotten') })
  await expect(backUp(elsewhere, file, false)).rejects.toThrow('none of its 1 pictures is in DATA_DIR/images')
  await uploadPicture(app.url, rahim)
  const [image = ''] = readdirSync(join(shop, 'images')).filter((name) => !name.includes('small'))
  const content = readFileSync(join(shop, 'images', image))
  rmSync(join(shop, 'images', image))
  const lines = await backUp(shopEnv(), file, false)
  writeFileSync(join(shop, 'images', image), content)
  expect(lines.join()).toContain('1 pictures that the shop knows were not there')
})

test('a file changed between two readings, or a name taken meanwhile, is noticed', async () => {
  await backUp(shopEnv(), file, false)
  const both = await Promise.allSettled([1, 2].map(() => backUp(shopEnv(), join(room.folder, 'same.topdeck'), false)))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const backup = await openBackup(file)
  await uploadPicture(app.url, rahim)
  const other = join(room.folder, 'other.topdeck')
  await backUp(shopEnv(), other, false)
  writeFileSync(file, readFileSync(other))
  const line = await connectDirectly(target.url)
  const loading = loadBackup(line, backup, { images: openFolder(join(room.folder, 'images')), onProgress: () => {} })
  await expect(loading).rejects.toThrow(/was changed while it was read|the backup counted/)
  await line.end()
  await backup.close()
})

test('pictures in a bucket stay there, and it is said in which', async () => {
  const bucket = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'pictures', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }
  const lines = await backUp(shopEnv(bucket), file, false)
  expect(lines.join()).toContain('0 picture files')
  expect(lines.join()).toContain('Pictures stay in the bucket pictures')
  expect(await restored()).toContain('Its pictures are in the bucket pictures: set S3_BUCKET')
})

test.each([
  ['backup', []],
  ['backup', ['--with-keys', 'x']],
  ['backup', ['one', 'two']],
  ['restore', []],
  ['restore', ['one', 'two']],
  ['reset-password', []],
  ['reset-password', ['--helpless']],
])('%s %j says in a sentence how it is called', async (command, words) => {
  const { child, output } = launch(room.folder, [command, ...words])
  expect((await exitOf(child)).code).toBe(1)
  expect(output()).toMatch(
    /^Say (where to|what from|whose password): npm run (backup|restore|reset-password) -- (FILE|EMAIL).*\n$/,
  )
})
