import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const DRAIN_MS = 10_000
const ARRIVED_WITHIN_MS = 250
const FIRST_BYTE_MS = 1_000

const openSockets = (server: Server): ReadonlySet<Socket> => {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/** Browsers keep spare connections open. Node counts them as busy, so a stop would wait for its limit. */
export const endReserved = (app: FastifyInstance): void => {
  const open = openSockets(app.server)
  app.addHook('preClose', async () => {
    const end = () => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }
    setTimeout(end, FIRST_BYTE_MS).unref()
  })
}

/** The event loop accepts a connection in one turn and reads it in the next: closing earlier would reset requests that arrived. */
const readWhatHasArrived = async (server: Server) => {
  let arrived = 0
  server.on('connection', () => {
    arrived += 1
  })
  const until = performance.now() + ARRIVED_WITHIN_MS
  let known: number
  do {
    known = arrived
    await setImmediate()
    await setImmediate()
  } while (arrived > known && performance.now() < until)
}

/** Answers a function that closes a listening server once what has arrived is answered. After `drainMs` it cuts the rest by reset:
 * after a plain close, a cut reply to HTTP/1.0 (older nginx) would look complete. */
export const closerOf = (app: FastifyInstance, drainMs = DRAIN_MS): (() => Promise<void>) => {
  const open = openSockets(app.server)
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
    app.server.closeAllConnections()
  }
  return async () => {
    await readWhatHasArrived(app.server)
    const late = setTimeout(cut, drainMs).unref()
    await app.close()
    clearTimeout(late)
  }
}
