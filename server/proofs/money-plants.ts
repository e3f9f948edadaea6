import { readFileSync } from 'node:fs'

const source = (file: string) => readFileSync(new URL(`../db/migrations/${file}`, import.meta.url), 'utf8')

/** A function as its newest migration makes it, with a part of it replaced: the part must be there. */
const altered = (file: string, name: string, part: string, by: string): string => {
  const text = source(file)
  const start = text.lastIndexOf(`function ${name}(`)
  const body = text.slice(start, text.indexOf('end $$;', start) + 'end $$;'.length)
  if (start < 0 || !body.includes(part)) throw new Error(`${name} in ${file} has no ${part}`)
  return `create or replace ${body.replace(part, by)}`
}

/** Bugs to plant in a test's own database: each a guard, unique, CHECK, trigger or lock less, or a wrong sum. */
export const plants: Record<string, string[]> = {
  'guard of a decision removed': [
    altered('019-lean-decisions.sql', 'decide_wallet_add', "where id = p_id and status = 'pending'", 'where id = p_id'),
  ],
  'unique event removed': ['alter table journals drop constraint journals_once'],
  'unique idempotency key removed': ['alter table idempotency_keys drop constraint idempotency_keys_pkey'],
  'CHECK of balances removed': ['alter table accounts drop constraint accounts_balance_not_negative'],
  'lock of a wallet removed': [
    `create or replace function move_wallet(p_account bigint, p_amount numeric) returns numeric language plpgsql as $$
     declare
       v_balance numeric;
     begin
       select balance + side * p_amount into v_balance from accounts where id = p_account and balance is not null;
       perform pg_sleep(0.002);
       update accounts set balance = v_balance where id = p_account and balance is not null;
       return v_balance;
     end $$`,
  ],
  'zero-sum trigger removed': ['drop trigger entries_sum_to_zero on entries'],
  'guard of balances removed': ['drop trigger accounts_guard_balance on accounts'],
  'guard of wallet adds removed': ['drop trigger transactions_guard on transactions'],
  'guard of withdrawals removed': ['drop trigger withdrawals_guard on withdrawals'],
  'guard of hand-overs removed': ['drop trigger hand_overs_guard on hand_overs'],
  'guard of orders removed': ['drop trigger orders_guard on orders'],
  'journals may be changed': ['drop trigger journals_append_only on journals', 'drop trigger entries_append_only on entries'],
  'audit rows may be deleted': ['drop trigger audit_append_only on audit'],
  'Cancel All forgets a hold': [
    altered(
      '011-books.sql',
      'cancel_pending_withdrawals',
      "'cancelled', v_row.reopens",
      "'cancelled', v_row.reopens + 1000",
    ).replace('v_row.amount, -v_row.amount', 'v_row.amount - 0.01, 0.01 - v_row.amount'),
  ],
  'decimals lost': [
    altered('013-lean-posting.sql', 'move_wallet', 'balance + side * p_amount', 'balance + side * trunc(p_amount)'),
  ],
  'approver’s wallet forgotten': [
    altered(
      '019-lean-decisions.sql',
      'decide_wallet_add',
      'array[v_cash, v_wallet]',
      "array[(select id from accounts where kind = 'adjustments'), v_wallet]",
    ),
  ],
  'a counter missed': ['alter table transactions disable trigger transactions_follow_decision'],
}
