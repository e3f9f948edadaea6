import type { Db } from '../../platform/db/connect.ts'
import type { Piece } from '../../platform/db/copy.ts'
import { readCsv } from '../../platform/db/lines.ts'
import { type Bind, literal } from '../lists/statement.ts'
import { shopZone } from '../settings/shop-facts.ts'
import { csvHead, FORMULA_STARTS, timeTitle } from './csv.ts'

/** A page is buffered while it is sent, so that a slow reader does not hold a connection. */
const PAGE_BYTES = 4_000_000
const PAGE_ROWS = 20_000
const FIRST_ROWS = 1_000

/** How a spreadsheet keeps a column: an id is text. */
export type Kind = 'id' | 'text' | 'whole' | 'amount' | 'day' | 'moment'

export type Column = readonly [title: string, sql: string, kind: Kind]

/** SQL after the columns: the next `limit` rows below an id, newest first. `ctes` precede the statement. */
export type ExportPage = (before: string, limit: number, bind: Bind) => { ctes: string; from: string }

/** Of the signs that start a formula; 0 is the code of an empty text. */
const FIRST_CODES = `${[...FORMULA_STARTS].map((sign) => sign.charCodeAt(0)).join(', ')}, 0`

const writers = {
  text: (sql: string) =>
    `case when ascii(${sql}) in (${FIRST_CODES}) then case when ${sql} <> '' then '''' || ${sql} end else ${sql} end`,
  id: (sql: string) => sql,
  whole: (sql: string) => sql,
  day: (sql: string) => sql,
  amount: (sql: string) => `trim_scale(${sql})`,
  // Rounds to whole seconds, which is faster than truncating.
  moment: (sql: string, zone: string) => `((${sql} - interval '0.5 s') at time zone ${zone})::timestamp(0)`,
} satisfies Record<Kind, (sql: string, zone: string) => string>

/** All rows as CSV, newest first, paged by id, the first column. One page is formatted while the one before is sent. */
export const csvNewestFirst = async function* (
  db: Db,
  columns: readonly Column[],
  below: ExportPage,
): AsyncGenerator<string | Buffer, void> {
  // One zone for the whole file, even if the setting changes.
  const zone = shopZone()
  yield csvHead(columns.map(([title, , kind]) => (kind === 'moment' ? timeTitle(title, zone) : title)))
  const shown = columns.map(([, sql, kind]) => writers[kind](sql, literal(zone))).join(', ')
  const readPage = (before: number, limit: number): Page => {
    const { ctes, from } = below(literal(before), limit, literal)
    const pieces = readCsv(db, `with ${ctes} select ${shown} ${from}`)
    // Marks the rejection as handled; if the download was aborted, nothing awaits it.
    pieces.catch(() => {})
    return { limit, pieces }
  }
  let page: Page | undefined = readPage(Number.MAX_SAFE_INTEGER, FIRST_ROWS)
  while (page) {
    const { limit }: Page = page
    const pieces: Piece[] = await page.pieces
    const rows = pieces.reduce((sum, piece) => sum + piece.rows, 0)
    const bytes = pieces.reduce((sum, { content }) => sum + content.length, 0)
    const last = pieces.at(-1)
    page = last && rows === limit ? readPage(lastIdOf(last), rowsOf(bytes / rows)) : undefined
    for (const { content } of pieces) yield content
  }
}

interface Page {
  readonly limit: number
  readonly pieces: Promise<Piece[]>
}

const lastIdOf = ({ content, lastAt }: Piece): number => Number.parseInt(content.toString('latin1', lastAt, lastAt + 20), 10)

const rowsOf = (bytesPerRow: number): number => Math.max(1, Math.min(PAGE_ROWS, Math.floor(PAGE_BYTES / bytesPerRow)))
