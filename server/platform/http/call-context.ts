import type { FastifyRequest } from 'fastify'
import { browserCookie, browserToken } from '../auth/known-browsers.ts'
import type { Admin, Context, Note, Site } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { writeAudit } from './audit.ts'
import type { Call, Caller } from './call.ts'

const MAX_USER_AGENT = 500

export type CallContext = ReturnType<typeof createCallContext>

/** What a handler reports during a call, and `on`: the context that it reports through, for each phase with its own database handle. */
export const createCallContext = ({ dependencies, route, caller, request, reply }: Call) => {
  const notes: Note = {}
  const afterCommit: (() => void)[] = []
  const repeat: { reply?: (db: Db, stored: unknown) => Promise<unknown>; kept?: ((reply: unknown) => unknown) | undefined } = {}
  const on = (db: Db, present = caller): Context => ({
    db,
    get admin() {
      return adminOf(present)
    },
    phone: present.phone,
    address: caller.address,
    browserToken: browserToken(request.headers.cookie),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    site: siteOf(dependencies.publicUrl, request),
    vault: dependencies.vault,
    publicUrl: dependencies.publicUrl ?? `${request.protocol}://${request.host}`,
    readiness: dependencies.readiness,
    standby: dependencies.standby,
    hasStoreKey: dependencies.storeKey !== undefined,
    auditHead: dependencies.auditHead,
    otherServers: dependencies.otherServers,
    storeAddress: dependencies.storeAddress,
    log: request.log,
    note: (facts) => Object.assign(notes, facts),
    recordAbout: (subject, id, facts) => {
      const endpoint = { ...route.endpoint, audit: { subject, fields: [] } }
      return writeAudit(db, { ...route, endpoint }, caller, {}, { ...facts, subjectId: id })
    },
    recordRefusal: (facts) => writeAudit(db, route, caller, {}, facts),
    afterCommit: (task) => afterCommit.push(task),
    setBrowserToken: (token) =>
      afterCommit.push(() => reply.header('set-cookie', browserCookie(token, request.protocol === 'https'))),
    clearBrowserCache: () => afterCommit.push(() => reply.header('clear-site-data', '"cache"')),
    onRepeat: (remake, kept) => Object.assign(repeat, { reply: remake, kept }),
  })
  return { notes, afterCommit, repeat, on }
}

const adminOf = ({ admin }: Caller): Admin => {
  if (!admin) throw new Error('This endpoint is not for admins')
  return admin
}

/** PUBLIC_URL, else the host that the browser asked for. Either scheme, because a proxy that ends TLS need not say so: the
 * browser itself binds a passkey to the host's name, and makes none over plain http except on localhost. */
const siteOf = (publicUrl: string | undefined, { host, hostname }: Pick<FastifyRequest, 'host' | 'hostname'>): Site => {
  if (publicUrl) return { id: new URL(publicUrl).hostname, origins: [new URL(publicUrl).origin] }
  return { id: hostname, origins: [`https://${host}`, `http://${host}`] }
}
