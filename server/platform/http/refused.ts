import type { z } from 'zod'
import { mayConfirm } from '#contract/effects.ts'
import { pathParameters } from '#contract/endpoint.ts'
import { FIELD_MESSAGES } from '#contract/messages/fields.ts'
import type { Code } from '#contract/messages.ts'
import type { Refusals } from '../errors.ts'
import type { Route } from './call.ts'
import { takesKey } from './idempotency.ts'

export const FIELD_CODES: readonly Code[] = [
  ...(Object.keys(FIELD_MESSAGES) as Code[]),
  'field_unknown',
  'invalid',
  'amount_too_large',
]

/** Answered before the request has reached a call. */
export const HTTP_REFUSALS = {
  400: ['malformed'],
  408: ['arrived_too_slowly'],
  431: ['headers_too_large'],
} as const satisfies Refusals

const when = (condition: unknown, ...codes: Code[]): readonly Code[] => (condition ? codes : [])

/** Of the caller, the request and the server: the same for every call of its kind. */
const sharedBy = ({ endpoint, handler }: Route): Refusals => {
  const { method, path, access, alsoFor, needs, upload, withOneTimePassword, withFactorDue } = endpoint
  const isAdmins = access !== 'public' && access !== 'store' && access !== 'phone'
  const isPost = method === 'POST'
  const isStore = access === 'store'
  const parameters = pathParameters(path)
  const fields = Object.keys((endpoint.input as z.ZodObject).shape ?? {}).filter((name) => !parameters.includes(name))
  const isStream = typeof handler === 'object' && 'stream' in handler
  return {
    401: [
      ...when(isStore, 'store_key_wrong'),
      ...when(access === 'phone', 'phone_key_wrong'),
      ...when(isAdmins, 'sign_in_required'),
    ],
    403: [
      ...when((isAdmins && access !== 'signed-in') || alsoFor || needs, 'access_denied'),
      ...when(isAdmins && !withOneTimePassword, 'own_password_required'),
      ...when(isAdmins && !withFactorDue, 'second_factor_due'),
      ...when(mayConfirm(endpoint), 'confirm_required'),
    ],
    404: when(parameters.length > 0, 'not_found'),
    409: when(takesKey(endpoint), 'idempotency_key_reused'),
    413: when(isPost, upload?.failed ?? 'body_too_large'),
    422: [
      ...when(isPost && !upload, 'malformed', 'body_not_json', 'body_not_object', 'body_not_utf8'),
      ...when(takesKey(endpoint), 'idempotency_key_too_long'),
      ...when(takesKey(endpoint) && isStore, 'idempotency_key_required'),
      ...when(upload, upload?.failed ?? 'malformed'),
      ...when(fields.length > 0, ...FIELD_CODES),
    ],
    429: [...when(isStream, 'too_many_downloads'), ...when(upload, 'too_many_uploads')],
    500: ['something_went_wrong'],
    503: ['busy', 'connection_lost', 'disk_full'],
  }
}

/** Every code that a call can answer, by status; statuses without one are left out. */
export const refusalsOf = (route: Route): Refusals => {
  const shared = sharedBy(route)
  const own = route.refuses ?? {}
  const statuses = Object.keys({ ...shared, ...own }).map(Number)
  const all = statuses.map((status) => [status, [...new Set([...(own[status] ?? []), ...(shared[status] ?? [])])]] as const)
  return Object.fromEntries(all.filter(([, codes]) => codes.length > 0))
}
