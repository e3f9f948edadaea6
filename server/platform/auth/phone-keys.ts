import { hash, randomBytes } from 'node:crypto'
import { type Db, query } from '../db/connect.ts'

/** A phone that forwards messages. */
export interface Phone {
  readonly id: number
  readonly payment_method_ids: readonly number[]
  readonly senders: readonly string[]
}

export const newPhoneKey = (): string => randomBytes(32).toString('base64url')

export const hashPhoneKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Read for each message, so that a revoked key opens nothing more. */
export const findPhone = async (db: Db, key: string): Promise<Phone | undefined> =>
  (
    await query<Phone>(
      db,
      'select id, payment_method_ids, senders from payment_phones where key_hash = $1 and revoked_at is null',
      [hashPhoneKey(key)],
    )
  )[0]
