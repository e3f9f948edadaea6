import type { Db } from '../db/connect.ts'

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
