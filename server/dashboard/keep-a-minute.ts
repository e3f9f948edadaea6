import type { Db } from '../platform/db/connect.ts'
import { memoize } from '../platform/db/memoize.ts'

const KEPT_MS = 60_000
/** On very large shops, reading takes a twentieth of the time at most. */
const KEPT_PER_WORK = 20

interface Kept {
  readonly since: number
  keptMs: number
  readonly rows: Promise<unknown>
}

const kept = new WeakMap<Db, Map<string, Kept>>()

/** What `read` last answered under this key, up to a minute ago. For sums of many rows, of which no counter can be kept. */
export const keepAMinute = <R>(db: Db, key: string, read: () => Promise<R>): Promise<R> => {
  const answers = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, answers)
  const known = answers.get(key)
  if (known && performance.now() - known.since > known.keptMs) answers.delete(key)
  return memoize(answers, key, () => begin(read, () => answers.delete(key))).rows as Promise<R>
}

const begin = (read: () => Promise<unknown>, forget: () => void): Kept => {
  const since = performance.now()
  const rows = read()
  // Until it is read, all callers wait for the same answer.
  const answer: Kept = { since, keptMs: Number.POSITIVE_INFINITY, rows }
  rows.then(() => {
    answer.keptMs = Math.max(KEPT_MS, KEPT_PER_WORK * (performance.now() - since))
  }, forget)
  return answer
}
