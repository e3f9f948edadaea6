import { z } from 'zod'
import { MAX_TEXT } from './limits.ts'
import { upTo } from './list.ts'
import { latinDigits } from './phone.ts'

/** Marks of direction, joiners, soft hyphens, fillers: pages and messages bring them along, and nobody sees them. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Control characters, which nobody sees either; not those that part words and lines. */
const CONTROLS = /(?!\s)\p{Cc}/gu

/** What is typed elsewhere or compared, as it is seen: other spellings of a character, and what a copy brings along unseen, make no other one. */
export const plainText = (typed: string): string => typed.replace(UNSEEN, '').normalize('NFKC').trim()

/** As `plainText`, also without control characters; a voucher's code is not one with them, and is refused. */
export const seenText = (typed: string): string => plainText(typed.replace(CONTROLS, ''))

/** Letters with a dot below as most keyboards for Bangla type them: NFC takes them apart for good. */
const DOTTED: Readonly<Record<string, string>> = { 'ড\u09bc': '\u09dc', 'ঢ\u09bc': '\u09dd', 'য\u09bc': '\u09df' }

/** The other spelling of a text in NFC that Bangla keyboards have, for what is kept as it was typed. */
export const asTyped = (text: string): string => text.replace(/[ডঢয]\u09bc/g, (letter) => DOTTED[letter] ?? letter)

/**
 * As `text` of list.ts, but in the spelling that it came in: what is compared with what an older version has kept, is paid for by its
 * letters, or is a name that a game compares.
 */
export const spelled = (max = MAX_TEXT, error = 'Must be text') => upTo(max, z.string({ error }).trim())

/** Text that is made plain before the schema sees it. */
export const plain = <T extends z.ZodType>(schema: T, make = plainText) =>
  z.preprocess((value) => (typeof value === 'string' ? make(value) : value), schema)

/** Letters, signs and pictures that no keyboard of digits and ASCII has. */
const ODD = /[^\p{ASCII}\p{Nd}\p{P}\p{Z}\p{Cc}\p{Cf}\p{Variation_Selector}]/u

/**
 * A player id as its game takes it, with Latin digits for Bangla ones. One with odd letters or signs is a name and stays as it was
 * typed, but for control characters: 'Nova', 'ᴺova' and 'Nova™' are three players.
 */
export const plainPlayerId = (typed: string): string =>
  ODD.test(typed) ? typed.replace(CONTROLS, '') : latinDigits(seenText(typed))

/** Blanks, punctuation and signs: ASCII's, Latin 1's, those of general punctuation, and the full stops of Bangla. */
const BESIDE_LETTERS = /[\s!-/:-@[-`{-¿।॥\u2000-\u206f]+/g

/**
 * A TrxID as the payment's message has it, with Latin digits for Bangla ones. A full stop behind it or hyphens within make no other
 * one: no payment's id has any.
 */
export const plainTrxId = (typed: string): string => latinDigits(seenText(typed)).replace(BESIDE_LETTERS, '')
