import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Invalid, invalidInput, NotFound } from '../errors.ts'

/** Query (of a read or an upload) or body merged with path parameters. Throws Invalid, or NotFound if only path parameters are wrong. */
export const parseInput = (endpoint: Endpoint, parameters: string[], request: FastifyRequest): unknown => {
  const given = endpoint.method === 'GET' || endpoint.upload ? request.query : readBody(request)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Invalid('body_not_object')
  const path = request.params as Record<string, string>
  const fields =
    parameters.length === 0 ? given : { ...given, ...Object.fromEntries(parameters.map((name) => [name, path[name]])) }
  const parsed = endpoint.input.safeParse(fields)
  if (parsed.success) return parsed.data
  if (parsed.error.issues.every((issue) => parameters.includes(String(issue.path[0])))) throw new NotFound()
  throw invalidInput(parsed.error)
}

/** JSON is parsed only after authentication. */
const readBody = ({ body }: FastifyRequest): unknown => (typeof body === 'function' ? body() : body) ?? {}
