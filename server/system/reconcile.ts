import type { Output } from '#contract/endpoint.ts'
import type { reconcile } from '#contract/reconcile.ts'
import { checkBooks, isCheckOverdue } from '../core/ledger/reconcile.ts'
import { RULES } from '../core/ledger/rules.ts'
import type { Context, Handlers } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { Conflict } from '../platform/errors.ts'

type Status = Output<typeof reconcile.show>

const FROZEN = `
  select a.id as account_id, coalesce(u.username, d.first_name || ' ' || d.last_name) || ': ' || replace(a.kind, '_', ' ') as account,
    a.frozen_reason as reason, a.frozen_at as since
  from accounts a
  left join users u on u.id = a.user_id
  left join admins d on d.id = a.admin_id
  where a.frozen_reason is not null
  order by a.id
  limit 100`

export const reconcileHandlers: Handlers<typeof reconcile> = {
  show: readStatus,

  async check(ctx) {
    const isChecked = await checkBooks(ctx.db)
    const status = await readStatus(ctx)
    if (!isChecked) throw new Conflict('books_being_checked', status)
    ctx.note({ is_sound: status.is_sound })
    return status
  },
}

async function readStatus(ctx: Context): Promise<Status> {
  const books = await ctx.db.selectFrom('books').selectAll().executeTakeFirstOrThrow()
  const report = books.report as Record<string, string[]>
  const frozen = await query<Status['frozen'][number]>(ctx.db, FROZEN)
  return {
    checked_at: books.checked_at,
    is_behind: await isCheckOverdue(ctx.db),
    rules: RULES.map(({ name, about }) => ({ name, about, breaks: report[name] ?? [] })),
    is_sound: books.checked_at !== null && Object.keys(report).length === 0,
    frozen,
    stopped: books.stopped_reason,
  }
}
