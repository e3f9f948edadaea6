import { z } from 'zod'
import { MAX_NAME } from './limits.ts'
import { digits, missing, oneLine, plain, requiredFreeText, spelled, upTo } from './list.ts'
import { say } from './messages/fields.ts'
import { latinDigits, textKey, visibleText, withoutControls, withoutInvisible } from './text.ts'

const ODD = /[^\p{ASCII}\p{Nd}\p{P}\p{Z}\p{Cc}\p{Cf}\p{Variation_Selector}]/u

/** Empty also matches. '²²' is a name: converted to digits it would be another player's id. */
const ALL_DIGITS = /^\p{Nd}*$/u

/** A value with special letters or symbols is a name and stays as typed: 'Nova', 'ᴺova' and 'Nova™' are three players. */
const plainPlayerId = (typed: string): string => {
  const typedText = withoutControls(typed)
  return ODD.test(typed) && !ALL_DIGITS.test(withoutInvisible(typedText).trim()) ? typedText : latinDigits(visibleText(typed))
}

/** Separators that people type between a player id and its zone. */
const BETWEEN = /[\s#()+,\-./:;<>[\\\]_{|}\u2010-\u2015]/g

/** The search key of a player id. The database has `player_key`. */
export const playerKey = (typed: string): string => {
  const text = textKey(plainPlayerId(typed) || typed)
  return text.replace(BETWEEN, '') || text || typed
}

export const PlayerId = digits(
  plain(spelled(100, missing(say('player_id_required'))).min(1, say('player_id_required')), plainPlayerId),
)

/** Kept exactly: the game accepts no other spelling of the password. */
export const InGameSecret = upTo(200, z.string({ error: say('must_be_text') }))
  .transform((typed) => (typed.trim() === '' ? '' : typed))
  .default('')

export const Username = oneLine(
  requiredFreeText(say('username_required'), MAX_NAME).refine((name) => visibleText(name) !== '', {
    error: say('username_required'),
    abort: true,
  }),
)
