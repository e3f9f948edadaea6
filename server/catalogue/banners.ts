import { banners } from '#contract/banners.ts'
import { crudHandlers } from '../core/crud.ts'
import type { Handlers } from '../platform/context.ts'
import { Invalid } from '../platform/errors.ts'
import { picture } from '../platform/uploads/register.ts'

const ROW = `
  select t.id, t.note, t.link, t.banner, t.banner as banner_full_url, t.isactive, t.version, t.created_at
  from banners t
  where t.deleted_at is null`

export const bannerHandlers: Handlers<typeof banners> = crudHandlers(banners, {
  table: 'banners',
  row: ROW,
  order: 't.id desc',
  async columns(ctx, { note, link, isactive, banner }, present) {
    // Rules 5.7: an edit requires a link only if there was one.
    if (link === '' && present && present.link !== '') throw new Invalid('link_required', 'link')
    return { note, link, isactive, ...(await picture(ctx.db, 'banner', banner, present?.banner)) }
  },
})
