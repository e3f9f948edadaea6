import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, pathParameters } from '#contract/endpoint.ts'
import {
  type Admin,
  type Context,
  type Each,
  type Handler,
  holds,
  type Note,
  type Outside,
  type Phased,
  type StreamContext,
  type Streamed,
} from '../context.ts'
import type { Db } from '../db/connect.ts'
import { Forbidden, Invalid, invalidInput, NotFound } from '../errors.ts'
import type { Changes } from '../events/changes.ts'
import type { Storage } from '../uploads/storage.ts'
import type { Vault } from '../vault/vault.ts'
import { writeAudit } from './audit.ts'
import { describeFailure } from './failure.ts'
import { idempotencyKeyOf, replyOnce } from './idempotency.ts'
import { type Caller, identify } from './identify.ts'
import { withFile } from './upload.ts'

/** What the spine needs of the outside. */
export interface Surroundings {
  readonly db: Db
  readonly vault: Vault
  readonly changes: Changes
  readonly storeKey: string | undefined
  readonly images: Storage
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

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await identify(surroundings, endpoint, request)
    const input = parseInput(endpoint, parameters, request)
    refuseWhatNeedsMore(endpoint, caller.admin, input)
    const key = endpoint.method === 'POST' ? idempotencyKeyOf(endpoint, request) : undefined
    const call = begin(surroundings, caller, request)

    if (typeof handler === 'object' && 'stream' in handler) {
      await handler.check?.(call.contextOn(surroundings.db), input)
      if (endpoint.audit) await surroundings.db.transaction().execute((db) => writeAudit(db, route, caller, input, call.notes))
      return sendStream(surroundings, route, handler, request, reply, call, input)
    }
    if (typeof handler === 'object' && 'one' in handler) {
      return send(reply, endpoint, await runEach(surroundings, route, handler, caller, request, input, key))
    }
    const answer = async (file?: string) => {
      const outside = { images: surroundings.images, file }
      const prepared = typeof handler === 'function' ? undefined : await prepare(surroundings.db, handler, call, input, outside)
      const run = async (db: Db) => {
        const ctx = call.contextOn(db)
        return endpoint.output.parse(
          await (typeof handler === 'function' ? handler(ctx, input) : handler.run(ctx, input, prepared)),
        )
      }
      const output =
        endpoint.method === 'POST'
          ? await commit(surroundings.db, route, caller, input, key, call, run)
          : await run(surroundings.db)
      for (const task of call.afterCommit) task()
      return send(reply, endpoint, output)
    }
    return endpoint.upload ? withFile(request, endpoint.upload, answer) : answer()
  }
}

/** The call's one transaction: its effect, its audit row and its idempotency key are saved together or not at all. */
const commit = (
  db: Db,
  route: Route,
  caller: Caller,
  input: unknown,
  key: string | undefined,
  call: Call,
  run: (db: Db) => Promise<unknown>,
): Promise<unknown> =>
  db.transaction().execute((own) =>
    replyOnce(own, key, caller, { route: route.name, input }, async () => {
      const result = await run(own)
      await writeAudit(own, route, caller, input, call.notes)
      return result
    }),
  )

/** Many rows, each as a call of its own; what was refused is told with its reason, and the others are done. */
const runEach = async (
  surroundings: Surroundings,
  route: Route,
  handler: Each<Endpoint>,
  caller: Caller,
  request: FastifyRequest,
  input: unknown,
  key: string | undefined,
) => {
  const done: number[] = []
  const refused: { id: number; reason: string }[] = []
  for (const id of new Set(handler.ids(input))) {
    const call = begin(surroundings, caller, request)
    call.notes.subjectId = id
    try {
      await commit(surroundings.db, route, caller, input, key && `${key} #${id}`, call, async (db) => {
        await handler.one(call.contextOn(db), id, input)
        return null
      })
      for (const task of call.afterCommit) task()
      done.push(id)
    } catch (error) {
      refused.push({ id, reason: (describeFailure(error, request).body as { message: string }).message })
    }
  }
  return { done, refused }
}

const sendStream = (
  surroundings: Surroundings,
  { endpoint }: Route,
  handler: Streamed<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  input: unknown,
) => {
  const gone = new AbortController()
  request.raw.socket.once('close', () => gone.abort())
  const ctx: StreamContext = {
    ...call.contextOn(surroundings.db),
    gone: gone.signal,
    follow: () => surroundings.changes.follow(gone.signal),
    reauthorise: async () =>
      identify(surroundings, endpoint, request).then(
        (caller) => caller.admin,
        () => undefined,
      ),
  }
  const name = handler.fileName?.(input)
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  // A stream that the server's stop ends must not leave an idle connection behind that the stop would wait for.
  reply.header('connection', 'close')
  return reply.type(handler.type).send(Readable.from(handler.stream(ctx, input)))
}

const send = (reply: FastifyReply, endpoint: Endpoint, data: unknown) =>
  reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(endpoint.done ? { success: true, message: say(endpoint.done, data), data } : { success: true, data }))

/** A message may name what was done: 'Total cancelled {total} transaction.' */
const say = (message: string, data: unknown) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String((data as Record<string, unknown>)[name]))

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
    if (admin && need.when?.(input) && !holds(admin, need.module)) throw new Forbidden(need.field)
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

/** The phases before the call's transaction: `attempt` is saved by itself, `prepare` holds no connection. */
const prepare = async (db: Db, handler: Phased<Endpoint, unknown, unknown>, call: Call, input: unknown, outside: Outside) => {
  const attempted = await db.transaction().execute((own) => handler.attempt(call.contextOn(own), input))
  return handler.prepare(input, attempted, outside)
}
