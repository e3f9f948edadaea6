import type { Tk } from '#contract/money.ts'
import type { MoneyFlag } from '#contract/money-rows.ts'
import type { Context } from '../../platform/context.ts'
import { Conflict } from '../../platform/errors.ts'
import { isAsSeen } from '../decisions/decisions.ts'
import { readMoneyRow } from './money-handlers.ts'
import type { MoneyTable } from './money-table.ts'

/** What the admin who completes a row has seen of it; undefined if not sent. */
export interface Seen {
  readonly expected_amount?: Tk | undefined
  readonly expected_number?: string | undefined
  readonly expected_flags?: readonly Pick<MoneyFlag, 'kind' | 'id' | 'is_completed'>[] | undefined
}

/** Throws Conflict if a row that is about to be completed has a flag that the admin has not seen. If the row itself has changed, the
 * next check says so instead. Of two rows of one payment that are completed at once, the second waits for the first. */
export const validateSeenFlags = async (ctx: Context, table: MoneyTable, id: number, seen: Seen): Promise<void> => {
  if (!seen.expected_flags) return
  let row = await readMoneyRow(ctx, table, id)
  const duplicates = row.flags
    .filter((flag) => flag.subject !== 'order' && flag.subject !== 'payment' && flag.id !== id)
    .map((flag) => flag.id)
  if (duplicates.length > 0) {
    const ids = [id, ...duplicates]
    await ctx.db.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
    row = await readMoneyRow(ctx, table, id)
  }
  const isSeen = (flag: MoneyFlag) =>
    seen.expected_flags?.some((one) => one.kind === flag.kind && one.id === flag.id && one.is_completed === flag.is_completed)
  if (row.status === 'completed' || !isAsSeen(row, seen) || row.flags.every(isSeen)) return
  throw new Conflict('new_warnings', { transaction: row })
}
