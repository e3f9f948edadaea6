import { sql } from 'kysely'
import { type Db, query } from '../../platform/db/connect.ts'

/** SQL of what has become of a payment `p`. A cancelled wallet add leaves its payment free. */
export const STATE = `
  (select case when p.is_conflict then 'conflict' when p.reads = 'unread' then 'unread' when p.reads <> 'credit' then 'ignored'
     when w.id is null then 'waiting' when w.amount = p.amount then 'matched' else 'differs' end
   from (values (p.wallet_add_id)) as tied (id) left join wallet_adds w on w.id = tied.id and w.status <> 'cancel')`

/** The payment that a live wallet add `w` already has. */
const HAS_PAYMENT = 'exists (select from payments o where o.wallet_add_id = w.id)'

/** A payment that is older or newer than this is for a person. */
const IS_NEAR = `p.paid_at between w.created_at - interval '7 days' and w.created_at + interval '1 day'`

/** One at a time per payment method: balances are compared in the order of their messages. Before any other lock. */
export const lockMethod = async (db: Db, methodId: number | null): Promise<void> => {
  await query(db, `select pg_advisory_xact_lock(hashtextextended('payments ' || coalesce($1::bigint, 0), 0))`, [methodId])
}

/** One at a time per TrxID: of a notice and a wallet add that arrive together, the second sees the first. */
export const lockTrxId = async (db: Db, methodId: number, trxId: string): Promise<void> => {
  await query(db, `select pg_advisory_xact_lock(hashtextextended('payment ' || $1::bigint || ' ' || $2, 0))`, [methodId, trxId])
}

/** Ties the notice and the wallet add of a TrxID to each other, where both are there and neither is tied. The caller has locked
 * the TrxID. Answers the wallet add. */
export const matchTrxId = async (db: Db, methodId: number, trxId: string): Promise<number | undefined> => {
  // The wallet add first, as every decision does.
  const [add] = await query<{ id: number }>(
    db,
    `select w.id from wallet_adds w
     where coalesce(w.payment_method_id, 0) = $1 and lower(w.trx_id) = lower($2) and w.trx_id is not null
       and w.status <> 'cancel' and not ${HAS_PAYMENT}
     for update of w`,
    [methodId, trxId],
  )
  if (!add) return undefined
  const [tied] = await query<{ id: number }>(
    db,
    `update payments p set wallet_add_id = w.id
     from wallet_adds w
     where w.id = $3 and p.payment_method_id = $1 and p.trx_id = $2 and p.reads = 'credit' and not p.is_conflict
       and (p.wallet_add_id is null or exists (select from wallet_adds c where c.id = p.wallet_add_id and c.status = 'cancel'))
       and ${IS_NEAR}
     returning p.id`,
    [methodId, trxId, add.id],
  )
  return tied && add.id
}

/** Another customer's wallet add with this TrxID is not completed automatically any more. */
export const contestTrxId = async (db: Db, methodId: number | null, trxId: string, userId: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update wallet_adds set is_contested = true
    where coalesce(payment_method_id, 0) = ${methodId ?? 0} and lower(trx_id) = lower(${trxId}) and trx_id is not null
      and user_id <> ${userId} and not is_contested`.execute(db)
  return numAffectedRows === 1n
}
