import { sql } from 'kysely'
import { IMAGES_PATH, smallImage } from '#contract/uploads.ts'
import { type Db, query } from '../db/connect.ts'
import { Invalid } from '../errors.ts'
import type { Storage } from './storage.ts'

const UNUSED_KEPT_HOURS = 24
const SWEEP_EVERY_MS = 600_000
const SWEPT_AT_ONCE = 200

/** Also accepts a full URL. */
const pathOf = (given: string) => `${IMAGES_PATH}${given.slice(given.lastIndexOf('/') + 1)}`

/** The image column to write, or none if the current one is kept. Throws Invalid unless the image was uploaded. Updates the
 * upload's row, so that a concurrent sweep sees it in use. */
export const picture = async <C extends string>(
  db: Db,
  column: C,
  given: string | undefined,
  present: string | undefined,
): Promise<{ [K in C]?: string }> => {
  if (given === undefined) return {}
  const path = pathOf(given)
  if (path === present) return {}
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ used_at: sql`now()` })
    .where('path', '=', path)
    .where('stored_at', 'is not', null)
    .where('removing_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Invalid('image_not_uploaded', column)
  return { [column]: path } as { [K in C]?: string }
}

export const registerPictures = async (db: Db): Promise<void> => {
  await query(db, 'select register_pictures()')
}

// Mark, remove the file, then delete the row: after a crash the next sweep continues. A concurrent save writes used_at; this
// statement waits for it and rechecks its condition. Failed removals go to the end of the queue.
const MARK = `
  with unused as materialized (
    select path from uploads where greatest(created_at, used_at) < now() - make_interval(hours => $1)
    except
    select path from picture_uses where path like '${IMAGES_PATH}%'
  )
  update uploads set removing_at = now()
  where id in (
    select id from uploads
    where removing_at is not null or path in (select path from unused)
    order by coalesce(removing_at, created_at), id limit ${SWEPT_AT_ONCE}
  )
  and (removing_at is not null or greatest(created_at, used_at) < now() - make_interval(hours => $1))
  returning id, path`

export const sweepPictures = async (
  db: Db,
  images: Storage,
  hours = UNUSED_KEPT_HOURS,
  stopping?: AbortSignal,
): Promise<number> => {
  const rows = await query<{ id: number; path: string }>(db, MARK, [hours])
  const failures: unknown[] = []
  let removed = 0
  for (const { id, path } of rows) {
    if (stopping?.aborted) break
    const name = path.slice(IMAGES_PATH.length)
    try {
      await images.remove(name)
      await images.remove(smallImage(name))
      await db.deleteFrom('uploads').where('id', '=', id).execute()
      removed++
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return removed
}

/** Repeats until none is left or one fails, since failed ones come last. */
export const pictureSweep = (images: Storage) => ({
  name: 'sweep pictures',
  everyMs: SWEEP_EVERY_MS,
  async run(db: Db, stopping?: AbortSignal): Promise<void> {
    let removed = SWEPT_AT_ONCE
    while (removed === SWEPT_AT_ONCE) removed = await sweepPictures(db, images, UNUSED_KEPT_HOURS, stopping)
  },
})
