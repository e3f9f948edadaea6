import { sql } from 'kysely'
import type { desk, SavedView } from '#contract/desk.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Context } from '../context.ts'
import { NotFound } from '../errors.ts'

/** One's own and the shared views of a screen. */
export const listViews = async (ctx: Context, screen: string): Promise<SavedView[]> =>
  ctx.db
    .selectFrom('saved_views as v')
    .innerJoin('admins as a', 'a.id', 'v.admin_id')
    .select(['v.id', 'v.name', 'v.search', 'v.is_shared'])
    .select(sql<string>`a.first_name || ' ' || a.last_name`.as('owner'))
    .select(sql<boolean>`v.admin_id = ${ctx.admin.id}`.as('is_own'))
    .where('v.screen', '=', screen)
    .where('a.deleted_at', 'is', null)
    .where((view) => view.or([view('v.admin_id', '=', ctx.admin.id), view('v.is_shared', '=', 1)]))
    .orderBy('v.name')
    .orderBy('v.id')
    .execute()

/** Saves a view; one's own of the same name is replaced. */
export const saveView = async (ctx: Context, view: Input<typeof desk.saveView>): Promise<{ id: number }> => {
  const own = { ...view, admin_id: ctx.admin.id }
  const before = await ctx.db
    .selectFrom('saved_views')
    .select(['search', 'is_shared'])
    .where('admin_id', '=', own.admin_id)
    .where('screen', '=', own.screen)
    .where('name', '=', own.name)
    .forUpdate()
    .executeTakeFirst()
  const { id } = await ctx.db
    .insertInto('saved_views')
    .values(own)
    .onConflict((conflict) =>
      conflict.constraint('saved_views_name_unique').doUpdateSet({ search: view.search, is_shared: view.is_shared }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.note({ subjectId: id, ...(before && { before }) })
  return { id }
}

/** Deletes one of one's own views. */
export const removeView = async (ctx: Context, id: number): Promise<void> => {
  const before = await ctx.db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('admin_id', '=', ctx.admin.id)
    .returning(['screen', 'name', 'search', 'is_shared'])
    .executeTakeFirst()
  if (!before) throw new NotFound()
  ctx.note({ before })
}
