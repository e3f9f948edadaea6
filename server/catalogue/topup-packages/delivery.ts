import type { Input, Output } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import type { topupPackages } from '#contract/topup-packages.ts'
import type { Context } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'

type Package = Output<typeof topupPackages.show>
type Sent = Pick<Input<typeof topupPackages.update>, 'delivery' | 'automatic' | 'recipe'>
type Recipe = NonNullable<Sent['recipe']>

/** SQL of the codes that deliver an order of package `t`. */
export const RECIPE = `
  select coalesce(
    jsonb_agg(jsonb_build_object('package_id', k.id, 'name', k.name, 'count', p.count) order by p.position), '[]') as recipe
  from package_parts p
  join topup_packages k on k.id = p.pool_id
  where p.package_id = t.id`

/** What of a package without codes. */
export const BY_HAND = { sells_vouchers: false, recipe_id: null, automatic: 0 }

/** How a package is delivered from now on; nothing where nothing changes. Throws Invalid, and Conflict where codes or orders would be
 * left behind. An order that was placed before is delivered by what is set when it is completed. */
export const deliveryColumns = async (ctx: Context, { delivery, automatic, recipe }: Sent, present: Package | undefined) => {
  const didSell = present?.sells_vouchers ?? false
  const sells_vouchers = delivery === undefined ? didSell : delivery === 'codes'
  if (!sells_vouchers && (automatic === 1 || (recipe && recipe.length > 0))) throw new Invalid('codes_by_hand', 'delivery')
  if (!sells_vouchers) return didSell && present ? stopSelling(ctx.db, present.id) : {}
  if (!didSell) await tellOrders(ctx.db)
  return {
    sells_vouchers,
    ...(automatic !== undefined && { automatic }),
    ...(recipe && !isSame(recipe, present?.recipe) && { recipe_id: await saveRecipe(ctx.db, recipe, present) }),
  }
}

const isSame = (recipe: Recipe, present: Recipe = []): boolean =>
  recipe.length === present.length &&
  recipe.every(({ package_id, count }, at) => package_id === present[at]?.package_id && count === present[at]?.count)

const stopSelling = async (db: Db, id: number) => {
  await refuseToStop(db, id, 0)
  await tellOrders(db)
  return BY_HAND
}

/** Open orders show whether they deliver a code. */
export const tellOrders = (db: Db) => query(db, `select pg_notify('topdeck_orders', '')`)

/** Answers how many open orders there are. A separate statement from the lock, so that it sees what the lock waited for. */
export const refuseToStop = async (db: Db, id: number, expectedOrders: number): Promise<number> => {
  const [counted] = await query<{ ready: number; open_orders: number }>(
    db,
    `select (select count(*) from vouchers where package_id = $1 and status = 1 and deleted_at is null) as ready,
       (select count(*) from orders where package_id = $1 and status in ('pending', 'in_progress')) as open_orders`,
    [id],
  )
  const { ready, open_orders } = counted ?? { ready: 0, open_orders: 0 }
  if (ready > 0) throw new Conflict(worded('ready_codes_left', { count: ready }))
  // Their customers would get nothing. Until now these orders could not be completed without a code unnoticed.
  if (open_orders > expectedOrders) throw new Conflict(worded('orders_without_code', { count: open_orders }), { open_orders })
  return open_orders
}

const SAVE = `
  with made as (insert into recipes default values returning id)
  insert into recipe_parts (recipe_id, package_id, count, position)
  select made.id, part.package_id, part.count, part.place
  from made, unnest($1::bigint[], $2::int[]) with ordinality as part (package_id, count, place)
  returning recipe_id`

/** The id of the recipe; null for one code of the package's own. */
const saveRecipe = async (db: Db, recipe: Recipe, present: Package | undefined): Promise<number | null> => {
  const [first] = recipe
  if (!first || (recipe.length === 1 && first.package_id === present?.id && first.count === 1)) return null
  const ids = recipe.map((part) => part.package_id)
  const known = await query<{ id: number }>(
    db,
    `select k.id from topup_packages k join topup_products p on p.id = k.product_id
     where k.id = any($1::bigint[]) and k.deleted_at is null and p.deleted_at is null`,
    [ids],
  )
  if (known.length < ids.length) throw new Invalid('no_such_package', 'recipe')
  const [saved] = await query<{ recipe_id: number }>(db, SAVE, [ids, recipe.map((part) => part.count)])
  return saved?.recipe_id ?? null
}
