import type { VoucherStatus } from '#contract/vouchers.ts'
import type { Context } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Invalid } from '../../platform/errors.ts'
import type { SealedCodes } from './seal-codes.ts'

const ADD = `
  with read as materialized (
    select * from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::text[], $5::bytea[], $6::bytea[], $7::date[], $8::tk[], $9::int[])
      with ordinality as p (id, code_index, code_sealed, code_last4, pin_sealed, serial_sealed, expires_on, cost, line, place)
  ), added as (
    insert into vouchers (id, code_index, code_sealed, code_last4, pin_sealed, serial_sealed, expires_on, cost, batch_id, batch_line,
      package_id, status, added_by, used_at)
    select id, code_index, code_sealed, code_last4, pin_sealed, serial_sealed, expires_on, coalesce(cost, $10::tk), $11::bigint,
      case when $11::bigint is not null then line end, $12, $13::int, $14, case when $13::int = 2 then now() end
    from read
    where code_index not in (select code_index from retired_codes)
    order by place
    on conflict (code_index) do nothing
    returning code_index
  )
  -- NOT IN, because it is hashed: the planner takes a file for a few lines and would compare each with each.
  select r.place, coalesce(v.id, t.voucher_id) as voucher_id
  from read r
  left join vouchers v using (code_index)
  left join retired_codes t using (code_index)
  where code_index not in (select code_index from added)
  order by r.place`

interface Added {
  readonly package_id: number
  readonly status: VoucherStatus
  readonly batch?: { readonly id: number; readonly cost: number | null }
}

/** A code that is there already, and whose it is or was. */
interface Known {
  /** Its place among the sealed ones, from 1. */
  readonly place: number
  readonly voucher_id: number
}

/** Before `addCodes`. Throws Invalid without the package. */
export const openPackage = async (ctx: Context, { package_id, status }: Pick<Added, 'package_id' | 'status'>): Promise<void> => {
  // Before the package's lock, which blocks its orders.
  await waitForPastes(ctx)
  if (!(await sellVouchers(ctx, package_id, status))) throw noSuchPackage()
}

/** One statement. Codes that exist or existed, even deleted or replaced, are skipped and returned. */
export const addCodes = async (
  ctx: Context,
  { package_id, status, batch }: Added,
  { codes, columns }: SealedCodes,
): Promise<{ created: number; known: Known[] }> => {
  const whose = [batch?.cost ?? null, batch?.id ?? null, package_id, status, ctx.admin.id]
  const known = await query<Known>(ctx.db, ADD, [...columns, ...whose])
  return { created: codes.length - known.length, known }
}

/** Serializes pastes: the same codes in another order would deadlock, and one could add a code that is being replaced. */
export const waitForPastes = ({ db }: Context) => query(db, `select pg_advisory_xact_lock(hashtext('add_vouchers'))`)

/** The first voucher makes a package sell codes; a stopped one resumes with the next Ready code. */
export const sellVouchers = async (ctx: Context, packageId: number, status: number): Promise<boolean> => {
  const statement = ctx.db
    .selectFrom('topup_packages as k')
    .innerJoin('topup_products as p', 'p.id', 'k.product_id')
    .select('k.sells_vouchers')
    .where('k.id', '=', packageId)
    .where('k.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    // Holds until the vouchers are saved, so that an admin who stops sales waits and sees them.
    .forKeyShare('k')
  // After waiting for a move to another product, the join finds nothing; a new statement does.
  const item = (await statement.executeTakeFirst()) ?? (await statement.executeTakeFirst())
  if (item && !item.sells_vouchers && (status === 1 || !(await wasStopped(ctx.db, packageId)))) {
    await ctx.db.updateTable('topup_packages').set({ sells_vouchers: true }).where('id', '=', packageId).execute()
    // Open orders show whether they deliver a code; one delivered by hand must not get a code too.
    await query(ctx.db, `select pg_notify('topdeck_orders', '')`)
    ctx.note({ sells_vouchers: true })
  }
  return item !== undefined
}

const STOPPED = `
  select from audit
  where subject = 'topup_package' and subject_id = $1 and action in ('topupPackages.stopVouchers', 'topupPackages.update')
    and facts -> 'before' @> '{"sells_vouchers": true}'
  limit 1`

const wasStopped = async (db: Db, packageId: number): Promise<boolean> => (await query(db, STOPPED, [packageId])).length > 0

export const noSuchPackage = () => new Invalid('no_such_package', 'package_id')
