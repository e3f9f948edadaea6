import type { Direct } from '../db/direct.ts'

/**
 * Tables whose rows a backup leaves out. Sessions must not come alive again with an old backup, nor must a sign-in that was locked
 * stay so; the migrations are in its head, and are applied again.
 */
const LEFT_OUT = ['sessions', 'login_attempts', 'migrations']

/** A table, with the columns that are written: not those that the database computes. */
export interface Table {
  readonly name: string
  readonly columns: string[]
}

/** A sequence, and the last number that it has given out. */
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

/** Every table of the schema that the shop is in, whoever made it: where an unqualified name is looked for first. */
export const listTables = (line: Direct): Promise<Table[]> => line.query<Table>(TABLES)

/** Whether a table's rows are kept in a backup. */
export const isKept = ({ name }: Table): boolean => !LEFT_OUT.includes(name)

/** Every sequence. What they say is never less than what rows that can be seen already have. */
export const listSequences = (line: Direct): Promise<Sequence[]> => line.query<Sequence>(SEQUENCES)

/** A name as SQL writes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `orders (id, user_id, ...)`, as COPY names them. */
export const columnsOf = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`
