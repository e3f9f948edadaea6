import { paymentMethods } from '#contract/payment-methods.ts'
import { crudHandlers } from '../core/crud.ts'
import { isMethodShown } from '../core/shown-payment-methods.ts'
import type { Handlers } from '../platform/context.ts'
import { picture } from '../platform/uploads/register.ts'

const ROW = `
  select t.id, t.name, t.logo, t.logo as logo_full_url, t.info, t.status, (${isMethodShown('t.status')})::int as is_shown,
    t.version, t.created_at
  from payment_methods t
  where t.deleted_at is null`

export const paymentMethodHandlers: Handlers<typeof paymentMethods> = crudHandlers(paymentMethods, {
  table: 'payment_methods',
  row: ROW,
  order: 't.id',
  async columns(ctx, { name, info, status, logo }, present) {
    return { name, info, status, ...(await picture(ctx.db, 'logo', logo, present?.logo)) }
  },
})
