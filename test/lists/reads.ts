import type pg from 'pg'
import { planList } from '../../server/core/lists/read.ts'
import { literal } from '../../server/core/lists/statement.ts'
import type { Db } from '../../server/platform/db/connect.ts'
import type { Request } from './lists.ts'

/** A table of fewer rows may be read as a whole. */
const SMALL_ROWS = 5_000

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Node[]
}

interface Reads {
  readonly name: string
  /** Large tables that were read from their beginning to their end. */
  readonly scanned: readonly string[]
  readonly buffers: number
}

const scansIn = (node: Node): string[] => [
  ...(node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : []),
  ...(node.Plans ?? []).flatMap(scansIn),
]

export const largeTables = async (pool: pg.Pool): Promise<Set<string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > ${SMALL_ROWS}`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** As the shop runs it: prepared, so with a plan for all values. The database has one connection. */
const explain = async (pool: pg.Pool, text: string, parameters: readonly unknown[]): Promise<Node> => {
  const values = parameters.map((value) => (value === null ? 'null' : literal(value)))
  await pool.query(`prepare asked as ${text}`)
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, buffers, timing off, format json) execute asked ${values.length > 0 ? `(${values.join(', ')})` : ''}`,
  )
  await pool.query('deallocate asked')
  if (!rows[0]) throw new Error('There is no plan')
  return rows[0]['QUERY PLAN'][0].Plan
}

/** What a request for a page of a list reads. */
export const readsOf = async (
  { pool, db }: { readonly pool: pg.Pool; readonly db: Db },
  large: ReadonlySet<string>,
  { list, packages, query, name }: Request,
): Promise<Reads> => {
  const planned = await planList(db, list, packages, query)
  const plan = await explain(pool, planned.text, planned.parameters)
  return {
    name: `${name}: ${planned.name}`,
    scanned: [...new Set(scansIn(plan))].filter((table) => large.has(table)),
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  }
}
