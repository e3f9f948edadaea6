import { CompiledQuery } from 'kysely'
import type { JournalEvent } from '#contract/statement-lines.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Account, Movement } from './ledger.ts'

/** A journal that happened in the past; amounts in whole tk above 0. */
export type PastPosting = JournalEvent &
  Omit<Movement, 'amount'> & {
    amount: number
    /** Milliseconds since 1970. */
    at: number
  }

// The balance after each side is what its account has now plus everything of these journals up to there.
const INSERT_JOURNALS = `
  with given as (
    select * from json_populate_recordset(null::journals, $1::json)
  ), sides as (
    select id, debit_id as account_id, -amount as amount from given
    union all
    select id, credit_id, amount from given
  ), after as (
    select s.id, a.id as account_id, a.balance + a.side * sum(s.amount) over (partition by a.id order by s.id) as balance
    from sides s
    join accounts a on a.id = s.account_id
  )
  insert into journals (id, source, source_id, kind, seq, admin_id, reason, at, debit_id, credit_id, amount, debit_balance,
    credit_balance, act_id)
  select g.id, g.source, g.source_id, g.kind, g.seq, g.admin_id, g.reason, g.at, g.debit_id, g.credit_id, g.amount, d.balance,
    c.balance, (select coalesce(require_act(array['money']), own_act()))
  from given g
  join after d on d.id = g.id and d.account_id = g.debit_id
  join after c on c.id = g.id and c.account_id = g.credit_id
  order by g.id`

const BELOW_ZERO = `
  select journal_id, account_id from entries where journal_id > $1 and balance_after < 0 order by journal_id limit 1`

const MOVE_BALANCES = `
  update accounts a
  set balance = a.balance + a.side * moved.total
  from (select account_id, sum(amount) as total from entries where journal_id > $1 group by account_id) as moved
  where a.id = moved.account_id and a.balance is not null`

const COUNT_SHIFTS = `
  select count_shift(j, a.id, case a.id when j.debit_id then j.amount else -j.amount end)
  from journals j
  join accounts a on a.id in (j.debit_id, j.credit_id) and a.kind = 'admin_wallet'
  where j.id > $1`

const NOTE_WALLET_MOVES = `
  insert into wallet_moves (amount)
  select sum(e.amount)
  from entries e
  join accounts a on a.id = e.account_id and a.kind = 'user_wallet'
  where e.journal_id > $1 and e.source <> 'wallet_add'
  having sum(e.amount) <> 0`

/** The triggers that would move the wallets journal by journal, and refuse to have them moved otherwise. */
const ROW_BY_ROW = [
  ['journals', 'journals_move_wallets'],
  ['accounts', 'accounts_guard_balance'],
] as const

/** Posts a past in a few statements, in the caller's transaction: journals in the given order, which must be that of time. For
 * a database that nobody else writes to. Throws when a wallet would have been below zero at any moment. */
export const postHistory = async (db: Db, postings: readonly PastPosting[]): Promise<void> => {
  const run = <R>(sql: string, ...parameters: unknown[]) => db.executeQuery<R>(CompiledQuery.raw(sql, parameters))
  const nothing = postings.find(({ amount }) => !(amount > 0))
  if (nothing) throw new Error(`${nothing.source} ${nothing.sourceId} moves ${nothing.amount} tk`)
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
    debit_id: accountId(posting.debit),
    credit_id: accountId(posting.credit),
    amount: posting.amount,
  }))
  for (const [table, trigger] of ROW_BY_ROW) await run(`alter table ${table} disable trigger ${trigger}`)
  await run(INSERT_JOURNALS, JSON.stringify(journals))
  await run(`select setval(pg_get_serial_sequence('journals', 'id'), $1)`, last + Math.max(postings.length, 1))
  const { rows } = await run<{ journal_id: number; account_id: number }>(BELOW_ZERO, last)
  if (rows[0]) throw new Error(`Journal ${rows[0].journal_id} takes account ${rows[0].account_id} below zero`)
  await run(MOVE_BALANCES, last)
  await run(NOTE_WALLET_MOVES, last)
  await run(COUNT_SHIFTS, last)
  // A table with checks that wait for the commit cannot be altered.
  await run('set constraints all immediate')
  for (const [table, trigger] of ROW_BY_ROW) await run(`alter table ${table} enable trigger ${trigger}`)
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
