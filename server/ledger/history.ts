import { CompiledQuery } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Account, Posting } from './ledger.ts'

/** A journal that happened in the past; amounts in whole tk above 0. */
export interface PastPosting extends Omit<Posting, 'amount'> {
  amount: number
  /** Milliseconds since 1970. */
  at: number
}

const INSERT_JOURNALS = `
  insert into journals (id, source, source_id, kind, seq, admin_id, reason, at) overriding system value
  select id, source, source_id, kind, seq, admin_id, reason, at
  from json_populate_recordset(null::journals, $1::json)
  order by id`

// The balance after each entry is what the wallet has now plus everything of these journals up to there.
const INSERT_ENTRIES = `
  insert into entries (journal_id, account_id, amount, balance_after)
  select e.journal_id, e.account_id, e.amount,
    a.balance + a.side * sum(e.amount) over (partition by e.account_id order by e.journal_id)
  from unnest($1::bigint[], $2::bigint[], $3::numeric[]) as e (journal_id, account_id, amount)
  join accounts a on a.id = e.account_id
  order by e.journal_id, e.account_id`

const BELOW_ZERO = `
  select journal_id, account_id from entries where journal_id > $1 and balance_after < 0 order by journal_id limit 1`

const MOVE_BALANCES = `
  update accounts a
  set balance = a.balance + a.side * moved.total
  from (select account_id, sum(amount) as total from entries where journal_id > $1 group by account_id) as moved
  where a.id = moved.account_id and a.balance is not null`

/**
 * Posts a past in a few statements, in the caller's transaction: journals in the given order, which must be that of time. For a
 * database that nobody else writes to. Throws when a wallet would have been below zero at any moment.
 */
export const postHistory = async (db: Db, postings: readonly PastPosting[]): Promise<void> => {
  const run = <R>(sql: string, ...parameters: unknown[]) => db.executeQuery<R>(CompiledQuery.raw(sql, parameters))
  await run('lock table journals in exclusive mode')
  const last = (await run<{ id: number }>('select coalesce(max(id), 0) as id from journals')).rows[0]?.id ?? 0
  const accountId = await readAccounts(db)

  const journals = postings.map((posting, at) => ({
    id: last + 1 + at,
    source: posting.source,
    source_id: posting.sourceId,
    kind: posting.kind,
    seq: posting.seq ?? 0,
    admin_id: posting.adminId,
    reason: posting.reason ?? '',
    at: new Date(posting.at).toISOString(),
  }))
  const sides = postings.flatMap(({ debit, credit, amount }, at) => [
    { journal: last + 1 + at, account: accountId(debit), amount: -amount },
    { journal: last + 1 + at, account: accountId(credit), amount },
  ])
  await run(INSERT_JOURNALS, JSON.stringify(journals))
  await run(`select setval(pg_get_serial_sequence('journals', 'id'), $1)`, last + Math.max(postings.length, 1))
  await run(
    INSERT_ENTRIES,
    sides.map((side) => side.journal),
    sides.map((side) => side.account),
    sides.map((side) => side.amount),
  )
  const { rows } = await run<{ journal_id: number; account_id: number }>(BELOW_ZERO, last)
  if (rows[0]) throw new Error(`Journal ${rows[0].journal_id} takes account ${rows[0].account_id} below zero`)
  await run(`select set_config('topdeck.posting', 'on', true)`)
  await run(MOVE_BALANCES, last)
  await run(`select set_config('topdeck.posting', '', true)`)
}

const keyOf = (kind: string, owner: number | null | undefined) => `${kind}/${owner ?? ''}`

const readAccounts = async (db: Db) => {
  const rows = await db.selectFrom('accounts').select(['id', 'kind', 'user_id', 'admin_id']).execute()
  const ids = new Map(rows.map((row) => [keyOf(row.kind, row.user_id ?? row.admin_id), row.id]))
  return (account: Account): number => {
    const owner = 'userId' in account ? account.userId : 'adminId' in account ? account.adminId : undefined
    const id = ids.get(keyOf(account.kind, owner))
    if (id === undefined) throw new Error(`There is no account ${keyOf(account.kind, owner)}`)
    return id
  }
}
