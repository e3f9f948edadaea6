const PLACE = /\{\{(\w+)\}\}/g

const lengthOfWords = (text: string) => text.replace(PLACE, '').length

/** What a text with places looks like when they are filled in. */
const shapeOf = (text: string) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(PLACE, '(?<$1>.+)')}$`, 's')

/**
 * Finds the text, among those with places, that a sentence of the server's was filled from: 'now 5 tk' from 'now {{now}}'. Of several
 * the one with the most words of its own; undefined where there is none.
 */
export const findFilled = (
  sentence: string,
  texts: Readonly<Record<string, string>>,
): { text: string; values: Record<string, string> } | undefined => {
  let found: { text: string; values: Record<string, string> } | undefined
  for (const text of Object.keys(texts)) {
    if (!text.includes('{{') || (found && lengthOfWords(text) <= lengthOfWords(found.text))) continue
    const match = shapeOf(text).exec(sentence)
    if (match) found = { text, values: { ...match.groups } }
  }
  return found
}
