import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { CsvError, type Options, parse } from 'csv-parse'
import { readSheet } from 'read-excel-file/node'
import type { Message, Refusal, TableRow } from './read-table.ts'
import { separatorOf } from './separator.ts'

const ROWS_AT_ONCE = 1_000
const SAMPLE_BYTES = 256 * 1024
/** Spreadsheets keep 15 digits of a number; further ones are made up. */
const EXACT_DIGITS = 15

const { path, limits } = workerData as { path: string; limits: { rows: number; columns: number } }

const post = (message: Message) => parentPort?.postMessage(message)

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const read = async () => {
  const file = await open(path)
  const sample = Buffer.alloc(SAMPLE_BYTES)
  const { bytesRead } = await file.read(sample, 0, SAMPLE_BYTES, 0)
  await file.close()
  const rows = await readKind(sample.subarray(0, bytesRead))
  while (rows.length > 0) post(rows.splice(0, ROWS_AT_ONCE))
}

const readKind = async (sample: Buffer): Promise<TableRow[]> => {
  const begins = sample.toString('latin1', 0, 4)
  if (begins === 'PK\u0003\u0004') return readXlsx()
  if (begins === '\u00d0\u00cf\u0011\u00e0') throw new Refused('table_is_old_excel')
  const encoding = encodingOf(sample)
  const head = new TextDecoder(encoding).decode(sample, { stream: true })
  if (head.includes('\u0000')) throw new Refused('table_is_no_text')
  const separator = separatorOf(head)
  // Without columns every line is one cell, whatever it contains.
  const options = separator === undefined ? { delimiter: '\u0000', quote: null } : { delimiter: separator }
  return readCsv(encoding, options).catch((error) => {
    // A quotation mark that is never closed: marks are text here.
    if (error instanceof CsvError) return readCsv(encoding, { ...options, quote: null })
    throw error
  })
}

const encodingOf = (sample: Buffer): string => {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  // Without a mark: the other byte of a Latin letter is 0.
  if (sample[0] !== 0 && sample[1] === 0) return 'utf-16le'
  return sample[0] === 0 && sample[1] !== 0 ? 'utf-16be' : 'utf-8'
}

const readCsv = async (encoding: string, options: Options): Promise<TableRow[]> => {
  const rows: TableRow[] = []
  const parser = parse({
    ...options,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    info: true,
    max_record_size: 100_000,
  })
  Readable.from(piecesOf(encoding))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    add(rows, info.lines, record)
  }
  return rows
}

const piecesOf = async function* (encoding: string) {
  const decoder = new TextDecoder(encoding)
  for await (const piece of createReadStream(path)) yield decoder.decode(piece as Buffer, { stream: true })
  yield decoder.decode()
}

const readXlsx = async (): Promise<TableRow[]> => {
  const rows: TableRow[] = []
  const sheet: unknown[][] = await readSheet(path, { parseNumber: exactly, trim: false })
  for (const [at, row] of sheet.entries()) {
    add(rows, at + 1, row.map(textOf))
    // Holds one copy of a row at a time.
    row.length = 0
  }
  return rows
}

/** As the file has it. What a spreadsheet has cut off stays in sight: 1.23456789012346e+18. */
const exactly = (number: string): string =>
  number.replace(/\D/g, '').length > EXACT_DIGITS ? Number(number).toExponential() : number

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}

const add = (rows: TableRow[], line: number, cells: string[]) => {
  if (cells.every((cell) => cell.trim() === '')) return
  if (rows.length === limits.rows) throw new Refused('table_too_long')
  rows.push({ line, cells: cells.slice(0, limits.columns) })
}

await read().catch((error: unknown) => post({ refused: error instanceof Refused ? error.refusal : 'table_unreadable' }))
