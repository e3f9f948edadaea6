import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Phone } from '../auth/api-keys.ts'
import type { Admin, Handler, Services } from '../context.ts'
import type { Act, Db } from '../db/connect.ts'
import type { Refusals } from '../errors.ts'
import type { Changes } from '../events/changes.ts'
import type { Storage } from '../uploads/storage.ts'

export interface Dependencies extends Services {
  readonly db: Db
  readonly changes: Changes
  readonly storeKey: string | undefined
  readonly images: Storage
  /** Overrides the request's host. */
  readonly publicUrl?: string | undefined
}

export interface Route {
  readonly name: string
  readonly endpoint: Endpoint
  readonly handler: Handler<Endpoint>
  /** What the handler refuses; `refusalsOf` adds what the dispatcher does. */
  readonly refuses?: Refusals | undefined
}

export interface Caller {
  readonly actor: 'admin' | 'store' | 'system'
  readonly admin: Admin | undefined
  readonly phone?: Phone
  /** What a standby must have replayed to serve this call. */
  readonly lsn?: string | undefined
  readonly address: string
  readonly requestId: string
}

export interface Call {
  readonly dependencies: Dependencies
  readonly route: Route
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly input: unknown
  readonly key: string | undefined
}

export const actOf = ({ route, caller: { actor, admin, address, requestId } }: Pick<Call, 'route' | 'caller'>): Act => ({
  action: route.name,
  actor,
  adminId: admin?.id,
  sessionId: admin?.session_id,
  address,
  requestId,
})
