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
    if (!isOver && !failure) wire.stream.destroy()
  }
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
