import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { READ_DELAY_MS } from '#contract/limits.ts'
import { type ApiError, call } from './api.ts'

interface DataOptions {
  readonly enabled?: boolean
  /** Asks again by itself after so many milliseconds. */
  readonly refetchInterval?: number | false
  /** Also while nobody looks at the tab. */
  readonly alsoHidden?: boolean
  /** Shows the rows of the former input until those of the new one are here. */
  readonly keepPrevious?: boolean
  /** Goes along with each call, without being part of the question: the reply is remembered under the input alone. */
  readonly alongside?: () => Readonly<Record<string, unknown>>
}

/**
 * Reads through a call of the contract. What it answers is always about this `input`, or still about the former one where `keepPrevious`
 * says so. The first change of `input` goes out at once, changes in the next 400 ms as one.
 */
export function useData<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  input: Sent<Endpoint<I, O>>,
  options: DataOptions = {},
): UseQueryResult<Output<Endpoint<I, O>>, ApiError> {
  const queryKey = [endpoint.path, input]
  const asked = JSON.stringify(queryKey)
  const sent = useRef<LastSent>({ changedAt: Number.NEGATIVE_INFINITY })
  return useQuery<Output<Endpoint<I, O>>, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => {
      await waitForTurn(sent.current, asked, signal)
      return (await call(endpoint, { ...input, ...options.alongside?.() }, { signal })).data
    },
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchInterval ?? false,
    refetchIntervalInBackground: options.alsoHidden ?? false,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  })
}

/** What a screen asked last, and when it last asked something else than before. */
interface LastSent {
  asked?: string
  changedAt: number
}

/**
 * Waits here and not before the query, which is under way from the first moment on: news that make it stale meanwhile reach it. One
 * that nobody asks for any more is given up, and with it its place.
 */
async function waitForTurn(last: LastSent, asked: string, signal: AbortSignal): Promise<void> {
  if (last.asked === asked) return
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
  if (last.asked !== undefined) last.changedAt = performance.now()
  last.asked = asked
}

/** Reads again because somebody asks for it; `isAsked` until that has ended. */
export function useRefresh(refetch: () => Promise<unknown>) {
  const [isAsked, setAsked] = useState(false)
  const refresh = useCallback(() => {
    setAsked(true)
    void refetch().finally(() => setAsked(false))
  }, [refetch])
  return { isAsked, refresh }
}
