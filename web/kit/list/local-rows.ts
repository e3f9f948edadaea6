import { useMemo } from 'react'
import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, FRAGMENT_MIN_DIGITS, LOCAL_PAGE_SIZES } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { barePhone, latinDigits, mobileNumber, soughtPhone } from '#contract/phone.ts'
import { withLatinDigits } from '../fields/plain-number.ts'
import type { Column, Listed } from '../table/columns.ts'
import { readLanguage, t } from '../text/i18n.ts'

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

/** Searches, sorts and pages in the browser: by the text fields of a row and the words of its cells, '#7' and '7' by its id. */
export function useLocalRows<R extends Listed>(all: R[] | undefined, search: LocalSearch, columns: Column<R>[]): LocalRows<R> {
  const { q, sort, dir, limit } = search
  const language = readLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a cell are those of the language
  const found = useMemo(() => {
    const rows = all?.filter((row) => matches(row, q ?? '', wordsOf(columns, row)))
    return rows?.sort((a, b) => compare(a, b, sort) * (dir === 'asc' ? 1 : -1))
  }, [all, q, sort, dir, columns, language])
  const total = found?.length ?? 0
  const page = Math.min(search.page, Math.max(1, Math.ceil(total / limit)))
  const rows = useMemo(() => found?.slice((page - 1) * limit, page * limit), [found, page, limit])
  return { rows, total, page }
}

/** What the cells of a row say where it holds something else, in English too. */
const wordsOf = <R extends Listed>(columns: readonly Column<R>[], row: R): string[] =>
  columns.flatMap(({ meta }) => {
    const word = meta?.wordOf?.(row as never)
    return word ? [word, t(word)] : []
  })

// Pictures, dates and formatted texts are not what somebody looks for by typing, nor are codes that stand behind a word.
const UNSEARCHED = /^(logo|image|banner|created_at|rules|description|availability|key)$|_full_url$/

/** A text as it is compared with what is sought: digits, letters with a dot and cases are the same in every spelling. */
export const plainWords = (text: string): string => withLatinDigits(text).normalize('NFC').toLowerCase()

/**
 * Whether a row is found by what is sought: its id, a text of it, or the beginning of a word that its cells show; phones and digits are
 * the same in every spelling.
 */
export function matches(row: Listed, q: string, shown: readonly string[] = []): boolean {
  const wanted = plainWords(q)
  if (wanted === '' || wanted === String(row.id) || wanted === `#${row.id}`) return true
  // By its beginning: 'Inactive' is not what somebody means who looks for 'Active'.
  if (shown.some((text) => ` ${latinDigits(text).toLowerCase()}`.includes(` ${wanted}`))) return true
  const digits = soughtPhone(wanted)
  const isPhone = digits.length >= FRAGMENT_MIN_DIGITS && /^\d+$/.test(digits)
  return Object.entries(row as Record<string, unknown>).some(
    ([name, value]) =>
      typeof value === 'string' &&
      !UNSEARCHED.test(name) &&
      (latinDigits(value).toLowerCase().includes(wanted) ||
        (isPhone && (mobileNumber(value) ?? barePhone(value)).includes(digits))),
  )
}

// Made once: to make one takes longer than to compare a hundred.
const NAMES = new Intl.Collator('en', { numeric: true })

/** By the field that is named as the column; the id settles what is equal. */
function compare(a: Listed, b: Listed, by: string): number {
  const [left, right] = [a, b].map((row) => (row as unknown as Record<string, unknown>)[by])
  const difference =
    typeof left === 'number' && typeof right === 'number' ? left - right : NAMES.compare(String(left ?? ''), String(right ?? ''))
  return difference || a.id - b.id
}
