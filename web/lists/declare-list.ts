import type { ReactNode } from 'react'
import { z } from 'zod'
import type { LiveList } from '#contract/desk.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { MAX_PAGE, PAGE_SIZES } from '#contract/limits.ts'
import { whole } from '#contract/list.ts'
import { pageSize } from './pages.ts'

export type Value = string | number

/** A filter of a list. What it accepts is said by the call's input. */
export interface Filter<V> {
  /** English. */
  readonly label: string
  /** The values offered in place of a text box, each with its translated text, which its chip shows. */
  readonly useChoices?: () => readonly (readonly [value: V, shown: Value])[]
  /** Replaces the text box, or the plain choice. */
  Field?(props: FilterFieldProps<V>): ReactNode
  /** Set by links, or by the screen's own control, instead of the menu 'Filter'. */
  readonly place?: 'elsewhere'
}

export interface FilterFieldProps<V> {
  readonly label: string
  readonly value: V | undefined
  onChange(value: V | undefined): void
}

interface Common {
  /** Storage name of columns, density and views. */
  readonly table: string
  /** English; `context` tells apart what other languages call a title of several screens. */
  readonly title: string
  readonly context?: string
  readonly subtitle?: string
  readonly live?: LiveList
  /** What the new rows above are called, in English with `{{count}}`. */
  readonly news?: readonly [one: string, many: string]
  /** Empty before the store is connected. */
  readonly isFilledByStore?: true
  readonly exports?: { readonly call: Endpoint; readonly input?: object }
}

type Counts = Endpoint<z.ZodObject, z.ZodType<Readonly<Record<string, number>>>>
interface Search {
  /** English hint on what can be found. */
  readonly placeholder: string
  /** A separate 'Clear' button. */
  readonly hasClear?: true
}

type Shape = Readonly<Record<string, z.ZodType>>
/** What every list takes; the rest of a call's input are its filters. */
type Fixed = 'page' | 'limit' | 'q' | 'sort' | 'order' | 'shown' | 'from' | 'to' | 'day_of'
type TabField<T extends string> = [T] extends [never] ? never : 'status'
type Given<V> = Exclude<V, undefined>
/** The timestamps that days may mean, by wire name. */
type DayOf<S extends Shape> = S extends { day_of: infer D extends z.ZodType } ? Given<z.output<D>> & string : 'created_at'

/** A list whose call takes a search, days or another filter does not compile without their labels. */
type Declaration<S extends Shape, O, R, T extends string, X extends Shape> = Common & {
  /** Each list has its rows under its own name. */
  readonly rows: (reply: O) => R[]
  readonly filters: { readonly [K in Exclude<keyof S, Fixed | TabField<T>>]: Filter<Given<z.output<S[K]>>> }
  /** The values of `status` that have a tab each, beside 'all'; the first is the default. */
  readonly tabs?: { readonly statuses: readonly T[]; readonly counts: Counts }
  /** Parts of the URL that filter nothing, such as the open row. */
  readonly also?: X
} & ('q' extends keyof S ? { readonly search: Search } : unknown) &
  ('from' extends keyof S ? { readonly days: Readonly<Record<DayOf<S>, string>> } : unknown)

/** A list's state in its URL; `dir` is the direction of `sort`, as `order` is the open order. */
type Address<S extends Shape, T extends string, X extends Shape> = {
  page: number
  limit: number
  dir?: 'asc' | 'desc' | undefined
} & {
  [K in Exclude<keyof S, 'page' | 'limit' | 'order' | 'shown' | TabField<T>>]?: z.output<S[K]>
} & { [K in keyof X]?: z.output<X[K]> } & ([T] extends [never] ? unknown : { status: T | 'all' })

/** Any list's state, for the parts that all screens share. */
export type ListState = {
  page: number
  limit: number
  q?: string | undefined
  sort?: string | undefined
  dir?: 'asc' | 'desc' | undefined
  from?: string | undefined
  to?: string | undefined
  day_of?: string | undefined
  [name: string]: Value | undefined
}

/** What the parts of a list's screen read of its declaration. */
export interface ListParts<A = ListState, I = object> extends Common {
  readonly filters: Readonly<Record<string, Filter<never>>>
  readonly search?: Search
  readonly days?: Readonly<Record<string, string>>
  readonly tabs?: { readonly statuses: readonly string[]; readonly counts: Counts }
  readonly address: z.ZodType<A>
  /** What the call accepts for a filter. */
  schemaOf(filter: string): z.ZodType<Value | undefined>
  inputOf(search: A): I
  /** The input without page and sort: for an export, a count, and as a selection's key. */
  filtersOf(search: A): Omit<I, 'page' | 'limit' | 'sort' | 'order'>
  isFiltered(search: A): boolean
  /** Changes the address so that nothing is filtered. */
  cleared(search: A): Partial<A>
  /** Changes the address to another search. It looks in every tab: the status of a customer's order is usually unknown. */
  searched(q: string | undefined, search: A): Partial<A>
}

export interface DeclaredList<A, I extends object, O, R> extends ListParts<A, I> {
  readonly call: Endpoint<z.ZodType, z.ZodType<O>>
  readonly rows: (reply: O) => R[]
}

/** Declares a list once: its screen, URL, chips, selection and export read it. Its URL and input are those of the call. */
export function declareList<
  S extends Shape,
  O extends z.ZodType,
  R,
  const T extends string = never,
  X extends Shape = Record<never, z.ZodType>,
>(
  call: Endpoint<z.ZodObject<S>, O>,
  declaration: Declaration<S, z.output<O>, R, T, X>,
): DeclaredList<Address<S, T, X>, { [K in Exclude<keyof S, 'shown'>]?: z.output<S[K]> }, z.output<O>, R> {
  const shape: Shape = call.input.shape
  const { tabs, also = {} } = declaration
  const { page: _, limit: __, order, shown: ___, ...fields } = shape
  const names = ['q', ...Object.keys(declaration.filters), 'from', 'to']
  const filtersOf = (search: ListState) => {
    const { page: _, limit: __, sort: ___, order: ____, shown: _____, ...filters } = mapValues(shape, (_, name) => search[name])
    return tabs && search.status === 'all' ? { ...filters, status: undefined } : filters
  }
  const searched = (q: string | undefined, { status }: ListState) =>
    tabs ? { q, status: q !== undefined ? 'all' : status === 'all' ? tabs.statuses[0] : status } : { q }
  const declared = {
    ...declaration,
    call,
    address: z.object({
      ...mapValues({ ...fields, ...(order && { dir: order }), ...also }, (schema) => schema.optional().catch(undefined)),
      ...(tabs && { status: tabAddress(tabs.statuses) }),
      page: whole(1, MAX_PAGE).catch(1).default(1),
      limit: pageSize(PAGE_SIZES),
    }),
    schemaOf: (filter: string) => shape[filter],
    inputOf: (search: ListState) => ({
      ...filtersOf(search),
      page: search.page,
      limit: search.limit,
      sort: search.sort,
      order: search.sort ? (search.dir ?? 'asc') : undefined,
    }),
    filtersOf,
    isFiltered: (search: ListState) => names.some((name) => search[name] !== undefined),
    cleared: (search: ListState) => ({
      ...Object.fromEntries([...names, 'day_of'].map((name) => [name, undefined])),
      ...(search.q !== undefined && searched(undefined, search)),
    }),
    searched,
  }
  return declared as never
}

const tabAddress = (statuses: readonly string[]) => {
  const first = statuses[0] ?? 'all'
  return z
    .enum([...statuses, 'all'])
    .catch(first)
    .default(first)
}

const mapValues = <V, W>(record: Readonly<Record<string, V>>, change: (value: V, name: string) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
