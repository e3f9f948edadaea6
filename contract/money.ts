import { z } from 'zod'
import { MAX_BALANCE, MAX_RATE, MAX_TK } from './limits.ts'
import { NEGATIVE, numberText } from './list.ts'
import { say } from './messages/fields.ts'

declare const tk: unique symbol

/** Tk with at most 2 decimals. Branded, so that a computed `a + b` does not compile as money: arithmetic belongs in SQL. */
export type Tk = number & { readonly [tk]: true }

const DECIMALS = /^-?\d{1,12}\.\d+$/
const TWO_DECIMALS = /^-?\d{1,12}(\.\d{1,2})?$/

const IN_TK = { none: say('amount_tk_required'), most: (max: number) => say('at_most_tk', { most: max }) }
const IN_ITS_UNIT: typeof IN_TK = { none: say('amount_required'), most: (max) => say('at_most', { most: max }) }

const number = (min: number, tooSmall: string, max = MAX_TK, { none, most } = IN_TK) =>
  z.preprocess(
    numberText(TWO_DECIMALS, [DECIMALS, say('decimals_at_most', { most: 2 })]),
    z
      .number({ error: none })
      .min(min, tooSmall)
      .max(max, most(max))
      .refine((value) => TWO_DECIMALS.test(String(value)), say('decimals_at_most', { most: 2 }))
      .transform((value) => value as Tk),
  )

export const Amount = number(0, say('must_not_be_negative'))
export const PositiveAmount = number(0.01, say('must_be_more_than_0'))
/** In the supplier's currency (rules 5.1); a rate converts it to tk. */
export const SupplierAmount = number(0, say('must_not_be_negative'), MAX_TK, IN_ITS_UNIT)
export const Balance = number(0, say('must_not_be_negative'), MAX_BALANCE)

/** Parsed from the database's numeric text, never computed. The brand exists only in the type. */
export const TkOut = z.number() as unknown as z.ZodType<Tk, number>

const [WHOLE, WITH_PAISA] = [0, 2].map(
  (decimals) => new Intl.NumberFormat('en-IN', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
) as [Intl.NumberFormat, Intl.NumberFormat]

/** Grouped as in Bangladesh, in Latin digits: `184482` -> `1,84,482`, `12.5` -> `12.50`. */
export const formatNumber = (value: number): string => (Number.isInteger(value) ? WHOLE : WITH_PAISA).format(value)

/** `2993550` -> `29,93,550 tk`. */
export const formatTk = (amount: number): string => `${formatNumber(amount)} tk`

const FOUR_DECIMALS = /^\d{1,6}(\.\d{1,4})?$/

/** Tk per unit of a buying price: above 0, at most 4 decimals. */
export const Rate = z.preprocess(
  numberText(FOUR_DECIMALS, [NEGATIVE, say('must_be_more_than_0')], [DECIMALS, say('decimals_at_most', { most: 4 })]),
  z
    .number({ error: say('rate_required') })
    .gt(0, say('must_be_more_than_0'))
    .max(MAX_RATE, say('at_most', { most: MAX_RATE }))
    .refine((value) => FOUR_DECIMALS.test(String(value)), say('decimals_at_most', { most: 4 })),
)
