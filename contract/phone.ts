import { z } from 'zod'
import { PHONE_MIN_DIGITS } from './limits.ts'
import { digits, required } from './list.ts'
import { say } from './messages/fields.ts'
import { latinDigits, withoutInvisible } from './text.ts'

/** Punctuation around digits in address books and spreadsheets. */
const BETWEEN = /[\s().'"`´‘-‟′″«»\u2010-\u2015-]/g
const MOBILE = /^(?:(?:00)?8800?|0)?(1[3-9]\d{8})$/

/** The comparison key of a phone; the database has a function of this name. */
export const phoneKey = (typed: string): string => latinDigits(typed).replace(/\D/g, '').replace(MOBILE, '880$1')

/** '8801XXXXXXXXX'; undefined if it is not a Bangladeshi mobile number. */
export const mobileNumber = (typed: string): string | undefined => {
  const number = barePhone(typed)
  return MOBILE.test(number) ? phoneKey(number) : undefined
}

export const barePhone = (typed: string): string => latinDigits(withoutInvisible(typed)).replace(BETWEEN, '').replace(/^\+/, '')

/** For a whole mobile number, the part that all its spellings share. */
export const phoneSearchTerm = (typed: string): string => mobileNumber(typed)?.slice('880'.length) ?? barePhone(typed)

/** Kept as typed, but in Latin digits and without the direction marks of address books. It may hold any text. */
export const telephone = <T extends z.ZodType>(schema: T) =>
  digits(z.preprocess((value) => (typeof value === 'string' ? latinDigits(withoutInvisible(value)) : value), schema))

/** Unique among customers who are not deleted. */
export const Phone = telephone(
  required(say('phone_required'), 30).refine(
    (phone) => phone.replace(/\D/g, '').length >= PHONE_MIN_DIGITS,
    say('phone_digits_at_least', { least: PHONE_MIN_DIGITS }),
  ),
)
