import type { FastifyRequest } from 'fastify'
import type { Message } from '#contract/messages.ts'
import { AppError, fromDatabase, Invalid, NotFound, TooLarge, unexpected } from '../errors.ts'
import { createRepeats } from '../jobs/repeats.ts'
import { adminIdOf } from './identify.ts'

export interface FailureBody extends Pick<Message, 'code' | 'params'>, Pick<AppError, 'errors'> {
  success: false
  message: string
  data?: unknown
}

/** Maps an error to status and envelope. */
export const describeFailure = (error: unknown, request: FastifyRequest): { status: number; body: FailureBody } =>
  replyOf(refusalOf(error, request))

/** The refusal that an error means. Unexpected errors are logged with their stack and answered with a general message. */
export const refusalOf = (error: unknown, request: FastifyRequest): AppError => {
  const known = error instanceof AppError ? error : (fromDatabase(error) ?? fromFramework(error))
  if (!known) request.log.error({ err: error }, 'unexpected failure')
  else if (known.refusal.code === 'disk_full') warnOfFullDisk(request)
  else if (known.status === 403) request.log.warn(describeDenied(known, request), 'access denied')
  else if (known.status >= 500) request.log.warn({ err: error }, 'refused for now')
  return known ?? unexpected()
}

const FULL_DISK_EVERY_MS = 60_000
const isDue = createRepeats(FULL_DISK_EVERY_MS)

/** Not of each refusal: the log may be on that disk. */
const warnOfFullDisk = ({ log }: FastifyRequest) => {
  if (isDue('disk_full')) log.warn('the disk is full: changes are refused')
}

/** By the route's pattern: addresses may hold what is secret. */
const describeDenied = ({ refusal: { code } }: AppError, request: FastifyRequest) => {
  const { method, routeOptions, ip } = request
  return { admin: adminIdOf(request), call: `${method} ${routeOptions.url}`, code, ip }
}

export const replyOf = ({ status, refusal, errors, data }: AppError): { status: number; body: FailureBody } => {
  const { code, text, params } = refusal
  return { status, body: { success: false, code, message: text, params, errors, ...(data === undefined ? {} : { data }) } }
}

const fromFramework = (error: unknown): AppError | undefined => {
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413) return new TooLarge()
  if (statusCode === 415) return new Invalid('body_not_json')
  if (statusCode === 404) return new NotFound()
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Invalid('malformed')
  return undefined
}
