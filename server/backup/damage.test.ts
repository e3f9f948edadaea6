import { randomBytes } from 'node:crypto'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { createGzip, gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { backUp } from '../backup.ts'
import { openDatabase } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'
import { readEnv } from '../env.ts'
import { restore } from '../restore.ts'
import { prepareDatabase } from '../start-up.ts'
import { contentOf, createEmptyDatabase, makeFolder, tablesOf } from '../testing/backups.ts'
import { createDatabase } from '../testing/database.ts'
import { chooseSeed, type Random, randomFrom } from '../testing/random.ts'
import { openVault } from '../vault/vault.ts'
import { seedSmallWorld } from '../world.ts'
import { CONTENTS, HEAD, partsHash, sealOf } from './format.ts'
import { openBackup } from './read.ts'
import { type Part, tar } from './tar.ts'

const MASTER_KEY = randomBytes(32).toString('hex')
const vault = openVault(Buffer.from(MASTER_KEY, 'hex'))
const { folder, remove } = makeFolder()
const file = join(folder, 'shop.topdeck')

let shop: Awaited<ReturnType<typeof createDatabase>>
let source: pg.Pool
let whole: Buffer

const backUpTo = async (name: string, url = shop.url) => {
  await backUp(readEnv({ DATABASE_URL: url, DATA_DIR: folder, MASTER_KEY }), join(folder, name), false)
  return join(folder, name)
}

beforeAll(async () => {
  shop = await createDatabase()
  source = openPool(shop.url, 2)
  const db = openDatabase(source)
  await prepareDatabase(db, { email: 'owner@topdeck.example', password: undefined })
  await seedSmallWorld(db, vault)
  whole = readFileSync(await backUpTo('shop.topdeck'))
})
afterAll(async () => {
  await source.end()
  await shop.drop()
  remove()
})

let target: Awaited<ReturnType<typeof createEmptyDatabase>>
let pool: pg.Pool
beforeEach(async () => {
  target = await createEmptyDatabase()
  pool = openPool(target.url, 1)
})
afterEach(async () => {
  await pool.end()
  await target.drop()
})

const restored = async (from: string) => {
  const said: string[] = []
  await restore(readEnv({ DATABASE_URL: target.url, DATA_DIR: folder, MASTER_KEY }), from, (line) => said.push(line))
  return said.join('\n')
}

const spoilt = (content: Buffer) => {
  const spoiltFile = join(folder, 'spoilt.topdeck')
  writeFileSync(spoiltFile, content)
  return spoiltFile
}

/** A backup like the whole one with some parts changed: by chance, by somebody who has the file alone, or by one with its key. */
const remade = async (change: (part: Part) => Buffer, by: 'chance' | 'a stranger' | 'an owner') => {
  const backup = await openBackup(file)
  const hash = partsHash()
  async function* parts() {
    for await (const part of backup.parts()) {
      const made = { name: part.name, content: change(part) }
      if (part.name === CONTENTS) {
        const contents = JSON.parse(part.content.toString())
        if (by !== 'chance') contents.sha256 = hash.hex()
        if (by === 'an owner') contents.seal = sealOf(vault, contents.sha256)
        yield { name: CONTENTS, content: Buffer.from(JSON.stringify(contents)) }
      } else {
        hash.add(made)
        yield made
      }
    }
  }
  const remadeFile = join(folder, 'remade.topdeck')
  await pipeline(tar(parts(), new Date()), createGzip(), createWriteStream(remadeFile))
  await backup.close()
  return remadeFile
}

const headWith = (changes: object) => (part: Part) =>
  part.name === HEAD ? Buffer.from(JSON.stringify({ ...JSON.parse(part.content.toString()), ...changes })) : part.content

const ROUNDS = 60
const GZIP_HEAD_BYTES = 10

/**
 * The backup with one byte, wherever it may be, turned over so that what it unpacks to is no longer the same.
 * Few bytes do not: gzip's own date, or a run of zeros that is copied from elsewhere in another run of zeros.
 */
const withAnotherByte = (random: Random) => {
  const plain = gunzipSync(whole)
  for (;;) {
    const place = random.below(whole.length)
    const flipped = Buffer.from(whole)
    flipped[place] = (flipped[place] ?? 0) ^ 0xff
    if (!unpacksTo(plain, flipped)) return { place, flipped }
  }
}

const unpacksTo = (plain: Buffer, packed: Buffer): boolean => {
  try {
    return gunzipSync(packed).equals(plain)
  } catch {
    return false
  }
}

test('a file that was cut off anywhere, or in which any byte is another, is refused before anything is restored', async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  console.log(`SEED=${seed}`)
  const cuts = [0, 1, GZIP_HEAD_BYTES, 1_000, whole.length - 9, whole.length - 8, whole.length - 1]
  for (let round = 0; round < ROUNDS; round++) cuts.push(random.below(whole.length))
  for (const cut of cuts) {
    await expect(restored(spoilt(whole.subarray(0, cut))), `cut at ${cut}, SEED=${seed}`).rejects.toThrow(
      /cut off or damaged|not a backup/,
    )
  }
  for (let round = 0; round < ROUNDS; round++) {
    const { place, flipped } = withAnotherByte(random)
    await expect(restored(spoilt(flipped)), `byte ${place}, SEED=${seed}`).rejects.toThrow(/cut off or damaged|not a backup/)
  }
  expect(await tablesOf(pool)).toEqual([])
})

test('what somebody changed who does not have the key is refused', async () => {
  const makeSuper = ({ name, content }: Part) =>
    name.startsWith('tables/admins/') ? Buffer.from(content.toString().replace('\tsub\t', '\tsuper\t')) : content
  await expect(restored(await remade(makeSuper, 'chance'))).rejects.toThrow('cut off or damaged')
  await expect(restored(await remade(makeSuper, 'a stranger'))).rejects.toThrow('was changed after it had been made')
  expect(await tablesOf(pool)).toEqual([])
  expect(await restored(await remade(makeSuper, 'an owner'))).toContain('sound')
})

test('rows that do not fit, or are not all there, are refused as a whole', async () => {
  const without =
    (table: string) =>
    ({ name, content }: Part) =>
      name.startsWith(`tables/${table}/`) ? Buffer.alloc(0) : content
  await expect(restored(await remade(without('users'), 'an owner'))).rejects.toThrow('violates foreign key constraint')
  const short = await remade(without('money_terms'), 'an owner')
  await expect(restored(short)).rejects.toThrow('nothing of it was kept: money_terms has 0 rows after loading')
  expect(await tablesOf(pool)).toEqual([])
})

test('a backup of a newer program is refused', async () => {
  const later = { name: '999-later.sql', checksum: 'x' }
  const { migrations } = JSON.parse((await readHeadOf(file)).toString())
  const fromLater = await remade(headWith({ migrations: [...migrations, later] }), 'an owner')
  await expect(restored(fromLater)).rejects.toThrow('The backup is newer than this program: it has 999-later.sql.')
  await expect(restored(await remade(headWith({ format: 2 }), 'an owner'))).rejects.toThrow('was made by a newer program')
  expect(await tablesOf(pool)).toEqual([])
})

const readHeadOf = async (from: string) => {
  const backup = await openBackup(from)
  try {
    for await (const part of backup.parts()) return part.content
    throw new Error('The backup has no head')
  } finally {
    await backup.close()
  }
}

const OWN_MIGRATIONS = new URL('../db/migrations/', import.meta.url)
const migrationsFrom = async (number: string) => (await readdir(OWN_MIGRATIONS)).sort().filter((name) => name > number)

/** A folder of those that an older program had. */
const migrationsBefore = async (number: string) => {
  const before = join(folder, `before-${number}`)
  await cp(OWN_MIGRATIONS, before, { recursive: true })
  for (const name of await migrationsFrom(number)) await rm(join(before, name))
  return pathToFileURL(`${before}/`)
}

test('an older shop is restored as it was, and then brought forward', async () => {
  const old = await createEmptyDatabase()
  const oldPool = openPool(old.url, 1)
  await migrate(oldPool, await migrationsBefore('024'))
  await oldPool.query(`
    insert into admins (first_name, last_name, username, email, password_hash) values ('A', 'B', 'ab', 'ab@topdeck.example', '');
    insert into users (username, phone) values ('player', '01700000001');
    insert into transactions (user_id, amount) values (1, 100.5);
    select decide_wallet_add(1, 'completed', 1)`)
  const said = await restored(await backUpTo('old.topdeck', old.url))
  expect(said).toContain(`Brought the tables forward: ${(await migrationsFrom('024')).join(', ')}.`)
  expect(said).toContain('Checked the books: sound.')
  await migrate(oldPool)
  await oldPool.query('select fold_money_counts()')
  await pool.query('select fold_money_counts()')
  expect(await contentOf(pool)).toEqual(await contentOf(oldPool))
  await oldPool.end()
  await old.drop()
})

test('messages that an older shop had kept and was sending are no longer only kept, whether it is restored or goes on', async () => {
  const old = await createEmptyDatabase()
  const oldPool = openPool(old.url, 1)
  await migrate(oldPool, await migrationsBefore('048'))
  await oldPool.query(`
    insert into admins (first_name, last_name, username, email, password_hash) values ('A', 'B', 'ab', 'ab@topdeck.example', '');
    insert into sms_campaigns (admin_id, message, is_to_all, gateways) values (1, 'Eid Mubarak', false, '{outbox}');
    insert into sms_numbers (campaign_id, phone, state, gateway, attempts) values
      (1, '8801700000001', 'sent', 'outbox', 1),
      (1, '8801700000002', 'waiting', 'outbox', 1),
      (1, '8801700000003', 'waiting', 'outbox', 1)`)
  await restored(await backUpTo('kept.topdeck', old.url))
  // It had come back from a backup before, and a person has decided on one of the two.
  await oldPool.query(`select doubt_waiting_sms(); update sms_numbers set state = 'sent' where phone = '8801700000003'`)
  await migrate(oldPool)
  const numbers = async (of: pg.Pool) => (await of.query('select state, gateway from sms_numbers order by phone')).rows
  const kept = { state: 'sent', gateway: 'outbox' }
  const doubted = { state: 'unclear', gateway: 'http' }
  expect(await numbers(pool)).toEqual([kept, doubted, doubted])
  expect(await numbers(oldPool)).toEqual([kept, doubted, { state: 'sent', gateway: 'http' }])
  await oldPool.end()
  await old.drop()
})

test('a newer migration that refuses what the backup holds leaves nothing behind', async () => {
  const old = await createEmptyDatabase()
  const oldPool = openPool(old.url, 1)
  await migrate(oldPool, await migrationsBefore('026'))
  await oldPool.query(`insert into users (username, phone) values ('one', '01700000001'), ('same', '+8801700000001')`)
  const restoring = restored(await backUpTo('twins.topdeck', old.url))
  await expect(restoring).rejects.toThrow(
    'nothing of it was kept: Migration 026-one-phone.sql failed: customers with one telephone must be mended',
  )
  expect(await tablesOf(pool)).toEqual([])
  await oldPool.end()
  await old.drop()
})

test('where the shop is there and only looking at it fails, that is what is said', async () => {
  await source.query('alter table books disable trigger user; create table kept as select * from books; delete from books')
  const withoutBooks = await backUpTo('without-books.topdeck')
  await source.query('insert into books select * from kept; drop table kept; alter table books enable trigger user')
  await expect(restored(withoutBooks)).rejects.toThrow(/^The shop was restored, but looking at it failed: .+ It can be started/)
  expect((await pool.query('select from users')).rowCount).toBeGreaterThan(0)
})

test('what Topdeck does not make stays in the file, a sequence too, and a change of tables is either in the backup or waits', async () => {
  await source.query(
    'create table guests (id serial, name text); insert into guests values (1, $$shila$$); create sequence invoices',
  )
  const changing = await source.connect()
  await changing.query('begin; alter table guests add column room int default 7')
  const writing = backUpTo('with-guests.topdeck')
  await expect.poll(async () => (await source.query('select from pg_locks where not granted')).rowCount).toBe(1)
  await changing.query('commit')
  changing.release()
  const backup = await openBackup(await writing)
  expect(backup.head.tables).toContainEqual({ name: 'guests', columns: ['id', 'name', 'room'] })
  for await (const { name, content } of backup.parts()) {
    if (name.startsWith('tables/guests/')) expect(content.toString()).toBe('1\tshila\t7\n')
  }
  await backup.close()
  await source.query('drop table guests; drop sequence invoices')
  expect(await restored(await writing)).toContain(
    'Left in the file, because Topdeck makes no such tables or sequences: guests, guests_id_seq, invoices.',
  )
  expect(await contentOf(pool)).toEqual(await contentOf(source))
})
