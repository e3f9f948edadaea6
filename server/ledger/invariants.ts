import { type Db, query } from '../db/connect.ts'
import { RULES, type Rule } from './rules.ts'

/** One broken rule reports at most this many rows: beyond that the number of sentences says no more than the first ones do. */
const REPORTED_PER_RULE = 20

/** One row that breaks a rule. */
export interface Break {
  readonly rule: Rule
  readonly sentence: string
  /** The account to freeze for it, where there is one. */
  readonly accountId: number | null
}

/** Reads the whole of the books against every rule of rules.md 3. None is good. */
export const findBreaks = async (db: Db): Promise<Break[]> => {
  const breaks: Break[] = []
  for (const rule of RULES) {
    const sql = `select sentence, account_id from (${rule.sql}) as broken (sentence, account_id) limit ${REPORTED_PER_RULE}`
    const rows = await query<{ sentence: string; account_id: number | null }>(db, sql)
    breaks.push(...rows.map((row) => ({ rule, sentence: row.sentence, accountId: row.account_id })))
  }
  return breaks
}

/** As findBreaks, in sentences alone. */
export const checkInvariants = async (db: Db): Promise<string[]> => (await findBreaks(db)).map(({ sentence }) => sentence)
