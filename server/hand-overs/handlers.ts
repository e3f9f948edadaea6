import { sql } from 'kysely'
import type { HandOverRow, handOvers } from '#contract/hand-overs.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import type { Context, Handlers } from '../context.ts'
import { CHANGED_MEANWHILE, Conflict, Forbidden, found, Invalid, NOT_CHANGEABLE, NotFound } from '../errors.ts'
import { post } from '../ledger/ledger.ts'
import { decideOutflow, editOutflow, HAND_OVERS, lockOutflow, settle, takeAmount } from '../ledger/outflows.ts'
import { formerly, hasMoved, notDecided } from '../money-lists/money-rows.ts'
import { MONEY_FACTS, readTimeline } from '../timeline.ts'
import { findHandOver, listHandOvers } from './queries.ts'

export const handOverHandlers: Handlers<typeof handOvers> = {
  list: (ctx, query) => listHandOvers(ctx.db, query),

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
    const present = await read(ctx, id)
    if (status === 'completed') refuseSelfApproval(ctx, present)
    const decided =
      status === 'pending' ? undefined : await decideOutflow(ctx.db, HAND_OVERS, id, status, ctx.admin.id, { expected_amount })
    if (decided) {
      ctx.note({ before: { status: 'pending' }, amount: decided.amount })
      return null
    }
    // pending -> pending changes nothing.
    if (status !== 'pending' || present.status !== 'pending') throw notDecided(await read(ctx, id))
    ctx.note({ unchanged: true })
    return null
  },

  async editRow(ctx, input) {
    const row = found(await lockOutflow(ctx.db, HAND_OVERS, input.id, input.amount))
    const present = await read(ctx, row.id)
    if (row.status === 'completed') throw new Conflict(NOT_CHANGEABLE, { transaction: present })
    if (hasMoved(row, input)) {
      throw new Conflict(CHANGED_MEANWHILE, { transaction: present })
    }
    if (input.status === 'completed') refuseSelfApproval(ctx, present)
    if (input.status !== 'cancel') {
      const taken = row.status === 'pending' ? row.amount : 0
      refuseMore(ctx, row.owner_id, input.amount, await cashOf(ctx, row.owner_id, taken))
    }
    await editOutflow(ctx.db, HAND_OVERS, row, input, ctx.admin.id)
    ctx.note(formerly(row, input, ctx.admin.id))
    return read(ctx, row.id)
  },

  async request(ctx, { amount, number, expected_wallet }) {
    const own = await cashOf(ctx, ctx.admin.id)
    if (expected_wallet !== undefined && expected_wallet !== own.cash) {
      throw new Conflict(`Your wallet changed while you were editing: now ${formatTk(own.cash)}`, { wallet: own.cash }, 'amount')
    }
    refuseMore(ctx, ctx.admin.id, amount, own)
    const { id } = await ctx.db
      .insertInto('hand_overs')
      .values({ owner_id: ctx.admin.id, amount, number })
      .returning('id')
      .executeTakeFirstOrThrow()
    await takeAmount(ctx.db, HAND_OVERS, { id, owner_id: ctx.admin.id, amount, reopens: 0 }, ctx.admin.id)
    ctx.note({ subjectId: id })
    return { ...(await read(ctx, id)), wallet: (await cashOf(ctx, ctx.admin.id)).cash }
  },

  async cancelOwn(ctx, { id, expected_amount }) {
    const row = await read(ctx, id)
    if (row.owner_id !== ctx.admin.id) throw new NotFound()
    const cancelled = await decideOutflow(ctx.db, HAND_OVERS, id, 'cancel', ctx.admin.id, { expected_amount })
    if (!cancelled) throw notDecided(await read(ctx, id))
    ctx.note({ before: { status: 'pending' }, amount: cancelled.amount })
    return null
  },

  async record(ctx, { admin_id: owner_id, kind, amount, reason, expected_wallet }) {
    refuseSelfApproval(ctx, { owner_id })
    const present = await cashOf(ctx, owner_id)
    if (expected_wallet !== undefined && expected_wallet !== present.cash) {
      throw new Conflict(
        `Wallet changed while you were editing: now ${formatTk(present.cash)}`,
        { wallet: present.cash },
        'amount',
      )
    }
    refuseMore(ctx, owner_id, amount, present)
    const { id } = await ctx.db
      .insertInto('hand_overs')
      .values({ owner_id, kind, amount, reason, status: 'completed', admin_id: ctx.admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { id, owner_id, amount, reopens: 0 }
    if (kind === 'recorded') {
      await takeAmount(ctx.db, HAND_OVERS, row, ctx.admin.id)
      await settle(ctx.db, HAND_OVERS, row, 'completed', ctx.admin.id)
    } else {
      await post(ctx.db, {
        source: 'hand_over',
        sourceId: id,
        kind: 'written_off',
        amount,
        debit: { kind: 'adjustments' },
        credit: { kind: 'admin_wallet', adminId: owner_id },
        adminId: ctx.admin.id,
        reason,
      })
    }
    ctx.note({ subjectId: id })
    return read(ctx, id)
  },
}

const read = async (ctx: Context, id: number): Promise<HandOverRow> => found(await findHandOver(ctx.db, id))

/** Nobody says himself that the owner has his cash; a super admin may, and the audit log marks it. */
const refuseSelfApproval = (ctx: Context, { owner_id }: Pick<HandOverRow, 'owner_id'>) => {
  if (owner_id !== ctx.admin.id) return
  if (ctx.admin.role !== 'super') throw new Forbidden('status', 'Another admin must confirm your hand-over')
  ctx.note({ self_approved: true })
}

/** An admin's cash, locked for the rest of the transaction, and the most that a row may be that has `taken` its part of it already. */
const cashOf = async (ctx: Context, adminId: number, taken: Tk | 0 = 0): Promise<{ cash: Tk; most: Tk }> => {
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['balance as cash', sql<Tk>`balance + ${taken}::numeric`.as('most')])
    .where('admin_id', '=', adminId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account || account.cash === null) throw new Invalid('No such admin', 'admin_id')
  return { cash: account.cash, most: account.most }
}

/** Throws where a row would be more than there is. */
const refuseMore = (ctx: Context, adminId: number, amount: Tk, { cash, most }: { cash: Tk; most: Tk }) => {
  if (amount <= most) return
  const [held, atMost] = [formatTk(cash), formatTk(most)]
  if (adminId === ctx.admin.id) throw new Invalid(`Your wallet is ${held}; you can hand over at most ${atMost}`, 'amount')
  throw new Invalid(`The wallet is ${held}; at most ${atMost} can be handed over`, 'amount')
}
