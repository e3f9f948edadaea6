import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import type { Output } from '#contract/endpoint.ts'
import { SMS_PAGE_SIZE } from '#contract/limits.ts'
import { type ApiError, call } from '../calls/api.ts'

/** Loads recipients 50 at a time. Never refetches: the ticked list must not change while it is being edited. */
export function useRecipients(q: string | undefined) {
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
  // A new customer moves others to the next page; this removes the duplicates.
  const rows = useMemo(
    () => pages && [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()],
    [pages],
  )
  const last = pages?.at(-1)
  return {
    /** Undefined until the first page has loaded. */
    rows,
    /** How many customers match, reachable or not. */
    found: last?.total ?? 0,
    /** More than `found` match, but cannot be loaded: a search counts up to a cap. */
    isCapped: last?.total_capped ?? false,
    /** How many of all customers can be reached; undefined until the first page of this search has loaded. */
    reachable: last?.reachable,
    unreachable: last?.unreachable ?? 0,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    /** Loads the next page, or retries the one that failed. */
    more: () => {
      if (!query.isFetching) void (rows ? query.fetchNextPage() : query.refetch())
    },
  }
}
