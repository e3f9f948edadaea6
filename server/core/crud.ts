import { isDeepStrictEqual } from 'node:util'
import { sql, type Updateable } from 'kysely'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Context, Run } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import type { DB } from '../platform/db/schema.ts'
import { Conflict, found } from '../platform/errors.ts'
import { isOutdated } from './versions.ts'

type PlainTable = 'topup_products' | 'topup_packages' | 'physical_products' | 'payment_methods' | 'banners' | 'notices'

interface Verbs {
  list: Endpoint
  show: Endpoint
  create: Endpoint
  update: Endpoint
  remove: Endpoint
}

interface Plain<F extends Verbs, T extends PlainTable> {
  readonly table: T
  /** SELECT from `<table> t`, ending in its WHERE, without deleted rows. */
  readonly row: string
  readonly order: string
  /** Whether an update writes what orders move, without saying what it was. Absent: orders move nothing in these rows. */
  overwritesMoves?(input: Input<F['update']>): boolean
  /** Fields of the row whose change an audit row names, by the column that they are made of. */
  readonly derived?: Readonly<Record<string, string>>
  /** Columns to write, from the input and, on update, the locked row. Throws errors that the schema cannot detect. */
  columns(ctx: Context, input: Input<F['create']> | Input<F['update']>, present?: Output<F['show']>): Promise<Updateable<DB[T]>>
}

interface Page {
  page: number
  limit?: number | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

interface Ordered {
  readonly row: string
  readonly order: string
}

interface Row {
  id: number
  version: number
}

export const crudHandlers = <F extends Verbs, T extends PlainTable>(
  _endpoints: F,
  plain: Plain<F, T>,
): { [V in keyof Verbs]: Run<F[V]> } => {
  const { table, row, columns, derived = {} } = plain
  const find = (db: Db, id: number) => findRow(db, row, id)
  const handlers = {
    list: (ctx: Context, input: Page) => listRows(ctx, plain, input),

    show: async (ctx: Context, { id }: { id: number }) => withFullUrls(ctx, await find(ctx.db, id)),

    async create(ctx: Context, input: never) {
      const values = await columns(ctx, input)
      const { id } = await ctx.db
        .insertInto(table as PlainTable)
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      ctx.note({ subjectId: id })
      return withFullUrls(ctx, await find(ctx.db, id))
    },

    async update(ctx: Context, input: { id: number; version?: number }) {
      const present = await lock(ctx.db, plain, input.id)
      if (isOutdated(input.version, present.version, plain.overwritesMoves?.(input as never) ?? true))
        throw new Conflict('changed', withFullUrls(ctx, present))
      const values = await columns(ctx, input as never, withFullUrls(ctx, present) as never)
      await ctx.db
        .updateTable(table as PlainTable)
        .set(values as never)
        .where('id', '=', input.id)
        .execute()
      const after = await find(ctx.db, input.id)
      ctx.note({
        before: differences(
          present,
          after,
          Object.keys(values).map((column) => derived[column] ?? column),
        ),
      })
      return withFullUrls(ctx, after)
    },

    async remove(ctx: Context, { id }: { id: number }) {
      const present = await lock(ctx.db, plain, id)
      await ctx.db
        .updateTable(table as PlainTable)
        .set({ deleted_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      ctx.note({ before: present })
      return null
    },
  }
  return handlers as unknown as { [V in keyof Verbs]: Run<F[V]> }
}

/** Safe to interpolate: the column comes from the contract's allow-list. */
const ordering = (own: string, { sort, order = 'desc' }: Page) => (sort === undefined ? own : `t.${sort} ${order}, t.id ${order}`)

/** The stored path stays a path beside it. */
const withFullUrls = <R extends object>({ publicUrl }: Context, row: R): R =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_full_url') && String(value).startsWith('/') ? `${publicUrl}${value}` : value,
    ]),
  ) as R

export const listRows = async <R extends object = never>(
  ctx: Context,
  { row, order }: Ordered,
  input: Page,
  narrowed: { where: string; values: unknown[] } = { where: 'true', values: [] },
): Promise<{ data: R[]; total: number }> => {
  const { where, values } = narrowed
  const { page, limit } = input
  const [limitAt, offsetAt] = [values.length + 1, values.length + 2]
  const rows = await query<Row>(
    ctx.db,
    `${row} and ${where} order by ${ordering(order, input)} limit $${limitAt} offset $${offsetAt}`,
    [...values, limit ?? null, limit === undefined ? 0 : (page - 1) * limit],
  )
  const data = rows.map((one) => withFullUrls(ctx, one))
  if (limit === undefined) return { data: data as R[], total: data.length }
  const counted = await query<Row>(ctx.db, `select count(*) as n from (${row} and ${where}) as counted`, values)
  return { data: data as R[], total: (counted[0] as unknown as { n: number }).n }
}

const lock = async (db: Db, { table, row }: { table: PlainTable; row: string }, id: number): Promise<Row> => {
  await db.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
  return findRow(db, row, id)
}

const findRow = async (db: Db, row: string, id: number): Promise<Row> => {
  const [present] = await query<Row>(db, `${row} and t.id = $1`, [id])
  return found(present)
}

/** Old values of the written columns that changed. */
const differences = (before: Row, after: Row, written: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => written.includes(name) && !isDeepStrictEqual(value, (after as unknown as Record<string, unknown>)[name]),
    ),
  )
