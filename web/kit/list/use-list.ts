import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { z } from 'zod'
import type { LiveList } from '#contract/desk.ts'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, LIST_POLL_MS, MAX_PAGE, MAX_SEARCH, PAGE_SIZES } from '#contract/limits.ts'
import { text, whole } from '#contract/list.ts'
import type { ApiError } from '../calls/api.ts'
import { invalidatedAt, noteInvalidation } from '../calls/local-invalidations.ts'
import { readAgain } from '../calls/read-again.ts'
import { useData, useRefresh } from '../calls/use-data.ts'
import { useLiveList, useLivePoll } from '../live/live.ts'
import type { Listed } from '../table/columns.ts'
import { useSteadyRows } from './use-steady-rows.ts'

/** The part of a list's address that all lists share. What cannot be read falls back to the default. */
export const listAddress = <const S extends readonly [string, ...string[]]>(sorts: S) => ({
  page: whole(1, MAX_PAGE).catch(1).default(1),
  limit: z.coerce
    .number()
    .refine((size) => (PAGE_SIZES as readonly number[]).includes(size))
    .catch(DEFAULT_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE),
  q: text(MAX_SEARCH).optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
  /** Direction of `sort`; the address keeps the name `order` for the order that is open. */
  dir: z.enum(['asc', 'desc']).optional().catch(undefined),
})

type OnScreen = 'page' | 'limit' | 'sort' | 'dir' | 'order'

/** What an export takes of what its list asks for: the filters, not which rows of them are shown first. */
export const exportInputOf = <A extends Partial<Record<OnScreen, unknown>>>(asked: A): Omit<A, OnScreen> => {
  const { page: _, limit: __, sort: ___, dir: ____, order: _____, ...filters } = asked
  return filters
}

/** News make a list read itself again at most so often. */
export const REREAD_MS = 1_000

type Address = Record<string, string | number | undefined>

interface ChangeOptions {
  readonly replace?: boolean
  /** The page stays where it is scrolled to, for example when a drawer opens beside the list. */
  readonly keepsScroll?: boolean
}

/** What a list shows, kept in the address: a reload, a new tab and Back show the same rows. */
export interface ListSearch<A> {
  readonly search: A
  /** Goes to another page, size, filter or sort; anything but `page` begins at page 1 again. */
  readonly change: (patch: Partial<{ [K in keyof A]: A[K] | undefined }>, options?: ChangeOptions) => void
}

/** Other rows are seen from the first one on; how far the table is scrolled sideways stays. */
function showFirstRow(): void {
  const table = document.querySelector('[data-scroll-restoration-id="table"]')
  table?.scrollTo({ top: 0 })
  // The router carries over where it saw the table last, and the event of this comes only when it has left.
  table?.dispatchEvent(new Event('scroll'))
}

/** Reads the address by a list's schema and changes it; defaults are left out of it. */
export function useListSearch<A extends Address>(schema: z.ZodType<A>): ListSearch<A> {
  const raw = useSearch({ strict: false }) as Address
  const navigate = useNavigate()
  const change: ListSearch<A>['change'] = useCallback(
    (patch, options) => {
      const search = (before: Address) => withoutDefaults(schema, { ...before, page: undefined, ...patch })
      if (!options?.keepsScroll) showFirstRow()
      void navigate({ to: '.', search: search as never, replace: options?.replace ?? false, resetScroll: !options?.keepsScroll })
    },
    [navigate, schema],
  )
  return { search: schema.parse(raw), change }
}

/** As `useListSearch`, of one of several lists on a screen: its names in the address begin with its own word, 'p7_page'. */
export function usePartSearch<A extends Address>(schema: z.ZodType<A>, part: string): ListSearch<A> {
  const raw = useSearch({ strict: false }) as Address
  const navigate = useNavigate()
  const prefix = `${part}_`
  const change: ListSearch<A>['change'] = (patch, options) => {
    const search = (before: Address) => {
      const others = Object.entries(before).filter(([name]) => !name.startsWith(prefix))
      const own = withoutDefaults(schema, { ...partOf(before, prefix), page: undefined, ...patch })
      return Object.fromEntries([...others, ...Object.entries(own).map(([name, value]) => [prefix + name, value])])
    }
    void navigate({ to: '.', search: search as never, replace: options?.replace ?? false, resetScroll: false })
  }
  return { search: schema.parse(partOf(raw, prefix)), change }
}

const partOf = (address: Address, prefix: string): Address =>
  Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )

/** The address of a list's state, for a link to it. */
export function withoutDefaults<A extends Address>(schema: z.ZodType<A>, search: Address): Address {
  const defaults = schema.parse({})
  const isSaid = ([name, value]: [string, unknown]) => value !== undefined && value !== '' && value !== defaults[name]
  return Object.fromEntries(Object.entries(search).filter(isSaid))
}

interface Reply<R> {
  /** Rows of the screen that are not on the page any more; lists whose rows keep their places tell them. */
  readonly elsewhere?: R[]
  /** News of single rows have been put into the reply. */
  readonly isPatched?: true
  readonly total: number
  readonly total_capped?: boolean
}

interface ListOptions<O, R> {
  /** The rows within the reply; each list carries them under its own name. */
  readonly rowsOf: (reply: O) => R[]
  /** Reads again when news name this list; without a stream as often as any other. */
  readonly live?: LiveList
  /** Asks again after so many milliseconds, where it is not every 5 seconds. */
  readonly pollMs?: number
}

/** One page of a list, kept fresh by itself. */
export interface List<R> {
  /** Undefined until the first reply. With those that a colleague took out of the list since (`left`). */
  readonly rows: R[] | undefined
  readonly total: number
  readonly isCapped: boolean
  /** Rows of what was asked for before are still on screen. */
  readonly isStale: boolean
  /** Until what is asked for now has been read: nothing can be chosen among them. */
  readonly isPlaceholder: boolean
  /** What was asked for has been read since it is shown: not only remembered from before. */
  readonly isRead: boolean
  readonly error: ApiError | null
  readonly refresh: () => void
  /** Rows that had left, and went from the screen when the page was last shown as it is. */
  readonly gone: readonly R[] | undefined
  /** How many new rows wait to be shown. */
  readonly waiting: number
  /** The whole page is of such rows: there may be more. */
  readonly hasMoreWaiting: boolean
  readonly showWaiting: () => void
  /** Puts a row's new state in its place. */
  readonly patch: (row: R) => void
}

/**
 * Reads one page and asks again every few seconds. Old rows stay while others load. The 400 ms delay of changes (rules 1.6) is
 * that of `useData`: filters debounce before they reach the address, so they do not wait twice.
 */
export function useList<I extends z.ZodType, O extends z.ZodType, R extends Listed>(
  endpoint: Endpoint<I, O>,
  input: Sent<Endpoint<I, O>>,
  { rowsOf, live, pollMs = LIST_POLL_MS }: ListOptions<Output<Endpoint<I, O>>, R>,
): List<R> {
  const livePoll = useLivePoll(LIST_POLL_MS)
  const onScreen = useRef<readonly number[]>([])
  const query = useData(endpoint, input, {
    refetchInterval: live ? livePoll : pollMs,
    keepPrevious: true,
    alongside: () => (onScreen.current.length > 0 ? { shown: onScreen.current } : {}),
  })
  const reply = query.data as (Output<Endpoint<I, O>> & Reply<R>) | undefined
  const steady = useSteadyRows({
    page: reply && { rows: rowsOf(reply), elsewhere: reply.elsewhere },
    key: JSON.stringify([endpoint.path, input]),
    readAt: query.dataUpdatedAt,
    isPatched: reply?.isPatched ?? false,
    invalidatedAt: invalidatedAt(endpoint.path),
  })
  onScreen.current = query.isPlaceholderData || !reply?.elsewhere ? [] : (steady.rows ?? []).map(({ id }) => id)
  const client = useQueryClient()
  useLiveList(
    live,
    useThrottledCallback(() => void readAgain(client, [endpoint.path, input]), REREAD_MS),
  )
  const { path } = endpoint
  const { refetch } = query
  const again = useCallback(() => {
    noteInvalidation([path])
    return refetch()
  }, [path, refetch])
  const { isAsked, refresh } = useRefresh(again)
  return {
    ...steady,
    hasMoreWaiting: steady.waiting > 0 && steady.waiting >= (reply ? rowsOf(reply).length : 0),
    total: reply?.total ?? 0,
    isCapped: reply?.total_capped ?? false,
    isStale: query.isPlaceholderData || isAsked,
    isPlaceholder: query.isPlaceholderData,
    // News that were put into a reply from before count as one too.
    isRead: query.isFetchedAfterMount && !query.isError && !reply?.isPatched,
    error: query.error,
    refresh,
  }
}
