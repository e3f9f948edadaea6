const SEPARATORS = ['\t', ';', ',', '|'] as const

/** Lines of a text that show how its columns are separated. */
const LINES_SEEN = 200

/** What separates the columns of a text, if it has any: the sign that stands equally often, outside quotation marks, in nearly all lines. */
export const separatorOf = (text: string): string | undefined => {
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_SEEN)
    .map((line) => line.replace(/"(?:[^"]|"")*"/g, '"'))
  const shares = SEPARATORS.map((separator) => ({ separator, share: shareOf(lines, separator) }))
  return shares.find(({ share }) => share >= MOST)?.separator
}

const MOST = 0.8

/** Of the lines, those with as many of the separators as most of the lines that have any. A heading above the table, such as whose account it
 * is, does not count, as long as the table is the greater part. */
const shareOf = (lines: readonly string[], separator: string): number => {
  const all = lines.map((line) => line.split(separator).length - 1)
  const begun = all.findIndex((count) => count > 0)
  const counts = begun >= 0 && begun < all.length / 2 ? all.slice(begun) : all
  const times = new Map<number, number>()
  for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  return counts.length === 0 ? 0 : Math.max(0, ...times.values()) / counts.length
}
