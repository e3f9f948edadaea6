import { z } from 'zod'

/** Marks of direction, joiners, soft hyphens, fillers: pages and messages bring them along, and nobody sees them. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu

/** What is typed elsewhere or compared, as it is seen: other spellings of a character, and what a copy brings along unseen, make no other one. */
export const plainText = (typed: string): string => typed.replace(UNSEEN, '').normalize('NFKC').trim()

/** Text that is made plain before the schema sees it. */
export const plain = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? plainText(value) : value), schema)
