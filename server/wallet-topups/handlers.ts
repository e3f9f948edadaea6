import { sql } from 'kysely'
import type { walletTopups } from '#contract/wallet-topups.ts'
import type { Handlers } from '../context.ts'
import { Conflict, NotFound } from '../errors.ts'
import * as ledger from '../ledger/ledger.ts'

const notYet = async (): Promise<never> => {
  throw new NotFound()
}

export const walletTopupHandlers: Handlers<typeof walletTopups> = {
  list: notYet,
  pending: notYet,
  show: notYet,
  editRow: notYet,
  cancelAll: notYet,
  approveMany: { ids: () => [], one: notYet },
  correct: notYet,
  exportCsv: notYet,
  async setStatus(ctx, { transaction_id: id, status }) {
    ctx.note({ subjectId: id })
    const before = await ctx.db.selectFrom('transactions').select('status').where('id', '=', id).executeTakeFirst()
    if (!before) throw new NotFound()
    // 'Edit Status' only while pending; pending -> pending changes nothing.
    if (status === 'pending' && before.status === 'pending') return null

    const decided = await ctx.db
      .updateTable('transactions')
      .set({ status, admin_id: ctx.admin.id, updated_at: sql`now()` })
      .where('id', '=', id)
      // Of two admins at once the second waits here, and then matches no row.
      .where(sql<boolean>`status = 'pending'`)
      .returning(['user_id', 'amount'])
      .executeTakeFirst()
    if (!decided) {
      const transaction = await ctx.db
        .selectFrom('transactions')
        .select(['id', 'status', 'amount', 'admin_id', 'updated_at'])
        .where('id', '=', id)
        .executeTakeFirst()
      throw new Conflict('This transaction can no longer be changed', { transaction })
    }
    ctx.note({ before: { status: 'pending' }, amount: decided.amount })
    if (status === 'completed') {
      // The deciding admin holds the cash that the customer paid; the customer's wallet holds the claim on it.
      await ledger.post(ctx.db, {
        source: 'wallet_add',
        sourceId: id,
        kind: 'completed',
        amount: decided.amount,
        debit: { kind: 'admin_wallet', adminId: ctx.admin.id },
        credit: { kind: 'user_wallet', userId: decided.user_id },
        adminId: ctx.admin.id,
      })
    }
    return null
  },
}
