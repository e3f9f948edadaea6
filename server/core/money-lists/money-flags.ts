import { FLAG_HOURS } from '#contract/limits.ts'
import type { MoneyFlag } from '#contract/money-rows.ts'
import { idsOnDays } from '../lists/days.ts'
import type { MoneyTable } from './money-table.ts'

/** `flag`: the columns kind and subject. Selects beside them the id of the row that the warning on `r` names, and `is_completed`. */
type FlagSql = (flag: string, own: (typeof OWN)[MoneyTable], scope: string) => string

interface Flag {
  readonly on: readonly MoneyTable[]
  readonly sql: FlagSql
  readonly subject?: MoneyFlag['subject']
}

/** Rows of a number checked before and after this one. A shared number has too many. */
const FLAG_REACH = 100

const rowsAround = (table: MoneyTable, isBefore: boolean) => `
  (select x.row_id from money_terms x
   where x.list = '${table}' and x.term = phone_key(r.number) and x.row_id ${isBefore ? '<' : '>'} r.id
   order by x.row_id ${isBefore ? 'desc' : 'asc'} limit ${FLAG_REACH})`

/** Sort order: a completed row, then one that could still be completed. Those would be double payments. */
const DANGER = "array_position(array['completed', 'pending', 'cancel'], o.status)"

const sameNumberAndAmount: FlagSql = (flag, { table }) => `
  (select ${flag}, o.id, o.status = 'completed' as is_completed
   from (${rowsAround(table, true)} union all ${rowsAround(table, false)}) as near
   join ${table} o on o.id = near.row_id
   where o.amount = r.amount
     and o.created_at between r.created_at - interval '${FLAG_HOURS} hours' and r.created_at + interval '${FLAG_HOURS} hours'
   order by ${DANGER}, abs(o.id - r.id)
   limit 1)`

// Uses the unique index of TrxID per method. A plain search term could also be a number with very many rows.
const sameTrxId: FlagSql = (flag) => `
  (select ${flag}, o.id, o.status = 'completed' as is_completed
   from (select 0 as id union all select id from payment_methods) as method
   join wallet_adds o on coalesce(o.payment_method_id, 0) = method.id and lower(o.trx_id) = lower(r.trx_id)
   where o.trx_id is not null and o.id <> r.id
   order by ${DANGER}, o.id desc
   limit 1)`

/** Shorter TrxIDs are not compared by prefix and suffix; real ones have 8 or more. */
const PART_MIN = 6
const PART_OF_MAX = 40

const LOOK = 'trx_look(o.trx_id) collate "C"'
const LOOK_END = 'reverse(trx_look(o.trx_id)) collate "C"'

const flagWhere = (condition: string) =>
  `(select o.id, o.status, o.trx_id from wallet_adds o where o.trx_id is not null and ${condition} limit ${FLAG_REACH})`

const startsWith = (column: string, part: string) =>
  flagWhere(`length(${part}) >= ${PART_MIN} and ${column} > ${part} and ${column} < ${part} || '~'`)

/** A TrxID that differs only by O/0 or I/1/L, or where one starts or ends with the other: an added label or a lost letter.
 * Matches in the middle are skipped, because no index finds them among digits. */
const similarTrxId: FlagSql = (flag) => `
  (select ${flag}, o.id, o.status = 'completed' as is_completed
   from (select trx_look(r.trx_id) as look) as own
   cross join lateral (
     ${flagWhere(`${LOOK} = own.look`)}
     union all
     ${startsWith(LOOK, 'own.look')}
     union all
     ${startsWith(LOOK_END, 'reverse(own.look)')}
     union all
     ${flagWhere(`${LOOK} = any(array(
       select unnest(array[left(own.look, size), right(own.look, size)])
       from generate_series(${PART_MIN}, least(length(own.look) - 1, ${PART_OF_MAX})) as size))`)}
   ) as o
   where o.id <> r.id and lower(o.trx_id) <> lower(r.trx_id)
   order by ${DANGER}, o.id desc
   limit 1)`

/** How many of a payment method's last matched payments show whether its TrxIDs name their days, and how many of them must. */
const LEARNED_FROM = 100
const LEARNED_AGREE = 95
/** A payment near midnight, and a customer who reports it late. */
const DAYS_OFF = 3

const trxIdOfAnotherDay: FlagSql = (flag) => `
  (select ${flag}, r.id, false as is_completed
   from (
     select left(max(newest.trx_id), 1) as letter, extract(year from max(shop_day(newest.paid_at)))::int as year, array_agg(newest.trx_id) as ids,
       array_agg(shop_day(newest.paid_at)) as days
     from (
       select p.trx_id, p.paid_at from payments p
       join payment_rules s on s.payment_method_id = p.payment_method_id and s.wallet = 'bkash'
       where r.status = 'pending' and r.trx_id is not null and p.payment_method_id = r.payment_method_id
         and p.balance_before is not null and p.reads = 'credit' and p.wallet_add_id is not null and p.flags = '{}'
       order by p.paid_at desc, p.id desc
       limit ${LEARNED_FROM}) as newest
     having count(*) = ${LEARNED_FROM}
   ) as learned
   where (select count(*) from unnest(learned.ids, learned.days) as known (trx_id, day)
       where trx_id_day(known.trx_id, learned.letter, learned.year) = known.day) >= ${LEARNED_AGREE}
     and abs(trx_id_day(upper(r.trx_id), learned.letter, learned.year) - shop_day(r.created_at)) > ${DAYS_OFF}
     and not exists (select from payments p where p.wallet_add_id = r.id))`

/** For pending or cancelled rows: staff changed the amount or number, according to the audit log. */
const editedByAdmin: FlagSql = (flag, { subject, action }) => `
  (select ${flag}, r.id, false as is_completed
   where r.status in ('pending', 'cancel') and exists (
     select from audit t
     where t.subject = '${subject}' and t.subject_id = r.id and t.action = '${action}'
       and (t.facts -> 'amount' <> t.facts -> 'before' -> 'amount' or t.facts -> 'number' <> t.facts -> 'before' -> 'number')))`

const amountDiffers: FlagSql = (flag) => `
  (select ${flag}, p.id, false as is_completed
   from payments p
   where p.wallet_add_id = r.id and p.amount <> r.amount and r.status <> 'cancel')`

const editedThenSpent: FlagSql = (flag, _own, scope) => `
  (select ${flag}, o.id, false as is_completed
   from journals j
   join accounts a on a.id = j.credit_id and a.user_id = r.user_id
   cross join lateral (${idsOnDays('orders', 'shop_day(j.at)', `shop_day(j.at + interval '${FLAG_HOURS} hours')`)}) as near
   join orders o on o.user_id = r.user_id and o.id >= near.first and o.id < near.behind
     and o.created_at between j.at and j.at + interval '${FLAG_HOURS} hours'
   where r.edits > 0 and j.source = 'wallet_add' and j.source_id = r.id and j.kind = 'edited'
     and (${scope} is null or o.package_id = any(${scope}))
   order by o.id
   limit 1)`

const OWN = {
  wallet_adds: { table: 'wallet_adds', subject: 'wallet_add', action: 'walletAdds.editRow' },
  withdrawals: { table: 'withdrawals', subject: 'withdrawal', action: 'withdrawals.editRow' },
} as const
const BOTH = ['wallet_adds', 'withdrawals'] as const

/** Each warning: the lists that it stands on, in this order, the SQL that finds the row which it names, and what that is, if not of the
 * same list. */
const FLAGS: Readonly<Record<MoneyFlag['kind'], Flag>> = {
  amount_differs: { on: ['wallet_adds'], sql: amountDiffers, subject: 'payment' },
  same_number_and_amount: { on: BOTH, sql: sameNumberAndAmount },
  same_trx_id: { on: ['wallet_adds'], sql: sameTrxId },
  similar_trx_id: { on: ['wallet_adds'], sql: similarTrxId },
  trx_id_of_another_day: { on: ['wallet_adds'], sql: trxIdOfAnotherDay },
  wallet_edited_then_spent: { on: ['wallet_adds'], sql: editedThenSpent, subject: 'order' },
  edited_by_admin: { on: BOTH, sql: editedByAdmin },
}

/** SQL of the warnings for row `r`, as JSON. Only orders in `scope` are named. */
export const flagsOf = (table: MoneyTable, scope: string) => {
  const own = OWN[table]
  const flags = Object.entries(FLAGS)
    .filter(([, { on }]) => on.includes(table))
    .map(([kind, { sql, subject = own.subject }]) => sql(`'${kind}' as kind, '${subject}' as subject`, own, scope))
  // Finds nothing: where no flag is about orders, it gives the scope its type.
  flags.push(`(select '', '', 0, false from users o where false and o.id = any(${scope}))`)
  return `(select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (${flags.join(' union all ')}) as f)`
}
