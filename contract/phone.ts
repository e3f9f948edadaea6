import { z } from 'zod'
import { PHONE_MIN_DIGITS } from './limits.ts'
import { digits, required } from './list.ts'

/** What people and their address books put between digits, and marks that nobody sees. */
const BETWEEN = /[\s().\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff-]|[\u2010-\u2015]/g
const COUNTRY = /^(?:\+|00)?88(?=01)/

/** '০১৭' is '017'. */
export const latinDigits = (text: string): string => text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))

/** A telephone as it is compared: of '01…', '8801…', '+8801…' and '008801…' in Latin or Bangla digits the first. */
export const phoneKey = (typed: string): string => latinDigits(typed).replace(BETWEEN, '').replace(COUNTRY, '')

/** A Bangladeshi mobile number as gateways take it, '8801XXXXXXXXX', from any of its spellings; undefined where it is none. */
export const mobileNumber = (typed: string): string | undefined => {
  const key = phoneKey(typed)
  return /^01[3-9]\d{8}$/.test(key) ? `88${key}` : undefined
}

/**
 * A telephone as it is kept: as it was typed, but in the digits that the database compares, and '+8801…' for '008801…', which its
 * `phone_key` takes for another telephone.
 */
export const writtenPhone = (typed: string): string => {
  const text = latinDigits(typed)
  const bare = text.replace(/\D/g, '')
  return bare.startsWith('008801') ? `+${bare.slice(2)}` : text
}

/** A telephone, or whatever else stands where one is asked for: of one telephone's spellings the database knows what this leaves. */
export const telephone = <T extends z.ZodType>(schema: T) =>
  digits(z.preprocess((value) => (typeof value === 'string' ? writtenPhone(value) : value), schema))

/** A customer's phone: no two living ones have the same. */
export const Phone = telephone(
  required('Phone is required', 30).refine(
    (phone) => phone.replace(/\D/g, '').length >= PHONE_MIN_DIGITS,
    `Phone needs at least ${PHONE_MIN_DIGITS} digits`,
  ),
)
