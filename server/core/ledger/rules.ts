import { CODE_RULES } from './code-rules.ts'
import { COUNTER_RULES } from './counter-rules.ts'
import { PRODUCT_ORDER_RULES } from './product-order-rules.ts'
import { adminWalletOf, amount, balanceBefore, expectMoved, moved, OPEN_ORDER, type Rule } from './rule-parts.ts'

export type { Rule }

const COMPLETED = "case r.status when 'completed' then r.amount else 0 end"
const COLLECTED = "case when r.status = 'completed' and not r.is_automatic then r.amount else 0 end"
const RECEIVED = "case when r.status = 'completed' and r.is_automatic then r.amount else 0 end"
const SPENT = "case r.status when 'cancel' then 0 else r.refunded - r.amount end"
const TAKEN = "case r.status when 'cancel' then 0 else -r.amount end"
const PENDING = "case r.status when 'pending' then r.amount else 0 end"

/** Rules about money: what one account moved, another did, for a record that says so. */
export const MONEY_RULES: readonly Rule[] = [
  {
    name: 'journals',
    about: 'Every journal sums to zero: what one account gives, another gets',
    stops: true,
    sql: `
      select format('Journal %s (%s %s %s) does not sum to zero: %s tk from account %s to account %s', j.id, j.source, j.source_id,
        j.kind, ${amount('j.amount')}, coalesce(d.id::text, 'none'), coalesce(c.id::text, 'none')), null::bigint
      from journals j
      left join accounts d on d.id = j.debit_id
      left join accounts c on c.id = j.credit_id
      where not coalesce(j.amount > 0 and d.id <> c.id, false)
      order by j.id`,
  },
  {
    name: 'balances',
    about: 'Every wallet is what its entries say',
    sql: `
      select format('Account %s (%s) says %s tk, its entries say %s tk', a.id, a.kind, ${amount('a.balance')},
        ${amount('a.side * coalesce(e.total, 0)')}), a.id
      from accounts a
      left join (select account_id, sum(amount) as total from entries group by account_id) as e on e.account_id = a.id
      where a.balance is not null and a.balance <> a.side * coalesce(e.total, 0)
      order by a.id`,
    // Each entry goes on from the one before it, and the balance is that of the last: nothing older is added up.
    incremental: `
      with moved as (
        select a.id, a.kind, a.side, a.balance, e.journal_id, e.amount, e.balance_after,
          lead(e.journal_id) over (partition by a.id order by e.journal_id) is null as is_last
        from journals j
        join entries e on e.journal_id = j.id
        join accounts a on a.id = e.account_id and a.balance is not null
      ), expected as (
        select id, kind, journal_id, balance_after as says, before.balance + side * amount as entries_say
        from moved
        cross join lateral (${balanceBefore('moved.id', 'moved.journal_id')}) as before
        union all
        select id, kind, journal_id, balance, balance_after from moved where is_last
      )
      select format('Account %s (%s) says %s tk, its entries say %s tk', id, kind, ${amount('says')}, ${amount('entries_say')}), id
      from expected
      where says is distinct from entries_say
      order by id, journal_id`,
  },
  {
    name: 'not below zero',
    about: 'No wallet is below zero',
    sql: `
      select format('Account %s (%s) is below zero: %s tk', id, kind, ${amount('balance')}), id
      from accounts
      where balance < 0
      order by id`,
    incremental: `
      select format('Account %s (%s) is below zero: %s tk', id, kind, ${amount('balance')}), id
      from accounts
      where balance < 0 and id in (select debit_id from journals union select credit_id from journals)
      order by id`,
  },
  {
    name: 'orders',
    about: 'Every order took its amount from its customer’s wallet, less what was refunded in part, and nothing once cancelled',
    sql: expectMoved('orders', 'user_wallet', SPENT),
  },
  {
    name: 'refunds',
    about: 'What an order was refunded in part is what its refunds gave back, and each is numbered',
    sql: `
      select format('Order %s was refunded %s tk in %s parts, its journals say %s tk in %s', r.id, ${amount('r.refunded')}, r.refunds,
        ${amount('coalesce(j.total, 0)')}, coalesce(j.n, 0)), (select id from accounts where kind = 'user_wallet' and user_id = r.user_id)
      from orders r
      left join (
        select source_id, sum(amount) as total, count(*) as n
        from entries
        where source = 'order' and kind = 'refunded' and amount > 0
        group by source_id
      ) as j on j.source_id = r.id
      where r.refunded <> coalesce(j.total, 0) or r.refunds <> coalesce(j.n, 0)
      order by r.id`,
  },
  {
    name: 'orders held',
    about: 'Open orders, and no others, are in orders held',
    sql: expectMoved('orders', 'orders_held', OPEN_ORDER),
  },
  ...CODE_RULES,
  ...PRODUCT_ORDER_RULES,
  {
    name: 'wallet adds',
    about: 'Every completed wallet add, and no other, is in its customer’s wallet',
    sql: expectMoved('wallet_adds', 'user_wallet', COMPLETED),
  },
  {
    name: 'collected',
    about: 'Every wallet add that an admin completed, and no other, is in its approver’s wallet',
    // The admin who approved it before a correction has moved it there and back.
    sql: `
      with m as (${moved('wallet_add', 'admin_wallet')})
      select format('Wallet add %s is %s and moved its approver''s wallet by %s tk instead of %s tk', r.id, r.status,
        ${amount('coalesce(m.net, 0)')}, ${amount(COLLECTED)}), ${adminWalletOf('r.admin_id')}
      from wallet_adds r
      left join m on m.source_id = r.id and m.admin_id = r.admin_id
      where coalesce(m.net, 0) <> ${COLLECTED}
      union all
      select format('Wallet add %s moved the wallet of admin %s, who did not approve it, by %s tk', r.id, m.admin_id,
        ${amount('m.net')}), ${adminWalletOf('m.admin_id')}
      from m
      join wallet_adds r on r.id = m.source_id and r.admin_id is distinct from m.admin_id
      where m.net <> 0
      order by 1`,
  },
  {
    name: 'received',
    about: 'Every wallet add that was completed automatically, and no other, is in the store’s cash',
    sql: `
      select format('Wallet add %s is %s and moved the store''s cash by %s tk instead of %s tk', r.id, r.status,
        ${amount('coalesce(m.net, 0)')}, ${amount(RECEIVED)}), a.id
      from wallet_adds r
      join accounts a on a.user_id = r.user_id and a.kind = 'user_wallet'
      left join (${moved('wallet_add', 'store_cash')}) as m on m.source_id = r.id
      where coalesce(m.net, 0) <> ${RECEIVED}
      order by r.id`,
  },
  {
    name: 'withdrawals',
    about: 'Every withdrawal took its amount from its customer’s earn wallet, and nothing once cancelled',
    sql: expectMoved('withdrawals', 'earn_wallet', TAKEN),
  },
  {
    name: 'holds',
    about: 'Pending withdrawals, and no others, are in their customers’ holds',
    sql: expectMoved('withdrawals', 'earn_hold', PENDING),
  },
  {
    name: 'hand-overs',
    about: 'Every hand-over took its amount from its admin’s wallet, and nothing once cancelled',
    sql: expectMoved('hand_overs', 'admin_wallet', TAKEN),
  },
  {
    name: 'in transit',
    about: 'Pending hand-overs, and no others, are in transit',
    sql: expectMoved('hand_overs', 'in_transit', PENDING),
  },
  {
    name: 'adjustments',
    about: 'Every adjustment moved its wallet by its amount',
    sql: `
      select format('Adjustment %s moved its wallet by %s tk instead of %s tk', r.id, ${amount('coalesce(m.net, 0)')},
        ${amount('r.amount')}), a.id
      from adjustments r
      join accounts a on a.user_id = r.user_id and a.kind = r.wallet
      left join (
        select source_id, account_id, sum(amount) as net
        from entries
        where source = 'adjustment'
        group by source_id, account_id
      ) as m on m.source_id = r.id and m.account_id = a.id
      where coalesce(m.net, 0) <> r.amount
      order by r.id`,
  },
  {
    name: 'strangers',
    about: 'Every movement of a wallet, hold, orders held or cash in transit belongs to its record',
    sql: `
      select format('Journal %s moved %s tk on account %s, which %s %s does not concern', e.journal_id, ${amount('e.amount')}, a.id,
        replace(e.source, '_', ' '), e.source_id), case when a.balance is not null then a.id end
      from entries e
      join accounts a on a.id = e.account_id
        and (a.user_id is not null or a.admin_id is not null or a.kind in ('orders_held', 'in_transit'))
      left join orders o on e.source = 'order' and o.id = e.source_id
      left join product_orders p on e.source = 'product_order' and p.id = e.source_id
      left join wallet_adds t on e.source = 'wallet_add' and t.id = e.source_id
      left join withdrawals w on e.source = 'withdrawal' and w.id = e.source_id
      left join adjustments d on e.source = 'adjustment' and d.id = e.source_id
      left join hand_overs h on e.source = 'hand_over' and h.id = e.source_id
      where not coalesce(case e.source
          when 'order' then a.kind = 'user_wallet' and a.user_id = o.user_id or a.kind = 'orders_held' and o.id is not null
          when 'product_order' then a.kind = 'user_wallet' and a.user_id = p.user_id or a.kind = 'orders_held' and p.id is not null
          -- A wallet add has had several approvers: 'collected' looks at what is left of it.
          when 'wallet_add' then a.kind = 'user_wallet' and a.user_id = t.user_id or a.kind = 'admin_wallet' and t.id is not null
          when 'withdrawal' then a.kind in ('earn_wallet', 'earn_hold') and a.user_id = w.user_id
          when 'adjustment' then a.kind = d.wallet and a.user_id = d.user_id
          when 'hand_over' then a.kind = 'admin_wallet' and a.admin_id = h.owner_id or a.kind = 'in_transit' and h.id is not null
        end, false)
      order by e.journal_id`,
  },
  {
    name: 'acts',
    about: 'Every journal has the audit row of its own transaction',
    sql: `
      select format('Journal %s (%s %s %s, %s tk) has no audit row', j.id, j.source, j.source_id, j.kind, ${amount('j.amount')}),
        case when c.balance is not null then c.id when d.balance is not null then d.id end
      from journals j
      join accounts d on d.id = j.debit_id
      join accounts c on c.id = j.credit_id
      where not exists (select from audit t where t.act_id = j.act_id)
      order by j.id`,
  },
]

/** Every rule of the books (Rules 3). They are checked in this order: what stops all money first, counters last. */
export const RULES: readonly Rule[] = [...MONEY_RULES, ...COUNTER_RULES]
