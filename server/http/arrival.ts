import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LONG_REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { refuseMalformed } from './malformed.ts'

/** Time for a whole request to arrive: for an upload somewhat longer than the dashboard waits for it. */
export const REQUEST_ARRIVAL_MS = LONG_REQUEST_TIMEOUT_MS + 10_000
/** Time for the body of any other call. */
const BODY_ARRIVAL_MS = 60_000
/** As Node says it of the whole request. */
const LATE = Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Cuts a call whose body is not here in time: who sends a byte now and then holds his connection no longer because pictures may. */
export const expectBody = ({ raw }: FastifyRequest): void => {
  const late = setTimeout(() => raw.complete || refuseMalformed(LATE, raw.socket), BODY_ARRIVAL_MS).unref()
  raw.once('close', () => clearTimeout(late))
}

/** A stop waits so long for the first byte on a connection. */
const FIRST_BYTE_MS = 1_000

/** Browsers keep connections in reserve on which nothing may ever come: to Node they are busy, and a stop would wait for its limit. */
export const endReserved = (app: FastifyInstance): void => {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    const end = () => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }
    setTimeout(end, FIRST_BYTE_MS).unref()
  })
}
