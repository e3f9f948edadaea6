import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../../server/platform/db/pool.ts'

const OWNER = 'keeper'
let count = 0

/** An empty database as a server's owner gets one: its role owns it, and is no superuser. `options` are those of CREATE DATABASE. */
export const createEmptyDatabase = async (options = ''): Promise<{ url: string; drop: () => Promise<void> }> => {
  const name = `empty_${process.pid}_${count++}`
  const role = `${OWNER}_${process.pid}`
  const admin = openPool(inject('serverUrl'), 1)
  await admin.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login password '${OWNER}'; end if;
  end $$`)
  await admin.query(`create database ${name} owner ${role} ${options}`)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${name}`
  url.username = role
  url.password = OWNER
  return {
    url: url.href,
    drop: async () => {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

/** A folder of the test's own, and its removal. */
export const makeFolder = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-backup-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The tables of a database, by name. */
export const tablesOf = async (pool: pg.Pool): Promise<string[]> =>
  (await pool.query(`select tablename as name from pg_tables where schemaname = current_schema() order by 1`)).rows.map(
    ({ name }) => name,
  )

/** What a restore leaves empty, or writes itself. */
const NOT_COMPARED = ['sessions', 'backups', 'books', 'login_attempts', 'migrations', 'act_keys']

/** Rows and a checksum over their whole content, by table. */
export const contentOf = async (pool: pg.Pool): Promise<Record<string, string>> => {
  const content: Record<string, string> = {}
  for (const name of await tablesOf(pool)) {
    if (NOT_COMPARED.includes(name)) continue
    // Each backup and each restore leaves a row in the log that it was made or restored in.
    const compared = name === 'audit' ? `where action not like 'backups.%'` : ''
    const { rows } = await pool.query(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from "${name}" as t ${compared}`,
    )
    content[name] = rows[0]?.print
  }
  return content
}

/** Everything that the migrations have made, as PostgreSQL itself describes it. */
export const schemaOf = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(`
    select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' '
      || a.attidentity::text || a.attgenerated::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'v')
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped
    union all
    select 'index ' || indexdef from pg_indexes where schemaname = current_schema()
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
    from pg_constraint
    where connamespace = quote_ident(current_schema())::regnamespace
    union all
    select 'trigger ' || t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid) from pg_trigger t
    where not t.tgisinternal
    union all
    select 'view ' || viewname || ' ' || definition from pg_views where schemaname = current_schema()
    union all
    select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = quote_ident(current_schema())::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`)
  return rows.map(({ line }) => line)
}
