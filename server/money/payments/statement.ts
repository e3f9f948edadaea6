import { STATEMENT_ADDED_MAX } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import type { Statement } from '#contract/payment-rows.ts'
import { lockMethod } from '../../core/payments/match.ts'
import { readTable } from '../../core/tables/read-table.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Invalid } from '../../platform/errors.ts'
import { type LeftOutLine, readStatement, type StatementLine } from './statement-lines.ts'

const MOST_SHOWN = 100

interface Read {
  readonly lines: readonly StatementLine[]
  readonly leftOut: readonly LeftOutLine[]
}

/** Throws Invalid for a file without a column of TrxIDs and one of amounts. */
export const readStatementFile = async (path: string | undefined): Promise<Read> => {
  const read = readStatement(await readTable(path ?? '', 'file'))
  if (!read) throw new Invalid('no_statement', 'file')
  if (read.lines.length === 0) throw new Invalid('statement_without_payments', 'file')
  return read
}

/** $1: the payment method, $2: the lines. A TrxID that a statement repeats counts once. */
const COMPARED = `
  with said as materialized (
    select distinct on (l.trx_id) l.line, l.trx_id, l.amount, l.payer, l.text,
      l.paid_at::timestamp at time zone (select time_zone from settings) as paid_at, p.id as payment_id, p.amount as paid
    from jsonb_to_recordset($2::jsonb) as l (line integer, trx_id text, amount tk, payer text, paid_at text, text text)
    left join payments p on p.payment_method_id = $1 and p.trx_id = l.trx_id and p.reads = 'credit' and not p.is_conflict
    order by l.trx_id, l.line
  )`

const listOf = (columns: string, where: string) => `
  coalesce((select jsonb_agg(to_jsonb(one)) from (
    select ${columns} from said where ${where} order by line limit ${MOST_SHOWN}) as one), '[]')`

/** Messages of these days that the statement does not have. Its first and last day may be cut, so these count from its first to its last line. */
const UNKNOWN = `
  from payments p
  where p.payment_method_id = $1 and p.reads = 'credit' and not p.is_conflict
    and p.paid_at between (select min(paid_at) from said) and (select max(paid_at) from said)
    and not exists (select from said s where s.trx_id = p.trx_id)`

const COMPARE = `
  ${COMPARED}
  select min(paid_at) as from, max(paid_at) as to, count(*) as lines,
    count(*) filter (where paid = amount) as known,
    count(*) filter (where payment_id is null) as missed_count,
    coalesce(sum(amount) filter (where payment_id is null), 0) as missed_amount,
    ${listOf('line, trx_id, amount, paid_at', 'payment_id is null')} as missed,
    count(*) filter (where paid <> amount) as differs_count,
    ${listOf('line, trx_id, amount, payment_id, paid', 'paid <> amount')} as differs,
    (select count(*) ${UNKNOWN}) as unknown_count,
    coalesce((select jsonb_agg(to_jsonb(one)) from (
      select p.id, coalesce(p.trx_id, '') as trx_id, p.amount, p.paid_at ${UNKNOWN} order by p.id desc limit ${MOST_SHOWN}) as one), '[]') as unknown
  from said`

/** What a statement says beside the messages: those that are missing, those that differ, and messages that it does not have. */
export const compareStatement = async (db: Db, methodId: number, { lines, leftOut }: Read): Promise<Statement> => {
  const [compared] = await query<Omit<Statement, 'left_out' | 'left_out_count'>>(db, COMPARE, [methodId, JSON.stringify(lines)])
  if (!compared) throw new Error('A statement was not compared')
  return { ...compared, left_out: leftOut.slice(0, MOST_SHOWN), left_out_count: leftOut.length }
}

const LOCK = `
  ${COMPARED}
  select pg_advisory_xact_lock(hashtextextended('payment ' || $1::bigint || ' ' || trx_id, 0))
  from (select trx_id from said where payment_id is null order by trx_id) as missed`

/** Never completed automatically: an admin brought them, and no message says their balance. */
const ADD = `
  ${COMPARED}
  insert into payments (payment_method_id, admin_id, text, text_hash, reads, kind, amount, trx_id, payer, paid_at, flags)
  select $1, $3, text, sha256(convert_to($1::bigint || ' statement ' || trx_id, 'UTF8')), 'credit', 'person', amount, trx_id, payer, paid_at,
    '{pasted,without_message}'
  from said
  where payment_id is null
  on conflict do nothing
  returning id, trx_id`

/** As `matchTrxId`, of many: the wallet adds first, in the order of their ids. */
const LOCK_ADDS = `
  select w.id from wallet_adds w
  where coalesce(w.payment_method_id, 0) = $1 and lower(w.trx_id) = any($2) and w.trx_id is not null and w.status <> 'cancel'
    and not exists (select from payments o where o.wallet_add_id = w.id)
  order by w.id
  for update of w`

const MATCH = `
  update payments p set wallet_add_id = w.id
  from wallet_adds w
  where w.id = any($1) and p.id = any($2) and lower(w.trx_id) = lower(p.trx_id)
    and p.paid_at between w.created_at - interval '7 days' and w.created_at + interval '1 day'
  returning p.id`

/** Adds the payments that no message said, and ties them to their wallet adds. Nothing is completed. */
export const addMissed = async (
  db: Db,
  { methodId, adminId, read }: { methodId: number; adminId: number; read: Read },
): Promise<{ added: number; matched: number }> => {
  const given = JSON.stringify(read.lines)
  await lockMethod(db, methodId)
  const { missed_count } = await compareStatement(db, methodId, read)
  if (missed_count > STATEMENT_ADDED_MAX) throw new Invalid(worded('statement_too_long', { most: STATEMENT_ADDED_MAX }), 'file')
  await query(db, LOCK, [methodId, given])
  const added = await query<{ id: number; trx_id: string }>(db, ADD, [methodId, given, adminId])
  const adds = await query<{ id: number }>(db, LOCK_ADDS, [methodId, added.map(({ trx_id }) => trx_id.toLowerCase())])
  const matched = await query(db, MATCH, [adds.map(({ id }) => id), added.map(({ id }) => id)])
  return { added: added.length, matched: matched.length }
}
