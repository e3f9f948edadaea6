import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import { plainText } from '#contract/text.ts'
import { isVoucherCode, linesOf } from '#contract/voucher-lines.ts'
import { lastOf, maskOf, type Voucher, type VoucherRow, vouchers } from '#contract/vouchers.ts'
import { limitCodeLookups } from '../../platform/auth/limiter.ts'
import { type Context, type Handlers, holds, phases } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { nextIds } from '../../platform/db/next-ids.ts'
import { Conflict, Forbidden, found, Invalid, NotFound, unreadable } from '../../platform/errors.ts'
import { readLife } from './life.ts'
import { limitReveals } from './limit-reveals.ts'
import { type SealedPaste, sealPaste } from './paste.ts'
import { countByPackage, findRevealed, findVoucher, listDeleted, listVouchers } from './queries.ts'

export const voucherHandlers: Handlers<typeof vouchers> = {
  list(ctx, input) {
    const look = () => listVouchers(ctx, input)
    // Admins who may reveal codes need not guess.
    if (input.voucher === undefined || holds(ctx.admin, 'vouchers_reveal')) return look()
    return limitCodeLookups(ctx.db, ctx.admin.id, ctx.vault.index(input.voucher), look)
  },
  bin: listDeleted,

  async show(ctx, { id }) {
    const voucher = await readLiving(ctx, id)
    const sealed = await findRevealed(ctx, id)
    const code = sealed && ctx.vault.openIfOurs(sealed, `voucher.code ${id}`)
    return { ...voucher, code: code ?? voucher.code, is_revealed: code !== undefined, pacage_id: voucher.package_id }
  },

  async reveal(ctx, { id }) {
    await limitReveals(ctx)
    const voucher = await readLiving(ctx, id)
    const code = await openCode(ctx, id)
    if (code === undefined) throw unreadable(voucher)
    return { code }
  },

  add: phases(vouchers.add, {
    attempt: async ({ db, vault }, { code }) => ({
      vault,
      ids: await nextIds(db, 'vouchers', linesOf(code).length),
    }),
    // Before a connection is taken: sealing a hundred thousand codes takes a second.
    prepare: ({ code }, { vault, ids }) => sealPaste(vault, ids, code),
    run: addVouchers,
  }),

  async update(ctx, input) {
    const { present, sealed, last4 } = await lockVoucher(ctx, input.id)
    if (input.version !== undefined && input.version !== present.version) throw new Conflict('changed', present)
    const status = input.status ?? present.status
    if (present.status === 2 && status !== 2) throw new Conflict('used_code_stays_used', present, 'status')
    const code = await readNewCode(ctx, input, { sealed, last4 })
    if (present.status === 2 && (input.package_id !== present.package_id || code !== undefined)) {
      throw new Conflict('used_voucher_fixed', present)
    }
    const becomesReady = status === 1 && present.status !== 1
    if (becomesReady && code === undefined && ctx.vault.openIfOurs(sealed, `voucher.code ${input.id}`) === undefined)
      throw unreadable(present, 'status')
    // Before the package's lock, in the same order as pastes.
    if (code !== undefined) await waitForPastes(ctx)
    const isMoved = input.package_id !== present.package_id
    if ((isMoved || becomesReady) && !(await sellVouchers(ctx, input.package_id, status)) && isMoved) throw noSuchPackage()
    await ctx.db
      .updateTable('vouchers')
      .set({ status, package_id: input.package_id })
      .$if(present.status !== 2 && status === 2, (update) => update.set({ used_at: sql`now()` }))
      .$if(code !== undefined, (update) => update.set(sealedColumns(ctx, input.id, code ?? '')))
      .where('id', '=', input.id)
      .execute()
    const { status: was, package_id } = present
    const unchanged = code === undefined && !isMoved && status === was
    // Logged even if not sent: an unchanged status is not a missing one.
    ctx.note({ before: { status: was, package_id }, status, unchanged, ...(code === undefined ? {} : { code_changed: true }) })
    const after = await readLiving(ctx, input.id)
    return { ...after, is_revealed: false, pacage_id: after.package_id } satisfies Voucher
  },

  async remove(ctx, { id, version }) {
    const { present } = await lockVoucher(ctx, id)
    if (version !== undefined && version !== present.version) {
      throw new Conflict('changed', present)
    }
    await ctx.db.updateTable('vouchers').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
    ctx.note({ before: { status: present.status, package_id: present.package_id } })
    return null
  },

  async restore(ctx, { id }) {
    await ctx.db.selectFrom('vouchers').select('id').where('id', '=', id).forUpdate().execute()
    const present = found(await findVoucher(ctx, id))
    if (present.deleted_at === null) throw new Conflict('voucher_not_deleted', present)
    const { deleted_at, status, package_id } = present
    if (status === 1) await sellVouchers(ctx, package_id, status)
    await ctx.db.updateTable('vouchers').set({ deleted_at: null }).where('id', '=', id).execute()
    ctx.note({ before: { deleted_at }, status, package_id })
    return null
  },

  counts: async (ctx) => ({ packages: await countByPackage(ctx.db) }),

  async life(ctx, { id }) {
    const voucher = await findVoucher(ctx, id)
    const isHidden = voucher?.deleted_at !== null && !holds(ctx.admin, 'vouchers_delete')
    if (!voucher || isHidden) throw new NotFound()
    return { voucher, ...(await readLife(ctx, id)) }
  },
}

const ADD = `
  with pasted as materialized (
    select * from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::text[])
      with ordinality as p (id, code_index, code_sealed, code_last4, line)
  ), added as (
    insert into vouchers (id, code_index, code_sealed, code_last4, package_id, status, added_by, used_at)
    select id, code_index, code_sealed, code_last4, $5, $6::int, $7, case when $6::int = 2 then now() end
    from pasted
    where code_index not in (select code_index from retired_codes)
    order by line
    on conflict (code_index) do nothing
    returning code_index
  )
  -- NOT IN, because it is hashed: the planner takes a paste for a few lines and would compare each with each.
  select line from pasted where code_index not in (select code_index from added) order by line`

/** One statement. Codes that exist or existed, even deleted or replaced, are skipped and returned. */
async function addVouchers(ctx: Context, { status, package_id }: Input<typeof vouchers.add>, paste: SealedPaste) {
  const { codes, ids, indexes, sealed, last4, repeated, invalid, reasons } = paste
  // Before the package's lock, which blocks its orders.
  await waitForPastes(ctx)
  if (!(await sellVouchers(ctx, package_id, status))) throw noSuchPackage()
  const row = [ids, indexes, sealed, last4, package_id, status, ctx.admin.id]
  const known = await query<{ line: number }>(ctx.db, ADD, row)
  const duplicates = [...known.map(({ line }) => codes[line - 1] ?? ''), ...repeated]
  const created = codes.length - known.length
  if (created === 0) throw new Conflict('all_codes_exist', { created, duplicates, invalid, reasons }, 'code')
  // Without the right to reveal, this would tell which codes exist.
  const tried = holds(ctx.admin, 'vouchers_reveal') ? {} : { existing: known.length }
  ctx.note({ created, duplicates: duplicates.length, invalid: invalid.length, ...tried })
  return { created, duplicates, invalid, reasons }
}

/** Serializes pastes: the same codes in another order would deadlock, and one could add a code that is being replaced. */
const waitForPastes = ({ db }: Context) => query(db, `select pg_advisory_xact_lock(hashtext('add_vouchers'))`)

/** The first voucher makes a package sell codes; a stopped one resumes with the next Ready code. */
const sellVouchers = async (ctx: Context, packageId: number, status: number): Promise<boolean> => {
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

const noSuchPackage = () => new Invalid('no_such_package', 'package_id')

const readLiving = async (ctx: Context, id: number): Promise<VoucherRow> => {
  const voucher = await findVoucher(ctx, id)
  if (!voucher || voucher.deleted_at !== null) throw new NotFound()
  return voucher
}

const openCode = async ({ db, vault }: Context, id: number): Promise<string | undefined> => {
  const { code_sealed } = await db.selectFrom('vouchers').select('code_sealed').where('id', '=', id).executeTakeFirstOrThrow()
  return vault.openIfOurs(code_sealed, `voucher.code ${id}`)
}

const lockVoucher = async (ctx: Context, id: number) => {
  const row = await ctx.db
    .selectFrom('vouchers')
    .select(['code_sealed as sealed', 'code_last4 as last4'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFound()
  return { present: await readLiving(ctx, id), ...row }
}

/** The new code, or undefined if absent, masked or visually equal. An unreadable old code counts as different. */
const readNewCode = async (
  ctx: Context,
  { id, code: sent }: { id: number; code?: string | undefined },
  present: { sealed: Buffer; last4: string },
) => {
  if (sent === undefined || sent === plainText(maskOf(present.last4))) return undefined
  // Before comparing: the answer 'unchanged' would reveal the code.
  if (!holds(ctx.admin, 'vouchers_reveal')) throw new Forbidden('code')
  if (!isVoucherCode(sent)) throw new Invalid('code_malformed', 'code')
  const code = ctx.vault.openIfOurs(present.sealed, `voucher.code ${id}`)
  // Old codes may contain invisible characters, which the form does not send.
  return code !== undefined && sent === plainText(code) ? undefined : sent
}

const sealedColumns = ({ vault }: Context, id: number, code: string) => ({
  code_index: vault.index(code),
  code_sealed: vault.seal(code, `voucher.code ${id}`),
  code_last4: lastOf(code),
})
