import { once } from 'node:events'
import { createServer } from 'node:net'

interface Address {
  readonly HOST: string
  readonly PORT: number
}

const FOREIGN_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']
const IN_USE = 'EADDRINUSE'

/** Throws if this machine or user can never listen there. A port in use passes. */
export const requireAddress = async (address: Address): Promise<void> => {
  const error = await failureToListen(address)
  if (error && error.code !== IN_USE) throw listenError(error, address)
}

export const requireFreePort = async (address: Address): Promise<void> => {
  const error = await failureToListen(address)
  if (error) throw listenError(error, address)
}

const failureToListen = async ({ HOST, PORT }: Address): Promise<NodeJS.ErrnoException | undefined> => {
  const probe = createServer()
  try {
    await once(probe.listen(PORT, HOST), 'listening')
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
  await new Promise((closed) => probe.close(closed))
  return undefined
}

/** Explains the error to the owner; returns unknown errors unchanged. */
export const listenError = (error: unknown, { HOST, PORT }: Address): unknown => {
  const message = messageFor((error as NodeJS.ErrnoException).code ?? '', { HOST, PORT })
  return message ? new Error(message, { cause: error }) : error
}

const messageFor = (code: string, { HOST, PORT }: Address): string | undefined => {
  if (code === IN_USE)
    return `Port ${PORT} on ${HOST} is in use already: end the program that has it, or set PORT to another one.`
  if (code === 'EACCES') return `PORT ${PORT} may not be used by this user: take one from 1024 on, and put a proxy in front.`
  if (FOREIGN_ADDRESS.includes(code))
    return `HOST ${HOST} is not an address of this machine: 127.0.0.1 is, and 0.0.0.0 is all it has.`
  return undefined
}
