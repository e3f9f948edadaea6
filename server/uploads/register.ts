import { sql } from 'kysely'
import { IMAGES_PATH, smallImage } from '#contract/uploads.ts'
import { type Db, query } from '../db/connect.ts'
import { Invalid } from '../errors.ts'
import type { Storage } from './storage.ts'

/** A picture that no row shows is kept this long. */
const KEPT_HOURS = 24
const SWEEP_EVERY_MS = 600_000
const SWEPT_AT_ONCE = 200

/** The stored form of what a form sends: the path that the upload answered, also where a whole address was sent. */
const pathOf = (given: string) => `${IMAGES_PATH}${given.slice(given.lastIndexOf('/') + 1)}`

/**
 * The column of a picture that a row is about to show; none where the present one is kept. Throws Invalid naming the column unless
 * the picture was uploaded. The row of the upload is written, not only read: a sweep at the same moment then finds it in use.
 */
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
  if (numUpdatedRows === 0n) throw new Invalid('Upload the image first', column)
  return { [column]: path } as { [K in C]?: string }
}

/** Registers the pictures that rows show without an upload, as a demo's do. */
export const registerPictures = async (db: Db): Promise<void> => {
  await query(db, 'select register_pictures()')
}

// Marked first, removed then, forgotten last: after a crash in between, the next sweep goes on where this one ended. A row that is
// saved meanwhile writes used_at, on which this statement waits and then finds its condition no longer true. Who has waited longest
// comes first: what was tried in vain waits behind the others.
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

/** Removes some of the pictures that no row shows; answers how many. Throws, after all of them, the first failure of those that stay. */
export const sweepPictures = async (db: Db, images: Storage, hours = KEPT_HOURS, stopping?: AbortSignal): Promise<number> => {
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

/** The recurring sweep: again and again until none is left, or one cannot be removed, since those come last. */
export const pictureSweep = (images: Storage) => ({
  name: 'sweep pictures',
  everyMs: SWEEP_EVERY_MS,
  async run(db: Db, stopping?: AbortSignal): Promise<void> {
    let removed = SWEPT_AT_ONCE
    while (removed === SWEPT_AT_ONCE) removed = await sweepPictures(db, images, KEPT_HOURS, stopping)
  },
})
