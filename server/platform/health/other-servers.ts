import { type Db, query } from '../db/connect.ts'
import type { Vault } from '../vault/vault.ts'

/** How a server's listening connection is named, before one print per setting. */
const SERVER_NAME = 'topdeck with '
/** PostgreSQL cuts a connection's name after 63 bytes. */
const PRINT_CHARACTERS = 5

/** What the servers of one shop must have in common, compared by keyed prints that say nothing of the values. */
export interface OtherServers<Name extends string> {
  /** Published as the name of the server's listening connection. */
  readonly name: string
  /** In what a running server of the shop differs from this one. */
  differing(db: Db): Promise<Name[]>
}

const OTHERS = `
  select distinct substr(application_name, length($1) + 1) as prints from pg_stat_activity
  where datname = current_database() and starts_with(application_name, $1) and application_name <> $2`

export const compareServers = <Name extends string>(shared: Readonly<Record<Name, string>>, vault: Vault): OtherServers<Name> => {
  const names = Object.keys(shared) as Name[]
  const printOf = (name: Name) => vault.digest(`server ${name} ${shared[name]}`).toString('base64url').slice(0, PRINT_CHARACTERS)
  const own = names.map(printOf)
  const name = SERVER_NAME + own.join('')
  return {
    name,
    async differing(db) {
      const others = await query<{ prints: string }>(db, OTHERS, [SERVER_NAME, name])
      return names.filter((_, at) => others.some(({ prints }) => !prints.startsWith(own[at] ?? '', at * PRINT_CHARACTERS)))
    },
  }
}
