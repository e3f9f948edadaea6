import { z } from 'zod'
import { PHONE_MIN_DIGITS } from './limits.ts'
import { digits, required } from './list.ts'

/** What people, address books and spreadsheets put between and around digits, and marks that nobody sees. */
const BETWEEN = /[\s().'"`´‘-‟′″«»\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060\u2066-\u2069\ufeff-]/g
/** A Bangladeshi mobile number, with or without its 0 and its country's code. */
const MOBILE = /^(?:(?:00)?8800?|0)?(1[3-9]\d{8})$/

/** '০১৭' is '017'. */
export const latinDigits = (text: string): string => text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))

/** A telephone as it is compared, also by the database's function of this name: its digits, of a Bangladeshi mobile number '8801XXXXXXXXX'. */
export const phoneKey = (typed: string): string => latinDigits(typed).replace(/\D/g, '').replace(MOBILE, '880$1')

/** A Bangladeshi mobile number as gateways take it, '8801XXXXXXXXX', from any of its spellings; undefined where it is none. */
export const mobileNumber = (typed: string): string | undefined => {
  const number = barePhone(typed)
  return MOBILE.test(number) ? phoneKey(number) : undefined
}

/** Without what stands between digits and a plus before them. */
export const barePhone = (typed: string): string => latinDigits(typed).replace(BETWEEN, '').replace(/^\+/, '')

/** What a search looks for: of a whole mobile number the part that all of its spellings have. */
export const soughtPhone = (typed: string): string => mobileNumber(typed)?.slice('880'.length) ?? barePhone(typed)

/** A telephone, or whatever else stands where one is asked for: kept as it was typed, but in Latin digits. */
export const telephone = <T extends z.ZodType>(schema: T) =>
  digits(z.preprocess((value) => (typeof value === 'string' ? latinDigits(value) : value), schema))

/** A customer's phone: no two living ones have the same. */
export const Phone = telephone(
  required('Phone is required', 30).refine(
    (phone) => phone.replace(/\D/g, '').length >= PHONE_MIN_DIGITS,
    `Phone needs at least ${PHONE_MIN_DIGITS} digits`,
  ),
)
