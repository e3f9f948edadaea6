import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { type ApiError, call } from './api.ts'

/** Two files can have the same name, size and time. */
const numbers = new WeakMap<Blob, number>()
let count = 0
const numberOf = (file: Blob): number => {
  const number = numbers.get(file) ?? ++count
  numbers.set(file, number)
  return number
}

/** What the server reads in a file, without storing it; nothing without a file. */
export function useFilePreview<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  input: Sent<Endpoint<I, O>>,
  file: Blob | undefined,
): UseQueryResult<Output<Endpoint<I, O>>, ApiError> {
  return useQuery<Output<Endpoint<I, O>>, ApiError>({
    queryKey: [endpoint.path, input, file && numberOf(file)],
    queryFn: async ({ signal }) => (await call(endpoint, input, { signal, file })).data,
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // It may hold codes.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}
