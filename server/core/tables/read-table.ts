import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { Invalid } from '../../platform/errors.ts'

/** A row that is not blank, and where the file has it: as a spreadsheet or an editor counts. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** What the worker posts: rows as they come, or at last why the file is refused. */
export type Message = readonly TableRow[] | { readonly refused: Refusal }

export type Refusal = 'table_unreadable' | 'table_is_old_excel' | 'table_is_no_text' | 'table_too_long'

/** Of the thread: 100,000 rows of five columns take 80 MB. */
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 }
/** A few MB can unpack to gigabytes, which those limits do not count. */
const GROWTH_MAX_BYTES = 600_000_000
const LOOK_MS = 50
const READ_MS = 60_000

let last: Promise<unknown> = Promise.resolve()

/** The rows of a text, CSV, TSV or .xlsx file, by its content, in a thread of its own: the server goes on meanwhile. One file at a time. Throws
 * Invalid for `field`. */
export const readTable = (path: string, field: string): Promise<TableRow[]> => {
  const read = last.then(() => readInThread(path, field))
  last = read.catch(() => undefined)
  return read
}

const readInThread = async (path: string, field: string): Promise<TableRow[]> => {
  const rows: TableRow[] = []
  const limits = { rows: TABLE_ROWS_MAX, columns: TABLE_COLUMNS_MAX }
  const options = { workerData: { path, limits }, resourceLimits: MEMORY, execArgv: [] }
  const worker = new Worker(new URL('./read-table.worker.ts', import.meta.url), options)
  const [begun, before] = [Date.now(), process.memoryUsage.rss()]
  let refusal: Refusal | undefined
  const stop = (why: Refusal) => {
    refusal ??= why
    void worker.terminate()
  }
  const looking = setInterval(() => {
    if (process.memoryUsage.rss() - before > GROWTH_MAX_BYTES) stop('table_too_long')
    if (Date.now() - begun > READ_MS) stop('table_unreadable')
  }, LOOK_MS)
  worker.on('message', (message: Message) => {
    if ('refused' in message) stop(message.refused)
    else rows.push(...message)
  })
  worker.on('error', () => stop('table_unreadable'))
  await once(worker, 'exit')
  clearInterval(looking)
  if (refusal === 'table_too_long') throw new Invalid(worded(refusal, { most: TABLE_ROWS_MAX }), field)
  if (refusal) throw new Invalid(refusal, field)
  return rows
}
