import { z } from 'zod'
import { MAX_TEXT } from './limits.ts'
import { type NoText, upTo } from './list.ts'

/** Marks of direction, joiners, soft hyphens, fillers: pages and messages bring them along, and nobody sees them. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Without marks that nobody sees. Not for a player's name: there one may be a letter of it. */
export const withoutUnseen = (typed: string): string => typed.replace(UNSEEN, '')

/**
 * Text as it is seen: each character in its one plain spelling (NFKC), and without what a copy brings along unseen. For what
 * is typed off from elsewhere, or compared.
 */
export const plainText = (typed: string): string => withoutUnseen(typed).normalize('NFKC').trim()

/** Nobody sees control characters either, but for those that part words and lines. */
export const withoutControls = (typed: string): string => typed.replace(/(?!\s)\p{Cc}/gu, '')

/** As `plainText`, also without control characters; a voucher's code is not one with them, and is refused. */
export const seenText = (typed: string): string => plainText(withoutControls(typed))

/**
 * As `text` of list.ts, but in the spelling that it came in: what is compared with what an older version has kept, is paid for by its
 * letters, or is a name that a game compares.
 */
export const spelled = (max = MAX_TEXT, error: NoText = 'Must be text') => upTo(max, z.string({ error }).trim())

/** Text that is made plain before the schema sees it. */
export const plain = <T extends z.ZodType>(schema: T, make = plainText) =>
  z.preprocess((value) => (typeof value === 'string' ? make(value) : value), schema)
