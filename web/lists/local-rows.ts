import { useMemo } from 'react'
import { z } from 'zod'
import { FRAGMENT_MIN_DIGITS, LOCAL_PAGE_SIZES } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { barePhone, mobileNumber, phoneSearchTerm } from '#contract/phone.ts'
import { textKey } from '#contract/text.ts'
import type { Column, Listed } from '../ui/table/columns.ts'
import { readLanguage, t } from '../ui/text/i18n.ts'
import { pageSize } from './pages.ts'

export const localAddress = z.object({
  page: Id.catch(1).default(1),
  limit: pageSize(LOCAL_PAGE_SIZES),
  q: z.string().trim().optional().catch(undefined),
  sort: z.string().default('id').catch('id'),
  dir: z.enum(['asc', 'desc']).default('desc').catch('desc'),
})
export type LocalSearch = z.output<typeof localAddress>

/** Searches, sorts and paginates in the browser: by a row's text fields and the words of its cells, and by id as '7' or '#7'.
 * The page is the last one if the URL asks for a page beyond it. */
export function useLocalRows<R extends Listed>(all: R[] | undefined, search: LocalSearch, columns: Column<R>[]) {
  const { q, sort, dir, limit } = search
  const language = readLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of cells depend on the language
  const found = useMemo(() => {
    const rows = all?.filter((row) => matches(row, q ?? '', wordsOf(columns, row)))
    return rows?.sort((a, b) => compare(a, b, sort) * (dir === 'asc' ? 1 : -1))
  }, [all, q, sort, dir, columns, language])
  const total = found?.length ?? 0
  const page = Math.min(search.page, Math.max(1, Math.ceil(total / limit)))
  const rows = useMemo(() => found?.slice((page - 1) * limit, page * limit), [found, page, limit])
  return { rows, total, page }
}

/** What cells show in place of the stored value, in English too. */
const wordsOf = <R extends Listed>(columns: readonly Column<R>[], row: R): string[] =>
  columns.flatMap(({ meta }) => {
    const word = meta?.textOf?.(row as never)
    return word ? [word, t(word)] : []
  })

// Nobody types pictures, dates or formatted texts to find a row, nor the codes behind words.
const EXCLUDED_FIELDS = /^(logo|image|banner|created_at|rules|description|availability|key)$|_full_url$/

/** Matches by id, a text field, or the start of a word in its cells. Phones and digits match in every spelling. */
export function matches(row: Listed, q: string, shown: readonly string[] = []): boolean {
  const term = textKey(q).trim()
  if (term === '' || term === String(row.id) || term === `#${row.id}`) return true
  // Only at the start of a word: 'Active' must not find 'Inactive'.
  if (shown.some((text) => ` ${textKey(text)}`.includes(` ${term}`))) return true
  const digits = phoneSearchTerm(term)
  const isPhone = digits.length >= FRAGMENT_MIN_DIGITS && /^\d+$/.test(digits)
  return Object.entries(row as Record<string, unknown>).some(
    ([name, value]) =>
      typeof value === 'string' &&
      !EXCLUDED_FIELDS.test(name) &&
      (textKey(value).includes(term) || (isPhone && (mobileNumber(value) ?? barePhone(value)).includes(digits))),
  )
}

// Created once: that takes longer than a hundred comparisons.
const NAMES = new Intl.Collator('en', { numeric: true })

/** Compares by the field named like the column, then by id. */
function compare(a: Listed, b: Listed, by: string): number {
  const [left, right] = [a, b].map((row) => (row as unknown as Record<string, unknown>)[by])
  const difference =
    typeof left === 'number' && typeof right === 'number' ? left - right : NAMES.compare(String(left ?? ''), String(right ?? ''))
  return difference || a.id - b.id
}
