import { FLAG_HOURS } from '#contract/limits.ts'
import { idsOnDays } from '../db/days.ts'
import type { MoneyTable } from './money-table.ts'

/** So many rows of a number before this one are looked at, and after it: one that is used all the time has too many. */
const FLAG_REACH = 100

const rowsAround = (table: MoneyTable, isBefore: boolean) => `
  (select x.row_id from money_terms x
   where x.list = '${table}' and x.term = phone_key(r.number) and x.row_id ${isBefore ? '<' : '>'} r.id
   order by x.row_id ${isBefore ? 'desc' : 'asc'} limit ${FLAG_REACH})`

/** A completed one first, and one that may still be completed before a cancelled one: that is the payment which would be made twice. */
const DANGER = "array_position(array['completed', 'pending', 'cancel'], o.status)"

const sameNumberAndAmount = (table: MoneyTable, subject: string) => `
  (select 'same_number_and_amount' as kind, '${subject}' as subject, o.id, o.status = 'completed' as is_completed
   from (${rowsAround(table, true)} union all ${rowsAround(table, false)}) as near
   join ${table} o on o.id = near.row_id
   where o.amount = r.amount
     and o.created_at between r.created_at - interval '${FLAG_HOURS} hours' and r.created_at + interval '${FLAG_HOURS} hours'
   order by ${DANGER}, abs(o.id - r.id)
   limit 1)`

// Along the index that keeps a TrxID once per method. A term may be a number too, and so that of very many rows.
const sameTrxId = `
  (select 'same_trx_id', 'wallet_add', o.id, o.status = 'completed'
   from (select 0 as id union all select id from payment_methods) as method
   join wallet_adds o on coalesce(o.payment_method_id, 0) = method.id and lower(o.trx_id) = lower(r.trx_id)
   where o.trx_id is not null and o.id <> r.id
   order by ${DANGER}, o.id desc
   limit 1)`

/** The shortest TrxID that is looked for at the beginning and the end of others: real ones have 8 and more. */
const PART_MIN = 6
/** The longest whose beginnings and ends are looked for. */
const PART_OF_MAX = 40

const LOOK = 'trx_look(o.trx_id) collate "C"'
const LOOK_END = 'reverse(trx_look(o.trx_id)) collate "C"'

const looksWhere = (condition: string) =>
  `(select o.id, o.status, o.trx_id from wallet_adds o where o.trx_id is not null and ${condition} limit ${FLAG_REACH})`

/** Along an index: what begins with a part that is long enough, and goes on. */
const goesOn = (column: string, part: string) =>
  looksWhere(`length(${part}) >= ${PART_MIN} and ${column} > ${part} and ${column} < ${part} || '~'`)

/**
 * Another TrxID that differs by O and 0, or by I, 1 and L alone, or that one of the two begins or ends with: a label or the next word came
 * along, or a letter was left out. In the middle of another one none is looked for: no index finds it among digits alone.
 */
const similarTrxId = `
  (select 'similar_trx_id', 'wallet_add', o.id, o.status = 'completed'
   from (select trx_look(r.trx_id) as look) as own
   cross join lateral (
     ${looksWhere(`${LOOK} = own.look`)}
     union all
     ${goesOn(LOOK, 'own.look')}
     union all
     ${goesOn(LOOK_END, 'reverse(own.look)')}
     union all
     ${looksWhere(`${LOOK} = any(array(
       select unnest(array[left(own.look, size), right(own.look, size)])
       from generate_series(${PART_MIN}, least(length(own.look) - 1, ${PART_OF_MAX})) as size))`)}
   ) as o
   where o.id <> r.id and lower(o.trx_id) <> lower(r.trx_id)
   order by ${DANGER}, o.id desc
   limit 1)`

/** While it waits, or may be opened again: another amount or number than the customer asked for, as the audit log tells of the edits. */
const editedByAdmin = (subject: 'wallet_add' | 'withdrawal', action: string) => `
  (select 'edited_by_admin', '${subject}', r.id, false
   where r.status in ('pending', 'cancel') and exists (
     select from audit t
     where t.subject = '${subject}' and t.subject_id = r.id and t.action = '${action}'
       and (t.facts -> 'amount' <> t.facts -> 'before' -> 'amount' or t.facts -> 'number' <> t.facts -> 'before' -> 'number')))`

/** The first order within `scope` that was placed soon after the amount had been raised. */
const editedThenSpent = (scope: string) => `
  (select 'wallet_edited_then_spent', 'order', o.id, false
   from journals j
   join accounts a on a.id = j.credit_id and a.user_id = r.user_id
   cross join lateral (${idsOnDays('orders', 'shop_day(j.at)', `shop_day(j.at + interval '${FLAG_HOURS} hours')`)}) as near
   join orders o on o.user_id = r.user_id and o.id >= near.first and o.id < near.behind
     and o.created_at between j.at and j.at + interval '${FLAG_HOURS} hours'
   where r.edits > 0 and j.source = 'wallet_add' and j.source_id = r.id and j.kind = 'edited'
     and (${scope} is null or o.package_id = any(${scope}))
   order by o.id
   limit 1)`

/** SQL of what should make one look twice at a row `r`, as JSON; orders are named within `scope` alone. */
export const flagsOf = (table: MoneyTable, scope: string) => {
  const flags =
    table === 'wallet_adds'
      ? [
          sameNumberAndAmount(table, 'wallet_add'),
          sameTrxId,
          similarTrxId,
          editedThenSpent(scope),
          editedByAdmin('wallet_add', 'walletAdds.editRow'),
        ]
      : [
          sameNumberAndAmount(table, 'withdrawal'),
          editedByAdmin('withdrawal', 'withdrawals.editRow'),
          // Names no order; the scope stands here so that the parameter has its type.
          `(select '', '', 0, false from users o where false and o.id = any(${scope}))`,
        ]
  return `(select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (${flags.join(' union all ')}) as f)`
}
