import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { READ_DELAY_MS } from '#contract/limits.ts'
import { type ApiError, call } from './api.ts'

interface DataOptions {
  readonly enabled?: boolean
  /** Polling interval in ms. */
  readonly refetchInterval?: number | false
  /** Polls while the tab is hidden too. */
  readonly refetchWhileHidden?: boolean
  /** Shows the previous input's rows until the new ones have loaded. */
  readonly keepPrevious?: boolean
  /** Sent with each call, but not part of the cache key. */
  readonly extraInput?: () => Readonly<Record<string, unknown>>
}

/** Reads through a call of the contract. The data is always of this `input`, or of the previous one with `keepPrevious`. The
 * first change of `input` is sent at once; changes within the next 400 ms are sent as one. */
export function useData<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  input: Sent<Endpoint<I, O>>,
  options: DataOptions = {},
): UseQueryResult<Output<Endpoint<I, O>>, ApiError> {
  const queryKey = [endpoint.path, input]
  const request = JSON.stringify(queryKey)
  const sent = useRef<LastSent>({ changedAt: Number.NEGATIVE_INFINITY })
  return useQuery<Output<Endpoint<I, O>>, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      await waitForTurn(sent.current, request, signal)
      return (await call(endpoint, { ...input, ...options.extraInput?.() }, { signal })).data
    },
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchInterval ?? false,
    refetchIntervalInBackground: options.refetchWhileHidden ?? false,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  })
}

/** A screen's last request, and when its input last changed. */
interface LastSent {
  request?: string
  changedAt: number
}

/** Debounces inside the query function, so that the query exists from the start and events can invalidate it. A request that
 * is no longer needed is aborted and does not count. */
async function waitForTurn(last: LastSent, request: string, signal: AbortSignal): Promise<void> {
  if (last.request === request) return
  const waitMs = last.changedAt + READ_DELAY_MS - performance.now()
  if (waitMs > 0) {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, waitMs)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })
  }
  if (last.request !== undefined) last.changedAt = performance.now()
  last.request = request
}

/** Refetches on request; `isRefreshing` until that has ended. */
export function useRefresh(refetch: () => Promise<unknown>) {
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = useCallback(() => {
    setRefreshing(true)
    void refetch().finally(() => setRefreshing(false))
  }, [refetch])
  return { isRefreshing, refresh }
}
