import type { MoneyStatus } from '#contract/money-rows.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import { lock } from '../../core/decisions/decisions.ts'
import { WALLET_ADDS } from '../../core/decisions/money-declarations.ts'
import { decidePending } from '../../core/decisions/money-rows.ts'
import { moneyHandlers, readMoneyRow } from '../../core/money-lists/money-handlers.ts'
import { type Seen, validateSeenFlags } from '../../core/money-lists/seen-flags.ts'
import type { Context, Handlers } from '../../platform/context.ts'
import { creditPaid } from './credit-paid.ts'
import { correctWalletAdd, editWalletAdd } from './edit.ts'

export const walletAddHandlers: Handlers<typeof walletAdds> = {
  ...moneyHandlers('wallet_adds'),

  async setStatus(ctx, { transaction_id: id, status, ...seen }) {
    ctx.note({ subjectId: id })
    await decide(ctx, id, status, seen)
    return null
  },

  async editRow(ctx, input) {
    await editWalletAdd(ctx, input)
    return readMoneyRow(ctx, 'wallet_adds', input.id)
  },

  approveMany: {
    ids: ({ transaction_ids }) => transaction_ids,
    one: (ctx, id, { transaction_ids, expected_amounts, expected_flags }) => {
      const at = transaction_ids.indexOf(id)
      return decide(ctx, id, 'completed', { expected_amount: expected_amounts?.[at], expected_flags: expected_flags?.[at] })
    },
  },

  async creditPaid(ctx, input) {
    await creditPaid(ctx, input)
    return null
  },

  async correct(ctx, input) {
    await correctWalletAdd(ctx, input)
    return null
  },
}

const decide = async (ctx: Context, id: number, status: MoneyStatus, seen: Seen) => {
  if (status === 'completed') await validateSeenFlags(ctx, 'wallet_adds', id, seen)
  const row = await lock(ctx.db, WALLET_ADDS, id)
  await decidePending(ctx, WALLET_ADDS, row, status, seen, () => readMoneyRow(ctx, 'wallet_adds', id))
}
