import type { MoneyStatus } from '#contract/money-rows.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import { type Context, type Handlers, ordersSeen } from '../context.ts'
import { cancelPending } from '../core/decisions/cancel-pending.ts'
import { lock } from '../core/decisions/decisions.ts'
import { WALLET_ADDS } from '../core/decisions/declarations.ts'
import { decidePending } from '../core/decisions/money-rows.ts'
import { moneyExport } from '../core/money-lists/money-csv.ts'
import { findMoneyRow, listMoney, sumPending } from '../core/money-lists/money-rows.ts'
import { type Seen, validateSeenFlags } from '../core/money-lists/seen-flags.ts'
import { found } from '../errors.ts'
import { MONEY_FACTS, readTimeline } from '../timeline.ts'
import { correctWalletAdd, editWalletAdd } from './edit.ts'

export const walletAddHandlers: Handlers<typeof walletAdds> = {
  list: (ctx, query) => listMoney(ctx.db, 'wallet_adds', ordersSeen(ctx.admin), query),

  pending: (ctx) => sumPending(ctx.db, 'wallet_adds'),

  show: (ctx, { id }) => readWalletAdd(ctx, id),

  async timeline(ctx, { id }) {
    await readWalletAdd(ctx, id)
    return readTimeline(ctx.db, 'wallet_add', id, MONEY_FACTS)
  },

  async setStatus(ctx, { transaction_id: id, status, ...seen }) {
    ctx.note({ subjectId: id })
    await decide(ctx, id, status, seen)
    return null
  },

  async editRow(ctx, input) {
    await editWalletAdd(ctx, input)
    return readWalletAdd(ctx, input.id)
  },

  cancelAll: (ctx, counted) => cancelPending(ctx, WALLET_ADDS, counted),

  approveMany: {
    ids: ({ transaction_ids }) => transaction_ids,
    one: (ctx, id, { transaction_ids, expected_amounts, expected_flags }) => {
      const at = transaction_ids.indexOf(id)
      return decide(ctx, id, 'completed', { expected_amount: expected_amounts?.[at], expected_flags: expected_flags?.[at] })
    },
  },

  async correct(ctx, input) {
    await correctWalletAdd(ctx, input)
    return null
  },

  exportCsv: moneyExport('wallet_adds', 'wallet-adds'),
}

const readWalletAdd = async (ctx: Context, id: number) =>
  found(await findMoneyRow(ctx.db, 'wallet_adds', ordersSeen(ctx.admin), id))

const decide = async (ctx: Context, id: number, status: MoneyStatus, seen: Seen) => {
  if (status === 'completed') await validateSeenFlags(ctx, 'wallet_adds', id, seen)
  const row = await lock(ctx.db, WALLET_ADDS, id)
  await decidePending(ctx, WALLET_ADDS, row, status, seen, () => readWalletAdd(ctx, id))
}
