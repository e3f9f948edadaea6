import { type Db, query } from '../db/connect.ts'

type OpenAgain = Record<'codes' | 'orders' | 'product_orders' | 'withdrawals' | 'wallet_adds', number>

const OPEN = `
  select
    (select coalesce(sum(n), 0)::bigint from voucher_tally where state = 1) as codes,
    (select coalesce(sum(n), 0)::bigint from order_tally where status in ('pending', 'in_progress')) as orders,
    coalesce(sum(n) filter (where list = 'physical_orders'), 0)::bigint as product_orders,
    coalesce(sum(n) filter (where list = 'withdrawals'), 0)::bigint as withdrawals,
    coalesce(sum(n) filter (where list = 'transactions'), 0)::bigint as wallet_adds
  from money_tally
  where status in ('pending', 'in_progress')`

/**
 * What a restored shop takes for undone, though it may have been done after the backup: a code would go to a second customer, and money
 * move twice. Answers the line to print.
 */
export const tellOpenAgain = async (db: Db): Promise<string[]> => {
  const [open] = await query<OpenAgain>(db, OPEN)
  if (!open || Object.values(open).every((n) => n === 0)) return []
  const number = (of: keyof OpenAgain) => open[of].toLocaleString('en')
  return [
    `At the moment of the backup ${number('codes')} codes were Ready, and ${number('orders')} orders, ${number('product_orders')} product orders, ${number('withdrawals')} withdrawals and ${number('wallet_adds')} wallet adds were open: what was delivered, decided or paid since is so again. Before anybody works, compare with the store, which was told of each decision, and hide the codes that were delivered since (of each package the oldest Ready ones go first).`,
  ]
}
