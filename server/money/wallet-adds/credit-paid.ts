import type { Input } from '#contract/endpoint.ts'
import type { Tk } from '#contract/money.ts'
import { may } from '#contract/roles.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import { refuseBeyondDailyLimit } from '../../core/decisions/daily-limit.ts'
import { isAsSeen, lock } from '../../core/decisions/decisions.ts'
import { WALLET_ADDS } from '../../core/decisions/money-declarations.ts'
import { editRow } from '../../core/decisions/money-rows.ts'
import { readMoneyRow } from '../../core/money-lists/money-handlers.ts'
import { validateSeenFlags } from '../../core/money-lists/seen-flags.ts'
import type { Context } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { Conflict, Forbidden } from '../../platform/errors.ts'

/** Completes a pending wallet add with the amount of its payment. More than was asked for needs a phone's message without any flag:
 * sub-admins could paste one that says what they like. */
export const creditPaid = async (
  ctx: Context,
  { id, expected_paid, ...seen }: Input<typeof walletAdds.creditPaid>,
): Promise<void> => {
  await validateSeenFlags(ctx, 'wallet_adds', id, seen)
  const payment = await readPayment(ctx.db, id)
  const row = await lock(ctx.db, WALLET_ADDS, id, payment?.amount)
  const present = async () => ({ transaction: await readMoneyRow(ctx, 'wallet_adds', id) })
  if (row.status !== 'pending') throw new Conflict('transaction_closed', await present())
  // Matching locks the wallet add too: from here on its payment stays.
  const tied = await readPayment(ctx.db, id)
  if (!tied) throw new Conflict('wallet_add_unpaid', await present())
  const isSeen = isAsSeen(row, seen) && tied.id === payment?.id && (expected_paid ?? tied.amount) === tied.amount
  if (!isSeen) throw new Conflict('changed', await present())
  if (row.excess > 0 && !tied.is_proven && !may(ctx.admin, 'decide_own')) throw new Forbidden('amount', 'payment_unproven')
  const to = { amount: tied.amount, number: row.number, status: 'completed' } as const
  const { raised_by } = await editRow(ctx, WALLET_ADDS, row, to, tied.is_proven)
  ctx.note({ status: to.status, amount: to.amount, payment_id: tied.id })
  if (raised_by === ctx.admin.id) await refuseBeyondDailyLimit(ctx, row.excess, 'amount')
}

interface Payment {
  readonly id: number
  readonly amount: Tk
  readonly is_proven: boolean
}

const readPayment = async (db: Db, id: number): Promise<Payment | undefined> => {
  const rows = await query<Payment>(
    db,
    `select p.id, p.amount,
       coalesce(p.flags = '{}' and p.chain in ('first', 'linked') and f.revoked_at is null
         and lower(p.trx_id) = lower(r.trx_id), false) as is_proven
     from wallet_adds r
     join payments p on p.wallet_add_id = r.id
     left join payment_phones f on f.id = p.phone_id
     where r.id = $1`,
    [id],
  )
  return rows[0]
}
