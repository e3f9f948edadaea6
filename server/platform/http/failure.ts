import type { FastifyRequest } from 'fastify'
import { AppError, type FieldError, fromDatabase, GENERIC_MESSAGE, Invalid, NotFound, TooLarge } from '../../errors.ts'

interface FailureBody {
  success: false
  message: string
  errors: FieldError[]
  data?: unknown
}

/** Maps an error to status and envelope. Unexpected errors are logged with their stack and answered with a general message. */
export const describeFailure = (error: unknown, request: FastifyRequest): { status: number; body: FailureBody } => {
  const known = error instanceof AppError ? error : (fromDatabase(error) ?? fromFramework(error))
  if (!known) {
    request.log.error({ err: error }, 'unexpected failure')
    return { status: 500, body: { success: false, message: GENERIC_MESSAGE, errors: [{ msg: GENERIC_MESSAGE }] } }
  }
  const { status, message, errors, data } = known
  if (status >= 500) request.log.warn({ err: error }, 'refused for now')
  return { status, body: { success: false, message, errors, ...(data === undefined ? {} : { data }) } }
}

const fromFramework = (error: unknown): AppError | undefined => {
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 413) return new TooLarge()
  if (statusCode === 415) return new Invalid('Send the body as application/json')
  if (statusCode === 404) return new NotFound()
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Invalid('The request is not well formed')
  return undefined
}
