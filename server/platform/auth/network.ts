import { isIPv6 } from 'node:net'

const NETWORK_GROUPS = 4

/** The key for rate limits: the first 64 bits of IPv6, because one host owns the rest; the whole IPv4 address, also if mapped to
 * IPv6. Other text is returned unchanged. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

const groupsOf = (address: string): number[] => {
  // The URL parser normalizes it: hexadecimal, at most one '::'.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
