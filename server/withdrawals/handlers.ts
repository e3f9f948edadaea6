import type { withdrawals } from '#contract/withdrawals.ts'
import { type Context, type Handlers, holds, ordersSeen } from '../context.ts'
import { CSV_TYPE, csvName } from '../csv/csv.ts'
import { refuseTurnedDays } from '../db/days.ts'
import { CHANGED_MEANWHILE, Conflict, Forbidden, found, NOT_CHANGEABLE } from '../errors.ts'
import { cancelPendingWithdrawals, decideOutflow, editOutflow, lockOutflow, WITHDRAWALS } from '../ledger/outflows.ts'
import { streamMoneyCsv } from '../money-lists/money-csv.ts'
import { CANCELLED, findMoneyRow, formerly, hasMoved, listMoney, notDecided, sumPending } from '../money-lists/money-rows.ts'
import { refuseUnseenFlags } from '../money-lists/seen-flags.ts'
import { MONEY_FACTS, readTimeline } from '../timeline.ts'

export const withdrawalHandlers: Handlers<typeof withdrawals> = {
  list: (ctx, query) => listMoney(ctx.db, 'withdrawals', ordersSeen(ctx.admin), query),

  pending: (ctx) => sumPending(ctx.db, 'withdrawals'),

  show: (ctx, { id }) => readWithdrawal(ctx, id),

  async timeline(ctx, { id }) {
    await readWithdrawal(ctx, id)
    return readTimeline(ctx.db, 'withdrawal', id, MONEY_FACTS)
  },

  async setStatus(ctx, { withdraw_earn_wallet_id: id, status, ...seen }) {
    ctx.note({ subjectId: id })
    if (status === 'completed') await refuseUnseenFlags(ctx, 'withdrawals', id, seen)
    const decided = status === 'pending' ? undefined : await decideOutflow(ctx.db, WITHDRAWALS, id, status, ctx.admin.id, seen)
    if (decided) {
      ctx.note({ before: { status: 'pending' }, amount: decided.amount })
      return null
    }
    const present = await readWithdrawal(ctx, id)
    // pending -> pending changes nothing.
    if (status !== 'pending' || present.status !== 'pending') throw notDecided(present)
    ctx.note({ unchanged: true })
    return null
  },

  async editRow(ctx, input) {
    if (input.status === 'completed') await refuseUnseenFlags(ctx, 'withdrawals', input.id, input)
    const row = found(await lockOutflow(ctx.db, WITHDRAWALS, input.id, input.amount))
    if (row.status === 'completed') throw new Conflict(NOT_CHANGEABLE, { transaction: await readWithdrawal(ctx, row.id) })
    if (hasMoved(row, input)) {
      throw new Conflict(CHANGED_MEANWHILE, {
        transaction: await readWithdrawal(ctx, row.id),
      })
    }
    if (input.status !== row.status && !holds(ctx.admin, 'withdrawals_approve')) throw new Forbidden('status')
    await editOutflow(ctx.db, WITHDRAWALS, row, input, ctx.admin.id)
    ctx.note(formerly(row, input, ctx.admin.id))
    return readWithdrawal(ctx, row.id)
  },

  async cancelAll(ctx, pending) {
    const { ids, ...cancelled } = await cancelPendingWithdrawals(ctx.db, ctx.admin.id, pending)
    ctx.note({ cancelled: cancelled.total, sum: cancelled.sum, each: { ids, facts: CANCELLED } })
    return cancelled
  },

  exportCsv: {
    type: CSV_TYPE,
    check: async (_ctx, search) => refuseTurnedDays(search),
    fileName: () => csvName('withdrawals'),
    stream: (ctx, search) => streamMoneyCsv(ctx.db, 'withdrawals', search),
  },
}

const readWithdrawal = async (ctx: Context, id: number) =>
  found(await findMoneyRow(ctx.db, 'withdrawals', ordersSeen(ctx.admin), id))
