import type { withdrawals } from '#contract/withdrawals.ts'
import { type Context, type Handlers, holds } from '../context.ts'
import { edit, lock } from '../core/decisions/decisions.ts'
import { WITHDRAWALS } from '../core/decisions/declarations.ts'
import { decidePending, recordEdit, refuseEdit } from '../core/decisions/money-rows.ts'
import { moneyHandlers, readMoneyRow } from '../core/money-lists/money-handlers.ts'
import { validateSeenFlags } from '../core/money-lists/seen-flags.ts'
import { Forbidden } from '../errors.ts'

export const withdrawalHandlers: Handlers<typeof withdrawals> = {
  ...moneyHandlers('withdrawals'),

  async setStatus(ctx, { withdraw_earn_wallet_id: id, status, ...seen }) {
    ctx.note({ subjectId: id })
    if (status === 'completed') await validateSeenFlags(ctx, 'withdrawals', id, seen)
    const row = await lock(ctx.db, WITHDRAWALS, id)
    if (row.status === 'pending' && status === 'completed') refuseOwnNumber(ctx, row.number_changed_by)
    await decidePending(ctx, WITHDRAWALS, row, status, seen, () => readMoneyRow(ctx, 'withdrawals', id))
    return null
  },

  async editRow(ctx, input) {
    if (input.status === 'completed') await validateSeenFlags(ctx, 'withdrawals', input.id, input)
    const row = await lock(ctx.db, WITHDRAWALS, input.id, input.amount)
    await refuseEdit(WITHDRAWALS, row, input, () => readMoneyRow(ctx, 'withdrawals', row.id))
    if (input.status !== row.status && !holds(ctx.admin, 'withdrawals_approve')) throw new Forbidden('status')
    const number_changed_by = input.number === row.number ? row.number_changed_by : ctx.admin.id
    if (input.status === 'completed') refuseOwnNumber(ctx, number_changed_by)
    await edit(ctx, WITHDRAWALS, row, input, { number_changed_by })
    recordEdit(ctx, row, input)
    return readMoneyRow(ctx, 'withdrawals', row.id)
  },
}

/** Throws Forbidden if an admin completes a withdrawal to a number that they wrote. A super admin may. */
const refuseOwnNumber = ({ admin }: Context, changedBy: number | null) => {
  if (changedBy === admin.id && admin.role !== 'super') throw new Forbidden('status', 'own_number')
}
