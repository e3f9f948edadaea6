import { z } from 'zod'
import { ALL_PAGES_SHOWN_UP_TO, DEFAULT_PAGE_SIZE, PAGES_AROUND, PAGES_AT_THE_END } from '#contract/limits.ts'
import { plainNumber } from '../ui/text/plain-number.ts'

/** Page numbers to show: all up to 30; beyond that the first, a window around `page` and the last; null is a gap. */
export function pagesShown(page: number, last: number): (number | null)[] {
  const all = Array.from({ length: last <= ALL_PAGES_SHOWN_UP_TO ? last : 0 }, (_, at) => at + 1)
  if (all.length > 0) return all
  const shown = new Set([1])
  for (let near = page - PAGES_AROUND; near <= page + PAGES_AROUND; near++) shown.add(near)
  for (let end = last - PAGES_AT_THE_END + 1; end <= last; end++) shown.add(end)
  const inOrder = [...shown].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b)
  return inOrder.flatMap((number, at) => (at > 0 && number - (inOrder[at - 1] ?? 0) > 1 ? [null, number] : [number]))
}

/** The page the jump box asks for; undefined if empty, not a number or out of range. */
export function jumpTarget(text: string, last: number): number | undefined {
  const page = Number(plainNumber(text) || 'none')
  return Number.isInteger(page) && page >= 1 && page <= last ? page : undefined
}

/** One of the page sizes on offer, in a URL. */
export const pageSize = (sizes: readonly number[]) =>
  z.coerce
    .number()
    .refine((size) => sizes.includes(size))
    .catch(DEFAULT_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE)
