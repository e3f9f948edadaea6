import { REVEAL_MINUTES, REVEALS_UNCONFIRMED } from '#contract/limits.ts'
import type { Context } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'
import { ConfirmRequired } from '../../platform/errors.ts'

const RECENT = `
  select count(*) as n
  from (
    select at from audit where admin_id = $1 and action = 'vouchers.reveal' and at > now() - interval '${REVEAL_MINUTES} minutes'
    limit ${REVEALS_UNCONFIRMED}
  ) as recent`

/** Throws ConfirmRequired if the admin reads many codes in a short time and has not lately confirmed who they are. */
export const limitReveals = async ({ db, admin }: Context): Promise<void> => {
  if (admin.is_confirmed) return
  // One at a time: parallel calls would all see the same count.
  await query(db, 'select 1 from admins where id = $1 for no key update', [admin.id])
  const [recent] = await query<{ n: number }>(db, RECENT, [admin.id])
  if ((recent?.n ?? 0) >= REVEALS_UNCONFIRMED) throw new ConfirmRequired()
}
