import type { Tk } from '#contract/money.ts'
import { book } from '../core/decisions/decisions.ts'
import type { Decision } from '../core/decisions/declaration.ts'
import type { Db } from '../platform/db/connect.ts'
import { Invalid } from '../platform/errors.ts'

/** Throws Invalid naming the customer: the calls that place orders have no amount field. */
export const payFromWallet = async (
  db: Db,
  orders: Pick<Decision<string, never>, 'source' | 'journals'>,
  order: { id: number; user_id: number; amount: Tk },
): Promise<void> => {
  await book(db, orders, order, ['placed'], null).catch((error: { constraint?: string }) => {
    throw error.constraint === 'accounts_balance_not_negative' ? new Invalid('insufficient_balance', 'user_id') : error
  })
}
