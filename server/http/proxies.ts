import { compile } from '@fastify/proxy-addr'

/** The proxies whose `X-Forwarded-For` is believed, or false for 'off'. Throws where one is no address. */
export const readProxies = (setting: string): false | string[] => {
  if (setting === 'off') return false
  const addresses = setting.split(',').map((address) => address.trim())
  // A number of proxies, as other programs take it, would be the address 0.0.0.1.
  if (addresses.some((address) => /^\d+$/.test(address))) throw new Error('A number is no address')
  // As the framework does with them later on, where nobody could say any more which setting is wrong.
  compile(addresses)
  return addresses
}

/** Whether `readProxies` takes it. */
export const areProxies = (setting: string): boolean => {
  try {
    readProxies(setting)
    return true
  } catch {
    return false
  }
}
