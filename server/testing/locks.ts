import { vi } from 'vitest'
import { type Db, query } from '../db/connect.ts'

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
