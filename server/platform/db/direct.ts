import pg from 'pg'
import { copyIn, copyOut, type Piece } from './copy.ts'
import { type Ask, applySettings, askOn, disconnect, KEEP_ALIVE, type SessionSettings, throwUnreachable } from './pool.ts'
import { findPrimary } from './primary.ts'

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
  query: Ask
  copyOut(text: string): AsyncIterable<Piece>
  copyIn(text: string, content: Buffer): Promise<number>
  end(): Promise<void>
}

export const connectDirectly = async (url: string): Promise<Direct> => {
  const client = new pg.Client({
    connectionString: await findPrimary(url),
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
    return throwUnreachable(error as Error)
  }
  return {
    query: askOn(client),
    copyOut: (text) => copyOut(client, text),
    copyIn: (text, content) => copyIn(client, text, content),
    end: () => client.end(),
  }
}
