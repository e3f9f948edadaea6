import type { Tk } from '#contract/money.ts'
import type { MoneyStatus } from '#contract/money-rows.ts'
import type { Context } from '../../context.ts'
import { Conflict } from '../../errors.ts'
import { isAsSeen, move, type Seen } from './decisions.ts'
import type { Decision, LockedMoneyRow } from './declarations.ts'

/** Answers the row as a refusal shows it. */
type Present = () => Promise<unknown>

/** 'Edit Status' of a locked wallet add, withdrawal or hand-over. Pending -> pending changes nothing. Throws Conflict with the
 * present row where it is not pending, or not as the caller has seen it. */
export const decidePending = async <R extends LockedMoneyRow>(
  ctx: Context,
  decision: Decision<MoneyStatus, R>,
  row: R,
  status: MoneyStatus,
  seen: Seen,
  present: Present,
): Promise<void> => {
  if (row.status !== 'pending') throw new Conflict('transaction_closed', { transaction: await present() })
  if (status === 'pending') return ctx.note({ unchanged: true })
  if (!isAsSeen(row, seen)) throw new Conflict('changed', { transaction: await present() })
  await move(ctx, decision, row, status)
  ctx.note({ status, amount: row.amount })
}

/** What the pencil asks for, and what its form was opened with. */
interface Edit extends Seen {
  readonly amount: Tk
  readonly number: string
  readonly status: MoneyStatus
}

/** Throws Conflict where the pencil may not change a locked row: a completed outflow, one that has changed since its form was
 * opened, or a move that the flow does not offer. Only a cancelled row takes another status. */
export const refuseEdit = async <R extends LockedMoneyRow>(
  { booked }: Decision<MoneyStatus, R>,
  row: R,
  edit: Edit,
  present: Present,
): Promise<void> => {
  if (row.status === 'completed' && booked !== 'completed')
    throw new Conflict('transaction_closed', { transaction: await present() })
  const isMoved = edit.status !== row.status
  if (!isAsSeen(row, edit) || (isMoved && row.status !== 'cancel')) {
    throw new Conflict('changed', { transaction: await present() })
  }
}

/** What the audit log keeps of an edit: what was there before, and where the status moves also who had decided, and who does now. */
export const recordEdit = (ctx: Context, row: LockedMoneyRow, to: Edit): void => {
  const { amount, status, number, admin_id } = row
  const before = { amount, status, number }
  ctx.note(to.status === status ? { before } : { before: { ...before, admin_id }, admin_id: ctx.admin.id })
}
