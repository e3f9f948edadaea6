import pg from 'pg'
import { copyIn, copyOut, type Piece } from './copy.ts'
import { KEEP_ALIVE, whyUnreachable } from './pool.ts'

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

/** One connection of its own, outside of any pool, for work that may take as long as it takes. */
export interface Direct {
  query<R>(text: string, parameters?: readonly unknown[]): Promise<R[]>
  /** What a COPY ... TO STDOUT gives, as fast as it is taken. */
  copyOut(text: string): AsyncGenerator<Piece, void>
  /** Gives a COPY ... FROM STDIN its rows; answers how many there were. */
  copyIn(text: string, content: Buffer): Promise<number>
  end(): Promise<void>
}

/** Connects to a database. Rejects with a sentence where nobody answers. */
export const connectDirectly = async (url: string): Promise<Direct> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
  })
  // Without a listener a lost connection would end the process; what is under way on it fails.
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw whyUnreachable(error)
  })
  return {
    query: async <R>(text: string, parameters: readonly unknown[] = []) =>
      (await client.query(text, parameters as unknown[])).rows as R[],
    copyOut: (text) => copyOut(client, text),
    copyIn: (text, content) => copyIn(client, text, content),
    end: () => client.end(),
  }
}
