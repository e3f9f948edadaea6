import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { campaigns, type Recipient } from '#contract/campaigns.ts'
import type { Output } from '#contract/endpoint.ts'
import { SMS_PAGE_SIZE } from '#contract/limits.ts'
import { type ApiError, call } from '../kit/calls/api.ts'

/** Customers as they are loaded, page after page. */
interface Recipients {
  /** Undefined until the first page is there. */
  readonly rows: readonly Recipient[] | undefined
  /** How many are found, of whom some may have no mobile number. */
  readonly found: number
  /** There are more than `found`, which cannot be loaded: a search counts up to a cap. */
  readonly isCapped: boolean
  /** How many customers can be written to; undefined until the first page is there, also that of a new search. */
  readonly reachable: number | undefined
  readonly unreachable: number
  readonly error: ApiError | null
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Reads the next page, or the one that failed. */
  readonly more: () => void
}

/** Reads recipients 50 at a time; what is ticked must not change under anybody's eyes, so nothing is read again by itself. */
export function useRecipients(q: string | undefined): Recipients {
  type Page = Output<typeof campaigns.recipients>
  const query = useInfiniteQuery<Page, ApiError, { pages: Page[] }, readonly unknown[], number>({
    queryKey: [campaigns.recipients.path, q],
    queryFn: async ({ pageParam, signal }) =>
      (await call(campaigns.recipients, { page: pageParam, limit: SMS_PAGE_SIZE, q }, { signal })).data,
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (page * SMS_PAGE_SIZE < last.total ? page + 1 : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const pages = query.data?.pages
  // A customer who came meanwhile has pushed others onto the next page: nobody is listed twice.
  const rows = useMemo(
    () => pages && [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()],
    [pages],
  )
  const last = pages?.at(-1)
  return {
    rows,
    found: last?.total ?? 0,
    isCapped: last?.total_capped ?? false,
    reachable: last?.reachable,
    unreachable: last?.unreachable ?? 0,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => {
      if (!query.isFetching) void (rows ? query.fetchNextPage() : query.refetch())
    },
  }
}
