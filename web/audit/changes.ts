/** Longer texts are shown as an excerpt of this many characters. */
const LONGEST = 80
/** Characters of an excerpt before the first difference. */
const CONTEXT_CHARACTERS = 12
const MAX_ITEMS = 12
/** Between the values of a record in a list. */
export const SEPARATOR = ' · '

/** One side of a change; `whole` is set when `text` is an excerpt. */
export interface Side {
  readonly text: string
  readonly whole?: string
}

/** One line of a change: 'status: completed ← pending'. A list reads '+18, −3' and has no `before`; nor has what was empty. */
interface Line {
  readonly field: string
  readonly before: Side | undefined
  readonly after: Side | undefined
}

type Facts = Readonly<Record<string, unknown>>

/** A change's facts as lines, each with the value that it replaced. */
export function linesOf(facts: Facts): Line[] {
  const { before, after: grouped, ...others } = facts
  const after: Facts = { ...others, ...(isRecord(grouped) && grouped) }
  const was: Facts = isRecord(before) ? before : {}
  const names = [...new Set([...Object.keys(was), ...Object.keys(after)])]
  const isShown = (field: string) => !(isNone(was[field]) && isNone(after[field]))
  return names.filter(isShown).map((field) => ({ field, ...sidesOf(was[field], after[field]) }))
}

const isNone = (value: unknown) => (value ?? '') === '' || (Array.isArray(value) && value.length === 0)

export const isRecord = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)

function sidesOf(was: unknown, is: unknown): Omit<Line, 'field'> {
  if (Array.isArray(was) && Array.isArray(is)) return sidesOfLists(was, is)
  const from = firstDifference(textOf(was) ?? '', textOf(is) ?? '')
  return { before: isNone(was) ? undefined : sideOf(was, from), after: sideOf(is, from) }
}

/** Never cut: readers of the log must see every grant that was added or removed. */
function sidesOfLists(was: readonly unknown[], is: readonly unknown[]): Omit<Line, 'field'> {
  if (was.length === 0 || is.length === 0) return { before: { text: listText(was) }, after: { text: listText(is) } }
  const [before, after] = [new Set(was.map(itemText)), new Set(is.map(itemText))]
  const removed = new Map([...before].filter((item) => !after.has(item)).map((item) => [idOf(item), item]))
  const added = [...after].filter((item) => !before.has(item)).map((item) => replacing(item, removed))
  const left = [...removed.values()].map((item) => `−${item}`)
  if (added.length + left.length > 0) return { before: undefined, after: { text: [...added, ...left].join(', ') } }
  return { before: sideOf(was, 0), after: sideOf(is, 0) }
}

/** Of 'ID 14 · Price 118 tk' the first part; of other items all. */
const idOf = (item: string) => item.split(SEPARATOR, 1)[0] ?? item

/** '+18', or 'ID 14 · Price 118 tk → Price 98 tk' for a record that was there with other values. */
function replacing(item: string, removed: Map<string, string>): string {
  const id = idOf(item)
  const was = removed.get(id)
  if (was === undefined) return `+${item}`
  removed.delete(id)
  return `${was} → ${item.slice(id.length + SEPARATOR.length)}`
}

function sideOf(value: unknown, from: number): Side | undefined {
  const whole = textOf(value)
  if (whole === undefined) return undefined
  const text = excerptOf(Array.isArray(value) ? listText(value, MAX_ITEMS) : whole, from)
  return text === whole ? { text } : { text, whole }
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return '---'
  return Array.isArray(value) ? listText(value) : itemText(value)
}

const listText = (list: readonly unknown[], most = list.length) =>
  `[${list.slice(0, most).map(itemText).join(', ')}${list.length > most ? ', …' : ''}]`

const itemText = (item: unknown): string => (typeof item === 'object' ? JSON.stringify(item) : String(item))

/** Index of the first difference of two texts; 0 if they are equal. */
function firstDifference(one: string, other: string): number {
  if (one === other) return 0
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

function excerptOf(text: string, from: number): string {
  const begin = from > LONGEST - CONTEXT_CHARACTERS ? letterAt(text, from - CONTEXT_CHARACTERS) : 0
  const end = letterAt(text, begin + LONGEST)
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`
}

const LETTERS = new Intl.Segmenter()

/** Start of the letter at an index, since a Bangla letter has several characters; the text's length past the end. */
const letterAt = (text: string, at: number): number => LETTERS.segment(text).containing(at)?.index ?? text.length
