import type { withdrawals } from '#contract/withdrawals.ts'
import { type Context, type Handlers, holds, ordersSeen } from '../context.ts'
import { cancelPending } from '../core/decisions/cancel-pending.ts'
import { edit, lock } from '../core/decisions/decisions.ts'
import { WITHDRAWALS } from '../core/decisions/declarations.ts'
import { decidePending, recordEdit, refuseEdit } from '../core/decisions/money-rows.ts'
import { moneyExport } from '../core/money-lists/money-csv.ts'
import { findMoneyRow, listMoney, sumPending } from '../core/money-lists/money-rows.ts'
import { validateSeenFlags } from '../core/money-lists/seen-flags.ts'
import { Forbidden, found } from '../errors.ts'
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
    if (status === 'completed') await validateSeenFlags(ctx, 'withdrawals', id, seen)
    const row = await lock(ctx.db, WITHDRAWALS, id)
    if (row.status === 'pending' && status === 'completed') refuseOwnNumber(ctx, row.number_changed_by)
    await decidePending(ctx, WITHDRAWALS, row, status, seen, () => readWithdrawal(ctx, id))
    return null
  },

  async editRow(ctx, input) {
    if (input.status === 'completed') await validateSeenFlags(ctx, 'withdrawals', input.id, input)
    const row = await lock(ctx.db, WITHDRAWALS, input.id, input.amount)
    await refuseEdit(WITHDRAWALS, row, input, () => readWithdrawal(ctx, row.id))
    if (input.status !== row.status && !holds(ctx.admin, 'withdrawals_approve')) throw new Forbidden('status')
    const number_changed_by = input.number === row.number ? row.number_changed_by : ctx.admin.id
    if (input.status === 'completed') refuseOwnNumber(ctx, number_changed_by)
    await edit(ctx, WITHDRAWALS, row, input, { number_changed_by })
    recordEdit(ctx, row, input)
    return readWithdrawal(ctx, row.id)
  },

  cancelAll: (ctx, counted) => cancelPending(ctx, WITHDRAWALS, counted),

  exportCsv: moneyExport('withdrawals', 'withdrawals'),
}

/** Throws Forbidden if an admin completes a withdrawal to a number that they wrote. A super admin may. */
const refuseOwnNumber = ({ admin }: Context, changedBy: number | null) => {
  if (changedBy === admin.id && admin.role !== 'super') throw new Forbidden('status', 'own_number')
}

const readWithdrawal = async (ctx: Context, id: number) =>
  found(await findMoneyRow(ctx.db, 'withdrawals', ordersSeen(ctx.admin), id))
