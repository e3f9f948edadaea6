import { MAX_VOUCHER_CODE } from './limits.ts'
import { codeKey, plainText } from './text.ts'

/** Counts the lines that are not blank no further than needed: a paste can have millions. */
export const hasLinesAtMost = (paste: string, most: number): boolean => {
  let left = most
  for (const _ of paste.matchAll(/\S[^\r\n]*/g)) if (left-- === 0) return false
  return true
}

export const linesOf = (paste: string): string[] => paste.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')

/** A line far too long for a code is returned unchanged. */
export const plainLine = (line: string): string => (line.length > 10 * MAX_VOUCHER_CODE ? line : plainText(line))

/** Also rejects masks and invisible characters. */
export const isVoucherCode = (line: string): boolean =>
  line.length <= MAX_VOUCHER_CODE && isReadable(line) && codeKey(line) !== ''

const isReadable = (line: string): boolean => line.isWellFormed() && !/[\p{Cc}•]/u.test(line)

/** Unusual codes are accepted: spaces and hyphens, a serial with its PIN, letters only. */
export const codeFault = (line: string): string | undefined => {
  if (line.length > MAX_VOUCHER_CODE) return 'too long'
  if (line.includes('\t')) return 'several columns'
  if (!isReadable(line)) return 'a character that no code has'
  if (codeKey(line) === '') return 'no letter or digit'
  if (QUOTED.test(line)) return 'in quotation marks'
  if (SHORTENED.test(line)) return 'a number that a spreadsheet has shortened'
  if (NUMBERED.test(line)) return 'numbered like a list'
  if (LABELLED.test(line)) return 'a chat line or a label'
  if (isText(line)) return 'a header or other words'
  if (/[,;|]/.test(line)) return isSerialAndPin(line) ? undefined : 'several columns'
  return undefined
}

/** Why a PIN or a serial beside a code is none. */
export const partFault = (part: string): string | undefined => {
  if (part.length > MAX_VOUCHER_CODE) return 'too long'
  if (!isReadable(part)) return 'a character that no code has'
  if (QUOTED.test(part)) return 'in quotation marks'
  return SHORTENED.test(part) ? 'a number that a spreadsheet has shortened' : undefined
}

/** Double quotes anywhere, others only where spreadsheets and lists put them. */
const QUOTED = /["“”„«»]|^['‘’`´]|['‘’`´][,;]?$/u
/** 6.12E+15 or 6,12E+15: the remaining digits are lost. */
const SHORTENED = /(?<![^\s,;|])[+-]?\d+(?:[.,]\d+)?E[+-]\d{1,3}(?![^\s,;|])|(?<![^\s,;|])\d[.,]\d+E\d{1,3}(?![^\s,;|])/i
/** '1. CODE', '1.CODE', '1) CODE', '(1) CODE', '#1 CODE', '1 - CODE', '- CODE'; but '1234.5678' and '12-34' are codes. */
const NUMBERED =
  /^(?:\(?\p{Nd}{1,6}\)|\p{Nd}{1,6}\.(?=[\s\p{L}])|#\s*\p{Nd}{1,6}[\s.):-]|\p{Nd}{1,3}\s*[-–—]\s|[-–—*·▪►→✓✔✅]\s)/u
/** '[10:32, 26/11/2026] Karim: CODE', '26/11/2026, 10:32 - Karim: CODE', '10:32 CODE', 'PIN: CODE', 'Code=CODE'. */
const LABELLED =
  /^\[|:\s|^\d{1,2}:\d{2}(?::\d{2})?(?!\S)|^(?:code|pin|e-?pin|serial|voucher|key|sl|no)[ .]*(?:no|number|code)?\s*[:=]/iu

const HEADER =
  /^(codes?|e?pins?|e|serials?|vouchers?|keys?|sl|s|no|number|numbers|price|amount|value|date|expiry|status|product|name|type)$/i
const WORD = /^\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+$/u

const isText = (line: string): boolean => {
  if (line.endsWith(':') || DATE.test(line)) return true
  const tokens = line.split(/[\s,;|&()]+/).filter((token) => /[\p{L}\p{N}]/u.test(token))
  if (/\p{N}/u.test(line)) return tokens.length > 1 && !areEqualGroups(tokens) && tokens.some(isWord)
  // A random code can happen to have no digits.
  if (tokens.length > 1) return !(tokens.length > 2 && areEqualGroups(tokens) && line === line.toUpperCase())
  if (codeKey(line).length === 1) return false
  const groups = line.split(/[^\p{L}\p{M}]+/u).filter(Boolean)
  if (groups.length > 1) return codeKey(line).length < 6 || groups.every((group) => WORD.test(group) || HEADER.test(group))
  return !(/^\p{Lu}{12,}$/u.test(line) || (line.length >= 10 && /\p{Ll}\p{Lu}/u.test(line)))
}

const DATE =
  /^(?:(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d|(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01]))$/

const isWord = (token: string): boolean => /^\p{L}?[\p{Ll}\p{Lo}\p{M}]{2,}[.!?:]?$/u.test(token)

const areEqualGroups = ([first = '', ...others]: string[]): boolean =>
  first.length >= 4 && others.every(({ length }) => length === first.length)

/** Two columns the customer needs both of. A price, a date or an empty column does not count. */
const isSerialAndPin = (line: string): boolean => {
  const columns = line.split(/[,;|]/).map((column) => column.trim())
  return columns.length === 2 && columns.every((column) => codeKey(column).length >= 6 && /\d/.test(column) && !isAside(column))
}

const isAside = (column: string): boolean => DATE.test(column) || /^\d+\.\d{1,2}$/.test(column)
