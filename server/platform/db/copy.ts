import { Readable } from 'node:stream'
import type pg from 'pg'

const PIECE_BYTES = 1_000_000
/** Backpressure: the database waits once this many pieces are unread. */
const WAITING_PIECES = 4

export interface Piece {
  readonly rows: number
  readonly content: Buffer
  readonly lastAt: number
}

interface Wire {
  readonly stream: { pause(): void; resume(): void; destroy(): void }
  query(text: string): void
  sendCopyFromChunk(content: Buffer): void
  endCopyFrom(): void
}

interface Speaker {
  submit(wire: Wire): void
  handleCopyData?(message: { chunk: Buffer }): void
  handleCopyInResponse?(wire: Wire): void
  handleCommandComplete(message: { text: string }): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

type Line = Pick<pg.ClientBase, 'query'>

const wireOf = (line: Line): Wire => (line as unknown as { connection: Wire }).connection

const ask = (line: Line, speaker: Speaker) => void line.query(speaker as unknown as pg.Submittable)

/** Streams COPY ... TO STDOUT as fast as it is consumed. Rows end with `rowEnd`. */
export const copyOut = (line: Line, text: string, rowEnd = '\n'): AsyncIterable<Piece> => {
  const wire = wireOf(line)
  let isOver = false
  const pieces = new Readable({
    objectMode: true,
    highWaterMark: WAITING_PIECES,
    read: () => wire.stream.resume(),
    destroy(error, done) {
      if (!isOver && !error) wire.stream.destroy()
      done(error)
    },
  })
  const gathered = gatherer(Buffer.from(rowEnd), (piece) => {
    if (!pieces.push(piece)) wire.stream.pause()
  })
  ask(line, {
    submit: () => wire.query(text),
    handleCopyData: ({ chunk }) => gathered.add(chunk),
    handleCommandComplete: () => gathered.flush(),
    handleError: (error) => {
      pieces.destroy(error)
      wire.stream.resume()
    },
    handleReadyForQuery: () => {
      isOver = true
      pieces.push(null)
      wire.stream.resume()
    },
  })
  return pieces
}

const gatherer = (rowEnd: Buffer, give: (piece: Piece) => void) => {
  let held = Buffer.allocUnsafe(PIECE_BYTES)
  let bytes = 0
  let lastAt = 0
  let rows = 0
  const flush = () => {
    if (rows === 0) return
    give({ rows, content: held.subarray(0, bytes), lastAt })
    held = Buffer.allocUnsafe(PIECE_BYTES)
    bytes = 0
    rows = 0
  }
  const add = (row: Buffer) => {
    const length = row.length - 1 + rowEnd.length
    if (bytes + length > held.length) flush()
    if (length > held.length) held = Buffer.allocUnsafe(length)
    lastAt = bytes
    row.copy(held, bytes, 0, row.length - 1)
    bytes += length
    rowEnd.copy(held, bytes - rowEnd.length)
    rows++
  }
  return { add, flush }
}

/** Feeds COPY ... FROM STDIN; returns the number of rows. */
export const copyIn = (line: Line, text: string, content: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0
    ask(line, {
      submit: (wire) => wire.query(text),
      handleCopyInResponse: (wire) => {
        wire.sendCopyFromChunk(content)
        wire.endCopyFrom()
      },
      handleCommandComplete: ({ text: tag }) => {
        rows = Number(tag.replace('COPY ', ''))
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(rows),
    })
  })
