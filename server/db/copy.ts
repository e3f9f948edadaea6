import type pg from 'pg'

/** Rows of COPY are handed on in pieces of about this size, each of whole rows. */
const PIECE_BYTES = 1_000_000
/** So many pieces may wait for whoever takes them before the database is made to wait. */
const WAITING_PIECES = 4

/** Whole rows, as COPY writes them. */
export interface Piece {
  readonly rows: number
  readonly content: Buffer
  /** Where its last row begins. */
  readonly lastAt: number
}

interface Wire {
  readonly stream: { pause(): void; resume(): void; destroy(): void }
  query(text: string): void
  sendCopyFromChunk(content: Buffer): void
  endCopyFrom(): void
}

/** What the driver calls on a query that speaks for itself. */
interface Speaker {
  submit(wire: Wire): void
  handleCopyData?(message: { chunk: Buffer }): void
  handleCopyInResponse?(wire: Wire): void
  handleCommandComplete(message: { text: string }): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** A connection of the driver's that is not pipelined. */
type Line = Pick<pg.ClientBase, 'query'>

const wireOf = (line: Line): Wire => (line as unknown as { connection: Wire }).connection

const ask = (line: Line, speaker: Speaker) => void line.query(speaker as unknown as pg.Submittable)

/** What a COPY ... TO STDOUT gives, as fast as it is taken; its rows end with `rowEnd` instead of the database's own line feed. */
export async function* copyOut(line: Line, text: string, rowEnd = '\n'): AsyncGenerator<Piece, void> {
  const wire = wireOf(line)
  const waiting: Piece[] = []
  const gathered = gatherer(Buffer.from(rowEnd), (piece) => {
    waiting.push(piece)
    if (waiting.length >= WAITING_PIECES) wire.stream.pause()
    wake()
  })
  let wake = () => {}
  let failure: Error | undefined
  let isOver = false
  ask(line, {
    submit: () => wire.query(text),
    handleCopyData: ({ chunk }) => gathered.add(chunk),
    handleCommandComplete: () => gathered.flush(),
    handleError: (error) => {
      failure = error
      wake()
    },
    handleReadyForQuery: () => {
      isOver = true
      wake()
    },
  })
  try {
    for (;;) {
      const piece = waiting.shift()
      wire.stream.resume()
      if (piece) yield piece
      else if (failure) throw failure
      else if (isOver) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    // Whoever stops taking rows has no use for the rest of them.
    if (!isOver && !failure) wire.stream.destroy()
  }
}

/** Copies rows together as they come: the driver uses the memory that they stand in again. */
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

/** Gives a COPY ... FROM STDIN its rows; answers how many there were. */
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
