import { useMemo } from 'react'
import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, FRAGMENT_MIN_DIGITS, LOCAL_PAGE_SIZES } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { latinDigits, phoneKey } from '#contract/phone.ts'
import { withLatinDigits } from './fields/plain-number.ts'
import type { Listed } from './table/columns.ts'

/** The address of a table that is loaded whole. */
export const localAddress = z.object({
  page: Id.catch(1).default(1),
  limit: z.coerce
    .number()
    .refine((size) => (LOCAL_PAGE_SIZES as readonly number[]).includes(size))
    .catch(DEFAULT_PAGE_SIZE)
    .default(DEFAULT_PAGE_SIZE),
  q: z.string().trim().optional().catch(undefined),
  sort: z.string().default('id').catch('id'),
  dir: z.enum(['asc', 'desc']).default('desc').catch('desc'),
})
export type LocalSearch = z.output<typeof localAddress>

/** One page of rows that are all here. */
interface LocalRows<R> {
  readonly rows: R[] | undefined
  /** How many the search leaves. */
  readonly total: number
  /** The page that is shown: the last one where the address asks for one beyond it. */
  readonly page: number
}

/** Searches, sorts and pages in the browser: by the text fields of a row, '#7' and '7' by its id. */
export function useLocalRows<R extends Listed>(all: R[] | undefined, search: LocalSearch): LocalRows<R> {
  const { q, sort, dir, limit } = search
  const found = useMemo(() => {
    const rows = all?.filter((row) => matches(row, q ?? ''))
    return rows?.sort((a, b) => compare(a, b, sort) * (dir === 'asc' ? 1 : -1))
  }, [all, q, sort, dir])
  const total = found?.length ?? 0
  const page = Math.min(search.page, Math.max(1, Math.ceil(total / limit)))
  const rows = useMemo(() => found?.slice((page - 1) * limit, page * limit), [found, page, limit])
  return { rows, total, page }
}

// Pictures, dates and formatted texts are not what somebody looks for by typing.
const UNSEARCHED = /^(logo|image|banner|created_at|rules|description)$|_full_url$/

/** Whether a row is found by what is sought: its id, or a text of it; phones and digits are the same in every spelling. */
export function matches(row: Listed, q: string): boolean {
  const wanted = withLatinDigits(q).toLowerCase()
  if (wanted === '' || wanted === String(row.id) || wanted === `#${row.id}`) return true
  const digits = phoneKey(wanted).replace(/^\+/, '')
  const isPhone = digits.length >= FRAGMENT_MIN_DIGITS && /^\d+$/.test(digits)
  return Object.entries(row as Record<string, unknown>).some(
    ([name, value]) =>
      typeof value === 'string' &&
      !UNSEARCHED.test(name) &&
      (latinDigits(value).toLowerCase().includes(wanted) || (isPhone && phoneKey(value).includes(digits))),
  )
}

/** By the field that is named as the column; the id settles what is equal. */
function compare(a: Listed, b: Listed, by: string): number {
  const [left, right] = [a, b].map((row) => (row as unknown as Record<string, unknown>)[by])
  const difference =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left ?? '').localeCompare(String(right ?? ''), 'en', { numeric: true })
  return difference || a.id - b.id
}
