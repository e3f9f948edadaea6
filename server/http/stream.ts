import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { hasLost, type StreamContext, type Streamed } from '../context.ts'
import { Unauthenticated } from '../errors.ts'
import { writeAudit } from './audit.ts'
import type { Call } from './call.ts'
import { createCallContext } from './call-context.ts'
import { identify } from './identify.ts'
import { placesPerAdmin } from './places.ts'

/** Streams and downloads that one admin may have open: each buffers what its reader has not read yet. */
const STREAMS_PER_ADMIN = 20
/** A reader who has read nothing for this long is disconnected. */
const STALLED_MS = 120_000

const takePlace = placesPerAdmin(STREAMS_PER_ADMIN, 'Too many downloads are under way. Try again when one of them has ended.')

/** Replies with what the handler writes while it reads: live events, or with a file name a download. Holds no transaction. */
export const sendStream = async (call: Call, handler: Streamed<Endpoint>, reply: FastifyReply) => {
  const { dependencies, route, request, caller, input } = call
  const { db, changes } = dependencies
  const { on, notes } = createCallContext(call)
  await handler.check?.(on(db), input)
  // A stream that the server's stop ends must not leave an idle connection behind that the stop would wait for.
  reply.header('connection', 'close')
  const closed = watchConnection(call)
  if (route.endpoint.audit) await db.transaction().execute((own) => writeAudit(own, route, caller, input, notes))
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

/** Counts a stream until its connection closes, which aborts the signal, and resets the connection of a reader who stopped reading. */
const watchConnection = ({ request, caller }: Call): AbortSignal => {
  const { socket } = request.raw
  // Closed while the caller was looked up: no event would report it any more.
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

/** A download page by page: breaks off once its reader may see or do less than when it began. */
const whileAllowed = async function* (ctx: StreamContext, pages: AsyncIterable<string | Buffer>) {
  const { admin: before } = ctx
  for await (const page of pages) {
    const admin = await ctx.reauthorise()
    if (!admin || hasLost(before, admin)) throw new Unauthenticated()
    yield page
  }
}
