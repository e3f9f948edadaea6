import { compile } from '@fastify/proxy-addr'

/** The proxies whose `X-Forwarded-For` is trusted, or false for 'off'. Throws on an invalid address. */
export const readProxies = (setting: string): false | string[] => {
  if (setting === 'off') return false
  const addresses = setting.split(',').map((address) => address.trim())
  // A count of proxies would be read as the address 0.0.0.1.
  if (addresses.some((address) => /^\d+$/.test(address))) throw new Error('A number is no address')
  // The framework does this later, when the error no longer names the setting.
  compile(addresses)
  return addresses
}

export const areProxies = (setting: string): boolean => {
  try {
    readProxies(setting)
    return true
  } catch {
    return false
  }
}
