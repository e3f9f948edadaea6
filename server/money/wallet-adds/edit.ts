import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import { may } from '#contract/roles.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import { refuseBeyondDailyLimit } from '../../core/decisions/daily-limit.ts'
import { isAsSeen, lock, move } from '../../core/decisions/decisions.ts'
import { type LockedWalletAdd, WALLET_ADDS } from '../../core/decisions/money-declarations.ts'
import { editRow, refuseEdit } from '../../core/decisions/money-rows.ts'
import { readMoneyRow } from '../../core/money-lists/money-handlers.ts'
import { validateSeenFlags } from '../../core/money-lists/seen-flags.ts'
import { type Context, holds } from '../../platform/context.ts'
import { Conflict, Forbidden, Invalid } from '../../platform/errors.ts'

type Edit = Input<typeof walletAdds.editRow>
type Correction = Input<typeof walletAdds.correct>

/** The pencil: a completed row's difference moves both wallets. */
export const editWalletAdd = async (ctx: Context, input: Edit): Promise<void> => {
  if (input.status === 'completed') await validateSeenFlags(ctx, 'wallet_adds', input.id, input)
  const row = await lock(ctx.db, WALLET_ADDS, input.id, input.amount)
  await refuseEdit(WALLET_ADDS, row, input, () => present(ctx, row.id))
  refuseWithoutApproval(ctx, row, input)
  const isMoved = row.status === 'completed' && row.difference !== 0
  if (isMoved) {
    const { isClosed } = await lockCash(ctx, row, row.difference < 0 ? row.size : 0)
    if (isClosed) throw new Conflict('approver_deleted', { transaction: await present(ctx, row.id) })
  }
  const { raised_by } = await editRow(ctx, WALLET_ADDS, row, input)
  if (isMoved) {
    ctx.note({ difference: row.difference })
    await refuseBeyondDailyLimit(ctx, row.size, 'amount')
  } else if (raised_by === ctx.admin.id && input.status !== 'cancel' && (row.difference > 0 || input.status !== row.status)) {
    await refuseBeyondDailyLimit(ctx, row.excess, 'amount')
  }
}

/** Takes a completed wallet add back out of both wallets. Throws where one of them would go below zero, or it has another amount. */
export const correctWalletAdd = async (ctx: Context, { id, reason, expected_amount }: Correction): Promise<void> => {
  const row = await lock(ctx.db, WALLET_ADDS, id)
  if (row.status !== 'completed') {
    throw new Conflict('wallet_add_not_completed', { transaction: await present(ctx, id) })
  }
  if (!isAsSeen(row, { expected_amount })) throw new Conflict('changed', { transaction: await present(ctx, id) })
  await lockCash(ctx, row, row.amount)
  await move(ctx, WALLET_ADDS, row, 'cancel', { reason })
  ctx.note({
    before: { status: 'completed', admin_id: row.admin_id },
    status: 'cancel',
    admin_id: ctx.admin.id,
    amount: row.amount,
  })
}

const present = (ctx: Context, id: number) => readMoneyRow(ctx, 'wallet_adds', id)

/** Rules 2.2 and 3.2: a status, or the amount of a completed row, needs the right to approve; the latter also to be its approver. */
const refuseWithoutApproval = ({ admin }: Context, row: LockedWalletAdd & { difference: Tk }, { status }: Edit) => {
  if (status !== row.status && !holds(admin, 'wallet_adds_approve')) throw new Forbidden('status')
  if (row.status !== 'completed' || row.difference === 0) return
  const isApprover = row.admin_id === admin.id && holds(admin, 'wallet_adds_approve')
  if (!isApprover && !may(admin, 'correct')) throw new Forbidden('amount')
}

/** Locks the wallets of a completed wallet add, in the order in which journals move them. Throws Invalid with a sentence for
 * each where an `amount` that is to be taken out is more than one of them has: cash that was handed over is not there. */
const lockCash = async (ctx: Context, row: LockedWalletAdd, amount: Tk | 0): Promise<{ isClosed: boolean }> => {
  const holder = row.is_automatic ? null : (row.admin_id ?? ctx.admin.id)
  const wallets = await sql<Wallet>`
    select a.admin_id, a.balance, a.balance < ${amount} as is_short, a.closed_at is not null as is_closed,
      (select trim(first_name || ' ' || last_name) from admins where id = a.admin_id) as name
    from accounts a
    where a.admin_id = ${holder} or (a.user_id = ${row.user_id} and a.kind = 'user_wallet')
    order by a.id
    for no key update`.execute(ctx.db)
  const cash = wallets.rows.find(({ admin_id }) => admin_id !== null)
  if (cash?.is_closed) return { isClosed: true }
  if (cash?.is_short) {
    throw new Invalid(worded('cash_handed_over', { name: cash.name ?? '', cash: formatTk(cash.balance) }), 'amount')
  }
  if (wallets.rows.some(({ is_short }) => is_short)) throw new Invalid('insufficient_balance', 'amount')
  return { isClosed: false }
}

interface Wallet {
  readonly admin_id: number | null
  readonly balance: Tk
  readonly is_short: boolean
  readonly is_closed: boolean
  readonly name: string | null
}
