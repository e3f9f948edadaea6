import type { walletAdds } from '#contract/wallet-adds.ts'
import { type Context, type Handlers, ordersSeen } from '../../platform/context.ts'
import { found } from '../../platform/errors.ts'
import { MONEY_FACTS, readTimeline } from '../audit/timeline.ts'
import { cancelPending } from '../decisions/cancel-pending.ts'
import { WALLET_ADDS, WITHDRAWALS } from '../decisions/money-declarations.ts'
import { moneyExport } from './money-exports.ts'
import { findMoneyRow, listMoney, sumPending } from './money-rows.ts'
import type { MoneyTable } from './money-table.ts'

const DECISIONS = { wallet_adds: WALLET_ADDS, withdrawals: WITHDRAWALS }

type Shared = Pick<Handlers<typeof walletAdds>, 'list' | 'pending' | 'show' | 'timeline' | 'cancelAll' | 'exportRows'>

/** The calls that wallet adds and withdrawals answer alike. */
export const moneyHandlers = (table: MoneyTable): Shared => ({
  list: (ctx, query) => listMoney(ctx.db, table, ordersSeen(ctx.admin), query),

  pending: (ctx) => sumPending(ctx.db, table),

  show: (ctx, { id }) => readMoneyRow(ctx, table, id),

  async timeline(ctx, { id }) {
    await readMoneyRow(ctx, table, id)
    return readTimeline(ctx.db, DECISIONS[table].source as 'wallet_add' | 'withdrawal', id, MONEY_FACTS)
  },

  cancelAll: (ctx, counted) => cancelPending(ctx, DECISIONS[table], counted),

  exportRows: moneyExport(table),
})

/** Throws NotFound. */
export const readMoneyRow = async (ctx: Context, table: MoneyTable, id: number) =>
  found(await findMoneyRow(ctx.db, table, ordersSeen(ctx.admin), id))
