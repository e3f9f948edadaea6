import { type Db, query } from '../../platform/db/connect.ts'
import { changedTables } from './incremental.ts'
import { MONEY_RULES, RULES, type Rule } from './rules.ts'

/** So many sentences of one rule are shown. Beyond these one of each account to freeze says as much as all of them do. */
export const REPORTED_PER_RULE = 20

/** One row that breaks a rule. */
export interface Break {
  readonly rule: Rule
  readonly sentence: string
  /** The account to freeze for it, where there is one. */
  readonly accountId: number | null
}

/** What is checked: the whole of the books by every rule, or what has changed since the last check by the rules about money. */
export type CheckKind = 'full' | 'incremental'

/** Reads the books (Rules 3). Answers the first breaks of each rule, and the first of each account; none is good. Throws between two
 * rules once `stopping` is aborted. */
export const findBreaks = async (db: Db, stopping?: AbortSignal, kind: CheckKind = 'full'): Promise<Break[]> => {
  const breaks: Break[] = []
  const isFull = kind === 'full'
  const beginning = isFull ? '' : await changedTables(db)
  for (const rule of isFull ? RULES : MONEY_RULES) {
    stopping?.throwIfAborted()
    const broken = isFull ? rule.sql : (rule.incremental ?? rule.sql)
    const sql = `
      ${beginning}
      select sentence, account_id
      from (
        select *, row_number() over (partition by account_id order by place) as turn
        from (select *, row_number() over () as place from (${broken}) as broken (sentence, account_id)) as numbered
      ) as placed
      where place <= ${REPORTED_PER_RULE} or (account_id is not null and turn = 1)
      order by place`
    const rows = await query<{ sentence: string; account_id: number | null }>(db, sql)
    // One by one: as arguments of one call, the breaks of a large shop would be more than the stack takes.
    for (const { sentence, account_id } of rows) breaks.push({ rule, sentence, accountId: account_id })
  }
  return breaks
}

/** As findBreaks, in sentences alone. */
export const checkInvariants = async (db: Db): Promise<string[]> => (await findBreaks(db)).map(({ sentence }) => sentence)
