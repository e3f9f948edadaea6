/** How written text is shown, compared and refused, by every door: the store API, admin calls, searches, phones, sign-in. */

/** Direction marks, joiners, soft hyphens, variation selectors and fillers. The database's `text_key` lists the same ones. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gu

/** Not for player names, where such a mark can be part of the name. */
export const withoutInvisible = (typed: string): string => typed.replace(INVISIBLE, '')

export const withoutControls = (typed: string): string => typed.replace(/(?!\s)\p{Cc}/gu, '')

/** For values that are copied or compared: NFKC, without invisible characters. */
export const plainText = (typed: string): string => withoutInvisible(typed).normalize('NFKC').trim()

/** `plainText` without control characters. Voucher codes that contain them are refused instead. */
export const visibleText = (typed: string): string => plainText(withoutControls(typed))

export const latinDigits = (text: string): string => text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))

/** What two spellings of one text share: the same letters without joiners and other invisible marks, in lower case and Latin
 * digits. The database has `text_key`, which compares the rows. */
export const textKey = (typed: string): string => latinDigits(withoutInvisible(typed)).normalize('NFC').toLowerCase()

const EMOJI_PART = '(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic})(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])*'
const KEYCAP = '[0-9#*]\\ufe0f?\\u20e3'
const FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}'
/** Families, skin tones and flags are written as several characters with joiners between them. */
const EMOJI = new RegExp(`${FLAG}|${KEYCAP}|${EMOJI_PART}(?:\\u200d${EMOJI_PART})*`, 'gu')
/** A joiner decides how the letters beside it are drawn, as in র\u200d্যাব and আল্লাহ্\u200c, and keyboards add one by habit. */
const JOINER = /(?<=\u09cd)[\u200c\u200d]|(?<=\p{Script=Bengali})[\u200c\u200d](?=\p{Script=Bengali})/gu
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Text of one line whose every character shows, apart from joiners that Bangla and emoji are written with. */
export const isOneLine = (value: string): boolean => !HIDDEN.test(value.replace(EMOJI, '.').replace(JOINER, ''))

const SCRIPTS = [
  ...['Latin', 'Bengali', 'Devanagari', 'Arabic', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Hebrew'],
  ...[
    'Tamil',
    'Telugu',
    'Gujarati',
    'Gurmukhi',
    'Malayalam',
    'Kannada',
    'Oriya',
    'Sinhala',
    'Myanmar',
    'Khmer',
    'Georgian',
    'Armenian',
  ],
]
const ONE_SCRIPT = new RegExp(
  SCRIPTS.map((script) => `^[\\p{Script_Extensions=${script}}\\p{Script=Common}\\p{Script=Inherited}]*$`).join('|'),
  'u',
)

/** Digits and signs belong to every script. A letter of another one could pass for one of these. */
export const isOneScript = (text: string): boolean => ONE_SCRIPT.test(text)

/** Codes are equal if their letters and digits are, in any case. */
export const codeKey = (code: string): string =>
  latinDigits(code)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
