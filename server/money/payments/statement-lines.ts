import { MAX_NAME, MAX_TEXT } from '#contract/limits.ts'
import { Amount } from '#contract/money.ts'
import { trxIdOf } from '#contract/trx-id.ts'
import { isMonthFirst, readDay } from '../../core/tables/days-in-text.ts'
import type { TableRow } from '../../core/tables/read-table.ts'

/** A payment as a wallet's statement has it. */
export interface StatementLine {
  readonly line: number
  readonly trx_id: string
  readonly amount: number
  readonly payer: string
  /** YYYY-MM-DD HH:MM in the shop's time zone; at noon where the statement says no time. */
  readonly paid_at: string
  readonly text: string
}

export interface LeftOutLine {
  readonly line: number
  readonly reason: string
}

type Field = 'trx_id' | 'credit' | 'amount' | 'date' | 'time' | 'payer' | 'type' | 'status'

/** Titles of columns, the most exact first. */
const TITLES: readonly (readonly [Field, RegExp])[] = [
  ['trx_id', /\b(trx|txn|transaction|trans)\s*\.?\s*(id|no|number)\b|^(trx|txn)id$/i],
  ['credit', /\bcredit|\breceived\b|\bmoney in\b|\bamount in\b|\bdeposit|জমা/i],
  ['status', /\bstatus\b|\bstate\b/i],
  ['type', /\btype\b|\bdescription\b|\bdetails\b|\bparticulars\b|\bservice\b/i],
  ['payer', /\bsender\b|\bfrom\b|\bpayer\b|\bcustomer\b|\bwallet\b|\baccount\b|\bmsisdn\b/i],
  ['time', /^time$/i],
  ['date', /\bdate\b|তারিখ/i],
  ['amount', /\bamount\b|পরিমাণ/i],
]

/** Titles can stand below a heading with the account's name. */
const HEADER_WITHIN = 15
/** What is known not to come in. */
const GOES_OUT =
  /\b(sent|send money|cash ?out|payment (made|to)|paid to|bill|recharge|top ?up|charge|fee|refund|revers\w*|returned|transfer (to|out)|withdraw\w*|debit)\b/i
const IS_DONE = /^$|complet|success|done|settled|paid/i

/** The payments that came in. A line that is none is left out, with its reason. Undefined where no column has TrxIDs or none has amounts. */
export const readStatement = (rows: readonly TableRow[]): { lines: StatementLine[]; leftOut: LeftOutLine[] } | undefined => {
  const header = rows.slice(0, HEADER_WITHIN).find(({ cells }) => {
    const fields = cells.map(fieldOf)
    return fields.includes('trx_id') && (fields.includes('amount') || fields.includes('credit'))
  })
  if (!header) return undefined
  const at = (field: Field) => header.cells.findIndex((cell) => fieldOf(cell) === field)
  const places = Object.fromEntries(TITLES.map(([field]) => [field, at(field)])) as Record<Field, number>
  const cell = ({ cells }: TableRow, field: Field) => (places[field] < 0 ? '' : (cells[places[field]] ?? '').trim())
  const below = rows.slice(rows.indexOf(header) + 1)
  const dayFirst = !isMonthFirst(below.map((row) => dayIn(cell(row, 'date'))))
  const lines: StatementLine[] = []
  const leftOut: LeftOutLine[] = []
  for (const row of below) {
    const read = readLine(row, (field) => cell(row, field), dayFirst)
    if ('reason' in read) leftOut.push(read)
    else lines.push(read)
  }
  return { lines, leftOut }
}

const fieldOf = (title: string): Field | undefined => TITLES.find(([, words]) => words.test(title.trim()))?.[0]

const readLine = (row: TableRow, cell: (field: Field) => string, dayFirst: boolean): StatementLine | LeftOutLine => {
  const { line, cells } = row
  const out = (reason: string) => ({ line, reason })
  const trx_id = trxIdOf(cell('trx_id'))
  if (trx_id === undefined || trx_id === '') return out('No TrxID')
  const written = (cell('credit') || cell('amount')).replace(/^[+]|\b(bdt|tk)\.?|৳|,|\s/gi, '')
  const amount = Amount.safeParse(written)
  if (!amount.success || amount.data <= 0) return out('No amount that came in')
  if (GOES_OUT.test(cell('type'))) return out('Money that went out')
  if (!IS_DONE.test(cell('status'))) return out('Not completed')
  const day = readDay(dayIn(cell('date')), dayFirst)
  const time = timeIn(`${cell('date')} ${cell('time')}`)
  if (day === undefined || time === undefined) return out('No date')
  const words = cells.map((one) => one.trim()).filter(Boolean)
  const [payer, text] = [storable(cell('payer'), MAX_NAME), storable(words.join(' | '), MAX_TEXT)]
  return { line, trx_id, amount: amount.data, payer, paid_at: `${day} ${time}`, text }
}

const storable = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most).toWellFormed()

const TIME = /(\d{1,2}):(\d{2})(?::\d{2})?(?:\.\d+)?\s*([ap]m)?/i
const dayIn = (text: string) =>
  text
    .replace(TIME, '')
    .replace(/[\s,T]+$/, '')
    .trim()

const timeIn = (text: string): string | undefined => {
  const [, hour = '12', minute = '00', half] = TIME.exec(text) ?? []
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return hours < 24 && Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : undefined
}
