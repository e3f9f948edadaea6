import type pg from 'pg'

const ADDRESS = /^(\w+:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/s

/** 'postgres://one,two:5433/shop' as one address per host. */
export const hostsOf = (url: string): string[] => {
  const [, before = url, hosts = '', after = ''] = ADDRESS.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** Where the primary was last found, and who must leave the one before, by the address that names several hosts. */
const primaries = new Map<string, { address: string; readonly leave: Set<() => void> }>()

const primaryOf = (url: string) => {
  const known = primaries.get(url) ?? { address: hostsOf(url)[0] ?? url, leave: new Set() }
  primaries.set(url, known)
  return known
}

export const movePrimary = (url: string, address: string): void => {
  const known = primaryOf(url)
  if (known.address === address) return
  known.address = address
  for (const leave of known.leave) leave()
}

/** The addresses of pools that follow a primary, with all hosts. */
const followed = new WeakMap<pg.Pool, string>()

export const addressOfPool = (pool: pg.Pool): string | undefined => followed.get(pool) ?? pool.options.connectionString

/** Where the address names several hosts, new connections lead to the primary, and `drop` gets the old ones once it has moved. */
export const followPrimary = (pool: pg.Pool, url: string, drop: (client: pg.PoolClient) => void): pg.Pool => {
  if (hostsOf(url).length === 1) return pool
  followed.set(pool, url)
  Object.defineProperty(pool.options, 'connectionString', { enumerable: true, get: () => primaryOf(url).address })
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client)).on('remove', (client) => clients.delete(client))
  primaryOf(url).leave.add(() => {
    for (const client of clients) drop(client)
  })
  return pool
}
