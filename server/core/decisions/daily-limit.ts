import { worded } from '#contract/messages.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import { may } from '#contract/roles.ts'
import type { Context } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'
import { Forbidden } from '../../platform/errors.ts'
import { TODAY_BEGAN } from '../lists/days.ts'

const MOVED_TODAY = `
  select wallet_changes_per_day as most, moved > wallet_changes_per_day as is_beyond,
    greatest(wallet_changes_per_day - moved + $2::numeric, 0)::tk as left
  from settings, (
    select coalesce(sum(amount), 0) as moved
    from (
      select amount from journals
      where admin_id = $1 and at >= ${TODAY_BEGAN} and (source = 'adjustment' or source = 'wallet_add' and kind = 'edited')
      union all
      select greatest(amount - asked, 0) from wallet_adds
      where raised_by = $1 and (status = 'pending' or completed_at >= ${TODAY_BEGAN})
    ) as changes
  ) as today`

/** Undoes what a sub-admin has just moved between the shop and wallets, or raised above what customers asked for, `size` tk, if their
 * changes of today exceed the shop's limit: throws Forbidden that names `param`. What is raised counts while it can be completed, too. */
export const refuseBeyondDailyLimit = async ({ db, admin }: Context, size: Tk, param: string): Promise<void> => {
  if (may(admin, 'run_the_shop')) return
  // The sum is read by a separate statement, which sees what was committed while this one waited.
  await query(db, 'select from admins where id = $1 for no key update', [admin.id])
  const [today] = await query<{ most: Tk; is_beyond: boolean; left: Tk }>(db, MOVED_TODAY, [admin.id, size])
  if (!today) throw new Error('The row of settings is missing')
  if (today.most === 0 || !today.is_beyond) return
  throw new Forbidden(param, worded('daily_limit', { most: formatTk(today.most), left: formatTk(today.left) }))
}
