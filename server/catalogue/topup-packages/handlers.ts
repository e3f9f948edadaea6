import type { Output } from '#contract/endpoint.ts'
import { may } from '#contract/roles.ts'
import { type PackageSummary, topupPackages } from '#contract/topup-packages.ts'
import { releaseLostClaims } from '../../core/claims.ts'
import { crudHandlers, listRows } from '../../core/crud.ts'
import type { Handlers } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Conflict, Forbidden, found, Invalid, NotFound } from '../../platform/errors.ts'
import { picture } from '../../platform/uploads/register.ts'
import { BY_HAND, deliveryColumns, RECIPE, refuseToStop, tellOrders } from './delivery.ts'

const ROW = `
  select t.id, t.product_id, p.name as product_name, t.name, t.price, t.bprice, c.cost, t.price - c.cost as margin,
    t.price < c.cost as below_cost, t.serial, t.logo, t.logo as logo_full_url, t.in_stock,
    t.sells_vouchers, case when t.sells_vouchers then 'codes' else 'hand' end as delivery, t.automatic, r.recipe,
    s.codes_left, s.availability, t.version, t.created_at
  from topup_packages t
  join topup_products p on p.id = t.product_id and p.deleted_at is null
  join package_states s on s.id = t.id
  cross join lateral (select round(t.bprice * p.buy_rate, 2) as cost) c
  cross join lateral (${RECIPE}) r
  where t.deleted_at is null`
const ORDER = 't.serial, t.id'

const SUMMARIES = `
  select p.id, p.name, p.logo as image, p.price as stock, p.track_stock::int as track_stock, p.buy_rate,
    count(t.id)::int as packages,
    min(t.price) as lowest_price, max(t.price) as highest_price,
    (count(t.id) filter (where t.price < round(t.bprice * p.buy_rate, 2)))::int as below_cost
  from topup_products p
  left join topup_packages t on t.product_id = p.id and t.deleted_at is null
  where p.deleted_at is null
  group by p.id
  order by p.id`

const plain = crudHandlers(topupPackages, {
  table: 'topup_packages',
  row: ROW,
  order: ORDER,
  derived: { recipe_id: 'recipe' },
  async columns(ctx, input, present) {
    const { product_id, name, price, bprice, serial, in_stock, logo } = input
    // Products can be granted (rules 2.4), so moving a package would show its orders to other sub-admins.
    if (present && product_id !== present.product_id && !may(ctx.admin, 'run_the_shop')) throw new Forbidden('product_id')
    if (!(await isProduct(ctx.db, product_id))) throw new Invalid('no_such_product', 'product_id')
    const fields = { product_id, name, price, bprice, serial, in_stock, ...(await deliveryColumns(ctx, input, present)) }
    return { ...fields, ...(await picture(ctx.db, 'logo', logo, present?.logo)) }
  },
})

export const topupPackageHandlers: Handlers<typeof topupPackages> = {
  ...plain,

  async update(ctx, input) {
    const after = await plain.update(ctx, input)
    const { delivery, automatic, recipe } = input
    if ((delivery ?? automatic ?? recipe) !== undefined) ctx.note(deliveryOf(after))
    // Its claimed orders may now be outside their holders' scope.
    ctx.note(await releaseLostClaims(ctx.db, { package_id: input.id }))
    return after
  },

  async list(ctx, input) {
    if (!(await isProduct(ctx.db, input.product_id))) throw new NotFound()
    return listRows(ctx, { row: ROW, order: ORDER }, input, { where: 't.product_id = $1', values: [input.product_id] })
  },

  async summaries(ctx) {
    const data = await query<PackageSummary>(ctx.db, SUMMARIES)
    return { data, total: data.length }
  },

  async stopVouchers(ctx, { id, expected_open_orders }) {
    await lockPackage(ctx.db, id)
    const present = await plain.show(ctx, { id })
    if (!present.sells_vouchers) throw new Conflict('sells_no_codes', present)
    const open_orders = await refuseToStop(ctx.db, id, expected_open_orders)
    await ctx.db.updateTable('topup_packages').set(BY_HAND).where('id', '=', id).execute()
    await tellOrders(ctx.db)
    const after = await plain.show(ctx, { id })
    ctx.note({ before: deliveryOf(present), ...deliveryOf(after), open_orders })
    return after
  },
}

/** For the audit row. */
const deliveryOf = ({ sells_vouchers, automatic, recipe }: Output<typeof topupPackages.show>) => ({
  sells_vouchers,
  automatic,
  recipe,
})

/** Blocks pastes and orders, which read `sells_vouchers`. Throws NotFound. */
const lockPackage = async (db: Db, id: number): Promise<void> => {
  const row = await db
    .selectFrom('topup_packages')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  found(row)
}

const isProduct = async (db: Db, id: number): Promise<boolean> => {
  const product = await db
    .selectFrom('topup_products')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return product !== undefined
}
