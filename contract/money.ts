import { z } from 'zod'
import { MAX_BALANCE, MAX_RATE, MAX_TK } from './limits.ts'
import { NEGATIVE, numberText } from './list.ts'

declare const tk: unique symbol

/**
 * An amount in tk with at most 2 decimals. Branded, so that a computed `a + b` (a plain number) does not compile where money is
 * expected: arithmetic happens in SQL.
 */
export type Tk = number & { readonly [tk]: true }

const DECIMALS = /^-?\d{1,12}\.\d+$/
const TWO_DECIMALS = /^-?\d{1,12}(\.\d{1,2})?$/

const IN_TK = { none: 'Enter an amount in tk', most: (max: number) => `At most ${max} tk` }
const IN_ITS_UNIT: typeof IN_TK = { none: 'Enter an amount', most: (max) => `At most ${max}` }

const number = (min: number, tooSmall: string, max = MAX_TK, { none, most } = IN_TK) =>
  z.preprocess(
    numberText(TWO_DECIMALS, [DECIMALS, 'At most 2 decimals']),
    z
      .number({ error: none })
      .min(min, tooSmall)
      .max(max, most(max))
      .refine((value) => TWO_DECIMALS.test(String(value)), 'At most 2 decimals')
      .transform((value) => value as Tk),
  )

/** An amount of 0 tk or more, from a number or its decimal text. */
export const Amount = number(0, 'Must not be negative')
/** An amount above 0 tk. */
export const PositiveAmount = number(0.01, 'Must be more than 0')
/** An amount of 0 or more in the unit in which a supplier is paid (Rules 5.1): a rate makes tk of it. */
export const SupplierAmount = number(0, 'Must not be negative', MAX_TK, IN_ITS_UNIT)
/** What amounts have added up to, 0 tk or more: a balance may be above the largest amount. */
export const Balance = number(0, 'Must not be negative', MAX_BALANCE)

/** An amount as replies carry it; made from the database's numeric text, never computed. Branded in the types alone. */
export const TkOut = z.number() as unknown as z.ZodType<Tk, number>

/** `1500` -> `1500 tk`, `12.5` -> `12.50 tk`: no trailing `.00`, Latin digits. */
export const formatTk = (amount: number): string => `${Number.isInteger(amount) ? amount : amount.toFixed(2)} tk`

const FOUR_DECIMALS = /^\d{1,6}(\.\d{1,4})?$/

/** What one unit of a buying price costs in tk: above 0, at most 4 decimals, from a number or its decimal text. */
export const Rate = z.preprocess(
  numberText(FOUR_DECIMALS, [NEGATIVE, 'Must be more than 0'], [DECIMALS, 'At most 4 decimals']),
  z
    .number({ error: 'Enter a rate' })
    .gt(0, 'Must be more than 0')
    .max(MAX_RATE, `At most ${MAX_RATE}`)
    .refine((value) => FOUR_DECIMALS.test(String(value)), 'At most 4 decimals'),
)
