import { z } from 'zod'
import { MAX_NAME } from './limits.ts'
import { digits, missing, required, upTo } from './list.ts'
import { latinDigits } from './phone.ts'
import { plain, seenText, spelled, withoutControls, withoutUnseen } from './plain.ts'

/** Letters, signs and pictures that no keyboard of digits and ASCII has. */
const ODD = /[^\p{ASCII}\p{Nd}\p{P}\p{Z}\p{Cc}\p{Cf}\p{Variation_Selector}]/u

/** Or nothing that is seen: what came along is no letter of a name. '²²' is a name: as digits it would be another player's id. */
const ALL_DIGITS = /^\p{Nd}*$/u

/**
 * A player id as its game takes it, with Latin digits for Bangla ones. One with odd letters or signs is a name and stays as it was
 * typed, but for control characters: 'Nova', 'ᴺova' and 'Nova™' are three players.
 */
const plainPlayerId = (typed: string): string => {
  const kept = withoutControls(typed)
  return ODD.test(typed) && !ALL_DIGITS.test(withoutUnseen(kept).trim()) ? kept : latinDigits(seenText(typed))
}

/** Blanks, brackets, hyphens and what else people put between a player id and its zone. */
const BETWEEN = /[\s#()+,\-./:;<>[\\\]_{|}\u2010-\u2015]/g

/** A player id as a search compares it; the database's `player_key` does the same in lower case. */
export const playerKey = (typed: string): string => {
  const text = latinDigits((plainPlayerId(typed) || typed).normalize('NFC'))
  return text.replace(BETWEEN, '') || text
}

/** A player id, or a name in a game. */
export const PlayerId = digits(
  plain(spelled(100, missing('Player ID is required')).min(1, 'Player ID is required'), plainPlayerId),
)

/** Every character of it: the game takes no other one for his password. */
export const InGameSecret = upTo(200, z.string({ error: 'Must be text' }))
  .transform((typed) => (typed.trim() === '' ? '' : typed))
  .default('')

/** Characters that nobody sees are no name. */
export const Username = required('Username is required', MAX_NAME).refine((name) => seenText(name) !== '', 'Username is required')
