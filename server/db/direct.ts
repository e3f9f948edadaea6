import pg from 'pg'

/** Rows of COPY are handed on in pieces of about this size, each of whole rows. */
const PIECE_BYTES = 1_000_000
/** So many pieces may wait for whoever takes them before the database is made to wait. */
const WAITING_PIECES = 4

/** Of a session that writes rows as text: the same text on every server, read back by every other. */
const SETTINGS = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  'jit=off',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
]

/** Whole rows, in the text form of COPY. */
export interface Piece {
  readonly rows: number
  readonly content: Buffer
}

/** One connection of its own, outside of any pool, for work that may take as long as it takes. */
export interface Direct {
  query<R>(text: string, parameters?: readonly unknown[]): Promise<R[]>
  /** What a COPY ... TO STDOUT gives, as fast as it is taken. */
  copyOut(text: string): AsyncGenerator<Piece, void>
  /** Gives a COPY ... FROM STDIN its rows; answers how many there were. */
  copyIn(text: string, content: Buffer): Promise<number>
  end(): Promise<void>
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

/** Connects to a database. Rejects with a sentence where nobody answers. */
export const connectDirectly = async (url: string): Promise<Direct> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
  })
  // Without a listener a lost connection would end the process; what is under way on it fails.
  client.on('error', () => {})
  await client.connect().catch((error: Error & { code?: string }) => {
    // Of a host with several addresses the error has no message.
    throw new Error(`The database cannot be reached: ${error.message || error.code}`, { cause: error })
  })
  const { connection } = client as unknown as { connection: Wire }
  const ask = (speaker: Speaker) => void client.query(speaker as unknown as pg.Submittable)
  return {
    query: async <R>(text: string, parameters: readonly unknown[] = []) =>
      (await client.query(text, parameters as unknown[])).rows as R[],
    copyOut: (text) => copyOut(connection, ask, text),
    copyIn: (text, content) => copyIn(ask, text, content),
    end: () => client.end(),
  }
}

type Ask = (speaker: Speaker) => void

async function* copyOut(wire: Wire, ask: Ask, text: string): AsyncGenerator<Piece, void> {
  const waiting: Piece[] = []
  const gathered = gatherer((piece) => {
    waiting.push(piece)
    if (waiting.length >= WAITING_PIECES) wire.stream.pause()
    wake()
  })
  let wake = () => {}
  let failure: Error | undefined
  let isOver = false
  ask({
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
const gatherer = (give: (piece: Piece) => void) => {
  let held = Buffer.allocUnsafe(PIECE_BYTES)
  let bytes = 0
  let rows = 0
  const flush = () => {
    if (rows === 0) return
    give({ rows, content: held.subarray(0, bytes) })
    held = Buffer.allocUnsafe(PIECE_BYTES)
    bytes = 0
    rows = 0
  }
  const add = (row: Buffer) => {
    if (bytes + row.length > held.length) flush()
    if (row.length > held.length) held = Buffer.allocUnsafe(row.length)
    bytes += row.copy(held, bytes)
    rows++
  }
  return { add, flush }
}

const copyIn = (ask: Ask, text: string, content: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0
    ask({
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
