import { topupPackages } from '#contract/topup-packages.ts'
import type { Handlers } from './context.ts'
import { crudHandlers, listRows } from './crud.ts'
import type { Db } from './db/connect.ts'
import { Forbidden, Invalid } from './errors.ts'
import { picture } from './uploads/register.ts'

const ROW = `
  select t.id, t.product_id, p.name as product_name, t.name, t.price, t.bprice, t.serial, t.logo, t.logo as logo_full_url, t.in_stock,
    t.sells_vouchers, s.codes_left, s.availability, t.version, t.created_at
  from topup_packages t
  join topup_products p on p.id = t.product_id and p.deleted_at is null
  join package_states s on s.id = t.id
  where t.deleted_at is null`
const ORDER = 't.serial, t.id'

export const topupPackageHandlers: Handlers<typeof topupPackages> = {
  ...crudHandlers(topupPackages, {
    table: 'topup_packages',
    row: ROW,
    order: ORDER,
    async columns(ctx, { product_id, name, price, bprice, serial, in_stock, logo }, present) {
      // Whole products are granted (rules 2.4): who moves a package moves its orders into somebody's sight, perhaps his own.
      if (present && product_id !== present.product_id && ctx.admin.role !== 'super') throw new Forbidden('product_id')
      await requireProduct(ctx.db, product_id)
      const fields = { product_id, name, price, bprice, serial, in_stock }
      return { ...fields, ...(await picture(ctx.db, 'logo', logo, present?.logo)) }
    },
  }),

  list: (ctx, input) =>
    listRows(ctx.db, { row: ROW, order: ORDER }, input, { where: 't.product_id = $1', values: [input.product_id] }),
}

const requireProduct = async (db: Db, id: number) => {
  const product = await db
    .selectFrom('topup_products')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!product) throw new Invalid('No such product', 'product_id')
}
