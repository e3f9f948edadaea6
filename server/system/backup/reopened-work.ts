import { type Db, query } from '../../platform/db/connect.ts'

const OPEN = `
  select
    (select coalesce(sum(n), 0)::bigint from voucher_tally where state = 1) as "Ready codes",
    (select coalesce(sum(n), 0)::bigint from order_tally where status in ('pending', 'in_progress')) as "orders",
    coalesce(sum(n) filter (where list = 'product_orders'), 0)::bigint as "product orders",
    coalesce(sum(n) filter (where list = 'wallet_adds'), 0)::bigint as "wallet adds",
    coalesce(sum(n) filter (where list = 'withdrawals'), 0)::bigint as "withdrawals",
    (select count(*) from hand_overs where status = 'pending') as "hand-overs"
  from money_tally
  where status in ('pending', 'in_progress')`

/** May have been done after the backup: a code could go to a second customer, or money move twice. */
export const describeReopenedWork = async (db: Db): Promise<string[]> => {
  const [open] = await query<Record<string, number>>(db, OPEN)
  const counted = Object.entries(open ?? {}).filter(([, n]) => n > 0)
  if (counted.length === 0) return []
  const list = counted.map(([what, n]) => `${what} ${n.toLocaleString('en')}`).join(', ')
  return [
    `Open at the moment of the backup: ${list}. What was delivered, decided or paid since is so again. Before anybody works, compare with the store, which was told of each decision (hand-overs: with the admin who received the cash), and hide the codes that were delivered since (of each package the oldest Ready ones go first).`,
  ]
}
