import { hash } from 'node:crypto'
import { type Db, query } from '../platform/db/connect.ts'
import type { World } from './world.ts'

const BEGAN = { balance: 5_000, days: 3 }
/** One in so many wallet adds has no notice yet. */
const UNPAID = 7

/** The wallets' messages of the last days: most wallet adds are paid, one differs, one message is forged, and one phone is silent. */
export const writePayments = async (db: Db, { now, admins, seed }: Pick<World, 'now' | 'admins' | 'seed'>): Promise<void> => {
  const at = new Date(now).toISOString()
  await query(db, `insert into payment_rules (payment_method_id, wallet) values (1, 'bkash'), (2, 'bkash')`)
  for (const [name, methodId] of [
    ['Counter phone', 1],
    ['Old phone', 2],
  ] as const) {
    await query(
      db,
      `insert into payment_phones (name, key_hash, payment_method_ids, senders, admin_id, created_at)
       values ($1, $2, array[$3::bigint], '{}', $4, $5::timestamptz - interval '30 days')`,
      // Its key is not kept: add a phone on /settings to try one in the demo.
      [name, hash('sha256', `${seed} ${name}`, 'buffer'), methodId, admins.rahim, at],
    )
  }
  await query(db, PAYMENTS, [at])
  await query(db, FORGED, [at])
}

const MONEY = (amount: string) => `to_char(${amount}, 'FM9,999,990.00')`
const MESSAGE = `'You have received Tk ' || ${MONEY('paid')} || ' from ' || payer || '. Fee Tk 0.00. Balance Tk ' || ${MONEY('balance')} ||
  '. TrxID ' || trx_id || ' at ' || to_char(paid_at at time zone 'Asia/Dhaka', 'DD/MM/YYYY HH24:MI')`
const COLUMNS = `
  payment_method_id, phone_id, sender, text, text_hash, reads, kind, amount, fee, balance, trx_id, payer, paid_at, chain, wallet_add_id, created_at`

/** The phone of the second method has been silent for a day. */
const PAYMENTS = `
  insert into payments (${COLUMNS})
  select method, method, 'bKash', text, sha256(convert_to(method || ' ' || text, 'UTF8')), 'credit',
    'person', paid, 0, balance, trx_id, payer, paid_at, case place when 1 then 'first' else 'linked' end, id, paid_at + interval '20 seconds'
  from (
    select *, ${MESSAGE} as text
    from (
      select *, ${BEGAN.balance} + sum(paid) over (partition by method order by paid_at, id) as balance,
        row_number() over (partition by method order by paid_at, id) as place
      from (
        select w.id, w.payment_method_id as method, w.trx_id, '0' || right(regexp_replace(w.number, '\\D', '', 'g'), 10) as payer,
          date_trunc('minute', w.created_at) as paid_at,
          case w.id when (select max(id) from wallet_adds where status = 'pending' and payment_method_id = 1 and amount > 20 and id % ${UNPAID} > 0)
            then w.amount - 10 else w.amount end as paid
        from wallet_adds w
        where w.created_at > $1::timestamptz - interval '${BEGAN.days} days' and w.status <> 'cancel' and w.id % ${UNPAID} > 0
          and (w.payment_method_id = 1 or w.payment_method_id = 2 and w.created_at < $1::timestamptz - interval '1 day')
      ) as paid_adds
    ) as told
  ) as written
  order by paid_at, id`

/** A balance that nothing else follows from. */
const FORGED = `
  insert into payments (${COLUMNS})
  select 1, 1, 'bKash', text, sha256(convert_to(text, 'UTF8')), 'credit', 'person', paid, 0, balance, trx_id, payer, paid_at,
    'possibly_forged', null, paid_at
  from (
    select *, ${MESSAGE} as text
    from (values (5000::numeric, 90210::numeric, 'CKF0RGED01', '01999000021', date_trunc('minute', $1::timestamptz - interval '40 minutes')))
      as said (paid, balance, trx_id, payer, paid_at)
  ) as written`
