import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { hasLostAccess, type StreamContext, type Streamed } from '../context.ts'
import { inAct } from '../db/connect.ts'
import { Unauthenticated } from '../errors.ts'
import { writeAudit } from './audit.ts'
import { actOf, type Call } from './call.ts'
import { createCallContext } from './call-context.ts'
import { identify } from './identify.ts'
import { placesPerAdmin } from './places.ts'

/** Per admin; each stream buffers unread data. */
const STREAMS_PER_ADMIN = 20
const STALLED_MS = 120_000

const takePlace = placesPerAdmin(STREAMS_PER_ADMIN, 'too_many_downloads')

export const sendStream = async (call: Call, handler: Streamed<Endpoint>, reply: FastifyReply) => {
  const { dependencies, route, request, caller, input } = call
  const { db, changes } = dependencies
  const { on, notes } = createCallContext(call)
  await handler.check?.(on(db), input)
  // Otherwise a stream ended by a stop would leave an idle connection that the stop waits for.
  reply.header('connection', 'close')
  const closed = watchConnection(call)
  if (route.endpoint.audit) await inAct(db, actOf(call), (own) => writeAudit(own, route, caller, input, notes))
  const ctx: StreamContext = {
    ...on(db),
    follow: () => changes.follow(closed),
    reauthorise: async () =>
      identify(dependencies, route.endpoint, request).then(
        (present) => present.admin,
        () => undefined,
      ),
  }
  const name = handler.fileName?.(input)
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  // nginx would buffer the first 4 kB.
  reply.header('x-accel-buffering', 'no')
  const stream = handler.stream(ctx, input)
  const type = typeof handler.type === 'string' ? handler.type : (handler.type[(input as { format: string }).format] ?? '')
  if (!name) return reply.type(type).send(Readable.from(stream))
  const download = Readable.from(whileAllowed(ctx, stream))
  // A reply to HTTP/1.0 ends with its connection, so only a reset shows that the file is incomplete.
  download.once('error', () => {
    if (reply.raw.headersSent) request.raw.socket.resetAndDestroy()
  })
  return reply.type(type).send(download)
}

/** Counts the stream until its connection closes, and resets clients that stopped reading. */
const watchConnection = ({ request, caller }: Call): AbortSignal => {
  const { socket } = request.raw
  // It closed during authentication, so no event will follow.
  if (socket.destroyed) return AbortSignal.abort()
  const closed = new AbortController()
  const leave = takePlace(caller)
  socket.setTimeout(STALLED_MS, () => socket.resetAndDestroy())
  socket.once('close', () => {
    closed.abort()
    leave()
  })
  return closed.signal
}

/** Aborts the download once its reader's permissions shrink. */
const whileAllowed = async function* (ctx: StreamContext, pages: AsyncIterable<string | Buffer>) {
  const { admin: before } = ctx
  for await (const page of pages) {
    const admin = await ctx.reauthorise()
    if (!admin || hasLostAccess(before, admin)) throw new Unauthenticated()
    yield page
  }
}
