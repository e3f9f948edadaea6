import pg from 'pg'
import { copyIn, copyOut, type Piece } from './copy.ts'
import { applySettings, disconnect, KEEP_ALIVE, type SessionSettings, unreachableError } from './pool.ts'

/** Makes the text of rows the same on every server. */
const SETTINGS: SessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  jit: 'off',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

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
  })
  // Without a listener, a lost connection would crash the process. Running queries fail anyway.
  client.on('error', () => {})
  try {
    await client.connect()
    await applySettings(client, SETTINGS)
  } catch (error) {
    disconnect(client)
    throw unreachableError(error as Error)
  }
  return {
    query: async <R>(text: string, parameters: readonly unknown[] = []) =>
      (await client.query(text, parameters as unknown[])).rows as R[],
    copyOut: (text) => copyOut(client, text),
    copyIn: (text, content) => copyIn(client, text, content),
    end: () => client.end(),
  }
}
