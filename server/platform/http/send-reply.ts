import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'

/** Answers a call that succeeded: its message, its data, 304 for a reader that has just these. */
export const sendReply = (reply: FastifyReply, endpoint: Endpoint, data: unknown) => {
  const body = JSON.stringify(
    endpoint.done ? { success: true, message: fill(endpoint.done, data), data } : { success: true, data },
  )
  if (endpoint.hasETag && isUnchanged(reply, body)) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Weak, because the body may be compressed on its way. */
const isUnchanged = (reply: FastifyReply, body: string): boolean => {
  const tag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  const known = reply.request.headers['if-none-match']?.split(',') ?? []
  return known.some((one) => one.trim().replace(/^(W\/)?/, 'W/') === tag)
}

/** Fills in what a message names of its data: 'Total cancelled {total} transaction.' */
const fill = (message: string, data: unknown) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String((data as Record<string, unknown>)[name]))
