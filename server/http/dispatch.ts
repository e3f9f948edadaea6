import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, pathParameters } from '#contract/endpoint.ts'
import { type Admin, type Context, type Handler, holds, type Note } from '../context.ts'
import type { Db } from '../db/connect.ts'
import {
  AppError,
  Forbidden,
  fromDatabase,
  GENERIC_MESSAGE,
  Invalid,
  invalidInput,
  NotFound,
  Unauthenticated,
} from '../errors.ts'
import { bearerToken, findAdmin } from '../sessions/sessions.ts'
import type { Vault } from '../vault/vault.ts'
import { type Caller, writeAudit } from './audit.ts'
import { idempotencyKeyOf, replyOnce } from './idempotency.ts'

/** What the spine needs of the outside. */
export interface Surroundings {
  readonly db: Db
  readonly vault: Vault
  readonly storeKey: string | undefined
}

/** A call on its way: one endpoint, its handler, and the route's name for the audit log. */
export interface Route {
  readonly name: string
  readonly endpoint: Endpoint
  readonly handler: Handler<Endpoint>
}

/** The spine of every call: who are you, is it well formed, may you, one transaction, one audit row, the reply. */
export const dispatch = (surroundings: Surroundings, route: Route) => {
  const { endpoint, handler } = route
  const parameters = pathParameters(endpoint.path)
  const isWrite = endpoint.method === 'POST'

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await identify(surroundings, endpoint, request)
    const input = parseInput(endpoint, parameters, request)
    refuseWhatNeedsMore(endpoint, caller.admin, input)
    const call = begin(surroundings, caller, request)
    const key = isWrite ? idempotencyKeyOf(endpoint, request) : undefined

    const prepared = typeof handler === 'function' ? undefined : await prepare(surroundings.db, handler, call, input)
    const run = async (db: Db) => {
      const ctx = call.contextOn(db)
      return endpoint.output.parse(
        await (typeof handler === 'function' ? handler(ctx, input) : handler.run(ctx, input, prepared)),
      )
    }
    const output = isWrite
      ? await surroundings.db.transaction().execute((db) =>
          replyOnce(db, key, caller, { route: route.name, input }, async () => {
            const result = await run(db)
            await writeAudit(db, route, caller, input, call.notes)
            return result
          }),
        )
      : await run(surroundings.db)
    for (const task of call.afterCommit) task()
    return send(reply, endpoint, output)
  }
}

const send = (reply: FastifyReply, endpoint: Endpoint, data: unknown) =>
  reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(endpoint.done ? { success: true, message: endpoint.done, data } : { success: true, data }))

/** The caller, or a refusal: deny by default, and one look-up in the database per request, so that changes act at once. */
const identify = async (surroundings: Surroundings, endpoint: Endpoint, request: FastifyRequest): Promise<Caller> => {
  const caller = { address: request.ip, requestId: request.id }
  const { access } = endpoint
  if (access === 'public') return { ...caller, actor: 'system', admin: undefined }
  const token = bearerToken(request.headers.authorization)
  if (access === 'store') {
    if (!surroundings.storeKey || !token || !isSame(token, surroundings.storeKey))
      throw new Unauthenticated('The store key is missing or wrong')
    return { ...caller, actor: 'store', admin: undefined }
  }
  const admin = token ? await findAdmin(surroundings.db, token) : undefined
  if (!admin) throw new Unauthenticated()
  if (access !== 'signed-in' && !(access === 'super' ? admin.role === 'super' : holds(admin, access))) throw new Forbidden()
  return { ...caller, actor: 'admin', admin }
}

const isSame = (given: string, expected: string): boolean => {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

const parseInput = (endpoint: Endpoint, parameters: string[], request: FastifyRequest): unknown => {
  const given = endpoint.method === 'GET' ? request.query : (request.body ?? {})
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Invalid('The body must be a JSON object')
  const path = request.params as Record<string, string>
  const fields =
    parameters.length === 0 ? given : { ...given, ...Object.fromEntries(parameters.map((name) => [name, path[name]])) }
  const parsed = endpoint.input.safeParse(fields)
  if (parsed.success) return parsed.data
  // An address that cannot name a row names none.
  if (parsed.error.issues.every((issue) => parameters.includes(String(issue.path[0])))) throw new NotFound()
  throw invalidInput(parsed.error)
}

const refuseWhatNeedsMore = (endpoint: Endpoint, admin: Admin | undefined, input: unknown) => {
  for (const need of endpoint.needs ?? []) {
    if (admin && need.when(input) && !holds(admin, need.module)) throw new Forbidden(need.field)
  }
}

const adminOf = (caller: Caller): Admin => {
  if (!caller.admin) throw new Error('This endpoint is not for admins')
  return caller.admin
}

/** What one call gathers on its way, and the context that its phases share, each on its own database handle. */
const begin = ({ vault }: Surroundings, caller: Caller, request: FastifyRequest) => {
  const notes: Note = {}
  const afterCommit: (() => void)[] = []
  const contextOn = (db: Db): Context => ({
    db,
    get admin() {
      return adminOf(caller)
    },
    address: caller.address,
    vault,
    log: request.log,
    note: (facts) => Object.assign(notes, facts),
    afterCommit: (task) => afterCommit.push(task),
  })
  return { notes, afterCommit, contextOn }
}

type Call = ReturnType<typeof begin>
type PhasedHandler = Exclude<Handler<Endpoint>, (...args: never[]) => unknown>

/** The phases before the call's transaction: `attempt` is saved by itself, `prepare` holds no connection. */
const prepare = async (db: Db, handler: PhasedHandler, call: Call, input: unknown) => {
  const attempted = await db.transaction().execute((own) => handler.attempt(call.contextOn(own), input))
  return handler.prepare(input, attempted)
}

/** Any failure as status and envelope; what is not a refusal of ours is logged with its stack and answered in general words. */
export const describeFailure = (error: unknown, request: FastifyRequest): { status: number; body: object } => {
  const known = error instanceof AppError ? error : (fromDatabase(error) ?? fromFramework(error))
  if (!known) {
    request.log.error({ err: error }, 'unexpected failure')
    return { status: 500, body: { success: false, message: GENERIC_MESSAGE, errors: [{ msg: GENERIC_MESSAGE }] } }
  }
  const { status, message, errors, data } = known
  if (status >= 500) request.log.warn({ err: error }, 'refused for now')
  return { status, body: { success: false, message, errors, ...(data === undefined ? {} : { data }) } }
}

/** What Fastify itself refuses: bodies too large, not JSON, or of another type. */
const fromFramework = (error: unknown): AppError | undefined => {
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 413) return new AppError(413, 'The request is too large')
  if (statusCode === 415) return new Invalid('Send the body as application/json')
  if (statusCode === 404) return new NotFound()
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Invalid(code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ? 'The body is empty' : 'The request is not well formed')
  return undefined
}
