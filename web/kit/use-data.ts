import { useThrottledValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { READ_DELAY_MS } from '#contract/limits.ts'
import { type ApiError, call } from './api.ts'

export interface DataOptions {
  readonly enabled?: boolean
  /** Asks again by itself after so many milliseconds. */
  readonly refetchInterval?: number | false
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
  const isSettled = useThrottledValue(asked, READ_DELAY_MS) === asked
  return useQuery<Output<Endpoint<I, O>>, ApiError>({
    queryKey,
    queryFn: async ({ signal }) => (await call(endpoint, { ...input, ...options.alongside?.() }, { signal })).data,
    enabled: isSettled && (options.enabled ?? true),
    refetchInterval: options.refetchInterval ?? false,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  })
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
