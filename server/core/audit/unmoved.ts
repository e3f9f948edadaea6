import { type Db, query } from '../../platform/db/connect.ts'

const REPORTED = 20

// Bounds for the block ranges of the index: an act's number rises with time, as the journals do.
const UNMOVED = `
  with decided as (
    select id, act_id
    from audit
    where id > $1 and id <= $2 and act_id is not null and subject in ('wallet_add', 'withdrawal', 'hand_over')
      and facts ->> 'status' = 'completed' and facts -> 'before' ->> 'status' in ('pending', 'cancel')
  ), moved as (
    select act_id from journals
    where act_id >= (select min(act_id) from decided) and act_id <= (select max(act_id) from decided)
  )
  select id from decided where act_id not in (select act_id from moved) order by id limit ${REPORTED}`

/** What is wrong with the entries between these two ids that say that money moved: no journal of their transactions did. The check of the
 * books asks the other way round. */
export const findUnmoved = async (db: Db, afterId: number, toId: number): Promise<string[]> => {
  const rows = await query<{ id: number }>(db, UNMOVED, [afterId, toId])
  return rows.map(({ id }) => `Entry #${id} says that money moved, which no journal of its transaction did`)
}
