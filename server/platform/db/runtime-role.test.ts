import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { TAMPERINGS } from '../../../test/proofs/tampering.ts'
import { startApp } from '../../../test/support/app.ts'
import { query } from './connect.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { requireOneDatabase } from './runtime-role.ts'

const app = await startApp()
afterAll(() => app.close())

const DENIED = '42501'

/** The code of PostgreSQL's refusal. */
const attempt = (text: string, values: unknown[] = []) =>
  query(app.runtimeDb, text, values).then(
    () => `done: ${text}`,
    (error: pg.DatabaseError) => error.code,
  )

test('whatever the owner could do to the log is refused to the shop', async () => {
  await app.sealAudit()
  const ids = await query<{ id: number }>(app.db, 'select id from audit order by id limit 2')
  const [one = 1, other = 1] = ids.map(({ id }) => id)
  for (const how of TAMPERINGS)
    expect([how, await attempt(how, how.includes('$2') ? [one, other] : [one])]).toEqual([how, DENIED])
})

test('nothing append-only can be changed or emptied, no object altered', async () => {
  const appendOnly = await query<{ name: string; column: string }>(
    app.db,
    `select tgrelid::regclass::text as name, (
       select quote_ident(attname) from pg_attribute where attrelid = tgrelid and attnum > 0 and attidentity = '' limit 1) as column
     from pg_trigger where tgname like '%_append_only' order by 1`,
  )
  expect(appendOnly.map(({ name }) => name)).toEqual(expect.arrayContaining(['audit', 'audit_seals', 'journals']))
  const statements = appendOnly.flatMap(({ name, column }) => [
    `update ${name} set ${column} = ${column}`,
    `delete from ${name}`,
    `truncate ${name}`,
    `alter table ${name} disable trigger all`,
    `alter table ${name} disable trigger ${name}_append_only`,
    `drop trigger ${name}_append_only on ${name}`,
    `drop table ${name}`,
  ])
  const others = [
    'set session_replication_role = replica',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table mine ()',
    'delete from orders',
    'delete from accounts',
    `insert into migrations values ('x', 'y')`,
    `create trigger mine before insert on audit for each row execute function refuse_change()`,
    'set role topdeck',
  ]
  for (const text of [...statements, ...others]) expect([text, await attempt(text)]).toEqual([text, DENIED])
  expect(
    (await query<{ is_owner: boolean }>(app.runtimeDb, `select pg_has_role('topdeck', 'usage') as is_owner`))[0]?.is_owner,
  ).toBe(false)
})

test('a start grants what is missing, revokes what is too much, and nothing else', async () => {
  const owner = openPool(app.databaseUrl, 2)
  const grants = async () =>
    (await owner.query(`select relname, relacl::text from pg_class where relnamespace = 'public'::regnamespace order by 1`)).rows
  const versions = async () => (await owner.query('select max(xmin::text::bigint) as x from pg_class')).rows
  const before = await grants()
  await owner.query('grant update on audit to topdeck_shop; revoke all on orders from topdeck_shop')
  expect(await grants()).not.toEqual(before)
  await migrate(owner, undefined, 'topdeck_shop')
  expect((await grants()).map(({ relacl }) => relacl?.split(',').sort())).toEqual(
    before.map(({ relacl }) => relacl?.split(',').sort()),
  )
  const once = await versions()
  await migrate(owner, undefined, 'topdeck_shop')
  expect(await versions()).toEqual(once)
  await owner.end()
})

test('the shop’s role makes no temporary table; the server is ready all the same', async () => {
  const owner = openPool(app.databaseUrl, 1)
  await migrate(owner, undefined, 'topdeck_shop')
  await owner.end()
  expect(await attempt('create temp table stock_movements (id bigint)')).toBe(DENIED)
  expect((await fetch(`${app.url}/api/ready`)).status).toBe(200)
})

test('an owner of another database is refused', async () => {
  const url = new URL(app.databaseUrl)
  url.pathname = '/postgres'
  const [shop, owner] = [openPool(app.runtimeUrl, 1), openPool(url.href, 1)]
  await expect(requireOneDatabase(shop, owner)).rejects.toThrow('DATABASE_OWNER_URL leads to another database')
  await shop.end()
  await owner.end()
})
