import type { Db } from '../../platform/db/connect.ts'
import type { DB } from '../../platform/db/schema.ts'
import { type Days, hasDateRange, type IdRange } from './days.ts'
import { type Candidates, candidates } from './search.ts'
import { type Bind, once } from './statement.ts'

/** What any list can be asked for, beside its own filters. */
export interface Asked extends Days {
  readonly page: number
  readonly limit: number
  readonly sort?: string | undefined
  readonly order?: 'asc' | 'desc' | undefined
  /** The moment that `from` and `to` limit; created_at by default. */
  readonly day_of?: string | undefined
  /** Ids on screen. Those that are not on the page are replied as `elsewhere`. */
  readonly shown?: readonly number[] | undefined
}

/** Package ids; null means all. */
export type Packages = readonly number[] | null

/** The packages whose orders the caller may see. `sql` binds them when it is first read. */
export interface Scope {
  readonly ids: Packages
  readonly sql: string
}

/** What a definition's SQL is written with. PostgreSQL rejects a parameter that the statement does not use. */
export interface Terms<Q> {
  readonly query: Partial<Q>
  readonly bind: Bind
  readonly lookups: Candidates
  readonly scope: Scope
  /** The ids of rows created between `from` and `to`. */
  readonly range: IdRange | undefined
}

/** SQL of the rows that a field of the query leaves. 'narrow': it narrows the packages, see `narrow`. */
type Filter<V, Q> = ((value: V, terms: Terms<Q>) => string) | 'narrow'

/** Parts of a list that an index leads to, as rows that name one each (`from`) and the condition on it (`where`). */
export interface Strands<Q> {
  readonly from: (terms: Terms<Q>) => string
  readonly where: string
}

/** Rows that have a value to sort by: `id` and `n`. */
export interface Top {
  readonly rows: string
  /** SQL: a row has no value. By default the rows with one are read first, and kept. */
  readonly others?: string
}

/** What keeps a sort from reading the whole table. Where nothing is counted, the first SEARCH_TOTAL_CAP rows are offered. */
type Bound<Q> =
  /** The index has the order. */
  | { readonly index: string }
  /** It has it within each strand. */
  | { readonly index: string; readonly strands: Strands<Q> }
  /** Only some rows have a value; undefined if all have, so that `by` is walked. */
  | { readonly index: string; readonly top: (terms: Terms<Q>) => Top | undefined }
  /** Rows per value (`key`, `n`), and per value and block (`key`, `block`, `n`), of those in the CTE `keys` if it is named. Any page is
   * found; the index leads from a value and a block to the rows. */
  | {
      readonly index: string
      readonly counted: {
        readonly keys: (condition: string, terms: Terms<Q>) => string
        readonly blocks: (condition: string, terms: Terms<Q>, keys: string | undefined) => string
      }
    }
  /** The table stays small, because people enter its rows by hand. */
  | { readonly few: true }

/** What a page is sorted by before the id, in SQL, with the joins that this needs. */
export type Sort<Q> = { readonly by: string; readonly join?: string } & Bound<Q>

/** `created_at` is the order of the ids. */
type SortName<Q> = Q extends { readonly sort?: infer S } ? Exclude<NonNullable<S>, 'id' | 'created_at'> & string : never

interface Moment<Q> {
  /** SQL of the rows per day (`day`, `n`); undefined if they are not counted. */
  readonly perDay: (terms: Terms<Q>) => string | undefined
  /** Filters that an index has before the moment, so that rows are of it even if no days are asked for. */
  readonly filters?: readonly (keyof Q)[]
}

interface Definition<Q, R, F> {
  /** The table's name in the definition's SQL. */
  readonly as: string
  readonly columns: string | ((scope: Scope) => string)
  readonly joins: string | ((scope: Scope) => string)
  readonly toRow?: (row: F) => R
  /** SQL: the row is not deleted. */
  readonly always?: string
  /** A filter per field that the list can be asked for: a forgotten one would show all rows. */
  readonly filters: { readonly [K in Exclude<keyof Q, keyof Asked>]-?: Filter<NonNullable<Q[K]>, Q> }
  /** Others, and rows that are equal, sort by id. */
  readonly sorts: { readonly [S in SortName<Q>]: Sort<Q> }
  /** The order where none is asked for; newest first by default. */
  readonly isAscending?: (query: Q) => boolean
  /** SQL of the rows that come first if no sort is asked for. */
  readonly first?: (query: Q) => string | undefined
  readonly counters?: {
    /** Filters that the counters know. With any other filter, the rows are counted. */
    readonly filters: readonly (keyof Q)[]
    /** SQL of rows per block of ids (`block`, `n`), possibly several per block; `condition` is of these filters. */
    readonly blocks: (condition: string, terms: Terms<Q>) => string
    /** SQL of a total that is cheaper than the sum of the blocks. */
    readonly total?: (terms: Terms<Q>) => string | undefined
  }
  /** No cap where rows are counted: there are few. */
  readonly isCountedInFull?: true
  /** Moments that `day_of` can name beside created_at. Rows sort by them then. */
  readonly moments?: Readonly<Record<string, Moment<Q>>>
  /** For an export, if it needs fewer. */
  readonly exportJoins?: string
}

/** The rows of some packages, as strands with an index in order of ids each. */
interface PackageStrands<Q> extends Strands<Q> {
  /** SQL of the number of rows, of all days. */
  readonly total: (terms: Terms<Q>) => string
}

/** A list of orders has only rows of packages that the caller may see. Others may name such orders in their columns. */
type Scoped<Q> =
  | {
      readonly table: 'orders'
      readonly scope: 'rows'
      readonly strands: PackageStrands<Q>
      /** The packages in scope that the query asks for. */
      readonly narrow: (db: Db, packages: Packages, query: Partial<Q>) => Promise<Packages>
    }
  | { readonly table: Exclude<keyof DB, 'orders'>; readonly scope: 'columns' | 'none'; strands?: never; narrow?: never }

/** What a list is; `plan.ts` makes its statements. */
export type List<Q, R, F = R> = Definition<Q, R, F> & Scoped<Q>

export const all = (...conditions: readonly (string | undefined)[]): string =>
  conditions.filter((condition) => condition && condition !== 'true').join(' and ') || 'true'

export const termsOf = <Q>(
  query: Partial<Q>,
  ids: Packages,
  bind: Bind,
  range?: Terms<Q>['range'],
  lookups = candidates(),
): Terms<Q> => {
  const sql = once(() => `${bind(ids)}::bigint[]`)
  const scope = {
    ids,
    get sql() {
      return sql()
    },
  }
  return { query, bind, range, lookups, scope }
}

/** SQL of the filters that the counters know, and of the others. */
export const filtersOf = <Q, R, F>(
  { filters, counters, moments }: List<Q, R, F>,
  terms: Terms<Q>,
  moment: string | undefined,
) => {
  const known = [...(counters?.filters ?? []), ...(moments?.[moment ?? '']?.filters ?? [])]
  const conditions = { counted: [] as string[], others: [] as string[] }
  for (const name of Object.keys(filters) as (keyof Q)[]) {
    const value = terms.query[name]
    if (value === undefined || value === null) continue
    const filter = filters[name as keyof typeof filters] as Filter<unknown, Q>
    if (filter === 'narrow') continue
    conditions[known.includes(name) ? 'counted' : 'others'].push(filter(value, terms))
  }
  return { counted: all(...conditions.counted), others: conditions.others.length === 0 ? undefined : all(...conditions.others) }
}

export const isInScope = <Q, R, F>(list: List<Q, R, F>, { scope }: Terms<Q>): string =>
  list.scope === 'rows' && scope.ids !== null ? `${list.as}.package_id = any(${scope.sql})` : 'true'

/** Whether an index leads to the rows by a filter and the moment. */
export const isFilteredBy = <Q>(moment: Moment<Q> | undefined, query: Partial<Q>): boolean =>
  moment?.filters?.some((name) => query[name] !== undefined) ?? false

export const momentOf = <Q extends Asked, R, F>({ moments = {} }: List<Q, R, F>, query: Partial<Q>): string | undefined =>
  hasDateRange(query)
    ? Object.keys(moments).find((moment) => moment === query.day_of)
    : Object.keys(moments).find((moment) => isFilteredBy(moments[moment], query))
