import type { Direct } from '../../platform/db/direct.ts'
import { quoted } from '../../platform/db/pool.ts'

/** An old backup must not revive sessions or sign-in locks, and none gives away what signs acts. Migrations are listed in its head and run again. */
const EXCLUDED = ['sessions', 'login_attempts', 'used_challenges', 'migrations', 'act_keys']

export interface Table {
  readonly name: string
  readonly columns: string[]
}

interface Sequence {
  readonly name: string
  readonly last: number
}

const TABLES = `
  select c.relname::text as name, array(
    select a.attname::text
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum
  ) as columns
  from pg_class c
  where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname`

const SEQUENCES = `
  select sequencename::text as name, coalesce(last_value, 0)::float8 as last
  from pg_sequences
  where schemaname = current_schema()
  order by sequencename`

/** All tables of the first schema of the search path, including those we did not create. */
export const listTables = (line: Direct): Promise<Table[]> => line.query<Table>(TABLES)

export const isIncluded = ({ name }: Table): boolean => !EXCLUDED.includes(name)

/** Sequences never lag behind the visible rows. */
export const listSequences = (line: Direct): Promise<Sequence[]> => line.query<Sequence>(SEQUENCES)

export const columnsOf = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`
