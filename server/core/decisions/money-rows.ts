import type { Tk } from '#contract/money.ts'
import type { MoneyStatus } from '#contract/money-rows.ts'
import { may } from '#contract/roles.ts'
import type { Context } from '../../platform/context.ts'
import { Conflict, Forbidden } from '../../platform/errors.ts'
import { type Difference, edit, isAsSeen, move, type Seen } from './decisions.ts'
import type { Decision } from './declaration.ts'
import type { LockedMoneyRow } from './money-declarations.ts'

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
  if (status === 'completed') refuseOwnEdit(ctx, row)
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

type Traces = Pick<LockedMoneyRow, 'asked' | 'raised_by' | 'number_changed_by'>

/** The pencil, of a row that `refuseEdit` lets pass. Answers who has edited it since. `isProven`: a payment says the amount, so the admin
 * who raises it may complete it. */
export const editRow = async <R extends LockedMoneyRow>(
  ctx: Context,
  decision: Decision<MoneyStatus, R>,
  row: R & Difference,
  to: Edit,
  isProven = false,
): Promise<Traces> => {
  const traces = tracesOf(row, to, ctx.admin.id)
  if (row.status !== 'completed' && to.status === 'completed') {
    refuseOwnEdit(ctx, isProven ? { ...traces, raised_by: null } : traces)
  }
  await edit(ctx, decision, row, to, { ...traces })
  const { amount, status, number, admin_id } = row
  const before = { amount, status, number }
  // Where the status moves the log says also who had decided, and who does now.
  ctx.note(to.status === status ? { before } : { before: { ...before, admin_id }, admin_id: ctx.admin.id })
  return traces
}

/** An amount is raised when it is above what was asked for. An admin who opens such a row again has raised it too. */
const tracesOf = (row: LockedMoneyRow & Difference, to: Edit, adminId: number): Traces => {
  const { status, number, asked, raised_by, number_changed_by, excess, difference } = row
  const isNew = raised_by === null || difference > 0 || status !== to.status
  return {
    asked: asked ?? (difference === 0 ? null : row.amount),
    raised_by: status === 'completed' ? raised_by : excess === 0 ? null : isNew ? adminId : raised_by,
    // A number that was missing is no other one.
    number_changed_by: number === to.number || number === '' ? number_changed_by : adminId,
  }
}

/** Throws Forbidden if an admin completes a row of which they raised the amount or changed the number. A super admin may, and the
 * audit log marks it. */
const refuseOwnEdit = (ctx: Context, { raised_by, number_changed_by }: Pick<Traces, 'raised_by' | 'number_changed_by'>) => {
  const { id } = ctx.admin
  if (number_changed_by !== id && raised_by !== id) return
  if (!may(ctx.admin, 'decide_own')) throw new Forbidden('status', number_changed_by === id ? 'own_number' : 'own_raise')
  ctx.note({ self_approved: true })
}
