import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ModuleKey } from '#contract/access.ts'
import { mustConfirm, mustConfirmFor } from '#contract/effects.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { may } from '#contract/roles.ts'
import { findPhone, isStoreKey } from '../auth/api-keys.ts'
import { bearerToken, findAdmin, rereadSession } from '../auth/sessions.ts'
import { type Admin, holds } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { ConfirmRequired, Forbidden, Unauthenticated } from '../errors.ts'
import type { Call, Caller, Dependencies } from './call.ts'

const callers = new WeakMap<FastifyRequest, number>()

/** The id of the admin who sent a request, also of one that was refused. */
export const adminIdOf = (request: FastifyRequest): number | undefined => callers.get(request)

/** Denies by default. One query per request, so that revoked access takes effect at once. */
export const identify = async (dependencies: Dependencies, endpoint: Endpoint, request: FastifyRequest): Promise<Caller> => {
  const caller = { address: request.ip, requestId: request.id }
  const { access } = endpoint
  if (access === 'public') return { ...caller, actor: 'system', admin: undefined }
  const token = bearerToken(request.headers.authorization)
  if (access === 'store') {
    if (!token || !(await isStore(dependencies, token))) throw new Unauthenticated('store_key_wrong')
    return { ...caller, actor: 'store', admin: undefined }
  }
  if (access === 'phone') {
    const phone = token && (await findPhone(dependencies.db, token))
    if (!phone) throw new Unauthenticated('phone_key_wrong')
    return { ...caller, actor: 'store', admin: undefined, phone }
  }
  const withLsn = dependencies.standby !== undefined && endpoint.onStandby === true
  const { admin, lsn } = (token && (await findAdmin(dependencies.db, token, { withLsn }))) || {}
  if (!admin) throw new Unauthenticated()
  callers.set(request, admin.id)
  requireReady(admin, endpoint)
  requireAccess(endpoint, admin)
  return { ...caller, actor: 'admin', admin, lsn }
}

/** For the descriptions of the API: the store, or any admin who is signed in. */
export const requireReader = async (dependencies: Dependencies, request: FastifyRequest): Promise<'store' | 'admin'> => {
  const token = bearerToken(request.headers.authorization)
  if (token && (await isStore(dependencies, token))) return 'store'
  const found = token && (await findAdmin(dependencies.db, token))
  if (!found) throw new Unauthenticated()
  requireReady(found.admin)
  return 'admin'
}

export const reidentify = async (db: Db, { route, caller, input }: Call): Promise<Caller> => {
  if (!caller.admin) return caller
  const admin = await rereadSession(db, caller.admin.session_id)
  if (!admin) throw new Unauthenticated()
  requireAccess(route.endpoint, admin)
  requireFurtherModules(route.endpoint, admin, input)
  return { ...caller, admin }
}

/** Throws Forbidden if the input needs another module that the admin lacks. */
export const requireFurtherModules = (endpoint: Endpoint, admin: Admin | undefined, input: unknown): void => {
  for (const need of endpoint.needs ?? []) {
    if (admin && need.when?.(input) && !holds(admin, need.module)) throw new Forbidden(need.field)
  }
}

/** Throws ConfirmRequired if the endpoint is sensitive for every input. Checked before the input, which says nothing then. */
export const requireConfirmed = (endpoint: Endpoint, admin: Admin | undefined): void => {
  if (mustConfirm(endpoint) && admin && !admin.is_confirmed) throw new ConfirmRequired()
}

/** Throws ConfirmRequired if this input is sensitive. */
export const requireConfirmedFor = (endpoint: Endpoint, admin: Admin | undefined, input: unknown): void => {
  if (mustConfirmFor(endpoint, input) && admin && !admin.is_confirmed) throw new ConfirmRequired()
}

/** Throws Forbidden while the admin still owes a password of their own or a second factor. */
const requireReady = (admin: Admin, { withOneTimePassword, withFactorDue }: Partial<Endpoint> = {}): void => {
  if (admin.is_own_password_due && !withOneTimePassword) throw new Forbidden(undefined, 'own_password_required')
  if (admin.must_add_second_factor && !withFactorDue) throw new Forbidden(undefined, 'second_factor_due')
}

const requireAccess = ({ access, alsoFor }: Endpoint, admin: Admin): void => {
  if (access === 'public' || access === 'store' || access === 'phone' || access === 'signed-in') return
  if (!mayCall(admin, access, alsoFor)) throw new Forbidden()
}

const mayCall = (admin: Admin, access: ModuleKey | 'super', alsoFor: readonly ModuleKey[] = []): boolean =>
  access === 'super' ? may(admin, 'run_the_shop') : [access, ...alsoFor].some((key) => holds(admin, key))

/** By STORE_KEY of the environment, or by a key that was made on /settings. */
const isStore = async ({ db, storeKey }: Dependencies, token: string): Promise<boolean> =>
  (storeKey !== undefined && isSame(token, storeKey)) || isStoreKey(db, token)

/** In the same time whatever is given. */
export const isSame = (given: string, expected: string): boolean => {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
