import type { FastifyRequest } from 'fastify'
import { LONG_REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { refuseMalformed } from './malformed.ts'

/** Slightly longer than the dashboard waits for an upload. */
export const REQUEST_ARRIVAL_MS = LONG_REQUEST_TIMEOUT_MS + 10_000
const BODY_ARRIVAL_MS = 60_000
const LATE = Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Cuts a body that arrives too slowly, so that the longer limit for uploads does not open every call to slow clients. */
export const expectBody = ({ raw }: FastifyRequest): void => {
  // A request that a test makes without a socket does not say whether it is complete.
  const late = setTimeout(() => raw.complete === false && refuseMalformed(LATE, raw.socket), BODY_ARRIVAL_MS).unref()
  raw.once('close', () => clearTimeout(late))
}
