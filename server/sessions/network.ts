import { isIPv6 } from 'node:net'

/** Groups of an IPv6 address that name the network. */
const NETWORK_GROUPS = 4

/**
 * Where guesses from an address are counted and its hashes wait: of IPv6 the first 64 bits, since one host has all the others to change
 * among, and of IPv4 the whole address, also where it is written as IPv6. What is no address stays as it is.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight groups of an IPv6 address in any spelling, without the name of the interface behind it. */
const groupsOf = (address: string): number[] => {
  // As an address of the web it has one spelling: hexadecimal, with at most one '::'.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
