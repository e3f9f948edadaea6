import type { FastifyInstance } from 'fastify'

const HEADERS = {
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=()',
  'cross-origin-opener-policy': 'same-origin',
  // Pictures are open to other origins and override it.
  'cross-origin-resource-policy': 'same-origin',
}

/** A year. Not `includeSubDomains`: the shop's other sites are not ours to decide about. */
const HSTS = 'max-age=31536000'

/** Sent with every reply. HSTS only where the browser came by https: shops also use plain http in their own network. */
export const addSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
  })
}
