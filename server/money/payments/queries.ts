import type { PaymentQuery, PaymentRow } from '#contract/payments.ts'
import type { List } from '../../core/lists/list.ts'
import { readList } from '../../core/lists/read.ts'
import { STATE } from '../../core/payments/match.ts'
import type { Db } from '../../platform/db/connect.ts'

const LIST: List<PaymentQuery, PaymentRow> = {
  table: 'payments',
  as: 'p',
  scope: 'none',
  columns: `
    p.id, ${STATE} as state, p.sender, p.text, p.kind, p.amount, coalesce(p.trx_id, '') as trx_id, p.payer, p.paid_at, p.flags, p.chain,
    p.created_at, coalesce(f.name, '') as phone,
    (select w.id from wallet_adds w where w.id = p.wallet_add_id and w.status <> 'cancel') as wallet_add_id,
    case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as payment_method,
    case when a.id is not null then jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) end as "Admin"`,
  joins: `
    left join payment_methods m on m.id = p.payment_method_id
    left join payment_phones f on f.id = p.phone_id
    left join admins a on a.id = p.admin_id`,
  filters: {
    state: (state, { bind }) => `${STATE} = ${bind(state)}`,
    payment_method_id: (id, { bind }) => `p.payment_method_id = ${bind(id)}`,
    q: (q, { bind }) => `${bind(q)} in (lower(p.trx_id), p.trx_id, p.payer, '#' || p.id)`,
  },
  sorts: {},
}

export const listPayments = async (db: Db, query: PaymentQuery) => {
  const { rows, total, total_capped } = await readList(db, LIST, null, query)
  return { payments: rows, total, total_capped }
}
