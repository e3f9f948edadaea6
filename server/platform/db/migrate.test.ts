import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate, refusePending } from './migrate.ts'
import { openPool } from './pool.ts'

let admin: pg.Pool
let pool: pg.Pool
let folder: string
let count = 0
const WAY_BACK = 'Use the newer version again, or restore a backup from before the update.'

const COUNT_CHANGES = `
  create or replace function count_change() returns trigger language plpgsql as $$
  begin
    new.changes := old.changes + 1;
    return new;
  end $$;
  create or replace trigger zero_count before update on zero for each row execute function count_change()`

beforeEach(async () => {
  const name = `migrate_${process.pid}_${count++}`
  admin = openPool(inject('serverUrl'), 1)
  await admin.query(`create database ${name}`)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${name}`
  pool = openPool(url.href, 4)
  folder = mkdtempSync(join(tmpdir(), 'topdeck-db-'))
  for (const part of ['schema', 'migrations']) mkdirSync(join(folder, part))
  write('schema/01-zero.sql', 'create table zero (id int, changes int default 0)')
  write('schema/01-zero.functions.sql', COUNT_CHANGES)
  write('migrations/001-one.sql', 'create table one (id int)')
  write('migrations/002-two.sql', 'create table two (id int); insert into two values (1)')
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
  write('migrations/003-three.sql', 'create table three (id int)')
  expect(await run()).toEqual(['003-three.sql'])
  expect(await tables()).toEqual(['migrations', 'one', 'three', 'two', 'zero'])
  expect(await rowsOfTwo()).toBe(1)
})

test('a file changed after it was applied is refused, and nothing after it runs', async () => {
  await run()
  write('migrations/001-one.sql', 'create table one (id bigint)')
  write('migrations/003-three.sql', 'create table three (id int)')
  await expect(run()).rejects.toThrow('Migration 001-one.sql was changed after it had been applied.')
  expect(await tables()).not.toContain('three')
})

test('a database that is newer than the program is refused', async () => {
  await run()
  rmSync(join(folder, 'migrations/002-two.sql'))
  await expect(run()).rejects.toThrow(`The database is newer than this program: it has 002-two.sql. ${WAY_BACK}`)
})

test('a failing file leaves nothing behind, and the next run starts again', async () => {
  write('migrations/002-two.sql', 'create table two (id int); insert into two values (1); select 1/0')
  await expect(run()).rejects.toThrow('Migration 002-two.sql failed: division by zero')
  expect(await tables()).toEqual([])
  write('migrations/002-two.sql', 'create table two (id int); insert into two values (1)')
  expect(await run()).toEqual(['001-one.sql', '002-two.sql'])
  write('migrations/003-three.sql', 'create table three (id int)')
  write('migrations/004-four.sql', 'select 1/0')
  await expect(run()).rejects.toThrow('Migration 004-four.sql failed: division by zero')
  // The version that the database is of still opens it.
  expect(await tables()).toEqual(['migrations', 'one', 'two', 'zero'])
  rmSync(join(folder, 'migrations/003-three.sql'))
  rmSync(join(folder, 'migrations/004-four.sql'))
  expect(await run()).toEqual([])
})

test('where the connection is lost in a file, it is said in which', async () => {
  write('migrations/002-two.sql', 'create table two (id int); select pg_terminate_backend(pg_backend_pid())')
  await expect(run()).rejects.toThrow('Migration 002-two.sql failed: terminating connection due to administrator command')
  expect(await tables()).toEqual([])
})

test('a shop in another schema is not passed over for an empty one', async () => {
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

test('a table of that name which is another program’s is no obstacle', async () => {
  await pool.query('create table migrations (id int, migration text); create schema authorization current_user')
  expect(await run()).toEqual(['001-one.sql', '002-two.sql'])
  expect(await tables()).toEqual(['migrations'])
})

test('two starts at once apply each file once', async () => {
  write('migrations/002-two.sql', 'create table two (id int); insert into two values (1); select pg_sleep(0.2)')
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat().sort()).toEqual(['001-one.sql', '002-two.sql'])
  expect(await rowsOfTwo()).toBe(1)
})

const zero = async () => (await pool.query('select id, changes from zero order by id')).rows

test('functions are applied again when their text changed, and only then', async () => {
  await run()
  await pool.query('insert into zero (id) values (1); update zero set id = 2')
  expect(await zero()).toEqual([{ id: 2, changes: 1 }])
  // Whether they are applied is visible by what somebody else has changed.
  await pool.query('drop trigger zero_count on zero')
  await run()
  await pool.query('update zero set id = 3')
  expect(await zero()).toEqual([{ id: 3, changes: 1 }])
  write('schema/01-zero.functions.sql', COUNT_CHANGES.replace('+ 1', '+ 10'))
  await run()
  await pool.query('update zero set id = 4')
  expect(await zero()).toEqual([{ id: 4, changes: 11 }])
})

test('a migration that changes rows runs without triggers, which are back afterwards', async () => {
  await run()
  await pool.query('insert into zero (id) values (1)')
  // Not one of ours.
  await pool.query('create trigger zero_count_again before update on zero for each row execute function count_change()')
  write('migrations/003-rows.sql', 'drop table two; update zero set id = id + 1')
  expect(await run()).toEqual(['003-rows.sql'])
  expect(await zero()).toEqual([{ id: 2, changes: 0 }])
  await pool.query(`create or replace function count_change() returns trigger language plpgsql as $$
    begin
      new.changes := new.changes + 1;
      return new;
    end $$`)
  await pool.query('update zero set id = 3')
  expect(await zero()).toEqual([{ id: 3, changes: 2 }])
})

test('a table that another role has in the schema is left alone', async () => {
  await run()
  const role = `neighbour_${process.pid}`
  await admin.query(`create role ${role}`)
  const owner = `owner_${process.pid}`
  await admin.query(`create role ${owner} login password 'owner'`)
  try {
    await pool.query(`
      create table guests (id int primary key);
      create table rooms (id int references guests);
      alter table guests owner to ${role};
      alter table rooms owner to ${role};
      grant all on schema public to ${owner};
      ${(await tables()).map((name) => `alter table ${name} owner to ${owner};`).join(' ')}
      alter function count_change() owner to ${owner}`)
    write('migrations/003-rows.sql', 'update zero set id = 1')
    const url = new URL(pool.options.connectionString ?? '')
    url.username = owner
    url.password = 'owner'
    const own = openPool(url.href, 1)
    expect(await migrate(own, pathToFileURL(`${folder}/`))).toEqual(['003-rows.sql'])
    await own.end()
  } finally {
    await pool.query(`drop owned by ${owner}, ${role} cascade`)
    await admin.query(`drop role ${owner}, ${role}`)
  }
})

test('a database from before 1.0.0 is refused, and stays as it is', async () => {
  await pool.query(`
    create table migrations (name text primary key, checksum text not null, at timestamptz not null default now());
    create table admins (id int);
    insert into migrations (name, checksum) values ('001-admins.sql', '5c'), ('064-former-numbers.sql', '7d')`)
  const refusal =
    'The database is from before version 1.0.0, which this version cannot open: start with an empty data folder or database.'
  await expect(run()).rejects.toThrow(refusal)
  await expect(migrate(pool)).rejects.toThrow(refusal)
  await expect(refusePending(pool)).rejects.toThrow(refusal)
  expect(await tables()).toEqual(['admins', 'migrations'])
})

test('tables of an earlier release candidate are from before 1.0.0, too', async () => {
  await run()
  write('schema/01-zero.sql', 'create table zero (id bigint, changes int default 0)')
  await expect(run()).rejects.toThrow('The database is from before version 1.0.0')
})

test('beside a running server, a database of another version is refused unchanged', async () => {
  await expect(refusePending(pool)).rejects.toThrow('There is no shop in this database yet: start the server first.')
  await migrate(pool)
  await refusePending(pool)
  await pool.query(`update migrations set checksum = 'older' where name = 'functions'`)
  await expect(refusePending(pool)).rejects.toThrow('The database is older than this program: start the server first')
  await pool.query(`insert into migrations (name, checksum) values ('999-later.sql', '')`)
  await expect(refusePending(pool)).rejects.toThrow('The database is newer than this program: it has 999-later.sql.')
})

test('a server that does not answer at any of its addresses is reported in a sentence', async () => {
  const nowhere = openPool('postgres://nobody@localhost:1/none', 1)
  await expect(migrate(nowhere)).rejects.toThrow(/^The database cannot be reached: .*ECONNREFUSED/)
  await expect(refusePending(nowhere)).rejects.toThrow(/^The database cannot be reached: .*ECONNREFUSED/)
  await nowhere.end()
})
