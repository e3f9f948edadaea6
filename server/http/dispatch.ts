import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, pathParameters } from '#contract/endpoint.ts'
import {
  type Admin,
  type Context,
  type Each,
  type Handler,
  hasLost,
  holds,
  type Note,
  type Outside,
  type Phased,
  type Run,
  type StreamContext,
  type Streamed,
} from '../context.ts'
import type { Db } from '../db/connect.ts'
import { Forbidden, Invalid, invalidInput, NotFound, Unauthenticated } from '../errors.ts'
import type { Changes } from '../events/changes.ts'
import { findAgain } from '../sessions/sessions.ts'
import type { StoreAddress } from '../shop/settings.ts'
import type { Storage } from '../uploads/storage.ts'
import type { Vault } from '../vault/vault.ts'
import { writeAudit } from './audit.ts'
import { describeFailure } from './failure.ts'
import { idempotencyKeyOf, keptReply, keyedBy, replyOnce, replyOnceToMany } from './idempotency.ts'
import { type Caller, identify, refuseUncalled } from './identify.ts'
import { placesPerAdmin } from './places.ts'
import { withFile } from './upload.ts'

/** What the spine needs of the outside. */
export interface Surroundings {
  readonly db: Db
  readonly vault: Vault
  readonly changes: Changes
  readonly storeKey: string | undefined
  readonly storeAddress?: StoreAddress | undefined
  readonly images: Storage
}

/** One endpoint, its handler, and its name in the audit log: as the server knows it from its start on. */
export interface Route {
  readonly name: string
  readonly endpoint: Endpoint
  readonly handler: Handler<Endpoint>
}

/** One call, understood and allowed. */
interface Call {
  readonly surroundings: Surroundings
  readonly route: Route
  readonly request: FastifyRequest
  readonly caller: Caller
  readonly input: unknown
  readonly key: string | undefined
}

/**
 * The spine of every call: who are you and may you call this, is it well formed, does what it changes need more, one transaction, one
 * audit row, the reply.
 */
export const dispatch = (surroundings: Surroundings, route: Route) => {
  const { endpoint, handler } = route
  const parameters = pathParameters(endpoint.path)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await identify(surroundings, endpoint, request)
    const input = parseInput(endpoint, parameters, request)
    refuseWhatNeedsMore(endpoint, caller.admin, input)
    const key = idempotencyKeyOf(endpoint, request)
    const call = { surroundings, route, request, caller, input, key }

    if (typeof handler === 'object' && 'stream' in handler) return sendStream(call, handler, reply)
    if (typeof handler === 'object' && 'one' in handler) return send(reply, endpoint, await runMany(call, handler))
    const run = (file?: string) => runOnce(call, handler, file)
    // An upload is answered once its file is gone and its place is free for the sender's next one.
    return send(reply, endpoint, await (endpoint.upload ? withFile(request, caller, endpoint.upload, run) : run()))
  }
}

const runOnce = async (call: Call, handler: Run<Endpoint> | Phased<Endpoint, unknown, unknown>, file: string | undefined) => {
  const { db, images } = call.surroundings
  const { endpoint } = call.route
  const gathered = gather(call)
  const prepared = typeof handler === 'function' ? undefined : await prepare(call, handler, gathered, { images, file })
  const run = async (own: Db) => {
    const ctx = gathered.contextOn(own, prepared === undefined ? call.caller : await identifyAgain(own, call))
    const output = typeof handler === 'function' ? handler(ctx, call.input) : handler.run(ctx, call.input, prepared)
    return endpoint.output.parse(await output)
  }
  return endpoint.method === 'POST' ? commit(call, gathered, run) : run(db)
}

/** The call's one transaction: its effect, its audit row and its idempotency key are saved together or not at all. */
const commit = async (call: Call, gathered: Gathered, run: (db: Db) => Promise<unknown>): Promise<unknown> => {
  const { surroundings, route, caller, input } = call
  const keyed = keyedCall(call)
  const effect = async () => {
    const saved = surroundings.db.transaction().execute(async (own) => {
      const result = await run(own)
      await writeAudit(own, route, caller, input, gathered.notes, keyed && keptReply(keyed, result))
      return result
    })
    const output = await saved.catch(async (error) => {
      const explain = gathered.refusals.get((error as { constraint?: string }).constraint)
      throw explain ? await explain(surroundings.db) : error
    })
    for (const task of gathered.afterCommit) task()
    return output
  }
  const recall = async (kept: unknown) => {
    const { answer } = gathered.repeat
    return answer ? route.endpoint.output.parse(await answer(surroundings.db, kept)) : kept
  }
  return keyed ? replyOnce(surroundings.db, keyed, effect, recall) : effect()
}

const keyedCall = ({ surroundings, route, caller, input, key }: Call) =>
  // The hash has a key, because the input may hold an in-game password, which a plain hash would let anybody guess at.
  key === undefined ? undefined : keyedBy(caller, key, surroundings.vault.digest(JSON.stringify({ route: route.name, input })))

/** Many rows, each as a call of its own; what was refused is told with its reason, and the others are done. */
const runMany = (call: Call, handler: Each<Endpoint>) => {
  const keyed = keyedCall(call)
  const each = () => runEach(call, handler)
  const unkept = (err: unknown) => call.request.log.error({ err }, 'The reply of a call for many rows could not be kept')
  return keyed ? replyOnceToMany(call.surroundings.db, keyed, each, unkept) : each()
}

const runEach = async (call: Call, handler: Each<Endpoint>) => {
  const done: number[] = []
  const refused: { id: number; reason: string }[] = []
  for (const id of new Set(handler.ids(call.input))) {
    const gathered = gather(call)
    gathered.notes.subjectId = id
    try {
      await commit({ ...call, key: call.key && `${call.key} #${id}` }, gathered, async (db) => {
        await handler.one(gathered.contextOn(db, await identifyAgain(db, call)), id, call.input)
        return null
      })
      done.push(id)
    } catch (error) {
      refused.push({ id, reason: describeFailure(error, call.request).body.message })
    }
  }
  return { done, refused }
}

/** Hashing, a queue or the rows before may have taken long: the caller as he stands by now, or a refusal. */
const identifyAgain = async (db: Db, { route, caller, input }: Call): Promise<Caller> => {
  if (!caller.admin) return caller
  const admin = await findAgain(db, caller.admin.session_id)
  if (!admin) throw new Unauthenticated()
  refuseUncalled(route.endpoint, admin)
  refuseWhatNeedsMore(route.endpoint, admin, input)
  return { ...caller, admin }
}

/** A download page by page: it breaks off once its reader is no longer allowed what he was allowed when it began. */
const whileAllowed = async function* (ctx: StreamContext, pages: AsyncIterable<string | Buffer>) {
  const { admin: before } = ctx
  for await (const page of pages) {
    const admin = await ctx.reauthorise()
    if (!admin || hasLost(before, admin)) throw new Unauthenticated()
    yield page
  }
}

/** Streams and downloads that one admin may have open: each holds what its reader has not taken yet. */
const STREAMS_PER_ADMIN = 20
/** A reader who has taken nothing for so long is gone. */
const STALLED_MS = 120_000

const takePlace = placesPerAdmin(STREAMS_PER_ADMIN, 'Too many downloads are under way. Try again when one of them has ended.')

/** Counts a stream until its connection closes, and ends a connection whose reader has stopped reading. */
const watchReader = ({ request, caller }: Call, gone: AbortController): void => {
  const { socket } = request.raw
  // He went while he was looked up: nobody would tell of it any more.
  if (socket.destroyed) {
    gone.abort()
    return
  }
  const leave = takePlace(caller)
  socket.setTimeout(STALLED_MS, () => socket.resetAndDestroy())
  socket.once('close', () => {
    gone.abort()
    leave()
  })
}

const sendStream = async (call: Call, handler: Streamed<Endpoint>, reply: FastifyReply) => {
  const { surroundings, route, request, caller, input } = call
  const { db, changes } = surroundings
  const { contextOn, notes } = gather(call)
  await handler.check?.(contextOn(db), input)
  // A stream that the server's stop ends must not leave an idle connection behind that the stop would wait for.
  reply.header('connection', 'close')
  const gone = new AbortController()
  watchReader(call, gone)
  if (route.endpoint.audit) await db.transaction().execute((own) => writeAudit(own, route, caller, input, notes))
  const ctx: StreamContext = {
    ...contextOn(db),
    gone: gone.signal,
    follow: () => changes.follow(gone.signal),
    reauthorise: async () =>
      identify(surroundings, route.endpoint, request).then(
        (present) => present.admin,
        () => undefined,
      ),
  }
  const name = handler.fileName?.(input)
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  // nginx holds a stream back until it has 4 kB of it.
  reply.header('x-accel-buffering', 'no')
  const stream = handler.stream(ctx, input)
  if (!name) return reply.type(handler.type).send(Readable.from(stream))
  const download = Readable.from(whileAllowed(ctx, stream))
  // A reply to HTTP/1.0 has no other end than its connection's: one that was only closed would look like a whole file.
  download.once('error', () => {
    if (reply.raw.headersSent) request.raw.socket.resetAndDestroy()
  })
  return reply.type(handler.type).send(download)
}

const send = (reply: FastifyReply, endpoint: Endpoint, data: unknown) =>
  reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(endpoint.done ? { success: true, message: say(endpoint.done, data), data } : { success: true, data }))

/** A message may name what was done: 'Total cancelled {total} transaction.' */
const say = (message: string, data: unknown) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String((data as Record<string, unknown>)[name]))

const parseInput = (endpoint: Endpoint, parameters: string[], request: FastifyRequest): unknown => {
  const given = endpoint.method === 'GET' ? request.query : readBody(request)
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

/** The body as it was sent, parsed only now; an upload has none of this kind. */
const readBody = ({ body }: FastifyRequest): unknown => (typeof body === 'function' ? body() : body) ?? {}

const refuseWhatNeedsMore = (endpoint: Endpoint, admin: Admin | undefined, input: unknown) => {
  for (const need of endpoint.needs ?? []) {
    if (admin && need.when?.(input) && !holds(admin, need.module)) throw new Forbidden(need.field)
  }
}

const adminOf = (caller: Caller): Admin => {
  if (!caller.admin) throw new Error('This endpoint is not for admins')
  return caller.admin
}

/** What a call gathers on its way, and the context that its phases share, each on its own database handle. */
const gather = ({ surroundings, caller, request }: Call) => {
  const notes: Note = {}
  const afterCommit: (() => void)[] = []
  const refusals = new Map<string | undefined, (db: Db) => Promise<Error>>()
  const repeat: { answer?: (db: Db, kept: unknown) => Promise<unknown> } = {}
  const contextOn = (db: Db, who = caller): Context => ({
    db,
    get admin() {
      return adminOf(who)
    },
    address: caller.address,
    vault: surroundings.vault,
    storeAddress: surroundings.storeAddress,
    log: request.log,
    note: (facts) => Object.assign(notes, facts),
    afterCommit: (task) => afterCommit.push(task),
    explain: (constraint, refusal) => refusals.set(constraint, refusal),
    recall: (answer) => Object.assign(repeat, { answer }),
  })
  return { notes, afterCommit, refusals, repeat, contextOn }
}

type Gathered = ReturnType<typeof gather>

/** The phases before the call's transaction: `attempt` is saved by itself, `prepare` holds no connection. */
const prepare = async (call: Call, handler: Phased<Endpoint, unknown, unknown>, gathered: Gathered, outside: Outside) => {
  const { db } = call.surroundings
  const attempted = await db.transaction().execute((own) => handler.attempt(gathered.contextOn(own), call.input))
  return handler.prepare(call.input, attempted, outside)
}
