import pg from 'pg'
import { hostsOf } from './hosts.ts'

export const isAddress = (text: string): boolean =>
  // Without a host it is a socket whose path is in the query.
  hostsOf(text).every((address) => URL.canParse(address.replace('@/', '@localhost/')) && isDecoded(address))

/** In the query, where the driver would take them for one name. */
export const namesHostsInQuery = (text: string): boolean => /[?&]host=[^&]*(,|%2c)/i.test(text)

// Decoded by the driver itself, which accepts some bare % but not all.
const isDecoded = (address: string) => {
  try {
    new pg.Client({ connectionString: address })
    return true
  } catch (error) {
    return !(error instanceof URIError)
  }
}
