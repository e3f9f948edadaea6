import type { PaymentDay } from '#contract/payment-rows.ts'
import { startOf } from '../../core/lists/days.ts'
import { STATE } from '../../core/payments/match.ts'
import { type Db, query } from '../../platform/db/connect.ts'

const ON_DAY = (moment: string) => `${moment} >= (select ${startOf('$1')}) and ${moment} < (select ${startOf('$1', 1)})`

const sum = (amount: string, where = 'true') =>
  `jsonb_build_object('count', count(*) filter (where ${where}), 'amount', coalesce(sum(${amount}) filter (where ${where}), 0))`

/** Days of payments are those on which was paid, of wallet adds those on which they were completed. */
const DAY = `
  with said as (
    select p.payment_method_id, ${STATE} as state, p.amount, p.reads = 'credit' and not p.is_conflict as is_credit,
      (select w.amount from wallet_adds w where w.id = p.wallet_add_id and w.status = 'completed') as credited
    from payments p
    where p.payment_method_id is not null and ${ON_DAY('p.paid_at')}
  )
  select jsonb_build_object('id', m.id, 'name', m.name) as payment_method,
    (select ${sum('amount', 'is_credit')} from said where payment_method_id = m.id) as received,
    (select ${sum('credited', 'credited is not null')} from said where payment_method_id = m.id) as credited,
    (select coalesce(jsonb_agg(jsonb_build_object('state', state, 'count', n, 'amount', amount) order by state), '[]')
     from (select state, count(*) as n, coalesce(sum(amount), 0) as amount from said where payment_method_id = m.id group by state) as by_state
    ) as states,
    (select ${sum('w.amount')}
     from wallet_adds w
     where w.payment_method_id = m.id and w.status = 'completed' and ${ON_DAY('w.completed_at')}
       and not exists (select from payments p where p.wallet_add_id = w.id)) as without_payment
  from payment_methods m
  where exists (select from payment_rules s where s.payment_method_id = m.id)
  order by m.id`

/** What each payment method's messages of a day say was paid, and what became of it. */
export const readPaymentDay = (db: Db, day: string): Promise<PaymentDay[]> => query<PaymentDay>(db, DAY, [day])
