import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { z } from 'zod'
import type { LiveList } from '#contract/desk.ts'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { LIST_POLL_MS, MAX_PAGE, MAX_SEARCH, PAGE_SIZES } from '#contract/limits.ts'
import { freeText, whole } from '#contract/list.ts'
import type { ApiError } from '../calls/api.ts'
import { useLiveList, useLivePoll } from '../calls/live/live.ts'
import { invalidatedAt, recordInvalidation } from '../calls/local-invalidations.ts'
import { refetchActive } from '../calls/refetch-active.ts'
import { useData, useRefresh } from '../calls/use-data.ts'
import type { Listed } from '../ui/table/columns.ts'
import type { ListState } from './declare-list.ts'
import { pageSize } from './pages.ts'
import { type StableRows, useStableRows } from './use-stable-rows.ts'

/** URL schema shared by all lists. Invalid values fall back to the default. */
export const listAddress = <const S extends readonly [string, ...string[]]>(sorts: S) => ({
  page: whole(1, MAX_PAGE).catch(1).default(1),
  limit: pageSize(PAGE_SIZES),
  q: freeText(MAX_SEARCH).optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
  /** Direction of `sort`; the name `order` is taken by the open order. */
  dir: z.enum(['asc', 'desc']).optional().catch(undefined),
})

/** Events refetch a list at most this often. */
export const REFETCH_MS = 1_000

type Address = Record<string, string | number | undefined>

interface ChangeOptions {
  readonly replace?: boolean
  /** Keeps the scroll position, for example when a drawer opens beside the list. */
  readonly keepsScroll?: boolean
}

/** A list's state in the URL, so that a reload, a new tab and Back show the same rows. */
export interface ListSearch<A = ListState> {
  readonly search: A
  /** Changes page, size, filter or sort; any change but `page` resets to page 1. */
  change(patch: Partial<{ [K in keyof A]: A[K] | undefined }>, options?: ChangeOptions): void
}

/** Scrolls to the first row; horizontal scrolling stays. */
function showFirstRow(): void {
  const table = document.querySelector('[data-scroll-restoration-id="table"]')
  table?.scrollTo({ top: 0 })
  // The router stores the table's position, but the real scroll event fires only after it has navigated.
  table?.dispatchEvent(new Event('scroll'))
}

/** Reads the URL by a list's schema and changes it; defaults are omitted. One of several lists on a screen has prefixed
 * parameters, such as 'p7_page', and never scrolls. */
export function useListSearch<A extends Address>(schema: z.ZodType<A>, prefix = ''): ListSearch<A> {
  const raw = useSearch({ strict: false }) as Address
  const navigate = useNavigate()
  const change: ListSearch<A>['change'] = useCallback(
    (patch, { replace = false, keepsScroll = prefix !== '' } = {}) => {
      const search = (before: Address) => {
        const others = Object.entries(before).filter(([name]) => !name.startsWith(prefix))
        const own = withoutDefaults(schema, { ...partOf(before, prefix), page: undefined, ...patch })
        return Object.fromEntries([...others, ...Object.entries(own).map(([name, value]) => [prefix + name, value])])
      }
      if (!keepsScroll) showFirstRow()
      void navigate({ to: '.', search: search as never, replace, resetScroll: !keepsScroll })
    },
    [navigate, schema, prefix],
  )
  return { search: schema.parse(partOf(raw, prefix)), change }
}

const partOf = (address: Address, prefix: string): Address =>
  Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )

/** A list's state as URL parameters, for a link. */
export function withoutDefaults<A extends Address>(schema: z.ZodType<A>, search: Address): Address {
  const defaults = schema.parse({})
  const isSet = ([name, value]: [string, unknown]) => value !== undefined && value !== '' && value !== defaults[name]
  return Object.fromEntries(Object.entries(search).filter(isSet))
}

interface Reply<R> {
  /** Rows on screen that have left the page, for lists that keep rows in place. */
  readonly elsewhere?: R[]
  /** Row events have been merged into the reply. */
  readonly isPatched?: true
  readonly total: number
  readonly total_capped?: boolean
}

interface ListOptions<O, R> {
  /** Each list has its rows under its own name. */
  readonly rowsOf: (reply: O) => R[]
  /** Refetches on events for this list; without a stream it polls. */
  readonly live?: LiveList
  /** Polling interval in ms; 5 seconds by default. */
  readonly pollMs?: number
}

export interface List<R> extends StableRows<R> {
  readonly total: number
  readonly isCapped: boolean
  /** Rows of the previous input are still shown. */
  readonly isStale: boolean
  /** True until the current input has been read and drawn: nothing can be chosen yet. */
  readonly isPlaceholder: boolean
  /** The current input was read since mounting, not only from the cache. */
  readonly isRead: boolean
  readonly error: ApiError | null
  readonly refresh: () => void
  /** The whole page consists of new rows: there may be more. */
  readonly hasMoreWaiting: boolean
}

/** Reads one page and polls. Old rows stay while others load. The 400 ms delay of changes (rules 1.6) is in `useData`: filters
 * are debounced before they reach the URL, so they do not wait twice. */
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
    extraInput: () => (onScreen.current.length > 0 ? { shown: onScreen.current } : {}),
  })
  const reply = query.data as (Output<Endpoint<I, O>> & Reply<R>) | undefined
  const stable = useStableRows({
    page: reply && { rows: rowsOf(reply), elsewhere: reply.elsewhere },
    key: JSON.stringify([endpoint.path, input]),
    readAt: query.dataUpdatedAt,
    isPatched: reply?.isPatched ?? false,
    invalidatedAt: invalidatedAt(endpoint.path),
  })
  const isPlaceholder = query.isPlaceholderData || stable.isPrevious
  onScreen.current = isPlaceholder || !reply?.elsewhere ? [] : (stable.rows ?? []).map(({ id }) => id)
  const client = useQueryClient()
  useLiveList(
    live,
    useThrottledCallback(() => void refetchActive(client, [endpoint.path, input]), REFETCH_MS),
  )
  const { path } = endpoint
  const { refetch } = query
  const again = useCallback(() => {
    recordInvalidation([path])
    return refetch()
  }, [path, refetch])
  const { isRefreshing, refresh } = useRefresh(again)
  return {
    ...stable,
    hasMoreWaiting: stable.waiting > 0 && stable.waiting >= (reply ? rowsOf(reply).length : 0),
    total: reply?.total ?? 0,
    isCapped: reply?.total_capped ?? false,
    isStale: query.isPlaceholderData || isRefreshing,
    isPlaceholder,
    // A cached reply that events were merged into counts as refetched, but was not read.
    isRead: query.isFetchedAfterMount && !query.isError && !reply?.isPatched,
    error: query.error,
    refresh,
  }
}
