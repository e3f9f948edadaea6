import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY_MAX } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { Conflict, Invalid } from '../../errors.ts'
import type { Db } from '../db/connect.ts'
import type { Call, Caller } from './call.ts'

const HEADER = 'Idempotency-Key'
/** On a reply to a retry, which had no effect. */
export const REPLAYED = 'idempotent-replayed'

export const takesKey = ({ method, access, keyed }: Endpoint): boolean => method === 'POST' && (keyed ?? access === 'store')

/** The store must send a key where the endpoint takes one; others may. */
export const idempotencyKeyOf = (endpoint: Endpoint, request: FastifyRequest): string | undefined => {
  if (!takesKey(endpoint)) return undefined
  const given = request.headers['idempotency-key']
  const key = typeof given === 'string' ? given.trim() : ''
  if (key.length > IDEMPOTENCY_KEY_MAX)
    throw new Invalid(worded('idempotency_key_too_long', { most: IDEMPOTENCY_KEY_MAX }), HEADER)
  if (key === '' && endpoint.access === 'store') throw new Invalid('idempotency_key_required', HEADER)
  return key === '' ? undefined : key
}

interface KeyedCall {
  readonly actor: string
  readonly key: string
  readonly request_hash: Buffer
}

export const keyedCall = (caller: Caller, key: string, request_hash: Buffer): KeyedCall => ({
  actor: caller.admin ? `admin:${caller.admin.id}` : caller.actor,
  key,
  request_hash,
})

export const keyOf = ({ dependencies, route, caller, input, key }: Call): KeyedCall | undefined =>
  // A keyed hash: the input may contain an in-game password, which a plain hash would expose to guessing.
  key === undefined ? undefined : keyedCall(caller, key, dependencies.vault.digest(JSON.stringify({ route: route.name, input })))

export const INSERT_KEY = 'insert into idempotency_keys (actor, key, request_hash, reply) values ($1, $2, $3, $4)'

export type StoredReply = readonly [actor: string, key: string, request_hash: Buffer, reply: string]

/** Saved in the effect's transaction, so neither exists without the other. */
export const storedReply = ({ actor, key, request_hash }: KeyedCall, reply: unknown): StoredReply => [
  actor,
  key,
  request_hash,
  JSON.stringify(reply),
]

/** Runs an effect once per key. If it fails because the key exists or the first run already changed the state, returns the stored
 * reply; Conflict if the key belongs to another request. There is no check beforehand, because retries are rare. A failed call
 * stores no key. */
export const replyOnce = async (
  db: Db,
  keyed: KeyedCall,
  effect: () => Promise<unknown>,
  replyToRepeat: (stored: unknown) => Promise<unknown> = async (stored) => stored,
): Promise<unknown> => {
  try {
    return await effect()
  } catch (error) {
    const stored = await findKey(db, keyed).catch((other: unknown) => {
      // If the lookup fails, report how the effect ended: after a lost COMMIT that is unknown, not 'Nothing was changed'.
      throw other instanceof Conflict ? other : error
    })
    if (!stored) throw error
    return replyToRepeat(stored.reply)
  }
}

/** Like replyOnce for a bulk call whose effects commit one by one, each with its own key. A retry performs the missing effects.
 * Conflict before any effect if the key belongs to another request. `unsaved` gets the error if the reply could not be stored;
 * it is sent anyway, because effects are committed. */
export const replyOnceToMany = async <R>(
  db: Db,
  keyed: KeyedCall,
  effects: () => Promise<R>,
  on: { readonly unsaved: (error: unknown) => void; readonly replayed: () => void },
): Promise<R> => {
  await db
    .insertInto('idempotency_keys')
    .values(keyed)
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .execute()
  const stored = await findKey(db, keyed)
  if (stored?.has_ended) {
    on.replayed()
    return stored.reply as R
  }
  const reply = await effects()
  await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('actor', '=', keyed.actor)
    .where('key', '=', keyed.key)
    .execute()
    .catch(on.unsaved)
  return reply
}

export const findKey = async (db: Db, { actor, key, request_hash }: KeyedCall) => {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    // Distinguishes a stored JSON null from no reply.
    .select(sql<boolean>`reply is not null`.as('has_ended'))
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst()
  if (stored?.request_hash && !request_hash.equals(stored.request_hash)) {
    throw new Conflict('idempotency_key_reused', undefined, HEADER)
  }
  return stored
}
