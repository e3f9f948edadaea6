import pg from 'pg'
import { copyIn, copyOut, type Piece } from './copy.ts'
import { KEEP_ALIVE, unreachableError } from './pool.ts'

/** Makes the text of rows the same on every server. */
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

export interface Direct {
  query<R>(text: string, parameters?: readonly unknown[]): Promise<R[]>
  copyOut(text: string): AsyncGenerator<Piece, void>
  copyIn(text: string, content: Buffer): Promise<number>
  end(): Promise<void>
}

export const connectDirectly = async (url: string): Promise<Direct> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
  })
  // Without a listener, a lost connection would crash the process. Running queries fail anyway.
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw unreachableError(error)
  })
  return {
    query: async <R>(text: string, parameters: readonly unknown[] = []) =>
      (await client.query(text, parameters as unknown[])).rows as R[],
    copyOut: (text) => copyOut(client, text),
    copyIn: (text, content) => copyIn(client, text, content),
    end: () => client.end(),
  }
}
