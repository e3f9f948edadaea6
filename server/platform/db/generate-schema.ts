import type pg from 'pg'

interface Column {
  table_name: string
  column_name: string
  type: string
  nullable: boolean
  has_default: boolean
  generated: boolean
}

const TYPES: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  tk: 'Tk',
  wallet_balance: 'Tk',
  text: 'string',
  _text: 'string[]',
  audit_actor: 'string',
  bool: 'boolean',
  timestamptz: 'string',
  _timestamptz: 'Date[]',
  date: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  bytea: 'Buffer',
  _int8: 'number[]',
}

// Functions of the database keep the counters, and SQL text alone reads them: no statement of Kysely needs their types.
const COLUMNS = `
  select c.table_name, c.column_name, coalesce(c.domain_name, c.udt_name) as type, c.is_nullable = 'YES' as nullable,
    c.column_default is not null or c.is_identity = 'YES' as has_default,
    c.is_generated = 'ALWAYS' as generated
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    and c.table_name !~ '_(deltas|counts|blocks|figures|terms)$'
  order by c.table_name, c.ordinal_position`

export const describeSchema = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<Column>(COLUMNS)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const lines = ['// Generated from the migrated database by `npm run schema`: do not edit.', '']
  lines.push("import type { ColumnType, Generated } from 'kysely'", "import type { Tk } from '#contract/money.ts'", '')
  lines.push('export interface DB {')
  for (const [table, columns] of tables) {
    lines.push(`  ${table}: {`, ...columns.map((column) => `    ${column.column_name}: ${typeOf(column)}`), '  }')
  }
  return `${[...lines, '}'].join('\n')}\n`
}

const typeOf = (column: Column): string => {
  const base = TYPES[column.type]
  if (!base) throw new Error(`No TypeScript type for ${column.table_name}.${column.column_name} (${column.type})`)
  const type = column.nullable ? `${base} | null` : base
  if (column.generated) return `ColumnType<${type}, never, never>`
  return column.has_default ? `Generated<${type}>` : type
}
