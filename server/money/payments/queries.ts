import type { Output } from '#contract/endpoint.ts'
import type { MatchCandidate, PaymentRow } from '#contract/payment-rows.ts'
import type { PaymentQuery, payments } from '#contract/payments.ts'
import { trxIdOf } from '#contract/trx-id.ts'
import { idsOnDays } from '../../core/lists/days.ts'
import type { List } from '../../core/lists/list.ts'
import { findRow, readList } from '../../core/lists/read.ts'
import { STATE } from '../../core/payments/match.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'
import { found } from '../../platform/errors.ts'
import { messageBefore } from './chain.ts'

export const PAYMENTS: List<PaymentQuery, PaymentRow> = {
  table: 'payments',
  as: 'p',
  scope: 'none',
  columns: `
    p.id, ${STATE} as state, p.sender, p.text, p.kind, p.amount, coalesce(p.trx_id, '') as trx_id, p.payer, p.paid_at, p.flags, p.chain,
    p.created_at, coalesce(f.name, '') as phone,
    w.id as wallet_add_id,
    case when w.id is not null then jsonb_build_object('amount', w.amount, 'status', w.status, 'username', u.username) end as wallet_add,
    case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as payment_method,
    case when a.id is not null then jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) end as "Admin"`,
  joins: `
    left join payment_methods m on m.id = p.payment_method_id
    left join payment_phones f on f.id = p.phone_id
    left join wallet_adds w on w.id = p.wallet_add_id and w.status <> 'cancel'
    left join users u on u.id = w.user_id
    left join admins a on a.id = p.admin_id`,
  filters: {
    state: (state, { bind }) => `${STATE} = ${bind(state)}`,
    payment_method_id: (id, { bind }) => `p.payment_method_id = ${bind(id)}`,
    phone_id: (id, { bind }) => `p.phone_id = ${bind(id)}`,
    q: (q, { bind }) => {
      const id = /^#?(\d{1,15})$/.exec(q)?.[1]
      const ways = [
        `select id from payments where trx_id = ${bind(trxIdOf(q) ?? q.toUpperCase())}`,
        `select id from payments where payer = ${bind(q)}`,
        ...(id === undefined ? [] : [`select ${bind(id)}::bigint`]),
      ]
      return `p.id in (${ways.join(' union all ')})`
    },
  },
  moments: { paid_at: { perDay: () => undefined } },
  sorts: {},
}

/** The days of a list are those on which was paid. */
export const listPayments = async (db: Db, query: PaymentQuery) => {
  const { rows, total, total_capped } = await readList(db, PAYMENTS, null, { ...query, day_of: 'paid_at' })
  return { payments: rows, total, total_capped }
}

export const showPayment = async (db: Db, id: number): Promise<Output<typeof payments.show>> => {
  const row = found(await findRow(db, PAYMENTS, null, id))
  const [balances] = await run<Balances>(db, 'select fee, balance, balance_before from payments where id = $1', [id])
  const before = row.chain === null ? undefined : await messageBefore(db, id)
  const candidates = row.state === 'waiting' ? await run<MatchCandidate>(db, CANDIDATES, [id]) : []
  return { payment: { ...row, ...found(balances) }, before: before ?? null, candidates }
}

type Balances = Pick<Output<typeof payments.show>['payment'], 'fee' | 'balance' | 'balance_before'>

const MOST_CANDIDATES = 8

/** Wallet adds of the same method around that time without a payment: the same amount first, then the nearest. */
const CANDIDATES = `
  select w.id, w.amount, w.number, coalesce(w.trx_id, '') as trx_id, w.status, u.username, w.created_at
  from payments p
  cross join lateral (${idsOnDays('wallet_adds', "shop_day(p.paid_at - interval '1 day')", "shop_day(p.paid_at + interval '7 days')")}) as near
  join wallet_adds w on w.id >= near.first and w.id < near.behind and w.payment_method_id = p.payment_method_id
  join users u on u.id = w.user_id
  where p.id = $1 and w.status <> 'cancel' and not exists (select from payments o where o.wallet_add_id = w.id)
  order by w.amount <> p.amount, abs(extract(epoch from w.created_at - p.paid_at)), w.id
  limit ${MOST_CANDIDATES}`
