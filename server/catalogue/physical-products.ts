import { worded } from '#contract/messages.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { crudHandlers } from '../core/crud.ts'
import { cleanRichText } from '../core/rich-text.ts'
import { readMovements } from '../core/stock/movements.ts'
import { type Handlers, holds } from '../platform/context.ts'
import { Conflict } from '../platform/errors.ts'
import { picture } from '../platform/uploads/register.ts'

const ROW = `
  select t.id, t.name, t.image, t.image as image_full_url, t.sale_price, t.regular_price, t.quantity, t.description, t.is_active,
    case when t.is_active = 0 then 'inactive' when t.quantity = 0 then 'stock_out' else 'on_sale' end as availability,
    version_with_moves(t.version, t.moves) as version, t.created_at
  from physical_products t
  where t.deleted_at is null`

export const physicalProductHandlers: Handlers<typeof physicalProducts> = {
  ...crudHandlers(physicalProducts, {
    table: 'physical_products',
    row: ROW,
    order: 't.id',
    overwritesMoves: ({ quantity, expected_quantity }) => quantity !== undefined && expected_quantity === undefined,
    async columns(ctx, input, present) {
      const { name, sale_price, regular_price, quantity, is_active, description } = input
      const expected = 'expected_quantity' in input ? input.expected_quantity : undefined
      if (quantity !== undefined && present && expected !== undefined && expected !== present.quantity) {
        throw new Conflict(worded('quantity_changed', { now: present.quantity }), present, 'quantity')
      }
      return {
        name,
        sale_price,
        regular_price,
        is_active,
        description: description === undefined ? undefined : cleanRichText(description),
        ...(quantity === undefined ? {} : { quantity, moved_by: `edit:${ctx.admin.id}` }),
        ...(await picture(ctx.db, 'image', input.image, present?.image)),
      }
    },
  }),

  movements: (ctx, input) => readMovements(ctx.db, 'physical', holds(ctx.admin, 'product_orders_view') ? null : [], input),
}
