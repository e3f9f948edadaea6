const SHOWN_CHARACTERS = 80
/** Of what is the same in both texts so much stands before the difference at most. */
const LEAD_CHARACTERS = 20

/** What the editor writes in place of characters that HTML has a use for. */
const CHARACTERS: Record<string, string> = { '&nbsp;': ' ', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** A text as it is read: without tags, with single spaces, and with where its links lead to. */
export const readText = (html: string): string =>
  html
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>/g, ' ($1) ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:nbsp|lt|gt|quot|amp);/g, (written) => CHARACTERS[written] ?? written)
    .replace(/\s+/g, ' ')
    .trim()

/** Up to 80 characters of a text, from the words before its first difference from another one. */
export function excerpt(text: string, other: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text
  const from = wordBefore(text, firstDifference(text, other))
  const shown = text.slice(from, from + SHOWN_CHARACTERS)
  return `${from > 0 ? '…' : ''}${shown}${from + SHOWN_CHARACTERS < text.length ? '…' : ''}`
}

/** Whether two values of a field say the same: the editor, the server and a clerk write one text in more than one way. */
export const isSameValue = (one: string | number | undefined, other: string | number | undefined): boolean =>
  one === other || written(one) === written(other)

const firstDifference = (text: string, other: string): number => {
  const least = Math.min(text.length, other.length)
  for (let at = 0; at < least; at++) if (text[at] !== other[at]) return at
  return least
}

/** Where a word begins, so that no letter is torn from its signs; texts without spaces are cut anywhere. */
const wordBefore = (text: string, at: number): number => {
  const earliest = at - LEAD_CHARACTERS
  if (earliest <= 0) return 0
  const space = text.indexOf(' ', earliest)
  return space !== -1 && space < at ? space + 1 : earliest
}

/** With the attributes of each tag in one order, and blanks as characters. */
const written = (value: string | number | undefined): string =>
  String(value ?? '')
    .trim()
    .replaceAll('&nbsp;', '\u00a0')
    .replace(/<(a|br|ol)\b([^<>]*)>/g, (_, tag: string, rest: string) =>
      ['<', tag, ...(rest.match(/[\w-]+="[^"]*"/g) ?? []).sort(), '>'].join(' '),
    )
