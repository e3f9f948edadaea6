import { z } from 'zod'
import type { ModuleKey } from './access.ts'
import { get, Nothing, post } from './endpoint.ts'
import { MAX_LONG_BODY_BYTES, MAX_NAME } from './limits.ts'
import { Id, listInput, listOf, required, requiredFreeText } from './list.ts'
import { say } from './messages/fields.ts'

const MOST_GRANTS = 10_000
const Ids = z.array(Id, { error: say('must_be_ids') }).max(MOST_GRANTS, say('too_many_at_once', { most: MOST_GRANTS }))
const IdsOut = z.array(z.number())

export const AuthModule = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  auth_url: z.string(),
  /** 0: inactive. It opens nothing and cannot be granted. */
  status: z.number(),
})
export type AuthModule = z.output<typeof AuthModule>

const AUTH_SORTS = ['id', 'name', 'slug', 'auth_url', 'status'] as const

const listOfModules = listInput(AUTH_SORTS, {})
export type AuthQuery = z.output<typeof listOfModules>

/** A product grant includes the product's future packages. `topup_package_id` also names the packages of granted products. */
export const PackageGrants = z.object({ topup_package_id: IdsOut, topup_product_id: IdsOut })
export type PackageGrants = z.output<typeof PackageGrants>

const Admin = z.object({ admin_id: Id })

/** Each update replaces the whole set. `expected_...` is the set when the form opened. */
export const permissions = {
  modules: get('/admin/auth-modules', {
    access: 'super',
    about: 'Every auth module, active or not',
    input: listOfModules,
    output: listOf(AuthModule),
  }),
  activate: post('/admin/auth-modules/active/:id', {
    access: 'super',
    effects: ['rights'],
    about: 'Activate a module under these texts, so that it can be granted',
    input: z.object({
      id: Id,
      name: required(say('auth_name_required'), MAX_NAME),
      slug: required(say('slug_required'), MAX_NAME).regex(/^[a-z0-9_]+$/, say('slug_malformed')),
      description: requiredFreeText(say('description_required')),
    }),
    output: AuthModule,
    done: 'Auth activated successfully',
    audit: { subject: 'auth_module', fields: ['name', 'slug', 'description'] },
  }),
  auths: get('/admin/admin-auth/:admin_id', {
    access: 'super',
    about: 'Ids of the active modules that an admin holds',
    input: Admin,
    output: IdsOut,
  }),
  setAuths: post('/admin/admin-auth/update', {
    access: 'super',
    effects: ['rights'],
    about: 'Replace the modules that a sub-admin holds, all or nothing',
    input: Admin.extend({ auth_ids: Ids, expected_auth_ids: Ids.optional() }),
    maxBodyBytes: MAX_LONG_BODY_BYTES,
    takesLong: true,
    output: Nothing,
    done: 'Permission updated successfully',
    audit: { subject: 'admin', fields: ['auth_ids'] },
  }),
  packages: get('/admin/topup-package-permission/admin/:admin_id', {
    access: 'super',
    about: 'Ids of the living packages and whole products whose orders an admin may see',
    input: Admin,
    output: PackageGrants,
  }),
  setPackages: post('/admin/topup-package-permission/add-permission', {
    access: 'super',
    effects: ['rights'],
    about: 'Replace the packages and whole products whose orders a sub-admin may see, all or nothing',
    input: Admin.extend({
      topup_package_id: Ids,
      topup_product_id: Ids.optional().describe(
        'Absent: a product that is granted as a whole stays so while `topup_package_id` names all its packages',
      ),
      expected_topup_package_id: Ids.optional(),
      expected_topup_product_id: Ids.optional(),
    }),
    maxBodyBytes: MAX_LONG_BODY_BYTES,
    takesLong: true,
    output: Nothing,
    done: 'Permission updated successfully',
    audit: { subject: 'admin', fields: ['topup_package_id', 'topup_product_id'] },
  }),
}

export const PRESETS = {
  'Order agent': [
    'orders_view',
    'orders_work',
    'orders_cancel',
    'orders_player_id',
    'product_orders_view',
    'product_orders_work',
    'product_orders_cancel',
  ],
  Cashier: [
    'wallet_adds_view',
    'wallet_adds_approve',
    'wallet_adds_edit',
    'withdrawals_view',
    'withdrawals_approve',
    'users_view',
    'statements_view',
  ],
  Catalogue: [
    'topup_products',
    'topup_packages',
    'rates',
    'physical_products',
    'payment_methods',
    'banners',
    'notices',
    'vouchers_view',
    'vouchers_add',
  ],
  Support: [
    'orders_view',
    'product_orders_view',
    'wallet_adds_view',
    'withdrawals_view',
    'users_view',
    'users_edit',
    'users_password',
    'statements_view',
    'campaigns_send',
  ],
} as const satisfies Record<string, readonly ModuleKey[]>

export const PRESET_NAMES = Object.keys(PRESETS) as [keyof typeof PRESETS, ...(keyof typeof PRESETS)[]]

export const OWNER_PRESET = 'Owner'
