import { hash, randomBytes } from 'node:crypto'
import { type Db, query } from '../db/connect.ts'

/** A phone that forwards messages. */
export interface Phone {
  readonly id: number
  readonly payment_method_ids: readonly number[]
  readonly senders: readonly string[]
}

export const newApiKey = (): string => randomBytes(32).toString('base64url')

export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Read for each message, so that a revoked key opens nothing more. */
export const findPhone = async (db: Db, key: string): Promise<Phone | undefined> =>
  (
    await query<Phone>(
      db,
      'select id, payment_method_ids, senders from payment_phones where key_hash = $1 and revoked_at is null',
      [hashApiKey(key)],
    )
  )[0]

export const hasStoreKeys = async (db: Db): Promise<boolean> =>
  (await query(db, 'select from store_keys where revoked_at is null limit 1')).length > 0

/** The time of its last call is written once a minute, as a store calls often. */
const FIND_STORE_KEY = `
  with called as (
    update store_keys set last_call_at = now()
    where key_hash = $1 and revoked_at is null and coalesce(last_call_at < now() - interval '1 minute', true)
  )
  select from store_keys where key_hash = $1 and revoked_at is null`

/** Whether a key of the store was made on /settings and not revoked; notes that it called. */
export const isStoreKey = async (db: Db, key: string): Promise<boolean> =>
  (await query(db, FIND_STORE_KEY, [hashApiKey(key)])).length > 0
