import { sql } from 'kysely'
import type { HandOverRow, handOvers } from '#contract/hand-overs.ts'
import { worded } from '#contract/messages.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import { may } from '#contract/roles.ts'
import { MONEY_FACTS, readTimeline } from '../../core/audit/timeline.ts'
import { book, lock } from '../../core/decisions/decisions.ts'
import { HAND_OVERS, type LockedHandOver } from '../../core/decisions/money-declarations.ts'
import { decidePending, editRow, refuseEdit } from '../../core/decisions/money-rows.ts'
import type { Context, Handlers } from '../../platform/context.ts'
import { Conflict, Forbidden, found, Invalid, NotFound } from '../../platform/errors.ts'
import { exportHandOvers } from './export.ts'
import { findHandOver, listHandOvers } from './queries.ts'

export const handOverHandlers: Handlers<typeof handOvers> = {
  list: (ctx, query) => listHandOvers(ctx.db, query),

  exportRows: exportHandOvers,

  own: (ctx, query) => listHandOvers(ctx.db, { ...query, owner_id: ctx.admin.id }),

  async timeline(ctx, { id }) {
    await read(ctx, id)
    return readTimeline(ctx.db, 'hand_over', id, MONEY_FACTS)
  },

  async ownTimeline(ctx, { id }) {
    if ((await read(ctx, id)).owner_id !== ctx.admin.id) throw new NotFound()
    return readTimeline(ctx.db, 'hand_over', id, MONEY_FACTS)
  },

  async setStatus(ctx, { transaction_id: id, status, expected_amount }) {
    ctx.note({ subjectId: id })
    const row = await lock(ctx.db, HAND_OVERS, id)
    if (status === 'completed') refuseSelfApproval(ctx, row)
    await decidePending(ctx, HAND_OVERS, row, status, { expected_amount }, () => read(ctx, id))
    return null
  },

  async editRow(ctx, input) {
    const row = await lock(ctx.db, HAND_OVERS, input.id, input.amount)
    await refuseEdit(HAND_OVERS, row, input, () => read(ctx, row.id))
    if (input.status === 'completed') refuseSelfApproval(ctx, row)
    if (input.status !== 'cancel') {
      const taken = row.status === 'pending' ? row.amount : 0
      refuseMore(ctx, row.owner_id, input.amount, await cashOf(ctx, row.owner_id, taken))
    }
    await editRow(ctx, HAND_OVERS, row, input)
    return read(ctx, row.id)
  },

  async request(ctx, { amount, number, expected_wallet }) {
    await requireCash(ctx, ctx.admin.id, amount, expected_wallet)
    const { id } = await ctx.db
      .insertInto('hand_overs')
      .values({ owner_id: ctx.admin.id, amount, number })
      .returning('id')
      .executeTakeFirstOrThrow()
    await book(ctx.db, HAND_OVERS, { id, owner_id: ctx.admin.id, amount, reopens: 0 }, ['requested'], ctx.admin.id)
    ctx.note({ subjectId: id })
    return { ...(await read(ctx, id)), wallet: (await cashOf(ctx, ctx.admin.id)).cash }
  },

  async cancelOwn(ctx, { id, expected_amount }) {
    const row = await lock(ctx.db, HAND_OVERS, id)
    if (row.owner_id !== ctx.admin.id) throw new NotFound()
    await decidePending(ctx, HAND_OVERS, row, 'cancel', { expected_amount }, () => read(ctx, id))
    return null
  },

  async record(ctx, { admin_id: owner_id, kind, amount, reason, expected_wallet }) {
    refuseSelfApproval(ctx, { owner_id })
    await requireCash(ctx, owner_id, amount, expected_wallet)
    const { id } = await ctx.db
      .insertInto('hand_overs')
      .values({ owner_id, kind, amount, reason, status: 'completed', admin_id: ctx.admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const kinds = kind === 'recorded' ? (['requested', 'completed'] as const) : (['written_off'] as const)
    await book(ctx.db, HAND_OVERS, { id, owner_id, amount, reopens: 0 }, kinds, ctx.admin.id, kind === 'recorded' ? '' : reason)
    ctx.note({ subjectId: id })
    return read(ctx, id)
  },
}

const read = async (ctx: Context, id: number): Promise<HandOverRow> => found(await findHandOver(ctx.db, id))

/** Throws Forbidden if an admin confirms their own hand-over. A super admin may, and the audit log marks it. */
const refuseSelfApproval = (ctx: Context, { owner_id }: Pick<LockedHandOver, 'owner_id'>) => {
  if (owner_id !== ctx.admin.id) return
  if (!may(ctx.admin, 'decide_own')) throw new Forbidden('status', 'own_hand_over')
  ctx.note({ self_approved: true })
}

/** An admin's cash, locked for the rest of the transaction, and the most that a row which has already `taken` its amount may ask for. */
const cashOf = async (ctx: Context, adminId: number, taken: Tk | 0 = 0): Promise<{ cash: Tk; most: Tk }> => {
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['balance as cash', sql<Tk>`balance + ${taken}::numeric`.as('most')])
    .where('admin_id', '=', adminId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account || account.cash === null) throw new Invalid('no_such_admin', 'admin_id')
  return { cash: account.cash, most: account.most }
}

/** Throws Invalid if the amount is more than the wallet has. */
const refuseMore = (ctx: Context, adminId: number, amount: Tk, { cash, most }: { cash: Tk; most: Tk }) => {
  if (amount <= most) return
  const code = adminId === ctx.admin.id ? 'own_hand_over_at_most' : 'hand_over_at_most'
  throw new Invalid(worded(code, { cash: formatTk(cash), most: formatTk(most) }), 'amount')
}

/** Throws Conflict if the wallet is not what the caller has seen, Invalid if it has less than the amount. */
const requireCash = async (ctx: Context, adminId: number, amount: Tk, expected: number | undefined) => {
  const present = await cashOf(ctx, adminId)
  if (expected !== undefined && expected !== present.cash) {
    throw new Conflict(worded('wallet_changed', { now: formatTk(present.cash) }), { wallet: present.cash }, 'amount')
  }
  refuseMore(ctx, adminId, amount, present)
}
