import { CompiledQuery } from 'kysely'
import type { Db } from '../db/connect.ts'

/** One broken kind reports at most this many rows: beyond that the number of sentences says no more than the first ones do. */
const REPORTED_PER_KIND = 20

const amount = (column: string) => `trim_scale(${column}::numeric)`

/** Each statement answers one sentence per broken row, and reads one snapshot, so that work in progress is never half seen. */
const CHECKS = [
  `select format('Journal %s (%s %s %s) %s', j.id, j.source, j.source_id, j.kind,
     case when e.total is null then 'has no entries' else format('sums to %s, not to 0', ${amount('e.total')}) end)
   from journals j
   left join (select journal_id, sum(amount) as total from entries group by journal_id) as e on e.journal_id = j.id
   where e.total is distinct from 0
   order by j.id`,

  `select format('Account %s (%s) says %s tk, its entries say %s tk', a.id, a.kind, ${amount('a.balance')},
     ${amount('a.side * coalesce(e.total, 0)')})
   from accounts a
   left join (select account_id, sum(amount) as total from entries group by account_id) as e on e.account_id = a.id
   where a.balance is not null and a.balance <> a.side * coalesce(e.total, 0)
   order by a.id`,

  `select format('Account %s (%s) is below zero: %s tk', id, kind, ${amount('balance')})
   from accounts
   where balance < 0
   order by id`,

  // The customer's own wallet, and no other, carries an order.
  `select format('Order %s is %s and moved its customer''s wallet by %s tk instead of %s tk', o.id, o.status,
     ${amount('coalesce(m.net, 0)')}, ${amount("case o.status when 'cancel' then 0 else -o.amount end")})
   from orders o
   left join (
     select j.source_id, a.user_id, sum(e.amount) as net
     from journals j
     join entries e on e.journal_id = j.id
     join accounts a on a.id = e.account_id and a.kind = 'user_wallet'
     where j.source = 'order'
     group by j.source_id, a.user_id
   ) as m on m.source_id = o.id and m.user_id = o.user_id
   where coalesce(m.net, 0) <> case o.status when 'cancel' then 0 else -o.amount end
   order by o.id`,

  `select format('Order %s is %s and has %s tk in orders held instead of %s tk', o.id, o.status, ${amount('coalesce(m.net, 0)')},
     ${amount("case when o.status in ('pending', 'in_progress') then o.amount else 0 end")})
   from orders o
   left join (
     select j.source_id, sum(e.amount) as net
     from journals j
     join entries e on e.journal_id = j.id
     join accounts a on a.id = e.account_id and a.kind = 'orders_held'
     where j.source = 'order'
     group by j.source_id
   ) as m on m.source_id = o.id
   where coalesce(m.net, 0) <> case when o.status in ('pending', 'in_progress') then o.amount else 0 end
   order by o.id`,

  `select format('Wallet add %s is %s and moved its customer''s wallet by %s tk instead of %s tk', t.id, t.status,
     ${amount('coalesce(m.net, 0)')}, ${amount("case t.status when 'completed' then t.amount else 0 end")})
   from transactions t
   left join (
     select j.source_id, a.user_id, sum(e.amount) as net
     from journals j
     join entries e on e.journal_id = j.id
     join accounts a on a.id = e.account_id and a.kind = 'user_wallet'
     where j.source = 'wallet_add'
     group by j.source_id, a.user_id
   ) as m on m.source_id = t.id and m.user_id = t.user_id
   where coalesce(m.net, 0) <> case t.status when 'completed' then t.amount else 0 end
   order by t.id`,

  `select format('Journal %s moved %s tk on account %s, which %s %s does not concern', j.id, ${amount('e.amount')}, a.id,
     replace(j.source, '_', ' '), j.source_id)
   from journals j
   join entries e on e.journal_id = j.id
   join accounts a on a.id = e.account_id and a.user_id is not null
   left join orders o on j.source = 'order' and o.id = j.source_id
   left join transactions t on j.source = 'wallet_add' and t.id = j.source_id
   where j.source in ('order', 'wallet_add') and a.user_id is distinct from coalesce(o.user_id, t.user_id)
   order by j.id`,

  `select format('The count of %s orders of package %s is %s, there are %s', coalesce(c.status, o.status),
     coalesce(c.package_id, o.package_id), coalesce(c.n, 0), coalesce(o.n, 0))
   from (
     select package_id, status, sum(n) as n
     from (select package_id, status, n from order_counts union all select package_id, status, n from order_count_deltas) as counts
     group by package_id, status
   ) as c
   full join (select package_id, status, count(*) as n from orders group by package_id, status) as o
     on o.package_id = c.package_id and o.status = c.status
   where coalesce(c.n, 0) <> coalesce(o.n, 0)
   order by 1`,
]

/**
 * Reads the whole of the books against rules.md 3: journals sum to zero, wallets equal their entries and are not negative, orders
 * and wallet adds moved exactly what they should, and the counters are exact. Answers one sentence per break; none is good.
 */
export const checkInvariants = async (db: Db): Promise<string[]> => {
  const sentences: string[] = []
  for (const check of CHECKS) {
    const sql = `select sentence from (${check}) as broken (sentence) limit ${REPORTED_PER_KIND}`
    const { rows } = await db.executeQuery<{ sentence: string }>(CompiledQuery.raw(sql, []))
    sentences.push(...rows.map((row) => row.sentence))
  }
  return sentences
}
