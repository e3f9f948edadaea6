import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ModuleKey } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Admin, holds } from '../context.ts'
import { Forbidden, Unauthenticated } from '../errors.ts'
import { bearerToken, findAdmin } from '../sessions/sessions.ts'
import type { Surroundings } from './dispatch.ts'

/** Who makes a call, and from where. */
export interface Caller {
  readonly actor: 'admin' | 'store' | 'system'
  readonly admin: Admin | undefined
  readonly address: string
  readonly requestId: string
}

/** The caller, or a refusal: deny by default, and one look-up in the database per request, so that changes act at once. */
export const identify = async (surroundings: Surroundings, endpoint: Endpoint, request: FastifyRequest): Promise<Caller> => {
  const caller = { address: request.ip, requestId: request.id }
  const { access } = endpoint
  if (access === 'public') return { ...caller, actor: 'system', admin: undefined }
  const token = bearerToken(request.headers.authorization)
  if (access === 'store') {
    if (!surroundings.storeKey) throw new Unauthenticated('The store API is closed: this server was started without STORE_KEY')
    if (!token || !isSame(token, surroundings.storeKey)) throw new Unauthenticated('The store key is missing or wrong')
    return { ...caller, actor: 'store', admin: undefined }
  }
  const admin = token ? await findAdmin(surroundings.db, token) : undefined
  if (!admin) throw new Unauthenticated()
  if (admin.must_change_password && !endpoint.withOneTimePassword) {
    throw new Forbidden(undefined, 'Choose a password of your own first')
  }
  refuseUncalled(endpoint, admin)
  return { ...caller, actor: 'admin', admin }
}

/** Throws where an admin may not call this. */
export const refuseUncalled = ({ access, alsoFor }: Endpoint, admin: Admin): void => {
  if (access === 'public' || access === 'store' || access === 'signed-in') return
  if (!mayCall(admin, access, alsoFor)) throw new Forbidden()
}

const mayCall = (admin: Admin, access: ModuleKey | 'super', alsoFor: readonly ModuleKey[] = []): boolean =>
  access === 'super' ? admin.role === 'super' : [access, ...alsoFor].some((key) => holds(admin, key))

const isSame = (given: string, expected: string): boolean => {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
