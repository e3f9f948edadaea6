import { latinDigits } from '#contract/phone.ts'

/** 1,000 or 12,34,567.50, with commas or blanks between the groups; '1,5' may mean something else and stays as it is. */
const GROUPED = /^-?\d{1,3}([, \u00a0\u202f])(?:\d{2,3}\1)*\d{3}(?:\.\d*)?$/

/** A typed text with Bangla digits as the Latin ones that the contract reads. */
export const withLatinDigits = (typed: string): string => latinDigits(typed.trim())

/** An id as it is typed or copied: other screens show '#19960'. */
export const plainId = (typed: string): string => withLatinDigits(typed).replace(/^#\s*/, '')

/** A number as it is typed, in the way that the contract reads it; what is no number stays, so that the contract refuses it. */
export function plainNumber(typed: string): string {
  const text = withLatinDigits(typed)
  return GROUPED.test(text) ? text.replace(/[, \u00a0\u202f]/g, '') : text
}
