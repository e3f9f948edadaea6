import { readdirSync, readFileSync } from 'node:fs'

const SCHEMA = new URL('../../db/schema/', import.meta.url)
const functions = readdirSync(SCHEMA)
  .filter((file) => file.endsWith('.functions.sql'))
  .map((file) => readFileSync(new URL(file, SCHEMA), 'utf8'))
  .join('\n')

/** A function as db/schema defines it, with a part of it replaced: the part must be there. */
const altered = (name: string, part: string, by: string): string => {
  const [definition] = new RegExp(`^create or replace function ${name}\\(.*?\\$\\$;`, 'ms').exec(functions) ?? []
  if (!definition?.includes(part)) throw new Error(`${name} has no ${part}`)
  return definition.replaceAll(part, by)
}

/** What changes each journal before its wallets are moved; triggers run in the order of their names. */
const beforeJournals = (change: string): string[] => [
  `create function spoil() returns trigger language plpgsql as $$ begin ${change} return new; end $$`,
  'create trigger journals_before before insert on journals for each row execute function spoil()',
]

/** Bugs to plant in a test's own database: each a guard, unique, CHECK, trigger or lock less, or a wrong sum. */
export const plants = {
  'unique event removed': ['alter table journals drop constraint journals_once'],
  'unique idempotency key removed': ['alter table idempotency_keys drop constraint idempotency_keys_pkey'],
  'CHECK of balances removed': ['alter domain wallet_balance drop constraint accounts_balance_not_negative'],
  // Reads the balance as it was when the statement began, no matter what moved it while it waited.
  'lock of a wallet removed': [
    altered(
      'move_wallets',
      'set balance = balance',
      'set balance = (select stale.balance from accounts stale, pg_sleep(0.002) where stale.id = accounts.id)',
    ),
  ],
  'both sides unchecked': [
    altered('move_wallets', 'if new.debit_id = new.credit_id or new.amount not between', 'if false and new.amount not between'),
  ],
  'accounts unchecked': [altered('move_wallets', 'new.debit_balance is null or new.credit_balance is null', 'false')],
  'guard of balances removed': ['drop trigger accounts_guard_balance on accounts'],
  'guard of wallet adds removed': ['drop trigger wallet_adds_guard on wallet_adds'],
  'guard of withdrawals removed': ['drop trigger withdrawals_guard on withdrawals'],
  'guard of hand-overs removed': ['drop trigger hand_overs_guard on hand_overs'],
  'guard of orders removed': ['drop trigger orders_guard on orders'],
  'guard of product orders removed': ['drop trigger product_orders_guard on product_orders'],
  'quantity not put back': [altered('move_physical_stock', 'quantity + new.quantity', 'quantity')],
  'pieces not taken': ['drop trigger product_orders_move_stock on product_orders'],
  'CHECK of the stock removed': ['alter table physical_products drop constraint physical_products_stock'],
  'CHECK of the credit removed': ['alter table topup_products drop constraint topup_products_stock'],
  'guard of vouchers removed': ['drop trigger vouchers_guard on vouchers'],
  'a product order not counted': ['drop trigger product_orders_count_moved on product_orders'],
  'journals may be changed': ['drop trigger journals_append_only on journals'],
  'audit rows may be deleted': ['drop trigger audit_append_only on audit'],
  'a cancel gives back too little': beforeJournals(`
    if new.source = 'withdrawal' and new.kind = 'cancelled' then new.amount := new.amount - 0.01; end if;`),
  'decimals lost': [altered('move_wallets', 'side * new.amount', 'side * trunc(new.amount)')],
  'approver’s wallet forgotten': beforeJournals(`
    if new.source = 'wallet_add' then new.debit_id := (select id from accounts where kind = 'adjustments'); end if;`),
  'a counter missed': ['alter table wallet_adds disable trigger wallet_adds_follow_decision'],
  'an edited wallet add stays in its day’s sum as it was': [
    altered('follow_wallet_add', "or (new.status = 'completed' and new.amount <> old.amount)", ''),
  ],
  'a refund missed in the wallets’ total': [altered('move_wallets', "if v_credit_kind = 'user_wallet' then", 'if false then')],
} satisfies Record<string, string[]>
