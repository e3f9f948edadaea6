import { expect } from 'vitest'
import { type Break, type CheckKind, findBreaks } from '../../server/core/ledger/invariants.ts'
import { type Db, query } from '../../server/platform/db/connect.ts'

class Undo extends Error {}

type Breaks = Record<CheckKind, Break[]>

/** What the full check finds after these statements, which are then undone. */
export const breaksAfter = async (db: Db, ...statements: string[]): Promise<Break[]> => (await bothAfter(db, ...statements)).full

/** The same beside the check of what has changed. Triggers are off, as for the owner of the database. */
export const bothAfter = async (db: Db, ...statements: string[]): Promise<Breaks> => {
  let found: Breaks = { full: [], incremental: [] }
  const planted = db.transaction().execute(async (own) => {
    for (const sql of ['set local session_replication_role = replica', ...statements]) {
      await query(own, sql)
    }
    found = { full: await findBreaks(own), incremental: await findBreaks(own, undefined, 'incremental') }
    throw new Undo()
  })
  await expect(planted).rejects.toThrow(Undo)
  return found
}

/** SQL of the id of one of the store's own accounts, of a customer's, of an admin's. */
export const storeAccount = (kind: string) =>
  `(select id from accounts where kind = '${kind}' and user_id is null and admin_id is null)`
export const customerAccount = (kind: string, userId: number) =>
  `(select id from accounts where kind = '${kind}' and user_id = ${userId})`
export const adminAccount = (adminId: number) => `(select id from accounts where admin_id = ${adminId})`

/** SQL that counts a journal on the shift sheets of its admins, as its trigger would; `j` is in `from`. */
const countShift = (from: string) => `
  select count_shift(row(j.*)::journals, a.id, case a.id when j.debit_id then j.amount else -j.amount end)
  from ${from}
  join accounts a on a.id in (j.debit_id, j.credit_id) and a.kind = 'admin_wallet'`

/** As countShift, of the newest journal. */
export const COUNT_SHIFT = countShift('(select * from journals order by id desc limit 1) as j')

/** SQL of a journal that moves no balance: no trigger follows it. */
export const journal = (source: string, id: number, kind: string, amount: number, debit: string, credit: string) => `
  with j as (
    insert into journals (id, source, source_id, kind, amount, debit_id, credit_id, act_id)
    values ((select max(id) + 1 from journals), '${source}', ${id}, '${kind}', ${amount}, ${debit}, ${credit},
      (select max(act_id) from audit))
    returning *
  )
  ${countShift('j')}`

/** SQL that adds to an entry's account, in tk, as a journal's trigger would: the dashboard's total of the wallets goes along. */
export const move = (accountId: string, amount: number) => `
  with moved as (update accounts set balance = balance + side * ${amount} where id = ${accountId} returning kind)
  insert into wallet_moves select ${amount} from moved where kind = 'user_wallet'`

/** SQL that lets a balance fall below zero. */
export const ALLOW_BELOW_ZERO = 'alter domain wallet_balance drop constraint accounts_balance_not_negative'
