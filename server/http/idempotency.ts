import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY_MAX } from '#contract/limits.ts'
import type { Db } from '../db/connect.ts'
import { Conflict, Invalid } from '../errors.ts'
import type { Call, Caller } from './call.ts'

const HEADER = 'Idempotency-Key'

/** Whether a call takes a key: what says so, and the store's changes unless they say that they take none. */
export const takesKey = ({ method, access, keyed }: Endpoint): boolean => method === 'POST' && (keyed ?? access === 'store')

/** The call's key, if it has one. The store must send one with what takes one; others may. */
export const idempotencyKeyOf = (endpoint: Endpoint, request: FastifyRequest): string | undefined => {
  if (!takesKey(endpoint)) return undefined
  const given = request.headers['idempotency-key']
  const key = typeof given === 'string' ? given.trim() : ''
  if (key.length > IDEMPOTENCY_KEY_MAX) throw new Invalid(`${HEADER} has at most ${IDEMPOTENCY_KEY_MAX} characters`, HEADER)
  if (key === '' && endpoint.access === 'store') throw new Invalid(`${HEADER} is required`, HEADER)
  return key === '' ? undefined : key
}

/** A call with a key: who sent it, and the hash of what was asked. */
interface Keyed {
  readonly actor: string
  readonly key: string
  readonly request_hash: Buffer
}

export const keyedBy = (caller: Caller, key: string, request_hash: Buffer): Keyed => ({
  actor: caller.admin ? `admin:${caller.admin.id}` : caller.actor,
  key,
  request_hash,
})

/** What keeps a call from being done twice, or undefined without a key. */
export const keyOf = ({ dependencies, route, caller, input, key }: Call): Keyed | undefined =>
  // The hash has a key, because the input may hold an in-game password, which a plain hash would let anybody guess at.
  key === undefined ? undefined : keyedBy(caller, key, dependencies.vault.digest(JSON.stringify({ route: route.name, input })))

export const INSERT_KEY = 'insert into idempotency_keys (actor, key, request_hash, reply) values ($1, $2, $3, $4)'

/** The parameters of INSERT_KEY. */
export type KeptReply = readonly [actor: string, key: string, request_hash: Buffer, reply: string]

/** What is kept of a call with a key, in the effect's own transaction, so that one is never without the other. */
export const keptReply = ({ actor, key, request_hash }: Keyed, reply: unknown): KeptReply => [
  actor,
  key,
  request_hash,
  JSON.stringify(reply),
]

/**
 * Runs an effect that keeps its reply, once per key: where it fails because the key was used, or because its first run has changed
 * things already, the same key gives the stored reply, and with another request it is a Conflict. Most calls are not repeats, so
 * nobody asks beforehand. A call that failed leaves no key behind. `replyToRepeat` makes the reply to a repeat from the stored one.
 */
export const replyOnce = async (
  db: Db,
  keyed: Keyed,
  effect: () => Promise<unknown>,
  replyToRepeat: (stored: unknown) => Promise<unknown> = async (stored) => stored,
): Promise<unknown> => {
  try {
    return await effect()
  } catch (error) {
    const stored = await findKey(db, keyed).catch((other: unknown) => {
      // Where nobody can look, what is known is how the effect ended: after a lost COMMIT that is a doubt, not 'Nothing was changed'.
      throw other instanceof Conflict ? other : error
    })
    if (!stored) throw error
    return replyToRepeat(stored.reply)
  }
}

/**
 * Runs many effects, each saved by itself with a key of its own, under one key for them all: where that has ended, it gives the reply
 * that it gave; where it broke off, the effects that are missing are done. With another request it is a Conflict before anything is
 * done. `onUnsaved` receives the error where the reply could not be kept: it is sent all the same, because some of the effects are saved.
 */
export const replyOnceToMany = async <R>(
  db: Db,
  keyed: Keyed,
  effects: () => Promise<R>,
  onUnsaved: (error: unknown) => void,
): Promise<R> => {
  await db
    .insertInto('idempotency_keys')
    .values(keyed)
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .execute()
  const stored = await findKey(db, keyed)
  if (stored?.has_ended) return stored.reply as R
  const reply = await effects()
  await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('actor', '=', keyed.actor)
    .where('key', '=', keyed.key)
    .execute()
    .catch(onUnsaved)
  return reply
}

/** What was kept of a key, or undefined. Throws Conflict where that was for another request. */
export const findKey = async (db: Db, { actor, key, request_hash }: Keyed) => {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    // A reply of null is kept as JSON's null.
    .select(sql<boolean>`reply is not null`.as('has_ended'))
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst()
  if (stored && !request_hash.equals(stored.request_hash)) {
    throw new Conflict(`This ${HEADER} was used for another request`, undefined, HEADER)
  }
  return stored
}
