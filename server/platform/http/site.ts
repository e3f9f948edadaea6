import type { FastifyRequest } from 'fastify'
import type { Site } from '../../context.ts'

/** PUBLIC_URL, else the host that the browser asked for. Either scheme, because a proxy that ends TLS need not say so: the
 * browser itself binds a passkey to the host's name, and makes none over plain http except on localhost. */
export const siteOf = (publicUrl: string | undefined, { host, hostname }: Pick<FastifyRequest, 'host' | 'hostname'>): Site => {
  if (publicUrl) return { id: new URL(publicUrl).hostname, origins: [new URL(publicUrl).origin] }
  return { id: hostname, origins: [`https://${host}`, `http://${host}`] }
}
