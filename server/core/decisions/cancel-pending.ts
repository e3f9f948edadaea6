import type { Input, Output } from '#contract/endpoint.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import type { Context } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'
import type { WALLET_ADDS, WITHDRAWALS } from './money-declarations.ts'

/** What identifies the rows that a dialog has counted; without any of it all pending rows are meant. */
type Counted = Input<typeof walletAdds.cancelAll>
type Cancelled = Output<typeof walletAdds.cancelAll>

/** 'Cancel All': cancels the pending rows that its dialog counted and gives back what they hold, in one statement. Neither an
 * id nor a time says which rows those are, because both are assigned before others can see the row, so each row's transaction
 * decides (was_seen). Rows that were reopened or edited since `as_of` stay pending. Rows are locked first (the sort waits for
 * all of them), then accounts in ascending order, so that two calls cannot deadlock. */
export const cancelPending = async (
  ctx: Context,
  { table, source, moves, journals }: typeof WALLET_ADDS | typeof WITHDRAWALS,
  { up_to_id, as_of, unseen }: Counted,
): Promise<Cancelled> => {
  const kinds = moves.pending.cancel ?? []
  const booked = kinds.map((kind) => ({ kind, ...journals[kind] }))
  // A cancelled wallet add moves no money, so a frozen wallet keeps none pending.
  const wallets = booked.flatMap(({ debit, credit }) => [debit?.kind, credit?.kind])
  const counted = `
    status = 'pending' and ($2::bigint is null or id <= $2) and ($3::timestamptz is null or updated_at <= $3)
    and ($4::bigint[] is null or was_seen(xmin, $4))`
  const postings = booked.map(
    ({ kind, debit, credit, seq }) => `
    booked_${kind} as (
      insert into journals (source, source_id, kind, seq, admin_id, amount, debit_id, credit_id)
      select '${source}', c.id, '${kind}', c.${seq}, $1, c.amount, debit.id, credit.id
      from cancelled c
      join accounts debit on debit.kind = '${debit?.kind}' and debit.user_id = c.user_id
      join accounts credit on credit.kind = '${credit?.kind}' and credit.user_id = c.user_id
      order by least(debit.id, credit.id), c.id
    ),`,
  )
  const text = `
    with frozen as materialized (
      select user_id from accounts where frozen_reason is not null and kind = any($5::text[])
    ), cancelled as (
      update ${table} set status = 'cancel', admin_id = $1, updated_at = now()
      where ${counted} and user_id not in (select user_id from frozen)
      returning *
    ), ${postings.join('')}
    total as (select count(*) as total, coalesce(sum(amount), 0) as sum, coalesce(array_agg(id order by id), '{}') as ids from cancelled)
    select total, sum, ids,
      (select count(*) from ${table} where ${counted} and user_id in (select user_id from frozen)) as left_pending
    from total`
  const parameters = [ctx.admin.id, up_to_id ?? null, as_of ?? null, unseen ?? null, wallets]
  const [result] = await query<Cancelled & { ids: number[] }>(ctx.db, text, parameters)
  if (!result) throw new Error('An aggregate answers one row')
  const { ids, ...cancelled } = result
  ctx.note({ cancelled: cancelled.total, sum: cancelled.sum, each: { ids, facts: CANCELLED } })
  return cancelled
}

const CANCELLED = { before: { status: 'pending' }, status: 'cancel' } as const
