import type { withdrawals } from '#contract/withdrawals.ts'
import { lock } from '../../core/decisions/decisions.ts'
import { WITHDRAWALS } from '../../core/decisions/money-declarations.ts'
import { decidePending, editRow, refuseEdit } from '../../core/decisions/money-rows.ts'
import { moneyHandlers, readMoneyRow } from '../../core/money-lists/money-handlers.ts'
import { validateSeenFlags } from '../../core/money-lists/seen-flags.ts'
import { type Handlers, holds } from '../../platform/context.ts'
import { Forbidden } from '../../platform/errors.ts'

export const withdrawalHandlers: Handlers<typeof withdrawals> = {
  ...moneyHandlers('withdrawals'),

  async setStatus(ctx, { withdraw_earn_wallet_id: id, status, ...seen }) {
    ctx.note({ subjectId: id })
    if (status === 'completed') await validateSeenFlags(ctx, 'withdrawals', id, seen)
    const row = await lock(ctx.db, WITHDRAWALS, id)
    await decidePending(ctx, WITHDRAWALS, row, status, seen, () => readMoneyRow(ctx, 'withdrawals', id))
    return null
  },

  async editRow(ctx, input) {
    if (input.status === 'completed') await validateSeenFlags(ctx, 'withdrawals', input.id, input)
    const row = await lock(ctx.db, WITHDRAWALS, input.id, input.amount)
    await refuseEdit(WITHDRAWALS, row, input, () => readMoneyRow(ctx, 'withdrawals', row.id))
    if (input.status !== row.status && !holds(ctx.admin, 'withdrawals_approve')) throw new Forbidden('status')
    await editRow(ctx, WITHDRAWALS, row, input)
    return readMoneyRow(ctx, 'withdrawals', row.id)
  },
}
