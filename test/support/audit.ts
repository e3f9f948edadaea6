import { expect } from 'vitest'
import { type Db, query } from '../../server/platform/db/connect.ts'

const LONE = `
  select distinct t.action || ' ' || was as lone
  from audit t, jsonb_object_keys(t.facts -> 'before') as was
  where (t.action like '%.update' or t.action like '%.setStatus' or t.action like '%.correct')
    and not t.facts ? was and not coalesce(t.facts -> 'after' ? was, false)`

/**
 * Fails, naming them, where an edit, a decision or a correction is told with a value that was before and none that came: it would read
 * as taken away.
 */
export const expectWholeChanges = async (db: Db): Promise<void> => expect(await query(db, LONE)).toEqual([])

/** The audit rows that came while `work` ran, in the order in which they were written. */
export const changesDuring = async (db: Db, work: () => Promise<unknown>) => {
  const { id } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow()
  await work()
  return db
    .selectFrom('audit')
    .selectAll()
    .where('id', '>', id ?? 0)
    .orderBy('id')
    .execute()
}
