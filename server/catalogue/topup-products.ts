import { worded } from '#contract/messages.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { crudHandlers } from '../core/crud.ts'
import { cleanRichText } from '../core/rich-text.ts'
import { readMovements } from '../core/stock/movements.ts'
import { type Handlers, ordersSeen } from '../platform/context.ts'
import { Conflict } from '../platform/errors.ts'
import { picture } from '../platform/uploads/register.ts'

const ROW = `
  select t.id, t.name, t.logo, t.logo as logo_full_url, t.price, t.track_stock, t.buy_rate, t.rules, t.isactivefortopup, t.is_active,
    s.package_count, s.packages_on_sale, s.availability, version_with_moves(t.version, t.moves) as version, t.created_at
  from topup_products t
  join product_states s on s.id = t.id
  where t.deleted_at is null`

export const topupProductHandlers: Handlers<typeof topupProducts> = {
  ...crudHandlers(topupProducts, {
    table: 'topup_products',
    row: ROW,
    order: 't.id',
    overwritesMoves: ({ price, expected_price }) => price !== undefined && expected_price === undefined,
    async columns(ctx, input, present) {
      const { name, price, track_stock, buy_rate, isactivefortopup, is_active, rules } = input
      const expected = 'expected_price' in input ? input.expected_price : undefined
      // Orders also change the credit. Writing an absolute value would undo what they took in between.
      if (price !== undefined && present && expected !== undefined && expected !== present.price) {
        throw new Conflict(worded('credit_changed', { now: present.price }), present, 'price')
      }
      return {
        name,
        track_stock,
        buy_rate,
        isactivefortopup,
        is_active,
        rules: rules === undefined ? undefined : cleanRichText(rules),
        ...(price === undefined ? {} : { price, moved_by: `edit:${ctx.admin.id}` }),
        ...(await picture(ctx.db, 'logo', input.logo, present?.logo)),
      }
    },
  }),

  movements: (ctx, input) => readMovements(ctx.db, 'topup', ordersSeen(ctx.admin), input),
}
