import { sql } from 'kysely'
import { type AdminRow, admins } from '#contract/admins.ts'
import { worded } from '#contract/messages.ts'
import { formatTk } from '#contract/money.ts'
import { PRESETS } from '#contract/permissions.ts'
import { rolesThatMay } from '#contract/roles.ts'
import { releaseLostClaims } from '../../core/claims.ts'
import { closeAdminWallet } from '../../core/ledger/close-wallet.ts'
import { makeOneTimePassword, setOneTimePassword } from '../../platform/auth/one-time-password.ts'
import { hashPassword } from '../../platform/auth/passwords.ts'
import { refuseGuessable } from '../../platform/auth/refused-passwords.ts'
import { removeSecondFactor } from '../../platform/auth/second-factor.ts'
import { closeSessions, rereadSession } from '../../platform/auth/sessions.ts'
import { type Context, type Handlers, phases } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'
import { ConfirmRequired, Conflict, Forbidden, found, NotFound, type Refusal, Unauthenticated } from '../../platform/errors.ts'
import { picture } from '../../platform/uploads/register.ts'
import { refuseLookAlikes } from './look-alikes.ts'
import { findAdminRow, listAdmins } from './queries.ts'

const GRANT_MODULES = `
  insert into admin_modules (admin_id, auth_module_id)
  select $1::bigint, id from auth_modules where key = any($2) and status = 1`

const GRANT_PRODUCTS = `
  insert into admin_products (admin_id, topup_product_id)
  select $1::bigint, id from topup_products where deleted_at is null`

export const adminHandlers: Handlers<typeof admins> = {
  list: (ctx, query) => listAdmins(ctx.db, query),

  show: (ctx, { id }) => read(ctx, id),

  create: phases(admins.create, {
    async attempt(ctx, input) {
      await refuseGuessable(input.password, 'password', input)
      return ctx.admin.id
    },
    prepare: ({ password }, adminId) => hashPassword(password, `admin ${adminId}`),
    async run(ctx, { first_name, last_name, username, email, preset, all_products }, password_hash) {
      await refuseLookAlikes(ctx.db, { first_name, last_name, username })
      const { id } = await ctx.db
        .insertInto('admins')
        .values({ first_name, last_name, username, email, password_hash, must_change_password: true })
        .returning('id')
        .executeTakeFirstOrThrow()
      ctx.note({ subjectId: id })
      if (preset !== undefined) await query(ctx.db, GRANT_MODULES, [id, PRESETS[preset]])
      if (all_products === 1) await query(ctx.db, GRANT_PRODUCTS, [id])
      return read(ctx, id)
    },
  }),

  async edit(ctx, { id, version, image, date_of_birth, ...texts }) {
    const present = await lock(ctx, id)
    if (version !== undefined && version !== present.version) throw new Conflict('changed', present)
    const sent = {
      ...texts,
      ...(date_of_birth !== undefined && { date_of_birth: date_of_birth === '' ? null : date_of_birth }),
      ...(await picture(ctx.db, 'image', image, present.image)),
    }
    const changes = Object.entries(sent).filter(
      ([field, value]) => value !== undefined && value !== present[field as keyof typeof present],
    )
    if (changes.some(([field]) => field === 'email') && !ctx.admin.is_confirmed) throw new ConfirmRequired()
    if (changes.some(([field]) => field.endsWith('_name')))
      await refuseLookAlikes(ctx.db, { ...present, ...Object.fromEntries(changes) }, id)
    if (changes.length > 0) await ctx.db.updateTable('admins').set(Object.fromEntries(changes)).where('id', '=', id).execute()
    const before = Object.fromEntries(changes.map(([field]) => [field, present[field as keyof typeof present]]))
    ctx.note({ name: nameOf(present), before, unchanged: changes.length === 0 })
    return read(ctx, id)
  },

  async changeOwnEmail(ctx, { email }) {
    const { id } = ctx.admin
    const present = await lock(ctx, id)
    const unchanged = email === present.email
    if (!unchanged) await ctx.db.updateTable('admins').set({ email }).where('id', '=', id).execute()
    ctx.note({ subjectId: id, before: { email: present.email }, unchanged })
    return null
  },

  async remove(ctx, { id }) {
    refuseOwn(ctx, id, 'own_account_not_deletable')
    await lockSupers(ctx)
    const admin = await lock(ctx, id)
    const cash = await closeAdminWallet(ctx.db, id)
    if (cash > 0) throw new Conflict(worded('admin_holds_cash', { name: nameOf(admin), cash: formatTk(cash) }), { admin })
    await ctx.db.updateTable('admins').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
    await closeSessions(ctx.db, id)
    ctx.note({ name: nameOf(admin), username: admin.username, ...(await releaseLostClaims(ctx.db, { holder_id: id })) })
    return null
  },

  async setRole(ctx, { id, role }) {
    refuseOwn(ctx, id, 'own_role_fixed')
    await lockSupers(ctx)
    const admin = await lock(ctx, id)
    const isChange = admin.role !== role
    if (isChange) await ctx.db.updateTable('admins').set({ role }).where('id', '=', id).execute()
    const released = await releaseLostClaims(ctx.db, { holder_id: id })
    const unchanged = !isChange && !released.released_orders
    ctx.note({ name: nameOf(admin), before: { role: admin.role }, unchanged, ...released })
    return read(ctx, id)
  },

  resetPassword: phases(admins.resetPassword, {
    async attempt(ctx, { id }) {
      refuseOwn(ctx, id, 'own_password_in_profile')
      return ctx.admin.id
    },
    prepare: (_input, adminId) => makeOneTimePassword(`admin ${adminId}`),
    async run(ctx, { id }, { password, password_hash }) {
      await lockSupers(ctx)
      if (!(await setOneTimePassword(ctx.db, id, password_hash))) throw new NotFound()
      return { password }
    },
  }),

  async resetSecondFactor(ctx, { id }) {
    refuseOwn(ctx, id, 'own_second_factor')
    await lockSupers(ctx)
    const admin = await lock(ctx, id)
    if (!admin.has_second_factor) throw new Conflict('admin_has_no_factor')
    await removeSecondFactor(ctx.db, id)
    await closeSessions(ctx.db, id)
    ctx.note({ name: nameOf(admin) })
    return null
  },
}

const nameOf = ({ first_name, last_name }: AdminRow) => `${first_name} ${last_name}`.trim()

const read = async (ctx: Context, id: number): Promise<AdminRow> => found(await findAdminRow(ctx.db, id))

const lock = async (ctx: Context, id: number): Promise<AdminRow> => {
  await query(ctx.db, 'select 1 from admins where id = $1 for no key update', [id])
  return read(ctx, id)
}

const refuseOwn = (ctx: Context, id: number, refusal: Refusal): void => {
  if (id === ctx.admin.id) throw new Conflict(refusal)
}

/** In a fixed order: of two super admins who demote each other, the second waits here and has lost the role afterwards. */
const lockSupers = async (ctx: Context): Promise<void> => {
  const supers = await query<{ id: number }>(
    ctx.db,
    `select id from admins where role = any('{${rolesThatMay('run_the_shop')}}') and deleted_at is null order by id for no key update`,
  )
  if (!supers.some(({ id }) => id === ctx.admin.id)) throw new Forbidden()
  // Another super admin may have ended this session while we waited.
  if (!(await rereadSession(ctx.db, ctx.admin.session_id))) throw new Unauthenticated()
}
