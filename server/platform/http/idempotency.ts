import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY_MAX } from '#contract/limits.ts'
import { type Code, worded } from '#contract/messages.ts'
import { type Act, type Db, inAct } from '../db/connect.ts'
import { AppError, Conflict, fromDatabase, Invalid } from '../errors.ts'
import type { Call, Caller } from './call.ts'
import { type FailureBody, replyOf } from './failure.ts'

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

// The caller may have lost the right meanwhile, and the outcome is kept all the same.
const KEEP_KEY: Act = { action: 'calls.keepKey', actor: 'system' }

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

export interface Replays {
  /** Makes the reply to a retry of a call that was done. */
  readonly remake?: (stored: unknown) => Promise<unknown>
  /** The outcome was there before. */
  readonly replayed?: () => void
  /** The refusal that an error means, if it is the outcome of its key. */
  readonly refusalOf?: (error: unknown) => AppError | undefined
}

/** Runs an effect once per key. The first outcome that is saved counts, a refusal too: every other run, also one that was under way,
 * rolls back on the key and returns or throws what is stored. There is no check beforehand, because retries are rare. Conflict if
 * the key belongs to another request. */
export const replyOnce = async (
  db: Db,
  keyed: KeyedCall,
  effect: () => Promise<unknown>,
  { remake = async (stored) => stored, replayed = () => {}, refusalOf = finalRefusalOf }: Replays = {},
): Promise<unknown> => {
  try {
    return await effect()
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal && (await saveRefusal(db, keyed, refusal))) throw refusal
    const stored = await findKey(db, keyed).catch((other: unknown) => {
      // If the lookup fails, report how the effect ended: after a lost COMMIT that is unknown, not 'Nothing was changed'. A refusal
      // that is not stored is no outcome.
      throw refusal || other instanceof Conflict ? other : error
    })
    if (!stored) throw error
    const reply = stored.refused === null ? await remake(stored.reply) : refusalFrom(stored.refused, stored.reply as FailureBody)
    replayed()
    if (reply instanceof AppError) throw reply
    return reply
  }
}

/** A refusal that ends a call for good. Not one for the moment, a bug, or a question of who asks: those are answered at each try. */
const finalRefusalOf = (error: unknown): AppError | undefined => {
  const refusal = error instanceof AppError ? error : fromDatabase(error)
  const isFinal = refusal && refusal.status < 500 && !UNDECIDED.has(refusal.status) && !RIGHTS.has(refusal.refusal.code)
  return isFinal ? refusal : undefined
}
const UNDECIDED = new Set([401, 429])
const RIGHTS = new Set<Code>(['access_denied', 'confirm_required'])

/** Waits for a run under way that has written the key. False if the key has an outcome. */
const saveRefusal = async (db: Db, keyed: KeyedCall, refusal: AppError): Promise<boolean> => {
  const { status, body } = replyOf(refusal)
  const { numInsertedOrUpdatedRows } = await inAct(db, KEEP_KEY, (own) =>
    own
      .insertInto('idempotency_keys')
      .values({ ...keyed, reply: JSON.stringify(body), refused: status })
      .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
      .executeTakeFirst(),
  )
  return numInsertedOrUpdatedRows === 1n
}

/** Has the same bytes as the one that was stored. */
const refusalFrom = (status: number, { code, params, message, data, errors }: FailureBody): AppError =>
  new AppError(status, { code, params, text: message }, undefined, data, errors)

/** Like replyOnce for a bulk call whose effects commit one by one, each with its own key. A retry performs the missing effects, and
 * runs at once share them: all answer the reply of the one that ends first. Conflict before any effect if the key belongs to another
 * request. `unsaved` gets the error if the reply could not be stored; it is sent anyway, because effects are committed. */
export const replyOnceToMany = async <R>(
  db: Db,
  keyed: KeyedCall,
  effects: () => Promise<R>,
  on: { readonly unsaved: (error: unknown) => void; readonly replayed: () => void },
): Promise<R> => {
  const ended = async () => {
    const stored = await findKey(db, keyed)
    if (stored?.has_ended) on.replayed()
    return stored?.has_ended ? { reply: stored.reply as R } : undefined
  }
  await inAct(db, KEEP_KEY, (own) =>
    own
      .insertInto('idempotency_keys')
      .values(keyed)
      .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
      .execute(),
  )
  const before = await ended()
  if (before) return before.reply
  const reply = await effects()
  try {
    if (await saveReply(db, keyed, reply)) return reply
    return (await ended())?.reply ?? reply
  } catch (error) {
    on.unsaved(error)
    return reply
  }
}

/** False if another run has stored its own. */
const saveReply = async (db: Db, { actor, key }: KeyedCall, reply: unknown): Promise<boolean> => {
  const { numUpdatedRows } = await inAct(db, KEEP_KEY, (own) =>
    own
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify(reply) })
      .where('actor', '=', actor)
      .where('key', '=', key)
      .where('reply', 'is', null)
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n
}

export const findKey = async (db: Db, { actor, key, request_hash }: KeyedCall) => {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply', 'refused'])
    // Distinguishes a stored JSON null from no reply.
    .select(sql<boolean>`reply is not null`.as('has_ended'))
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst()
  if (stored?.request_hash && !request_hash.equals(stored.request_hash)) {
    // Nothing was done, and nothing will be: the caller may go on with another key.
    const data = stored.refused === null ? undefined : { is_refused: true }
    throw new Conflict('idempotency_key_reused', data, HEADER)
  }
  return stored
}
