import { notices } from '#contract/notices.ts'
import { crudHandlers } from '../core/crud.ts'
import type { Handlers } from '../platform/context.ts'
import { picture } from '../platform/uploads/register.ts'

const ROW = `
  select t.id, t.title, t.image, t.image as image_full_url, t.link, t.notice, t.for_home_modal, t.template, t.is_active,
    (t.id is not distinct from (select max(id) from notices where is_active = 1 and deleted_at is null))::int as is_home_modal,
    t.version, t.created_at
  from notices t
  where t.deleted_at is null`

export const noticeHandlers: Handlers<typeof notices> = crudHandlers(notices, {
  table: 'notices',
  row: ROW,
  order: 't.id desc',
  async columns(ctx, { title, link, notice, for_home_modal, template, is_active, image }, present) {
    const fields = { title, link, notice, for_home_modal, template, is_active }
    return { ...fields, ...(await picture(ctx.db, 'image', image, present?.image)) }
  },
})
