import { z } from 'zod'
import { MAX_NAME } from './limits.ts'
import { digits, required, text, upTo } from './list.ts'
import { plain, plainPlayerId, plainTrxId, seenText, spelled } from './plain.ts'

/**
 * Its letters and digits alone. No payment's message has other letters, and some of them look like these: the same payment would count
 * twice.
 */
export const TrxId = text(MAX_NAME)
  .default('')
  .refine((typed) => seenText(typed) === '' || /^[A-Za-z0-9]+$/.test(plainTrxId(typed)), 'A TrxID has English letters and digits')
  .transform(plainTrxId)

/** A player id, or a name in a game. */
export const PlayerId = digits(plain(spelled(100, 'Player ID is required').min(1, 'Player ID is required'), plainPlayerId))

/** Every character of it: the game takes no other one for his password. */
export const InGameSecret = upTo(200, z.string({ error: 'Must be text' }))
  .transform((typed) => (typed.trim() === '' ? '' : typed))
  .default('')

/** Characters that nobody sees are no name. */
export const Username = required('Username is required', MAX_NAME).refine((name) => seenText(name) !== '', 'Username is required')
