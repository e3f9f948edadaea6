import { vi } from 'vitest'
import { type Db, query } from '../../server/platform/db/connect.ts'

/**
 * Waits until a statement with `text` in it waits for a lock; answers its backend's process id. Others do not count: the jobs of the
 * same server may wait for the same row.
 */
export const untilWaits = async (db: Db, text: string): Promise<number> => {
  const sql = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`
  const backend = await vi.waitUntil(async () => (await query<{ pid: number }>(db, sql, [text]))[0], { timeout: 7_000 })
  return backend.pid
}

/** While `work` runs, the call has made its change and cannot save it: its line in the audit log has to wait. Answers what it was told. */
export const whileUnsaved = async <T>(db: Db, call: () => Promise<T>, work: () => Promise<unknown>): Promise<T> => {
  const { answer } = await db.transaction().execute(async (own) => {
    await query(own, 'lock table audit in share mode')
    const answer = call()
    await untilWaits(db, 'insert into audit')
    await work()
    return { answer }
  })
  return answer
}
