import { type Db, query } from '../../platform/db/connect.ts'

/** Older changes the last check has seen, also those of transactions that were under way when it began. */
const OVERLAP = `interval '2 minutes'`
/** Of records without a time that an index knows, the newest are looked through. */
const NEWEST = 1_000

const changedOf = (source: string, table: string) =>
  `${table} as (select r.* from ${table} r join changed on changed.source = '${source}' and changed.source_id = r.id)`

/** From when on changes are new, as text. */
const SINCE = `select coalesce(seen_until - ${OVERLAP}, '-infinity')::text as since from books`

/**
 * Answers how a statement about the books begins: the rules' own tables, each with the rows alone that concern what has changed since the
 * last check began. A record that was changed without a journal is among them where it was closed, completed or made since then. The
 * moment stands in the text: of one that it does not know, the planner supposes that a third of the journals is newer, and reads all.
 * For the same reason `entries` is written out: of the view's rows the planner knows nothing, and begins with all those of an account.
 */
export const changedTables = async (db: Db): Promise<string> => {
  const [books] = await query<{ since: string }>(db, SINCE)
  const since = `timestamptz '${books?.since ?? '-infinity'}'`
  return `
  with all_journals as not materialized (select * from journals),
    journals as materialized (select * from journals where at > ${since}),
    changed as materialized (
      select source, source_id from journals
      union select 'order', id from orders where closed_at > ${since}
      union select 'wallet_add', id from wallet_adds where completed_at > ${since}
      union select 'adjustment', id
        from (select id, created_at from adjustments order by id desc limit ${NEWEST}) as a
        where created_at > ${since}
    ),
    moves as materialized (
      select j.* from changed join all_journals j on (j.source, j.source_id) = (changed.source, changed.source_id)
    ),
    entries as (
      select id as journal_id, source, source_id, kind, at, debit_id as account_id, -amount as amount, debit_balance as balance_after
      from moves
      union all
      select id, source, source_id, kind, at, credit_id, amount, credit_balance from moves
    ),
    ${changedOf('order', 'orders')},
    ${changedOf('product_order', 'product_orders')},
    ${changedOf('wallet_add', 'wallet_adds')},
    ${changedOf('withdrawal', 'withdrawals')},
    ${changedOf('hand_over', 'hand_overs')},
    ${changedOf('adjustment', 'adjustments')},
    physical_products as (select p.* from physical_products p where id in (select product_id from product_orders)),
    stock_movements as (
      select m.* from stock_movements m where m.kind = 'physical' and m.product_id in (select product_id from product_orders)
    )`
}
