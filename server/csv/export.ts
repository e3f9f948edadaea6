import type { Db } from '../db/connect.ts'
import type { Piece } from '../db/copy.ts'
import { readCsv } from '../db/lines.ts'
import { type Bind, literal } from '../db/statement.ts'
import { shopZone } from '../settings/shop-facts.ts'
import { csvHead, timeTitle } from './csv.ts'

/** A page is held whole while it is sent, so that a slow reader keeps no connection. */
const PAGE_BYTES = 4_000_000
const PAGE_ROWS = 20_000
/** The first page shows how long rows are. */
const FIRST_ROWS = 1_000

/** A column of a file: its title, and what is asked of the database. A moment is written in the shop's time zone. */
export type Column = readonly [title: string, sql: string, kind: 'text' | 'whole' | 'amount' | 'moment']

/** What follows the columns in a statement that gives the next `limit` rows, newest first, below an id; `ctes` stand before it. */
export type Below = (before: string, limit: number, bind: Bind) => { ctes: string; from: string }

/** Codes of what a spreadsheet would run as a formula: tab, carriage return, plus, minus, equals, at; 0 is that of an empty text. */
const FIRST_CODES = '9, 13, 43, 45, 61, 64, 0'

const writers = {
  // As `csvCell` writes it.
  text: (sql: string) =>
    `case when ascii(${sql}) in (${FIRST_CODES}) then case when ${sql} <> '' then '''' || ${sql} end else ${sql} end`,
  whole: (sql: string) => sql,
  // Without the zeros of '100.00'.
  amount: (sql: string) => `trim_scale(${sql})`,
  // Whole seconds; to cut the others off would take longer than to round them.
  moment: (sql: string, zone: string) => `((${sql} - interval '0.5 s') at time zone ${zone})::timestamp(0)`,
} satisfies Record<Column[2], (sql: string, zone: string) => string>

/**
 * Every row of a filter as CSV, newest first, however many there are: page after page along the ids, which are the first column. The
 * database writes the lines of a page while the one before it is sent.
 */
export const csvNewestFirst = async function* (
  db: Db,
  columns: readonly Column[],
  below: Below,
): AsyncGenerator<string | Buffer, void> {
  // The title's zone to the last row, whatever is set meanwhile.
  const zone = shopZone()
  yield csvHead(columns.map(([title, , kind]) => (kind === 'moment' ? timeTitle(title, zone) : title)))
  const shown = columns.map(([, sql, kind]) => writers[kind](sql, literal(zone))).join(', ')
  const ask = (before: number, limit: number): Page => {
    const { ctes, from } = below(literal(before), limit, literal)
    const pieces = readCsv(db, `with ${ctes} select ${shown} ${from}`)
    // Whoever waits for it is told; nobody does once the download was broken off.
    pieces.catch(() => {})
    return { limit, pieces }
  }
  let page: Page | undefined = ask(Number.MAX_SAFE_INTEGER, FIRST_ROWS)
  while (page) {
    const { limit }: Page = page
    const pieces: Piece[] = await page.pieces
    const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0)
    const bytes = pieces.reduce((sum, { content }) => sum + content.length, 0)
    const last = pieces.at(-1)
    page = last && rows === limit ? ask(lastIdOf(last), rowsOf(bytes / rows)) : undefined
    for (const { content } of pieces) yield content
  }
}

interface Page {
  /** How many rows were asked for. */
  readonly limit: number
  readonly pieces: Promise<Piece[]>
}

/** The id of a piece's last row. */
const lastIdOf = ({ content, lastAt }: Piece): number => Number.parseInt(content.toString('latin1', lastAt, lastAt + 20), 10)

const rowsOf = (bytesPerRow: number): number => Math.max(1, Math.min(PAGE_ROWS, Math.floor(PAGE_BYTES / bytesPerRow)))
