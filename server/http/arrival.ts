import type { FastifyRequest } from 'fastify'
import { UPLOAD_TIMEOUT_MS } from '#contract/limits.ts'
import { refuseMalformed } from './malformed.ts'

/** Time for a whole request to arrive: for an upload somewhat longer than the dashboard waits for it. */
export const REQUEST_ARRIVAL_MS = UPLOAD_TIMEOUT_MS + 10_000
/** Time for the body of any other call. */
const BODY_ARRIVAL_MS = 60_000
/** As Node says it of the whole request. */
const LATE = Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Cuts a call whose body is not here in time: who sends a byte now and then holds his connection no longer because pictures may. */
export const expectBody = ({ raw }: FastifyRequest): void => {
  const late = setTimeout(() => raw.complete || refuseMalformed(LATE, raw.socket), BODY_ARRIVAL_MS).unref()
  raw.once('close', () => clearTimeout(late))
}
