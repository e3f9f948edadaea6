import { z } from 'zod'
import { MAX_TEXT } from './limits.ts'
import { type NoText, upTo } from './list.ts'
import { say } from './messages/fields.ts'

/** Direction marks, joiners, soft hyphens and fillers, which come with copied text. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Not for player names, where such a mark can be part of the name. */
export const withoutInvisible = (typed: string): string => typed.replace(INVISIBLE, '')

/** For values that are copied or compared: NFKC, without invisible characters. */
export const plainText = (typed: string): string => withoutInvisible(typed).normalize('NFKC').trim()

export const withoutControls = (typed: string): string => typed.replace(/(?!\s)\p{Cc}/gu, '')

/** `plainText` without control characters. Voucher codes that contain them are refused instead. */
export const visibleText = (typed: string): string => plainText(withoutControls(typed))

/** `text` without normalization: for optimistic locks, SMS (paid by the character) and names a game compares exactly. */
export const spelled = (max = MAX_TEXT, error: NoText = say('must_be_text')) => upTo(max, z.string({ error }).trim())

export const plain = <T extends z.ZodType>(schema: T, make = plainText) =>
  z.preprocess((value) => (typeof value === 'string' ? make(value) : value), schema)
