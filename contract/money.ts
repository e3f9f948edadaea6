import { z } from 'zod'
import { MAX_BALANCE, MAX_RATE, MAX_TK } from './limits.ts'
import { NEGATIVE, numberText } from './list.ts'

declare const tk: unique symbol

/** Tk with at most 2 decimals. Branded, so that a computed `a + b` does not compile as money: arithmetic belongs in SQL. */
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

export const Amount = number(0, 'Must not be negative')
export const PositiveAmount = number(0.01, 'Must be more than 0')
/** In the supplier's currency (rules 5.1); a rate converts it to tk. */
export const SupplierAmount = number(0, 'Must not be negative', MAX_TK, IN_ITS_UNIT)
export const Balance = number(0, 'Must not be negative', MAX_BALANCE)

/** Parsed from the database's numeric text, never computed. The brand exists only in the type. */
export const TkOut = z.number() as unknown as z.ZodType<Tk, number>

/** `1500` -> `1500 tk`, `12.5` -> `12.50 tk`, in Latin digits. */
export const formatTk = (amount: number): string => `${Number.isInteger(amount) ? amount : amount.toFixed(2)} tk`

const FOUR_DECIMALS = /^\d{1,6}(\.\d{1,4})?$/

/** Tk per unit of a buying price: above 0, at most 4 decimals. */
export const Rate = z.preprocess(
  numberText(FOUR_DECIMALS, [NEGATIVE, 'Must be more than 0'], [DECIMALS, 'At most 4 decimals']),
  z
    .number({ error: 'Enter a rate' })
    .gt(0, 'Must be more than 0')
    .max(MAX_RATE, `At most ${MAX_RATE}`)
    .refine((value) => FOUR_DECIMALS.test(String(value)), 'At most 4 decimals'),
)
