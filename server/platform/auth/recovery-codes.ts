import { hash, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '#contract/limits.ts'
import { type Db, query } from '../db/connect.ts'

/** Without letters that look like digits or like each other. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const GROUP = /.{4}(?=.)/g

/** SHA-256 is enough: nobody guesses 78 random bits. */
export const hashRecoveryCode = (code: string): Buffer => hash('sha256', code, 'buffer')

/** Replaces the admin's codes and answers the new ones, which are stored nowhere. */
export const renewRecoveryCodes = async (db: Db, adminId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
  await query(db, 'delete from recovery_codes where admin_id = $1', [adminId])
  await query(db, 'insert into recovery_codes (admin_id, code_hash) select $1, unnest($2::bytea[])', [
    adminId,
    codes.map(hashRecoveryCode),
  ])
  return codes.map((code) => code.replace(GROUP, '$&-'))
}

const makeCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
