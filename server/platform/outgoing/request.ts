import dns from 'node:dns'
import { type ClientRequest, Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { hostsOf } from '#contract/hosts.ts'

const RESOLVE_MS = 3_000
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Where messages go, and the secret that signs them. */
export interface SignedAddress {
  readonly url: string
  readonly secret: string
  /** The private hosts that it may be at. */
  readonly internalHosts: string
}

/** The target is inside the network and its host is not allowed. */
export class InternalTarget extends Error {}

/** Whatever is not a public address, also in its forms within IPv6. */
export const isInternal = (address: string): boolean => {
  const parsed = ipaddr.process(address)
  return parsed.range() !== 'unicast' || (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6))
}

/** The connection goes to the addresses checked here, so a name that changes meanwhile leads nowhere else. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error) callback(error, '')
    else if (!first || found.some(({ address }) => isInternal(address))) callback(new InternalTarget(), '')
    else if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}

const keepAlive = { keepAlive: true }
// Apart, so that a connection opened under an allowance is not used after it.
const anywhere = { 'http:': new HttpAgent(keepAlive), 'https:': new HttpsAgent(keepAlive) }
const publicOnly = {
  'http:': new HttpAgent({ ...keepAlive, lookup: lookupPublic }),
  'https:': new HttpsAgent({ ...keepAlive, lookup: lookupPublic }),
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** Begins a request to a public address or to one of these hosts. Throws, or fails with, InternalTarget for any other. */
export const requestOutside = (url: URL, options: RequestOptions, allowedHosts: string): ClientRequest => {
  const host = hostOf(url)
  const isAllowed = hostsOf(allowedHosts).includes(url.hostname)
  // Literal addresses are not looked up.
  if (!isAllowed && isIP(host) !== 0 && isInternal(host)) throw new InternalTarget()
  const agents = isAllowed ? anywhere : publicOnly
  return url.protocol === 'https:'
    ? requestHttps(url, { ...options, agent: agents['https:'] })
    : requestHttp(url, { ...options, agent: agents['http:'] })
}

/** Whether this address is known to lead inside; a name that cannot be resolved now is checked with each request. */
export const leadsInside = async (address: string, allowedHosts: string): Promise<boolean> => {
  const url = URL.parse(address)
  if (!url || hostsOf(allowedHosts).includes(url.hostname)) return false
  const found = await Promise.race([
    dns.promises.lookup(hostOf(url), { all: true }).catch(() => []),
    sleep(RESOLVE_MS, [], { ref: false }),
  ])
  return found.some((one) => isInternal(one.address))
}

/** No more than this: a code or a message would tell about the network, or contain the address and its secrets. */
export const describeFailure = (error: unknown): string => (error instanceof InternalTarget ? 'refused' : 'no answer')
