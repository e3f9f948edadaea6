import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY_MAX } from '#contract/limits.ts'
import type { Db } from '../db/connect.ts'
import { Conflict, Invalid } from '../errors.ts'
import type { Caller } from './identify.ts'

const HEADER = 'Idempotency-Key'

/** The call's key, if it has one. The store must send one with every POST; other calls may where money moves. */
export const idempotencyKeyOf = (endpoint: Endpoint, request: FastifyRequest): string | undefined => {
  const given = request.headers['idempotency-key']
  const key = typeof given === 'string' ? given.trim() : ''
  if (key.length > IDEMPOTENCY_KEY_MAX) throw new Invalid(`${HEADER} has at most ${IDEMPOTENCY_KEY_MAX} characters`, HEADER)
  if (key === '' && endpoint.access === 'store') throw new Invalid(`${HEADER} is required`, HEADER)
  return key !== '' && (endpoint.money || endpoint.access === 'store') ? key : undefined
}

/**
 * Runs the effect once per key: the key is saved with the effect, in its transaction, so that one is never without the other. The
 * same key again gives the stored reply; with another request it is a Conflict. A call that failed leaves no key behind.
 */
export const replyOnce = async (
  db: Db,
  key: string,
  caller: Caller,
  request_hash: Buffer,
  effect: () => Promise<unknown>,
): Promise<unknown> => {
  const actor = caller.admin ? `admin:${caller.admin.id}` : caller.actor
  // A second call with the key waits here until the first one's transaction has ended.
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ actor, key, request_hash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return readReply(db, actor, key, request_hash)
  const reply = await effect()
  await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('actor', '=', actor)
    .where('key', '=', key)
    .execute()
  return reply
}

const readReply = async (db: Db, actor: string, key: string, requestHash: Buffer) => {
  const stored = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!requestHash.equals(stored.request_hash))
    throw new Conflict(`This ${HEADER} was used for another request`, undefined, HEADER)
  return stored.reply
}
