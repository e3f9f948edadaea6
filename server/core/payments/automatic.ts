import type { Context } from '../../platform/context.ts'
import { inPart, query } from '../../platform/db/connect.ts'
import { lock, move } from '../decisions/decisions.ts'
import { WALLET_ADDS } from '../decisions/money-declarations.ts'
import { flagsOf } from '../money-lists/money-flags.ts'

/** Locks the method's rule, so that of wallet adds that are completed at once each sees the sum of those before it. */
const IS_PROVEN = `
  select p.id as payment_id
  from wallet_adds r
  join payments p on p.wallet_add_id = r.id
  join payment_rules s on s.payment_method_id = r.payment_method_id
  join payment_phones f on f.id = p.phone_id
  join users u on u.id = r.user_id
  where r.id = $1 and r.status = 'pending' and not r.is_contested and r.amount = p.amount
    and p.reads = 'credit' and not p.is_conflict and p.flags = '{}' and p.chain = 'linked'
    and f.revoked_at is null and u.deleted_at is null and u.is_banned = 0
    and lower(r.trx_id) = lower(p.trx_id) and s.automatic = 1 and r.amount <= s.automatic_each
    and ${flagsOf('wallet_adds', 'null::bigint[]')} = '[]'
  for update of s`

const IS_WITHIN_THE_DAY = `
  select coalesce((
      select sum(o.amount) from wallet_adds o
      where o.is_automatic and o.payment_method_id = r.payment_method_id
        and o.completed_at >= shop_day(now())::timestamp at time zone (select time_zone from settings)
    ), 0) + r.amount <= s.automatic_daily as is_within
  from wallet_adds r join payment_rules s on s.payment_method_id = r.payment_method_id
  where r.id = $1`

type Paying = Pick<Context, 'db' | 'log' | 'recordAbout'>

/** Completes a pending wallet add whose payment has come, where the shop has switched that on and nothing speaks against it: the money
 * goes to the store's cash. What cannot be completed stays pending for an admin. The caller has locked the wallet add. */
export const completePaid = async (ctx: Paying, id: number): Promise<boolean> => {
  const { db, log } = ctx
  const [proof] = await query<{ payment_id: number }>(db, IS_PROVEN, [id])
  if (!proof) return false
  const [day] = await query<{ is_within: boolean }>(db, IS_WITHIN_THE_DAY, [id])
  if (!day?.is_within) return false
  try {
    await inPart(db, () => complete(ctx, id, proof.payment_id))
    return true
  } catch (error) {
    // A frozen wallet must not lose the notice, which the phone may not send again.
    log.warn({ err: error, wallet_add: id }, 'A paid wallet add was not completed')
    return false
  }
}

const complete = async ({ db, recordAbout }: Paying, id: number, payment_id: number) => {
  const row = await lock(db, WALLET_ADDS, id)
  await move({ db, admin: { id: null }, note: () => undefined }, WALLET_ADDS, row, 'completed')
  const before = { status: row.status }
  await recordAbout('wallet_add', id, { before, status: 'completed', amount: row.amount, payment_id, automatic: 1 })
}
