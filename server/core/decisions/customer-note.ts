import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Decision } from './declaration.ts'

/** Writes the note for the customer of an order that was decided, if it is another one, and notes for the audit log what was there
 * before. An empty note leaves the present one. */
export const writeNote = async (
  ctx: Context,
  { table }: Pick<Decision<string, never>, 'table'>,
  before: { readonly id: number; readonly status: string; readonly brief_note: string },
  { status, order_note }: { readonly status: string; readonly order_note: string },
): Promise<void> => {
  const isNoted = order_note !== '' && order_note !== before.brief_note
  if (isNoted) await sql`update ${sql.table(table)} set brief_note = ${order_note} where id = ${before.id}`.execute(ctx.db)
  ctx.note({
    before: { status: before.status, ...(isNoted && { brief_note: before.brief_note }) },
    ...(isNoted && { brief_note: order_note }),
    unchanged: status === before.status && !isNoted,
  })
}
