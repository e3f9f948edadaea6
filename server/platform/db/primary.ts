import pg from 'pg'
import { hostsOf, movePrimary } from './hosts.ts'
import { disconnect, throwUnreachable } from './pool.ts'

const ANSWER_WITHIN_MS = 3_000

/** The address of the host that is the primary now; pools of this address follow. A single host is taken as it is. */
export const findPrimary = async (url: string): Promise<string> => {
  const hosts = hostsOf(url)
  if (hosts.length === 1) return url
  const address = await Promise.any(hosts.map(requirePrimary)).catch(({ errors }: AggregateError) => throwUnreachable(errors[0]))
  movePrimary(url, address)
  return address
}

const requirePrimary = async (address: string): Promise<string> => {
  const limits = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS }
  const client = new pg.Client({ connectionString: address, ...limits })
  // Without a listener a lost connection would crash the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
    if (rows[0]?.is_standby) throw new Error('none of its hosts is the primary')
    return address
  } finally {
    disconnect(client)
  }
}
