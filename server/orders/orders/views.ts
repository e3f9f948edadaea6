import { sql } from 'kysely'
import type { desk, SavedView } from '#contract/desk.ts'
import type { Input } from '#contract/endpoint.ts'
import { MAX_VIEWS } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { may } from '#contract/roles.ts'
import type { Context } from '../../platform/context.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'

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

/** Replaces the admin's own view of this name. Throws Conflict at MAX_VIEWS. */
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
  if (!before) await refuseOneMore(ctx, own.screen)
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

const refuseOneMore = async (ctx: Context, screen: string): Promise<void> => {
  const { n } = await ctx.db
    .selectFrom('saved_views')
    .select((view) => view.fn.countAll<number>().as('n'))
    .where('admin_id', '=', ctx.admin.id)
    .where('screen', '=', screen)
    .executeTakeFirstOrThrow()
  if (n >= MAX_VIEWS) throw new Conflict(worded('views_at_most', { most: MAX_VIEWS }))
}

export const removeView = async (ctx: Context, { id }: Input<typeof desk.removeView>): Promise<null> => {
  const before = await ctx.db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where((view) => {
      const isOwn = view('admin_id', '=', ctx.admin.id)
      return may(ctx.admin, 'run_the_shop') ? view.or([isOwn, view('is_shared', '=', 1)]) : isOwn
    })
    .returning(['admin_id', 'screen', 'name', 'search', 'is_shared'])
    .executeTakeFirst()
  if (!before) throw new NotFound()
  ctx.note({ before })
  return null
}
