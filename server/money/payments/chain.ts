import type { Tk } from '#contract/money.ts'
import { type Db, query } from '../../platform/db/connect.ts'

/** How many messages back the one before is looked for: messages of a minute arrive in any order. */
const REACH = 10

/** What other messages may follow from: a balance that followed itself, or whose wallet add an admin completed. Else two forged messages
 * would vouch for each other. */
const IS_BASE = `
  (p.chain in ('first', 'linked')
    or exists (select from wallet_adds w where w.id = p.wallet_add_id and w.status = 'completed' and not w.is_automatic))`

const isBefore = (own: string) => `
  p.payment_method_id = ${own}.payment_method_id and p.id <> ${own}.id and p.balance_before is not null and not p.is_conflict
    and p.paid_at <= ${own}.paid_at`

const past = (own: string) => `
  (select p.* from payments p where ${isBefore(own)} order by p.paid_at desc, p.id desc limit ${REACH})`

const FOLLOWS = `exists (select from ${past('own')} as p where p.balance = own.balance_before and ${IS_BASE})`

const LINK = `
  update payments own set chain = case
    when not exists (select from payments o where o.payment_method_id = own.payment_method_id and o.id <> own.id
      and o.balance_before is not null) then 'first'
    when ${FOLLOWS} then 'linked'
    when exists (select from payments p where p.payment_method_id = own.payment_method_id and p.paid_at > own.paid_at
      and p.chain in ('first', 'linked')) then 'possibly_forged'
    when own.balance_before < (select p.balance from ${past('own')} as p limit 1) then 'debit_missed'
    else 'credit_missed' end
  where own.id = $1 and own.balance_before is not null`

const HEAL = `
  update payments own set chain = 'linked'
  where own.payment_method_id = $1 and own.chain in ('credit_missed', 'debit_missed', 'possibly_forged') and not own.is_conflict
    and own.created_at > now() - interval '1 day' and ${FOLLOWS}
  returning own.wallet_add_id`

/** The message that the balance of this one is compared with: the one it follows from, else the newest before it. */
export const messageBefore = async (db: Db, id: number): Promise<{ id: number; balance: Tk; paid_at: string } | undefined> => {
  const rows = await query<{ id: number; balance: Tk; paid_at: string }>(db, BEFORE, [id])
  return rows[0]
}

const BEFORE = `
  select p.id, p.balance, p.paid_at from payments own, lateral ${past('own')} as p
  where own.id = $1
  order by p.balance = own.balance_before desc, p.paid_at desc, p.id desc
  limit 1`

/** Says whether a message's balance follows from the ones before, and looks again at those after it, which may have waited for it.
 * Answers the wallet adds of these. */
export const linkBalance = async (db: Db, id: number, methodId: number): Promise<number[]> => {
  await query(db, LINK, [id])
  const healed: number[] = []
  for (let round = 0; round < REACH; round++) {
    const rows = await query<{ wallet_add_id: number | null }>(db, HEAL, [methodId])
    if (rows.length === 0) break
    healed.push(...rows.flatMap(({ wallet_add_id }) => wallet_add_id ?? []))
  }
  return healed
}
