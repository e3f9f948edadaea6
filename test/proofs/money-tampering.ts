import { type Db, query } from '../../server/platform/db/connect.ts'
import type { State } from './money-state.ts'

/** What a faulty handler, or somebody at the database, might send; each must be refused by the database itself. */
const ATTEMPTS: Record<string, (state: State) => string | undefined> = {
  'an event posted twice': () => `
    insert into journals (source, source_id, kind, seq, amount, debit_id, credit_id)
    select source, source_id, kind, seq, amount, debit_id, credit_id from journals where id = (select max(id) from journals)`,
  'a journal of nothing': () => journal("'0'", "'adjustments'", "'sales'"),
  'a journal turned around': () => journal("'-5'", "'adjustments'", "'sales'"),
  'a journal of an amount that is none': () => journal("'NaN'", "'adjustments'", "'sales'"),
  'a journal that gives to whom it takes from': () => journal('5', "'sales'", "'sales'"),
  'a journal of one side': () => journal('5', "'sales'", "'nobody'"),
  'a balance written by hand': () => `update accounts set balance = balance + 1 where id = (select max(id) from accounts)`,
  'an account deleted': () => 'delete from accounts where id = (select max(id) from accounts)',
  'a journal rewritten': () => `update journals set source_id = 1 where id = (select max(id) from journals)`,
  'a journal deleted': () => `delete from journals where id = (select max(id) from journals)`,
  'an account given away': () => `
    update accounts set user_id = (select max(id) from users) where id = (select min(id) from accounts where kind = 'earn_hold')`,
  'an audit row deleted': () => `delete from audit where id = (select max(id) from audit)`,
  'a completed wallet add opened again': ({ adds }) =>
    anyOf(adds, 'completed', (id) => `update wallet_adds set status = 'pending' where id = ${id}`),
  'a completed wallet add changed in silence': ({ adds }) =>
    anyOf(adds, 'completed', (id) => `update wallet_adds set amount = amount + 1 where id = ${id}`),
  'a completed withdrawal cancelled': ({ withdrawals }) =>
    anyOf(withdrawals, 'completed', (id) => `update withdrawals set status = 'cancel' where id = ${id}`),
  'a cancelled withdrawal paid in silence': ({ withdrawals }) =>
    anyOf(withdrawals, 'cancel', (id) => `update withdrawals set status = 'completed' where id = ${id}`),
  'a completed hand-over changed': ({ handOvers }) =>
    anyOf(handOvers, 'completed', (id) => `update hand_overs set amount = amount + 1 where id = ${id}`),
  'a wallet add given to another customer': ({ adds }) =>
    anyOf(adds, 'pending', (id) => `update wallet_adds set user_id = ${another('users', 'user_id')} where id = ${id}`),
  'a withdrawal given to another customer': ({ withdrawals }) =>
    anyOf(withdrawals, 'pending', (id) => `update withdrawals set user_id = ${another('users', 'user_id')} where id = ${id}`),
  'a hand-over given to another admin': ({ handOvers }) =>
    anyOf(handOvers, 'pending', (id) => `update hand_overs set owner_id = ${another('admins', 'owner_id')} where id = ${id}`),
  'a closed order opened again': ({ orders }) =>
    anyOf(orders, 'cancel', (id) => `update orders set status = 'pending', closed_at = null where id = ${id}`),
  'an order’s amount changed': ({ orders }) =>
    anyOf(orders, 'completed', (id) => `update orders set amount = amount + 1 where id = ${id}`),
  'a refund without a journal': ({ orders }) =>
    anyOf(orders, 'completed', (id) => `update orders set refunded = refunded + 0.01 where id = ${id}`),
  'a delivered code made ready again': ({ orders }) =>
    [...orders.values()].some(({ codes }) => codes.length > 0)
      ? 'update vouchers set status = 1 where id = (select max(voucher_id) from orders)'
      : undefined,
  // Of a sole order there is no other that could take its code: the statement would change no row, and pass.
  'a code delivered twice': ({ orders }) =>
    orders.size > 1 && [...orders.values()].some(({ codes }) => codes.length > 0)
      ? `update orders set voucher_id = (select max(voucher_id) from orders)
         where id = (select id from orders where voucher_id is distinct from (select max(voucher_id) from orders) limit 1)`
      : undefined,
  'a closed product order opened again': ({ productOrders }) =>
    anyOf(
      productOrders,
      'cancelled',
      (id) => `update product_orders set status = 'pending', admin_id = null, closed_at = null where id = ${id}`,
    ),
  'a completed product order cancelled': ({ productOrders }) =>
    anyOf(productOrders, 'completed', (id) => `update product_orders set status = 'cancelled' where id = ${id}`),
  'a product order’s amount changed': ({ productOrders }) =>
    anyOf(
      productOrders,
      'pending',
      (id) => `update product_orders set quantity = quantity + 1, amount = amount + price where id = ${id}`,
    ),
  'more pieces taken than there are': () =>
    'update physical_products set quantity = quantity - 1000 where id = (select max(id) from physical_products)',
}

const anyOf = (rows: Map<number, { status: string }>, status: string, text: (id: number) => string): string | undefined => {
  for (const [id, row] of rows) if (row.status === status) return text(id)
  return undefined
}

const another = (table: string, owner: string) => `(select min(id) from ${table} where id <> ${owner})`

const journal = (amount: string, debit: string, credit: string) => `
  insert into journals (source, source_id, kind, amount, debit_id, credit_id)
  values ('opening', 0, 'opening', ${amount}, coalesce((select id from accounts where kind = ${debit}), 0),
    coalesce((select id from accounts where kind = ${credit}), 0))`

class Undo extends Error {}

/** Tries everything that must not be possible; answers what the database let pass. Nothing remains of it. */
export const tamper = async (db: Db, state: State): Promise<string[]> => {
  const passed: string[] = []
  for (const [name, textOf] of Object.entries(ATTEMPTS)) {
    const text = textOf(state)
    if (text !== undefined && (await isPossible(db, text))) passed.push(name)
  }
  return passed
}

const isPossible = (db: Db, text: string): Promise<boolean> =>
  db
    .transaction()
    .execute(async (own) => {
      await query(own, text)
      throw new Undo()
    })
    .catch((error) => error instanceof Undo)
