import { worded } from '#contract/messages.ts'
import { may } from '#contract/roles.ts'
import { type PackageSummary, topupPackages } from '#contract/topup-packages.ts'
import { releaseLostClaims } from '../core/claims.ts'
import { crudHandlers, listRows } from '../core/crud.ts'
import type { Handlers } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { Conflict, Forbidden, found, Invalid, NotFound } from '../platform/errors.ts'
import { picture } from '../platform/uploads/register.ts'

const ROW = `
  select t.id, t.product_id, p.name as product_name, t.name, t.price, t.bprice, c.cost, t.price - c.cost as margin,
    t.price < c.cost as below_cost, t.serial, t.logo, t.logo as logo_full_url, t.in_stock,
    t.sells_vouchers, s.codes_left, s.availability, t.version, t.created_at
  from topup_packages t
  join topup_products p on p.id = t.product_id and p.deleted_at is null
  join package_states s on s.id = t.id
  cross join lateral (select round(t.bprice * p.buy_rate, 2) as cost) c
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
  async columns(ctx, { product_id, name, price, bprice, serial, in_stock, logo }, present) {
    // Products can be granted (rules 2.4), so moving a package would show its orders to other sub-admins.
    if (present && product_id !== present.product_id && !may(ctx.admin, 'run_the_shop')) throw new Forbidden('product_id')
    if (!(await isProduct(ctx.db, product_id))) throw new Invalid('no_such_product', 'product_id')
    const fields = { product_id, name, price, bprice, serial, in_stock }
    return { ...fields, ...(await picture(ctx.db, 'logo', logo, present?.logo)) }
  },
})

export const topupPackageHandlers: Handlers<typeof topupPackages> = {
  ...plain,

  async update(ctx, input) {
    const after = await plain.update(ctx, input)
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
    const present = await lockPackage(ctx.db, id)
    if (!present.sells_vouchers) throw new Conflict('sells_no_codes', await plain.show(ctx, { id }))
    const { ready, open_orders } = await countCodesAndOrders(ctx.db, id)
    if (ready > 0) throw new Conflict(worded('ready_codes_left', { count: ready }))
    // Their customers would get nothing. Until now these orders could not be completed without a code unnoticed.
    if (open_orders > expected_open_orders) {
      throw new Conflict(worded('orders_without_code', { count: open_orders }), { open_orders })
    }
    await ctx.db.updateTable('topup_packages').set({ sells_vouchers: false }).where('id', '=', id).execute()
    // Open orders show whether they deliver a code.
    await query(ctx.db, `select pg_notify('topdeck_orders', '')`)
    ctx.note({ before: { sells_vouchers: true }, sells_vouchers: false, open_orders })
    return plain.show(ctx, { id })
  },
}

/** Blocks pastes and orders, which read `sells_vouchers`. Throws NotFound. */
const lockPackage = async (db: Db, id: number) => {
  const row = await db
    .selectFrom('topup_packages')
    .select('sells_vouchers')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found(row)
}

/** A separate statement, so that it sees what the lock waited for. */
const countCodesAndOrders = async (db: Db, id: number) => {
  const [counted] = await query<{ ready: number; open_orders: number }>(
    db,
    `select (select count(*) from vouchers where package_id = $1 and status = 1 and deleted_at is null) as ready,
       (select count(*) from orders where package_id = $1 and status in ('pending', 'in_progress')) as open_orders`,
    [id],
  )
  return counted ?? { ready: 0, open_orders: 0 }
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
