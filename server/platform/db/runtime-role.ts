import type pg from 'pg'
import { type Ask, quoted, throwUnreachable } from './pool.ts'

interface Relation {
  readonly name: string
  readonly wanted: readonly string[]
  /** Of an append-only table: all but its identity, so that a row cannot be put between others. */
  readonly columns: readonly string[]
  readonly fits: boolean
}

// What a role may do with a table follows from its triggers: what refuse_change() refuses to everybody is not granted either. So a new
// append-only table needs no second list. Only the owner truncates.
const RELATIONS = `
  with refused as (
    select t.tgrelid as id, bit_or(t.tgtype::integer) as events
    from pg_trigger t
    where t.tgfoid = to_regproc(quote_ident(current_schema()) || '.refuse_change')
    group by t.tgrelid
  ), relations as (
    select c.oid, c.oid::regclass::text as name, c.relacl,
      case
        when c.relname in ('act_keys', 'acts_id_seq') then array[]::text[]
        when c.relkind = 'S' then array['usage', 'select']
        when c.relname in ('migrations', 'actions') or c.relkind = 'v' or coalesce(events, 0) & 16 > 0 then array['select']
        when events & 8 > 0 then array['select', 'insert', 'update']
        else array['select', 'insert', 'update', 'delete']
      end as wanted,
      array(
        select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and coalesce(events, 0) & 16 > 0 and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
      ) as columns
    from pg_class c
    left join refused on id = c.oid
    where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'v', 'S')
      and pg_has_role(c.relowner, 'usage')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  )
  select name, wanted, columns,
    array(select lower(privilege_type) from aclexplode(relacl) where grantee = $1::regrole order by 1)
      = array(select unnest(wanted) order by 1)
    and (select count(*) from pg_attribute a, aclexplode(a.attacl) g where a.attrelid = oid and g.grantee = $1::regrole)
      = cardinality(columns) as fits
  from relations`

/** A temporary table of the name of ours would take what a trigger writes, and a trigger of one acts as if it were ours. */
const TEMPORARY = `
  select quote_ident(datname) as database from pg_database
  where datname = current_database() and pg_has_role(datdba, 'usage') and has_database_privilege($1, oid, 'temporary')`

/** Grants a role what the running shop needs and no more: it cannot change what is append-only, nor tables, triggers and functions.
 * Does nothing for the owner itself. Runs in the owner's transaction. */
export const grantRuntime = async (ask: Ask, role: string): Promise<void> => {
  const [is] = await ask<{ owner: boolean }>('select current_user = $1 as owner', [role])
  if (is?.owner) return
  const [place] = await ask<{ schema: string; is_known: boolean }>(
    `select quote_ident(current_schema()) as schema, has_schema_privilege($1, current_schema(), 'usage') as is_known`,
    [role],
  )
  const grantee = quoted(role)
  if (place && !place.is_known) await ask(`grant usage on schema ${place.schema} to ${grantee}`)
  for (const { database } of await ask<{ database: string }>(TEMPORARY, [role])) {
    await ask(`revoke temporary on database ${database} from public, ${grantee}`)
  }
  for (const { name, wanted, columns, fits } of await ask<Relation>(RELATIONS, [grantee])) {
    if (fits) continue
    await ask(`revoke all on ${name} from ${grantee}`)
    if (wanted.length > 0) await ask(`grant ${wanted.join(', ')} on ${name} to ${grantee}`)
    if (columns.length > 0) await ask(`grant insert (${columns.join(', ')}) on ${name} to ${grantee}`)
  }
}

/** SQL: whether the role of this connection may rewrite the audit log. */
export const IS_OWNER = `(select pg_has_role(relowner, 'usage') from pg_class where oid = 'audit'::regclass)`

const DATABASE = `
  select session_user as role, current_database() || ' ' || pg_postmaster_start_time() as database`

/** The role of the running shop. Throws a message if its database cannot be reached, or is not that of the owner. */
export const requireOneDatabase = async (pool: pg.Pool, ownerPool: pg.Pool): Promise<string> => {
  const ask = async (from: pg.Pool) =>
    (await from.query<{ role: string; database: string }>(DATABASE).catch(throwUnreachable)).rows[0]
  const [shop, owner] = [await ask(pool), pool === ownerPool ? undefined : await ask(ownerPool)]
  if (owner && owner.database !== shop?.database) {
    throw new Error('DATABASE_OWNER_URL leads to another database than DATABASE_URL: they differ only in role and password.')
  }
  return shop?.role ?? ''
}
