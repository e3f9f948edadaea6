import type { FastifyReply, FastifyRequest } from 'fastify'
import { effectsOf } from '#contract/effects.ts'
import { type Endpoint, pathParameters } from '#contract/endpoint.ts'
import type { BulkStep, Outside, Phased, Run } from '../context.ts'
import { type Db, inAct } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { writeAudit } from './audit.ts'
import { runBulk } from './bulk.ts'
import { actOf, type Call, type Dependencies, type Route } from './call.ts'
import { type CallContext, createCallContext } from './call-context.ts'
import { refusalOf } from './failure.ts'
import { idempotencyKeyOf, keyOf, REPLAYED, type Replays, replyOnce, storedReply } from './idempotency.ts'
import { identify, reidentify, requireConfirmed, requireConfirmedFor, requireFurtherModules } from './identify.ts'
import { parseInput } from './input.ts'
import { sendReply } from './send-reply.ts'
import { sendStream } from './stream.ts'
import { withFile } from './upload.ts'

/** The spine of every call: who is the caller, may they call this, have they confirmed lately who they are, is the input
 * valid, does the change need a further module, one transaction, one audit row, jobs after commit, the reply. */
export const dispatch = (dependencies: Dependencies, route: Route) => {
  const { endpoint, handler } = route
  const parameters = pathParameters(endpoint.path)
  // With a full disk, admins sign in and see why.
  const needsRoom = endpoint.method === 'POST' && !effectsOf(endpoint).includes('sign_in')

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await identify(dependencies, endpoint, request)
    requireConfirmed(endpoint, caller.admin)
    if (needsRoom) await dependencies.readiness.requireRoom()
    const input = parseInput(endpoint, parameters, request)
    requireFurtherModules(endpoint, caller.admin, input)
    requireConfirmedFor(endpoint, caller.admin, input)
    const key = idempotencyKeyOf(endpoint, request)
    const call = { dependencies, route, request, reply, caller, input, key }

    if (typeof handler === 'object' && 'stream' in handler) return sendStream(call, handler, reply)
    if (typeof handler === 'object' && 'one' in handler) {
      return sendReply(reply, endpoint, await runBulk(call, handler.ids(input), (id) => runRow(call, handler, id)))
    }
    const run = (file?: string) => runCall(call, handler, file)
    // An upload is answered once its file is deleted and its place is free for the sender's next one.
    return sendReply(reply, endpoint, await (endpoint.upload ? withFile(request, caller, endpoint.upload, run) : run()))
  }
}

/** Reads run without a transaction, on the pool or on the standby. */
const runCall = async (call: Call, handler: Run<Endpoint> | Phased<Endpoint, unknown, unknown>, file: string | undefined) => {
  const { db, images, standby } = call.dependencies
  const { endpoint } = call.route
  const { lsn } = call.caller
  const context = createCallContext(call)
  const run = async (own: Db, prepared?: unknown) => {
    const ctx = context.on(own, prepared === undefined ? call.caller : await reidentify(own, call))
    const output = typeof handler === 'function' ? handler(ctx, call.input) : handler.run(ctx, call.input, prepared)
    return endpoint.output.parse(await output)
  }
  if (endpoint.method === 'POST') {
    const before = async () => (typeof handler === 'function' ? undefined : prepare(call, handler, context, { db, images, file }))
    return commit(call, context, run, { before, replayed: () => call.reply.header(REPLAYED, 'true') })
  }
  return standby && lsn !== undefined ? standby.read(lsn, run) : run(db)
}

/** The phases before the call's transaction: `attempt` is saved by itself, `prepare` holds no connection. */
const prepare = async (call: Call, handler: Phased<Endpoint, unknown, unknown>, context: CallContext, outside: Outside) => {
  const { db } = call.dependencies
  const attempted = await inAct(db, actOf(call), (own) => handler.attempt(context.on(own), call.input))
  return handler.prepare(call.input, attempted, outside)
}

/** One row of a bulk call, with its own transaction, audit row and idempotency key. */
const runRow = (call: Call, handler: BulkStep<Endpoint>, id: number) => {
  const context = createCallContext(call)
  context.notes.subjectId = id
  const run = async (db: Db) => {
    await handler.one(context.on(db, await reidentify(db, call)), id, call.input)
    return null
  }
  // Whatever ends a row is its outcome: a retry of the set may not find another one.
  return commit({ ...call, key: call.key && `${call.key} #${id}` }, context, run, {
    refusalOf: (error) => refusalOf(error, call.request),
  })
}

interface Commit extends Omit<Replays, 'remake'> {
  /** Runs before the transaction, as part of what happens once per key. */
  readonly before?: () => Promise<unknown>
}

/** The call's one transaction: its effect, its audit row and its idempotency key are saved together or not at all. */
const commit = async (
  call: Call,
  context: CallContext,
  run: (db: Db, prepared: unknown) => Promise<unknown>,
  { before, ...replays }: Commit,
): Promise<unknown> => {
  const { dependencies, route, caller, input } = call
  const { db } = dependencies
  const keyed = keyOf(call)
  const effect = async () => {
    const prepared = await before?.()
    const outcome = await inAct(db, actOf(call), async (own) => {
      const result = await run(own, prepared).catch(keepSaved)
      if (!(result instanceof AppError)) {
        const { kept } = context.repeat
        await writeAudit(own, route, caller, input, context.notes, keyed && storedReply(keyed, kept ? kept(result) : result))
      }
      return result
    })
    if (outcome instanceof AppError) throw outcome
    for (const task of context.afterCommit) task()
    return outcome
  }
  const remake = async (stored: unknown) => {
    const { reply } = context.repeat
    return reply ? route.endpoint.output.parse(await reply(db, stored)) : stored
  }
  return keyed ? replyOnce(db, keyed, effect, { ...replays, remake }) : effect()
}

/** A refusal of which the transaction is saved, thrown once it is. */
const keepSaved = (error: unknown): AppError => {
  if (error instanceof AppError && error.isSaved) return error
  throw error
}
