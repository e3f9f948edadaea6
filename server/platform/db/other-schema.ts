import type { Ask } from './pool.ts'

// Ignores tables of other programs with this name, and schemas the role may not use.
const OTHER_SHOP = `
  select quote_ident(n.nspname) as schema, quote_ident(session_user) as role, quote_ident(current_database()) as database
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where to_regclass(quote_ident(current_schema()) || '.migrations') is null
    and c.relname = 'migrations' and c.relkind = 'r' and has_schema_privilege(n.oid, 'usage')
    and array(
      select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
    ) = array['name', 'checksum', 'at']
  order by n.nspname
  limit 1`

/** Throws a message if the shop is in another schema than the first of the search_path. Otherwise, once a schema with the role's
 * name exists, a shop in `public` would open as an empty one. */
export const refuseOtherSchema = async (ask: Ask): Promise<void> => {
  const [other] = await ask<{ schema: string; role: string; database: string }>(OTHER_SHOP)
  if (!other) return
  const { schema, role, database } = other
  throw new Error(
    `The shop of this database is in its schema ${schema}, where its role does not look first. To open it: ` +
      `alter role ${role} in database ${database} set search_path = ${schema}; for another shop use another database.`,
  )
}
