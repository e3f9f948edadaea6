import { z } from 'zod'
import { MAX_NAME, MAX_TEXT } from './limits.ts'
import { freeText } from './list.ts'
import { say } from './messages/fields.ts'
import { latinDigits, visibleText } from './text.ts'

const WORD = '[\\p{L}\\p{M}\\p{N}]'
const BETWEEN = '[^\\p{L}\\p{M}\\p{N}]'
const HYPHEN = '[-_\\u2010-\\u2015]'

const TRANSACTION = '(?:transaction|trans|trn?x|trxn|txn|tnx|ট্রা[\\p{L}\\p{M}]*)'
const ID_LABEL = `(?:${TRANSACTION}${BETWEEN}*(?:id|no|number|আইডি)|tx${BETWEEN}*id|আইডি)`
const LABEL = `(?:${ID_LABEL}|${TRANSACTION}|id|b-?kash|nagad|rocket|upay|বিকাশ|নগদ|রকেট)`

const LABEL_BEFORE = new RegExp(`^${BETWEEN}*${LABEL}(?!${WORD})`, 'iu')
const LABEL_BEHIND = new RegExp(`(?<!${WORD})${LABEL}${BETWEEN}*$`, 'iu')
/** A label without a space before the id: no wallet writes ids that are so long, and none that start with TRXID. */
const GLUED_LABEL =
  /^(?:(?:TRN?X|TXN|TNX|TRANSACTION|TRANS)ID|(?:TRN?X|TXN|TNX|TRANSACTION|TRANS|BKASH|NAGAD|ROCKET|UPAY)(?!ID)(?=[A-Z]|\w{8,10}$))(?=[A-Z]*\d)(?=[A-Z0-9]{6,}$)/

const PIECE = `${WORD}+(?:${HYPHEN}${WORD}+)*`
const PIECES = new RegExp(PIECE, 'gu')
const LABELLED = new RegExp(`(?<!${WORD})${ID_LABEL}(?!${WORD})${BETWEEN}*(?:is${BETWEEN}+)?(${PIECE})`, 'giu')

/** Words, dates and times are never part of an id. */
const IS_WORD = /^(?:\p{L}[\p{L}\p{M}]{2,}|at|by|id|in|is|my|no|of|on|tk|to)$/iu
const IN_MESSAGES = /\d[/:]\d/

const LONG = 8
const AMOUNT = /^(?:TK|BDT)\d/

/** ASCII, Latin 1 and general punctuation, and the Bangla full stops. */
const PUNCTUATION = /[\s!-/:-@[-`{-¿।॥\u2000-\u206f]+/g

/** The one TrxID in typed or pasted text, in upper case and Latin digits. Undefined if there is none or more than one. */
export const trxIdOf = (typed: string): string | undefined => {
  const seen = latinDigits(visibleText(typed))
  const rest = withoutLabels(seen)
  const ids = isMessage(piecesOf(rest)) || IN_MESSAGES.test(rest) ? idsInMessage(seen) : [compact(rest)]
  const [id = '', ...others] = new Set(ids.map((one) => one.replace(GLUED_LABEL, '')))
  return others.length === 0 && /^[A-Z0-9]+$/.test(id) ? id : undefined
}

const compact = (piece: string) => piece.replace(PUNCTUATION, '').toUpperCase()

const piecesOf = (seen: string): string[] => seen.match(PIECES) ?? []

const withoutLabels = (seen: string): string => {
  const rest = seen.replace(LABEL_BEFORE, '').replace(LABEL_BEHIND, '')
  return rest === seen ? seen : withoutLabels(rest)
}

const isMessage = (pieces: readonly string[]) =>
  pieces.length > 1 &&
  (pieces.some((piece) => IS_WORD.test(piece)) || pieces.filter((piece) => isLong(compact(piece))).length > 1)

const isLong = (piece: string) => piece.length >= LONG && /\d/.test(piece)

/** Ids with a label. Without labels, whatever looks like an id and not like a phone or an amount. */
const idsInMessage = (seen: string): string[] => {
  const labelled = [...seen.matchAll(LABELLED)].map(([, piece = '']) => compact(piece))
  if (labelled.length > 0) return labelled
  return piecesOf(seen)
    .map(compact)
    .filter((piece) => isLong(piece) && /[A-Z]/.test(piece) && !AMOUNT.test(piece))
}

export const TrxId = freeText(MAX_TEXT)
  .default('')
  .transform((typed, ctx) => {
    if (visibleText(typed) === '') return ''
    const id = trxIdOf(typed)
    if (id !== undefined && id.length <= MAX_NAME) return id
    ctx.addIssue(say('trx_id_malformed'))
    return z.NEVER
  })
