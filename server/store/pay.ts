import type { Tk } from '#contract/money.ts'
import * as ledger from '../core/ledger/ledger.ts'
import { Invalid } from '../errors.ts'
import type { Db } from '../platform/db/connect.ts'

/** Throws Invalid naming the customer: the calls that place orders have no amount field. */
export const payFromWallet = async (
  db: Db,
  source: 'order' | 'product_order',
  order: { id: number; userId: number; amount: Tk },
): Promise<void> => {
  const placed = ledger.post(db, {
    source,
    sourceId: order.id,
    kind: 'placed',
    amount: order.amount,
    debit: { kind: 'user_wallet', userId: order.userId },
    credit: { kind: 'orders_held' },
    adminId: null,
  })
  await placed.catch((error: { constraint?: string }) => {
    throw error.constraint === 'accounts_balance_not_negative' ? new Invalid('insufficient_balance', 'user_id') : error
  })
}
