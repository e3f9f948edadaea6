import type { FastifyInstance, FastifyReply } from 'fastify'
import { IMAGES_PATH } from '#contract/uploads.ts'
import type { Storage } from '../uploads/storage.ts'

/** Only names that we assign. */
const NAME = /^[0-9a-f]{16,64}(-small)?\.webp$/

// Uploaded files are untrusted, so nothing in them may run. They are public because the shop's site, another origin, shows them.
const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
}

export const addImages = async (app: FastifyInstance, images: Storage): Promise<void> => {
  app.get<{ Params: { name: string } }>(`${IMAGES_PATH}:name`, async (request, reply) => {
    const { name } = request.params
    reply.headers(HEADERS)
    const [known, small] = NAME.exec(name) ?? []
    const file = known && ((await images.read(name)) ?? (small ? await images.read(name.replace(small, '')) : undefined))
    if (!file) return notFound(reply)
    if (file.bytes !== undefined) reply.header('content-length', file.bytes)
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(file.stream)
  })
}

const notFound = (reply: FastifyReply) =>
  reply.status(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
