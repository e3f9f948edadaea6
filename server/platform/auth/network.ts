import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

const NETWORK_GROUPS = 4

/** The key for rate limits: the first 64 bits of IPv6, as one host owns the rest; the whole IPv4 address. Other text stays. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const parsed = ipaddr.process(address.replace(/%.*$/, ''))
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
