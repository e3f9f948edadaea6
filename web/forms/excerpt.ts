const SHOWN_CHARACTERS = 80
/** Most characters of common text shown before the difference. */
const LEAD_CHARACTERS = 20

/** Entities that the editor writes. */
const CHARACTERS: Record<string, string> = { '&nbsp;': ' ', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** A text without tags, with single spaces and with its links' targets. */
export const readText = (html: string): string =>
  html
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>/g, ' ($1) ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|lt|gt|quot|amp);/g, (written) => CHARACTERS[written] ?? written)
    .replace(/\s+/g, ' ')
    .trim()

/** Up to 80 characters, starting with the words before the first difference from the other text. */
export function excerpt(text: string, other: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text
  const from = wordBefore(text, firstDifference(text, other))
  const shown = text.slice(from, from + SHOWN_CHARACTERS)
  return `${from > 0 ? '…' : ''}${shown}${from + SHOWN_CHARACTERS < text.length ? '…' : ''}`
}

/** Whether two field values mean the same: editor, server and admins write the same text differently. */
export const isSameValue = (one: string | number | undefined, other: string | number | undefined): boolean =>
  one === other || written(one) === written(other)

const firstDifference = (text: string, other: string): number => {
  const least = Math.min(text.length, other.length)
  for (let at = 0; at < least; at++) if (text[at] !== other[at]) return at
  return least
}

/** Start of a word, so that no letter loses its Bangla signs; text without spaces is cut anywhere. */
const wordBefore = (text: string, at: number): number => {
  const earliest = at - LEAD_CHARACTERS
  if (earliest <= 0) return 0
  const space = text.indexOf(' ', earliest)
  return space !== -1 && space < at ? space + 1 : earliest
}

/** Normalizes attribute order and spaces. */
const written = (value: string | number | undefined): string =>
  String(value ?? '')
    .trim()
    .replaceAll('&nbsp;', '\u00a0')
    .replace(/<(a|br|ol)\b([^<>]*)>/g, (_, tag: string, rest: string) =>
      ['<', tag, ...(rest.match(/[\w-]+="[^"]*"/g) ?? []).sort(), '>'].join(' '),
    )
