import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { XLSX_ROWS_MAX } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Kind } from './rows.ts'

/** What the worker is given and posts. */
export interface Job {
  readonly csv: Uint8Array
  readonly kinds: readonly Kind[]
  readonly most: number
}
export type Made = { readonly file: Uint8Array } | 'too_long'

/** A row of the longest list has about 300 bytes. */
const CSV_MAX_BYTES = 1_000 * XLSX_ROWS_MAX
const PIECE_BYTES = 256 * 1024
const MEMORY = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 }

let last: Promise<unknown> = Promise.resolve()

/** An .xlsx file of CSV that these exports wrote. The library holds all rows, so there is a limit, and files are made one at a time,
 * in a thread. Throws Invalid before the first byte. */
export const xlsxOf = async function* (csv: AsyncIterable<string | Buffer>, kinds: readonly Kind[]): AsyncGenerator<Buffer> {
  const whole = await gather(csv)
  const made = last.then(() => makeInThread({ csv: whole, kinds, most: XLSX_ROWS_MAX }))
  last = made.catch(() => undefined)
  const file = await made
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES)
}

const tooLong = () => new Invalid(worded('export_too_long', { most: XLSX_ROWS_MAX }), 'format')

const gather = async (csv: AsyncIterable<string | Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of csv) {
    const content = Buffer.from(piece as Buffer)
    bytes += content.length
    if (bytes > CSV_MAX_BYTES) throw tooLong()
    pieces.push(content)
  }
  return Buffer.concat(pieces)
}

const makeInThread = async (job: Job): Promise<Buffer> => {
  const worker = new Worker(new URL('./xlsx.worker.ts', import.meta.url), {
    workerData: job,
    execArgv: [],
    resourceLimits: MEMORY,
  })
  try {
    const [made] = (await once(worker, 'message')) as [Made]
    if (made === 'too_long') throw tooLong()
    return Buffer.from(made.file.buffer, made.file.byteOffset, made.file.byteLength)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLong() : error
  } finally {
    await worker.terminate()
  }
}
