import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { trxIdOf } from '#contract/trx-id.ts'
import { checkInvariants } from '../ledger/invariants.ts'
import { openDatabase } from './connect.ts'
import { migrate, refusePending } from './migrate.ts'
import { openPool } from './pool.ts'

let admin: pg.Pool
let pool: pg.Pool
let folder: string
let count = 0

beforeEach(async () => {
  const name = `migrate_${process.pid}_${count++}`
  admin = openPool(inject('serverUrl'), 1)
  await admin.query(`create database ${name}`)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${name}`
  pool = openPool(url.href, 4)
  folder = mkdtempSync(join(tmpdir(), 'topdeck-migrations-'))
  write('001-one.sql', 'create table one (id int)')
  write('002-two.sql', 'create table two (id int); insert into two values (1)')
})
afterEach(async () => {
  const { database } = pool.options
  const name = database ?? new URL(pool.options.connectionString ?? '').pathname.slice(1)
  await pool.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const run = () => migrate(pool, pathToFileURL(`${folder}/`))
const tables = async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  return rows.map((row) => row.name)
}
const rowsOfTwo = async () => (await pool.query('select from two')).rowCount

test('each file is applied once, in the order of names; a second run does nothing', async () => {
  expect(await run()).toEqual(['001-one.sql', '002-two.sql'])
  expect(await run()).toEqual([])
  write('003-three.sql', 'create table three (id int)')
  expect(await run()).toEqual(['003-three.sql'])
  expect(await tables()).toEqual(['migrations', 'one', 'three', 'two'])
  expect(await rowsOfTwo()).toBe(1)
})

test('a file that was changed after it had been applied is refused, and nothing after it runs', async () => {
  await run()
  write('001-one.sql', 'create table one (id bigint)')
  write('003-three.sql', 'create table three (id int)')
  await expect(run()).rejects.toThrow('Migration 001-one.sql was changed after it had been applied.')
  expect(await tables()).not.toContain('three')
})

test('a database that is newer than the program is refused', async () => {
  await run()
  rmSync(join(folder, '002-two.sql'))
  await expect(run()).rejects.toThrow('The database is newer than this program: it has 002-two.sql.')
})

test('a file that fails leaves nothing behind, of itself or of those before it, and the next run begins anew', async () => {
  write('002-two.sql', 'create table two (id int); insert into two values (1); select 1/0')
  await expect(run()).rejects.toThrow('Migration 002-two.sql failed: division by zero')
  expect(await tables()).toEqual([])
  write('002-two.sql', 'create table two (id int); insert into two values (1)')
  expect(await run()).toEqual(['001-one.sql', '002-two.sql'])
  write('003-three.sql', 'create table three (id int)')
  write('004-four.sql', 'select 1/0')
  await expect(run()).rejects.toThrow('Migration 004-four.sql failed: division by zero')
  // The version that the database is of still opens it.
  expect(await tables()).toEqual(['migrations', 'one', 'two'])
  rmSync(join(folder, '003-three.sql'))
  rmSync(join(folder, '004-four.sql'))
  expect(await run()).toEqual([])
})

test('where the connection is lost in a file, it is said in which', async () => {
  write('002-two.sql', 'create table two (id int); select pg_terminate_backend(pg_backend_pid())')
  await expect(run()).rejects.toThrow('Migration 002-two.sql failed: terminating connection due to administrator command')
  expect(await tables()).toEqual([])
})

test('a shop in another schema than the role looks in first is not passed over for an empty one', async () => {
  await run()
  await pool.query('create schema authorization current_user')
  const refusal = await run().catch((error: Error) => error.message)
  expect(refusal).toMatch(/^The shop of this database is in its schema public, where its role does not look first\. /)
  await expect(refusePending(pool)).rejects.toThrow(String(refusal))
  const { rows } = await pool.query('select from pg_class where relnamespace = current_schema()::regnamespace')
  expect(rows).toEqual([])
  await pool.query(/alter role .+ set search_path = public/.exec(String(refusal))?.[0] ?? '')
  const again = openPool(pool.options.connectionString ?? '', 1)
  expect(await migrate(again, pathToFileURL(`${folder}/`))).toEqual([])
  await again.end()
})

test('a table of that name which is another program’s stands in nobody’s way', async () => {
  await pool.query('create table migrations (id int, migration text); create schema authorization current_user')
  expect(await run()).toEqual(['001-one.sql', '002-two.sql'])
  expect(await tables()).toEqual(['migrations'])
})

test('two starts at once apply each file once', async () => {
  write('002-two.sql', 'create table two (id int); insert into two values (1); select pg_sleep(0.2)')
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat().sort()).toEqual(['001-one.sql', '002-two.sql'])
  expect(await rowsOfTwo()).toBe(1)
})

/** A database as the files before this one left it. */
const migrateUpTo = async (end: string) => {
  rmSync(join(folder, '001-one.sql'))
  rmSync(join(folder, '002-two.sql'))
  const own = new URL('./migrations/', import.meta.url)
  for (const name of readdirSync(own)) if (name < end) copyFileSync(new URL(name, own), join(folder, name))
  await run()
}

/** A database of before journals carried both sides, with a few of them. */
const keepBooksInEntries = async () => {
  await migrateUpTo('020')
  await pool.query(`
    insert into admins (first_name, last_name, username, email, password_hash) values ('A', 'B', 'ab', 'ab@topdeck.example', '');
    insert into users (username, phone) values ('player', '01700000001');
    insert into transactions (user_id, amount) values (1, 100.5), (1, 20), (1, 7);
    select decide_wallet_add(1, 'completed', 1);
    select decide_wallet_add(2, 'cancel', 1);
    insert into adjustments (user_id, wallet, kind, amount) values (1, 'earn_wallet', 'earned', 9);
    select post_journal('adjustment', 1, 'earned', 0, null, 'a bonus', now(),
      array[(select id from accounts where kind = 'adjustments'), (select id from accounts where kind = 'earn_wallet')],
      array[-9, 9])`)
}

test('books that were kept in entries are the same once journals carry both sides, and go on', async () => {
  await keepBooksInEntries()
  const entries = async () =>
    (await pool.query('select journal_id, account_id, amount, balance_after from entries order by 1, 2')).rows
  const before = await entries()
  expect(before).toHaveLength(4)
  expect(await migrate(pool)).toContain('020-two-sided-journals.sql')
  expect(await entries()).toEqual(before)
  await pool.query(`select decide_wallet_add(3, 'completed', 1)`)
  expect((await entries()).slice(4).map((row) => Number(row.balance_after))).toEqual([107.5, 107.5])
  expect(await checkInvariants(openDatabase(pool))).toEqual([])
})

const INTO_ENTRIES = 'insert into entries (journal_id, account_id, amount) select'
test.each([
  ['a sum that is not zero', `update entries set amount = amount + 1 where amount > 0`, 'journal 1 does not have two entries'],
  ['a third entry', `${INTO_ENTRIES} 1, id, 5 from accounts where kind = 'sales'`, 'journal 1 does not have two entries'],
  ['no entries', `delete from entries where journal_id = 2`, 'journal 2 does not have two entries'],
  ['an account that does not exist', `update entries set account_id = 0 where amount > 0`, 'journal 1 does not have two entries'],
  ['entries alone', `${INTO_ENTRIES} 99, id, 5 from accounts where kind = 'sales'`, 'there are entries of journal 99'],
  [
    'a wallet below zero',
    `alter table accounts drop constraint accounts_balance_not_negative; update accounts set balance = -1 where id = 7`,
    'account 7 is below zero',
  ],
])('books with %s stay as they are, and it is said what is wrong', async (_, broken, said) => {
  await keepBooksInEntries()
  await pool.query(`begin; set local session_replication_role = replica; ${broken}; commit`)
  await expect(migrate(pool)).rejects.toThrow(`the books must be mended before: ${said}`)
  expect(await tables()).toContain('entries')
})

test('TrxIDs in Bangla digits are those in Latin ones; where both were accepted they stay, and are found as one', async () => {
  await migrateUpTo('047')
  await pool.query(`
    insert into users (username, phone) values ('player', '01700000001');
    insert into transactions (user_id, amount, trx_id) values (1, 10, '৮৭৬'), (1, 10, 'Tx৯A'), (1, 10, '876'), (1, 10, '8৭6')`)
  await migrate(pool)
  const { rows } = await pool.query(`
    select t.trx_id, m.terms
    from transactions t
    cross join lateral (select array_agg(term order by term collate "C") as terms from money_terms where row_id = t.id) as m
    order by t.id`)
  expect(rows.map((row) => [row.trx_id, row.terms])).toEqual([
    ['৮৭৬', ['876', '৮৭৬']],
    ['Tx9A', ['tx9a', 'tx৯a']],
    ['876', ['876']],
    ['8৭6', ['876', '8৭6']],
  ])
})

/** Every character that a TrxID loses on its way in. */
const LOST = Array.from({ length: 0x11_0000 - 1 }, (_, code) => code + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => trxIdOf(`A${letter}1`) === 'A1')

test('TrxIDs that were kept as they came are written as they come in today, once each for a payment method', async () => {
  await migrateUpTo('054')
  await pool.query(`
    insert into users (username, phone) values ('player', '01700000001');
    insert into payment_methods (name) values ('bKash');
    insert into transactions (user_id, amount, trx_id, payment_method_id) values
      (1, 10, 'TX 9A8', null), (1, 10, 'Ｔx9Ａ7', null), (1, 10, 'tx9a8 ', 1), (1, 10, 'TX9​A8', null), (1, 10, 'Tх 9', null),
      (1, 10, 'TX9A6', null), (1, 10, 'tx 9a6', null), (1, 10, 'Tx ৯', null), (1, 10, ' ', null), (1, 10, null, null)`)
  await pool.query(
    `insert into transactions (user_id, amount, trx_id) select 1, 10, 'Lost' || letter || nth from unnest($1::text[]) with ordinality as l (letter, nth)`,
    [LOST],
  )
  await migrate(pool)
  const { rows } = await pool.query(`
    select t.trx_id, m.terms
    from transactions t
    cross join lateral (select array_agg(term order by term collate "C") as terms from money_terms where row_id = t.id) as m
    order by t.id`)
  expect(rows.slice(0, 10).map((row) => [row.trx_id, row.terms])).toEqual([
    ['TX9A8', ['tx 9a8', 'tx9a8']],
    ['Tx9A7', ['tx9a7', 'ｔx9ａ7']],
    // At another payment method.
    ['tx9a8', ['tx9a8', 'tx9a8 ']],
    ['TX9​A8', ['tx9a8', 'tx9​a8']],
    // A letter that is not English, which nobody can give again.
    ['Tх 9', ['tх 9']],
    ['TX9A6', ['tx9a6']],
    ['tx 9a6', ['tx 9a6', 'tx9a6']],
    ['Tx9', ['tx ৯', 'tx9']],
    [' ', [' ']],
    [null, null],
  ])
  expect(rows.slice(10).map((row) => row.trx_id)).toEqual(LOST.map((_, at) => `Lost${at + 1}`))
})

test('TrxIDs that were kept with more than letters and digits are written without it, once each for a payment method', async () => {
  await migrateUpTo('058')
  await pool.query(`
    insert into users (username, phone) values ('player', '01700000001');
    insert into payment_methods (name) values ('bKash');
    insert into transactions (user_id, amount, trx_id, payment_method_id) values
      (1, 10, 'TX-9A8', null), (1, 10, 'tx9a8.', null), (1, 10, 'TX9A8', 1), (1, 10, E'TX\\u00019A7\\u007f', null),
      (1, 10, '-', null), (1, 10, 'T\u0445-9', null), (1, 10, 'TX9A6', null), (1, 10, null, null)`)
  await migrate(pool)
  const { rows } = await pool.query(`
    select t.trx_id, m.terms
    from transactions t
    cross join lateral (select array_agg(term order by term collate "C") as terms from money_terms where row_id = t.id) as m
    order by t.id`)
  expect(rows.map((row) => [row.trx_id, row.terms])).toEqual([
    ['TX9A8', ['tx-9a8', 'tx9a8']],
    ['tx9a8.', ['tx9a8', 'tx9a8.']],
    ['TX9A8', ['tx9a8']],
    ['TX9A7', ['tx\u00019a7\u007f', 'tx9a7']],
    ['-', ['-']],
    ['T\u0445-9', ['t\u0445-9']],
    ['TX9A6', ['tx9a6']],
    [null, null],
  ])
})

test('names that were kept in the other spelling of their letters are written as they are sought, and no open form is out of date', async () => {
  await migrateUpTo('056')
  const apart = '\u09af\u09bc'
  await pool.query(`
    insert into users (username, first_name, last_name, email, phone) values
      ('আ\u09dfেশা', '\u09df', 'Zoe\u0308', '', '01700000001'), ('plain', '', '', '', '01700000002');
    insert into admins (first_name, last_name, username, email, password_hash) values
      ('\u09df', 'A', 'ni\u09dfaz', 'a@topdeck.example', ''), ('B', '\u09df', 'two\u09df', 'b@topdeck.example', ''),
      ('C', 'C', 'two${apart}', 'c@topdeck.example', '');
    insert into topup_products (name) values ('\u09df');
    insert into topup_packages (product_id, name, price, bprice) values (1, '\u09df', 1, 1);
    insert into physical_products (name, sale_price, regular_price, quantity) values ('\u09df', 1, 1, 1);
    insert into payment_methods (name, info, status) values ('\u09df', '\u09df', '\u09df');
    insert into banners (note, banner) values ('\u09df', '');
    insert into notices (title, notice, template) values ('\u09df', '\u09df', '\u09df');
    insert into auth_modules (key, name, slug, description, auth_url) values ('k', '\u09df', 'k', '\u09df', '/k')`)
  const rowsOf = async (select: string) => (await pool.query({ text: select, rowMode: 'array' })).rows as unknown[][]
  const VERSIONED = ['topup_products', 'topup_packages', 'physical_products', 'payment_methods', 'banners', 'notices', 'admins']
  const versions = () =>
    rowsOf(`${VERSIONED.map((table) => `select '${table}', id, version from ${table}`).join(' union all ')} order by 1, 2`)
  const before = await versions()
  await migrate(pool)
  expect(await versions()).toEqual(before)
  expect(await rowsOf('select username, first_name, last_name, search from users order by id')).toEqual([
    [`আ${apart}েশা`, apart, 'Zoë', `আ${apart}েশা ${apart} zoë `],
    ['plain', '', '', 'plain   '],
  ])
  expect(await rowsOf('select first_name, last_name, username from admins order by id')).toEqual([
    [apart, 'A', `ni${apart}az`],
    ['B', apart, 'two\u09df'],
    ['C', 'C', `two${apart}`],
  ])
  for (const columns of [
    'name from topup_products',
    'name from topup_packages',
    'name from physical_products',
    'name, info, status from payment_methods',
    'note from banners',
    'title, notice, template from notices',
    `name, description from auth_modules where key = 'k'`,
  ]) {
    expect((await rowsOf(`select ${columns}`)).flat().every((text) => text === apart)).toBe(true)
  }
  await pool.query(`update payment_methods set name = 'bKash'`)
  expect(await rowsOf('select version from payment_methods')).toEqual([[2]])
})

test('beside a server that may run, a database that is not of this version is refused and stays as it is', async () => {
  await expect(refusePending(pool)).rejects.toThrow('There is no shop in this database yet: start the server first.')
  await migrateUpTo('047')
  await expect(refusePending(pool)).rejects.toThrow('The database is older than this program: start the server first')
  await migrate(pool)
  await refusePending(pool)
  await pool.query(`insert into migrations (name, checksum) values ('999-later.sql', '')`)
  await expect(refusePending(pool)).rejects.toThrow('The database is newer than this program: it has 999-later.sql.')
})

test('a server that does not answer at any of its addresses is told in a sentence', async () => {
  const nowhere = openPool('postgres://nobody@localhost:1/none', 1)
  await expect(migrate(nowhere)).rejects.toThrow(/^The database cannot be reached: .*ECONNREFUSED/)
  await expect(refusePending(nowhere)).rejects.toThrow(/^The database cannot be reached: .*ECONNREFUSED/)
  await nowhere.end()
})
