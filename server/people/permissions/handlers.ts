import { worded } from '#contract/messages.ts'
import type { permissions } from '#contract/permissions.ts'
import { may, type Role } from '#contract/roles.ts'
import { releaseLostClaims } from '../../core/claims.ts'
import type { Context, Handlers } from '../../platform/context.ts'
import { Conflict, found, Invalid } from '../../platform/errors.ts'
import {
  grantedTo,
  listModules,
  lockModule,
  MODULES,
  PACKAGES,
  PRODUCTS,
  packagesGrantedTo,
  packagesOf,
  replaceGrants,
  roleOf,
  ungrantable,
  wholeProducts,
} from './queries.ts'

export const permissionHandlers: Handlers<typeof permissions> = {
  modules: (ctx, query) => listModules(ctx.db, query),

  async activate(ctx, { id, name, slug, description }) {
    const module = found(await lockModule(ctx.db, id))
    if (module.status === 1) throw new Conflict('auth_module_active', { module })
    await ctx.db.updateTable('auth_modules').set({ name, slug, description, status: 1 }).where('id', '=', id).execute()
    const before = { name: module.name, slug: module.slug, description: module.description, status: module.status }
    ctx.note({ key: module.key, before, status: 1 })
    return { ...module, name, slug, description, status: 1 }
  },

  async auths(ctx, { admin_id }) {
    found(await roleOf(ctx.db, admin_id))
    return grantedTo(ctx.db, MODULES, admin_id)
  },

  async setAuths(ctx, { admin_id, auth_ids, expected_auth_ids }) {
    await lockSubAdmin(ctx, admin_id)
    const before = await grantedTo(ctx.db, MODULES, admin_id)
    const wanted = [...new Set(auth_ids)]
    if (expected_auth_ids && !isSame(expected_auth_ids, before)) throw new Conflict('changed', before)
    refuseUngrantable(await ungrantable(ctx.db, MODULES, wanted), MODULES.what, 'auth_ids')
    await replaceGrants(ctx.db, MODULES, admin_id, wanted)
    const released = await releaseLostClaims(ctx.db, { holder_id: admin_id })
    ctx.note({
      subjectId: admin_id,
      auth_ids: wanted,
      before: { auth_ids: before },
      unchanged: isSame(before, wanted) && !released.released_orders,
      ...released,
    })
    return null
  },

  async packages(ctx, { admin_id }) {
    found(await roleOf(ctx.db, admin_id))
    return packagesGrantedTo(ctx.db, admin_id)
  },

  async setPackages(ctx, input) {
    const { admin_id, expected_topup_package_id, expected_topup_product_id } = input
    await lockSubAdmin(ctx, admin_id)
    const before = await packagesGrantedTo(ctx.db, admin_id)
    const packages = [...new Set(input.topup_package_id)]
    const products = [...new Set(input.topup_product_id ?? (await wholeProducts(ctx.db, before.topup_product_id, packages)))]
    const isStale =
      (expected_topup_package_id && !isSame(expected_topup_package_id, before.topup_package_id)) ||
      (expected_topup_product_id && !isSame(expected_topup_product_id, before.topup_product_id))
    if (isStale) throw new Conflict('changed', before)
    refuseUngrantable(await ungrantable(ctx.db, PACKAGES, packages), PACKAGES.what, 'topup_package_id')
    refuseUngrantable(await ungrantable(ctx.db, PRODUCTS, products), PRODUCTS.what, 'topup_product_id')
    const covered = new Set(await packagesOf(ctx.db, products))
    await replaceGrants(
      ctx.db,
      PACKAGES,
      admin_id,
      packages.filter((id) => !covered.has(id)),
    )
    await replaceGrants(ctx.db, PRODUCTS, admin_id, products)
    const released = await releaseLostClaims(ctx.db, { holder_id: admin_id })
    const after = await packagesGrantedTo(ctx.db, admin_id)
    const isAsBefore =
      isSame(before.topup_package_id, after.topup_package_id) && isSame(before.topup_product_id, after.topup_product_id)
    ctx.note({ subjectId: admin_id, ...after, before, unchanged: isAsBefore && !released.released_orders, ...released })
    return null
  },
}

const lockSubAdmin = async (ctx: Context, id: number): Promise<void> => {
  if (id === ctx.admin.id) throw new Conflict('own_permissions_fixed')
  const role = found(await roleOf(ctx.db, id, true))
  if (may({ role: role as Role }, 'hold_all_modules')) throw new Invalid('super_admin_has_all', 'admin_id')
}

const isSame = (some: readonly number[], others: readonly number[]): boolean => {
  const set = new Set(some)
  return set.size === new Set(others).size && others.every((id) => set.has(id))
}

const refuseUngrantable = (ids: readonly number[], what: string, field: string): void => {
  if (ids.length > 0) throw new Invalid(worded('not_grantable', { what, ids: ids.slice(0, 10).join(', ') }), field)
}
