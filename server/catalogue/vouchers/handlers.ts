import { sql } from 'kysely'
import { plainText } from '#contract/text.ts'
import { isVoucherCode, linesOf } from '#contract/voucher-lines.ts'
import { lastOf, maskOf, type Revealed, type Voucher, type VoucherRow, vouchers } from '#contract/vouchers.ts'
import { type Context, type Handlers, holds, phases } from '../../platform/context.ts'
import { nextIds } from '../../platform/db/next-ids.ts'
import { Conflict, Forbidden, found, Invalid, NotFound, unreadable } from '../../platform/errors.ts'
import type { Place } from '../../platform/vault/vault.ts'
import { addCodes, noSuchPackage, openPackage, sellVouchers, waitForPastes } from './add-codes.ts'
import { exportVouchers } from './export.ts'
import { readLife } from './life.ts'
import { limitReveals } from './limit-reveals.ts'
import { lookUp } from './look-up.ts'
import { countByPackage, findRevealed, findVoucher, listDeleted } from './queries.ts'
import { readCodes } from './read-codes.ts'
import { sealCodes } from './seal-codes.ts'

export const voucherHandlers: Handlers<typeof vouchers> = {
  list: lookUp,
  exportRows: exportVouchers,
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
    const opened = await openVoucher(ctx, id)
    if (opened === undefined) throw unreadable(voucher)
    return opened
  },

  add: phases(vouchers.add, {
    attempt: async ({ db, vault }, { code }) => ({
      vault,
      ids: await nextIds(db, 'vouchers', linesOf(code).length),
    }),
    // Before a connection is taken: sealing a hundred thousand codes takes a second.
    async prepare({ code }, { vault, ids }) {
      const rows = linesOf(code).map((text, at) => ({ line: at + 1, cells: [text] }))
      const { codes, leftOut } = await readCodes(rows, { fields: ['code'] })
      const [invalid, reasons] = [leftOut.map(({ text }) => text), leftOut.map(({ reason }) => reason)]
      if (codes.length === 0 && invalid.length === 0) throw new Invalid('codes_required', 'code')
      if (codes.length === 0) throw new Invalid('no_line_is_code', 'code', { created: 0, duplicates: [], invalid, reasons })
      return { sealed: await sealCodes(vault, ids, codes), invalid, reasons }
    },
    async run(ctx, input, { sealed, invalid, reasons }) {
      await openPackage(ctx, input)
      const { created, known } = await addCodes(ctx, input, sealed)
      const duplicates = [...known.map(({ place }) => sealed.codes[place - 1]), ...sealed.repeated].map(
        (code) => code?.code ?? '',
      )
      if (created === 0) throw new Conflict('all_codes_exist', { created, duplicates, invalid, reasons }, 'code')
      // Without the right to reveal, this would tell which codes exist.
      const tried = holds(ctx.admin, 'vouchers_reveal') ? {} : { existing: known.length }
      ctx.note({ created, duplicates: duplicates.length, invalid: invalid.length, ...tried })
      return { created, duplicates, invalid, reasons }
    },
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

  async setBack(ctx, { id, version }) {
    const { present, sealed } = await lockVoucher(ctx, id)
    if (version !== undefined && version !== present.version) throw new Conflict('changed', present)
    if (present.status !== 2) throw new Conflict('voucher_not_used', present)
    if (ctx.vault.openIfOurs(sealed, `voucher.code ${id}`) === undefined) throw unreadable(present)
    await sellVouchers(ctx, present.package_id, 1)
    // The database refuses it for one that an order was delivered with.
    await ctx.db.updateTable('vouchers').set({ status: 1, used_at: null }).where('id', '=', id).execute()
    ctx.note({ before: { status: present.status, package_id: present.package_id }, status: 1, package_id: present.package_id })
    return null
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

const readLiving = async (ctx: Context, id: number): Promise<VoucherRow> => {
  const voucher = await findVoucher(ctx, id)
  if (!voucher || voucher.deleted_at !== null) throw new NotFound()
  return voucher
}

const openVoucher = async ({ db, vault }: Context, id: number): Promise<Revealed | undefined> => {
  const sealed = db.selectFrom('vouchers').select(['code_sealed', 'pin_sealed', 'serial_sealed']).where('id', '=', id)
  const { code_sealed, pin_sealed, serial_sealed } = await sealed.executeTakeFirstOrThrow()
  const open = (value: Buffer | null, place: Place) => (value === null ? null : (vault.openIfOurs(value, place) ?? null))
  const code = open(code_sealed, `voucher.code ${id}`)
  return code === null
    ? undefined
    : { code, pin: open(pin_sealed, `voucher.pin ${id}`), serial: open(serial_sealed, `voucher.serial ${id}`) }
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
