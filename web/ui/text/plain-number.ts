import { latinDigits } from '#contract/text.ts'

/** 1,000 or 12,34,567.50, grouped by commas or spaces. '1,5' is ambiguous and stays as it is. */
const GROUPED = /^-?\d{1,3}([, \u00a0\u202f])(?:\d{2,3}\1)*\d{3}(?:\.\d*)?$/

/** Replaces Bangla digits by the Latin ones that the contract parses. */
export const withLatinDigits = (typed: string): string => latinDigits(typed.trim())

/** An id as typed or copied: other screens show '#19960'. */
export const plainId = (typed: string): string => withLatinDigits(typed).replace(/^#\s*/, '')

/** A typed number as the contract parses it. Other text is returned unchanged, so that the contract rejects it. */
export function plainNumber(typed: string): string {
  const text = withLatinDigits(typed)
  return GROUPED.test(text) ? text.replace(/[, \u00a0\u202f]/g, '') : text
}
