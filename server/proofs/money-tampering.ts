import { type Db, query } from '../db/connect.ts'
import type { State } from './money-model.ts'

/** What a faulty handler, or somebody at the database, might send; each must be refused by the database itself. */
const ATTEMPTS: Record<string, (state: State) => string | undefined> = {
  'an event posted twice': () => `
    select post_journal(j.source, j.source_id, j.kind, j.seq, j.admin_id, '', now(),
      array_agg(e.account_id order by e.account_id), array_agg(e.amount order by e.account_id))
    from journals j join entries e on e.journal_id = j.id
    where j.id = (select max(id) from journals)
    group by j.id`,
  'a journal that does not sum to zero': () => `
    insert into entries (journal_id, account_id, amount)
    select max(id), (select id from accounts where kind = 'payouts'), 0.01 from journals`,
  'an entry of no journal': () => `
    insert into entries (journal_id, account_id, amount)
    select 0, id, case kind when 'sales' then 1 else -1 end from accounts where kind in ('sales', 'payouts')`,
  'a balance written by hand': () => `update accounts set balance = balance + 1 where id = (select max(id) from accounts)`,
  'an account deleted': () => 'delete from accounts where id = (select max(id) from accounts)',
  'a journal rewritten': () => `update journals set source_id = 1 where id = (select max(id) from journals)`,
  'an entry deleted': () => `delete from entries where journal_id = (select max(id) from journals)`,
  'an audit row deleted': () => `delete from audit where id = (select max(id) from audit)`,
  'a completed wallet add opened again': ({ adds }) =>
    anyOf(adds, 'completed', (id) => `update transactions set status = 'pending' where id = ${id}`),
  'a completed wallet add changed in silence': ({ adds }) =>
    anyOf(adds, 'completed', (id) => `update transactions set amount = amount + 1 where id = ${id}`),
  'a completed withdrawal cancelled': ({ withdrawals }) =>
    anyOf(withdrawals, 'completed', (id) => `update withdrawals set status = 'cancel' where id = ${id}`),
  'a cancelled withdrawal paid in silence': ({ withdrawals }) =>
    anyOf(withdrawals, 'cancel', (id) => `update withdrawals set status = 'completed' where id = ${id}`),
  'a completed hand-over changed': ({ handOvers }) =>
    anyOf(handOvers, 'completed', (id) => `update hand_overs set amount = amount + 1 where id = ${id}`),
  'a closed order opened again': ({ orders }) =>
    anyOf(orders, 'cancel', (id) => `update orders set status = 'pending', closed_at = null where id = ${id}`),
  'an order’s amount changed': ({ orders }) =>
    anyOf(orders, 'completed', (id) => `update orders set amount = amount + 1 where id = ${id}`),
}

const anyOf = (rows: Map<number, { status: string }>, status: string, text: (id: number) => string): string | undefined => {
  for (const [id, row] of rows) if (row.status === status) return text(id)
  return undefined
}

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
