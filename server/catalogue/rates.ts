import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import { MAX_TK } from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { formatTk } from '#contract/money.ts'
import type { RateChange, Repricing, rates } from '#contract/topup-packages.ts'
import type { Handlers } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { Conflict, Invalid, NotFound } from '../platform/errors.ts'

// Product $1 at rate $2, packages $3 or all. numeric is exact: ceil(100 * 1.1) is 110. A buying price of 0 keeps the price.
const REPRICED = `
  select k.id, k.name, k.serial, k.bprice, round(k.bprice * p.buy_rate, 2) as cost, k.price as old_price,
    case when k.bprice = 0 then k.price else ceil(k.bprice * $2::numeric) end as new_price,
    md5(concat_ws(':', k.id, k.version, p.buy_rate, $2::numeric)) as seen
  from topup_packages k
  join topup_products p on p.id = k.product_id and p.deleted_at is null
  where k.product_id = $1 and k.deleted_at is null and ($3::bigint[] is null or k.id = any($3))`

const PREVIEW = `
  with repriced as (${REPRICED})
  select id, name, bprice, cost, old_price, new_price, new_price - cost as margin, new_price < cost as below_cost,
    (select md5(string_agg(seen, '' order by id)) from repriced) as seen
  from repriced
  order by serial, id`

const UPDATE = `
  with repriced as (${REPRICED}),
  change as (
    insert into rate_changes (product_id, dollar_rate, admin_id) select $1, $2, $4::bigint
    where exists (select from repriced where new_price <> old_price)
    returning id
  ),
  kept as (
    insert into rate_change_prices (change_id, package_id, old_price, new_price)
    select change.id, repriced.id, old_price, new_price from change, repriced where new_price <> old_price
  ),
  priced as (
    update topup_packages k set price = repriced.new_price
    from repriced
    where k.id = repriced.id and new_price <> old_price
  )
  select id from change`

const HISTORY = `
  select c.id, c.product_id, c.dollar_rate, c.at, c.reverted_at,
    jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) as "Admin",
    c.id = (select max(id) from rate_changes l where l.product_id = c.product_id and l.reverted_at is null) is true as can_revert,
    (select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'old_price', r.old_price, 'new_price', r.new_price) order by k.serial, k.id)
     from rate_change_prices r join topup_packages k on k.id = r.package_id where r.change_id = c.id) as packages
  from rate_changes c
  join admins a on a.id = c.admin_id
  where c.product_id = $1
  order by c.id desc
  limit $2 offset $3`

const REVERT = `
  update topup_packages k set price = r.old_price
  from rate_change_prices r
  where r.change_id = $1 and k.id = r.package_id and k.id = any($2)
  returning k.id, k.name, r.new_price as old_price, r.old_price as new_price`

type Previewed = Repricing & { seen: string }
type Preview = Output<typeof rates.preview>

export const rateHandlers: Handlers<typeof rates> = {
  preview: (ctx, { product_id, dollar_rate }) => preview(ctx.db, product_id, dollar_rate),

  async update(ctx, { product_id, dollar_rate, seen }) {
    ctx.note({ subjectId: product_id })
    const locked = await lockPackages(ctx.db, product_id)
    const present = await preview(ctx.db, product_id, dollar_rate, locked)
    if (seen !== undefined && seen !== present.seen) {
      throw new Conflict('changed', present)
    }
    const change = await query<{ id: number }>(ctx.db, UPDATE, [product_id, dollar_rate, locked, ctx.admin.id])
    const moved = present.packages.filter(({ old_price, new_price }) => old_price !== new_price)
    ctx.note({ ...pricesOf(moved), unchanged: moved.length === 0 })
    return { packages: present.packages, change_id: change[0]?.id ?? null }
  },

  async history(ctx, { product_id, page, limit }) {
    await requireProduct(ctx.db, product_id)
    const data = await query<RateChange>(ctx.db, HISTORY, [product_id, limit, (page - 1) * limit])
    const counted = await ctx.db
      .selectFrom('rate_changes')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('product_id', '=', product_id)
      .executeTakeFirstOrThrow()
    return { data, total: counted.n }
  },

  async revert(ctx, { product_id, change_id }) {
    ctx.note({ subjectId: product_id })
    await requireProduct(ctx.db, product_id)
    const locked = await lockPackages(ctx.db, product_id)
    await requireLast(ctx.db, product_id, change_id, locked)
    const packages = await query<RateChange['packages'][number]>(ctx.db, REVERT, [change_id, locked])
    await query(ctx.db, 'update rate_changes set reverted_at = now(), reverted_by = $2 where id = $1', [change_id, ctx.admin.id])
    ctx.note(pricesOf(packages))
    return { packages }
  },
}

const pricesOf = (packages: readonly Pick<Repricing, 'id' | 'old_price' | 'new_price'>[]) => ({
  before: { packages: packages.map(({ id, old_price }) => ({ id, price: old_price })) },
  packages: packages.map(({ id, new_price }) => ({ id, price: new_price })),
})

/** A deleted product keeps its packages, but their prices no longer matter. */
const requireProduct = async (db: Db, id: number) => {
  const [product] = await query(db, 'select from topup_products where id = $1 and deleted_at is null', [id])
  if (!product) throw new NotFound()
}

/** Locks the product's packages in order of ids, against deadlocks, and returns those. Those added later were not seen. */
const lockPackages = async (db: Db, productId: number): Promise<number[]> => {
  const lock = 'select id from topup_packages where product_id = $1 and deleted_at is null order by id for update'
  return (await query<{ id: number }>(db, lock, [productId])).map(({ id }) => id)
}

const preview = async (db: Db, productId: number, rate: number, ids?: readonly number[]): Promise<Preview> => {
  const rows = await query<Previewed>(db, PREVIEW, [productId, rate, ids ?? null])
  if (rows.length === 0) throw new Invalid('no_packages', 'product_id')
  const tooDear = rows.find((row) => row.new_price > MAX_TK)
  if (tooDear) throw new Invalid(worded('price_too_high', { name: tooDear.name, most: MAX_TK }), 'dollar_rate')
  return { dollar_rate: rate, packages: rows, seen: rows[0]?.seen ?? '' }
}

/** Only the last change, while its prices are unchanged. Packages that were moved or deleted keep their price. */
const requireLast = async (db: Db, productId: number, changeId: number, locked: number[]) => {
  const last = await db
    .selectFrom('rate_changes')
    .select('id')
    .where('product_id', '=', productId)
    .where('reverted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.id !== changeId) {
    const change = await db
      .selectFrom('rate_changes')
      .select(['id', 'dollar_rate', 'reverted_at'])
      .where('id', '=', changeId)
      .where('product_id', '=', productId)
      .executeTakeFirst()
    throw new Conflict('rate_not_last', {
      change: change ?? null,
      last_change_id: last?.id ?? null,
    })
  }
  const moved = await db
    .selectFrom('rate_change_prices as r')
    .innerJoin('topup_packages as k', 'k.id', 'r.package_id')
    .select(['k.id', 'k.name', 'k.price'])
    .where('r.change_id', '=', changeId)
    .where('k.id', '=', sql<number>`any(${locked})`)
    .whereRef('k.price', '<>', 'r.new_price')
    .execute()
  const [first] = moved
  if (first)
    throw new Conflict(worded('package_price_changed', { name: first.name, price: formatTk(first.price) }), { packages: moved })
}
