import type { TopCustomer } from '#contract/dashboard.ts'
import { TOP_CUSTOMERS } from '#contract/limits.ts'
import type { Packages } from '../core/lists/list.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { memoize } from '../platform/db/memoize.ts'
import { BOUGHT_MOST_TEXT } from './figures.ts'

const KEPT_MS = 60_000
/** On very large shops, reading takes a twentieth of the time at most. */
const KEPT_PER_WORK = 20

interface Kept {
  readonly since: number
  keptMs: number
  readonly rows: Promise<{ user_id: number }[]>
}

const kept = new WeakMap<Db, Map<string, Kept>>()

/** The rows of all orders of 30 days, kept: they grow with the shop, and a counter of sliding days needs hardly fewer. */
const readBoughtMost = (db: Db, scope: Packages): Promise<{ user_id: number }[]> => {
  const answers = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, answers)
  const key = String(scope)
  const known = answers.get(key)
  if (known && performance.now() - known.since > known.keptMs) answers.delete(key)
  return memoize(answers, key, () => read(db, scope, () => answers.delete(key))).rows
}

const read = (db: Db, scope: Packages, forget: () => void): Kept => {
  const since = performance.now()
  const rows = query<{ user_id: number }>(db, BOUGHT_MOST_TEXT, [scope])
  // Until it is read, all callers wait for the same answer.
  const answer: Kept = { since, keptMs: Number.POSITIVE_INFINITY, rows }
  rows.then(() => {
    answer.keptMs = Math.max(KEPT_MS, KEPT_PER_WORK * (performance.now() - since))
  }, forget)
  return answer
}

/** Names, and who was deleted, are those of now. */
const LIVING = `
  select bought.user_id, u.username, bought.completed_orders, bought.amount
  from jsonb_to_recordset($1::jsonb) as bought (place bigint, user_id bigint, completed_orders bigint, amount numeric)
  join users u on u.id = bought.user_id and u.deleted_at is null
  order by bought.place
  limit ${TOP_CUSTOMERS}`

/** Those who bought most in 30 days, of some packages or all, up to a minute ago. */
export const readTopCustomers = async (db: Db, scope: Packages): Promise<TopCustomer[]> => {
  const rows = await readBoughtMost(db, scope)
  return query<TopCustomer>(db, LIVING, [JSON.stringify(rows.map((row, place) => ({ place, ...row })))])
}
