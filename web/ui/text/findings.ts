const PLACE = /\{\{(\w+)\}\}/g

const literalLength = (text: string) => text.replace(PLACE, '').length

/** A text with placeholders as a pattern for its filled-in form. */
const patternOf = (text: string) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(PLACE, '(?<$1>.+)')}$`, 's')

/** The text with placeholders that a stored sentence was made from: 'now {{now}}' for 'now 5 tk'. Of several, the one with the
 * most literal words; undefined if none matches. */
export const findFilled = (
  message: string,
  texts: Readonly<Record<string, string>>,
): { text: string; values: Record<string, string> } | undefined => {
  let found: { text: string; values: Record<string, string> } | undefined
  for (const text of Object.keys(texts)) {
    if (!text.includes('{{') || (found && literalLength(text) <= literalLength(found.text))) continue
    const match = patternOf(text).exec(message)
    if (match) found = { text, values: { ...match.groups } }
  }
  return found
}
