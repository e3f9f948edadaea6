import { randomBytes } from 'node:crypto'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { createGzip, gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { contentOf, createEmptyDatabase, makeFolder, schemaOf, tablesOf } from '../../../test/support/backups.ts'
import { createDatabase } from '../../../test/support/database.ts'
import { chooseSeed, type Random, randomFrom } from '../../../test/support/random.ts'
import { seedSmallWorld } from '../../../test/world.ts'
import { backUp } from '../../cli/backup.ts'
import { restore } from '../../cli/restore.ts'
import { readEnv } from '../../env.ts'
import { openDatabase } from '../../platform/db/connect.ts'
import { connectDirectly } from '../../platform/db/direct.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openPool } from '../../platform/db/pool.ts'
import { openFolder } from '../../platform/uploads/folder.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { prepareDatabase } from '../../start/start-up.ts'
import { CONTENTS, HEAD, partsHash, sealOf } from './format.ts'
import { loadBackup } from './load.ts'
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
  const output: string[] = []
  await restore(readEnv({ DATABASE_URL: target.url, DATA_DIR: folder, MASTER_KEY }), from, (line) => output.push(line))
  return output.join('\n')
}

const damaged = (content: Buffer) => {
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

/** The backup with one byte, wherever it may be, turned over so that what it unpacks to is no longer the same. Few bytes do
 * not: gzip's own date, or a run of zeros that is copied from elsewhere in another run of zeros. */
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

test('a cut or altered file is refused before anything is restored', async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  console.log(`SEED=${seed}`)
  const cuts = [0, 1, GZIP_HEAD_BYTES, 1_000, whole.length - 9, whole.length - 8, whole.length - 1]
  for (let round = 0; round < ROUNDS; round++) cuts.push(random.below(whole.length))
  for (const cut of cuts) {
    await expect(restored(damaged(whole.subarray(0, cut))), `cut at ${cut}, SEED=${seed}`).rejects.toThrow(
      /cut off or damaged|not a backup/,
    )
  }
  for (let round = 0; round < ROUNDS; round++) {
    const { place, flipped } = withAnotherByte(random)
    await expect(restored(damaged(flipped)), `byte ${place}, SEED=${seed}`).rejects.toThrow(/cut off or damaged|not a backup/)
  }
  expect(await tablesOf(pool)).toEqual([])
})

test('a change by a stranger without the key is refused', async () => {
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

/** What a later version has in db/: the same, and these migrations. */
const laterVersion = async (name: string, migrations: Record<string, string>) => {
  const later = join(folder, name)
  await cp(new URL('../../../db/', import.meta.url), later, { recursive: true })
  for (const [file, sql] of Object.entries(migrations)) writeFileSync(join(later, 'migrations', file), sql)
  return pathToFileURL(`${later}/`)
}

/** Loads a backup as a later version does. */
const loadedBy = async (version: URL, from: string) => {
  const [line, backup] = [await connectDirectly(target.url), await openBackup(from)]
  try {
    return await loadBackup(line, backup, { images: openFolder(join(folder, 'images')), onProgress: () => {} }, version)
  } finally {
    await backup.close()
    await line.end()
  }
}

test('an older shop is restored as it was and then migrated', async () => {
  const later = await laterVersion('later', {
    '001-colours.sql': `
      alter table topup_products add column colour text not null default 'red';
      update topup_products set name = name || '!', colour = 'blue';
      update wallet_adds set amount = amount + 1, edits = edits + 1 where status = 'pending'`,
    '002-no-notes.sql': 'alter table orders drop column internal_note',
  })
  const own = await createEmptyDatabase()
  const goesOn = openPool(own.url, 1)
  await restore(readEnv({ DATABASE_URL: own.url, DATA_DIR: folder, MASTER_KEY }), file, () => {})
  expect(await migrate(goesOn, later)).toEqual(['001-colours.sql', '002-no-notes.sql'])
  const { newer } = await loadedBy(later, file)
  expect(newer).toEqual(['001-colours.sql', '002-no-notes.sql'])
  expect(await contentOf(pool)).toEqual(await contentOf(goesOn))
  expect(await schemaOf(pool)).toEqual(await schemaOf(goesOn))
  expect((await pool.query(`select distinct colour from topup_products`)).rows).toEqual([{ colour: 'blue' }])
  await goesOn.end()
  await own.drop()
})

test('a newer migration that refuses what the backup holds leaves nothing behind', async () => {
  const strict = await laterVersion('strict', { '001-one-name.sql': 'create unique index one_name on users ((true))' })
  await expect(loadedBy(strict, file)).rejects.toThrow(
    'nothing of it was kept: Migration 001-one-name.sql failed: could not create unique index',
  )
  expect(await tablesOf(pool)).toEqual([])
})

test('a backup from before 1.0.0 is refused, and one is not made of such a shop', async () => {
  const refusal = 'is from before version 1.0.0, which this version cannot open'
  const old = await remade(headWith({ migrations: [{ name: '001-admins.sql', checksum: '5c' }] }), 'an owner')
  await expect(restored(old)).rejects.toThrow(`The backup ${refusal}`)
  expect(await tablesOf(pool)).toEqual([])
  await pool.query(`
    create table migrations (name text primary key, checksum text not null, at timestamptz not null default now());
    insert into migrations (name, checksum) values ('001-admins.sql', '5c')`)
  await expect(backUpTo('old.topdeck', target.url)).rejects.toThrow(`The database ${refusal}`)
})

test('where the shop is there and only looking at it fails, that is what is said', async () => {
  await source.query('alter table books disable trigger user; create table kept as select * from books; delete from books')
  const withoutBooks = await backUpTo('without-books.topdeck')
  await source.query('insert into books select * from kept; drop table kept; alter table books enable trigger user')
  await expect(restored(withoutBooks)).rejects.toThrow(/^The shop was restored, but looking at it failed: .+ It can be started/)
  expect((await pool.query('select from users')).rowCount).toBeGreaterThan(0)
})

test('foreign objects stay in the file; table changes are in the backup or wait', async () => {
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
