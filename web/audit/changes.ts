const LONGEST = 80
const MOST_ITEMS = 12

/** One line of what a change changed: 'status: completed ← pending'. */
export interface Line {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

type Facts = Readonly<Record<string, unknown>>

/** A change's facts as lines: what was sent or found, each beside what it replaced. */
export function linesOf(facts: Facts): Line[] {
  const { before, ...after } = facts
  const was: Facts = isRecord(before) ? before : {}
  const names = [...new Set([...Object.keys(was), ...Object.keys(after)])]
  return names.map((field) => ({ field, before: wordsOf(was[field]), after: wordsOf(after[field]) }))
}

const isRecord = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)

function wordsOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return '---'
  if (Array.isArray(value)) return cut(`[${value.slice(0, MOST_ITEMS).join(', ')}${value.length > MOST_ITEMS ? ', …' : ''}]`)
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
