import type pg from 'pg'
import { openPool, reasonOf } from './pool.ts'
import { requireOwnSessions } from './sessions-check.ts'

const WHO = `
  select (select system_identifier from pg_control_system())::text || ' ' || current_database() as database,
    pg_is_in_recovery() as is_standby`

/** Wrong password or role, no access, no such database. */
const REFUSED = /^(28|3D|42501)/
const MEANWHILE = 'Until it does, the primary serves all reads.'

/** Throws a message for the owner if DATABASE_READ_URL is wrong. What may pass by itself stops no start: it is the line returned. */
export const checkStandby = async (url: string, primary: pg.Pool): Promise<string | undefined> => {
  const pool = openPool(url, 2)
  try {
    const [own, other] = [await askWho(primary), await askWho(pool)]
    if (own?.database !== other?.database) {
      throw new Error('DATABASE_READ_URL leads to another database than DATABASE_URL: give the address of a standby of it.')
    }
    await requireOwnSessions(pool, 'DATABASE_READ_URL')
    if (!other?.is_standby) return `DATABASE_READ_URL leads to a server that is no standby, but should. ${MEANWHILE}`
  } catch (error) {
    const { code = '' } = error as { code?: string }
    const reason = reasonOf(error as Error)
    if (REFUSED.test(code))
      throw new Error(`The standby of DATABASE_READ_URL refuses the connection: ${reason}`, { cause: error })
    if (code === '' && !isNoAnswer(reason)) throw error
    return `The standby of DATABASE_READ_URL does not answer: ${reason}. ${MEANWHILE}`
  } finally {
    await pool.end()
  }
}

const askWho = async (pool: pg.Pool) => (await pool.query<{ database: string; is_standby: boolean }>(WHO)).rows[0]

/** The driver's time limits have no code. */
const isNoAnswer = (reason: string) => /timeout|terminated/i.test(reason)
