import type { Note } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Route } from './dispatch.ts'
import type { Caller } from './identify.ts'

/** Writes the one audit row of a change, in its own transaction: the allow-listed input and what the handler noted. */
export const writeAudit = async (db: Db, route: Route, caller: Caller, input: unknown, notes: Note): Promise<void> => {
  const rule = route.endpoint.audit
  if (!rule || rule === 'none' || notes.unchanged) return
  const given = input as Record<string, unknown>
  const { subjectId, adminId, unchanged: _, ...noted } = notes
  // At a login nobody was signed in yet: the handler says who it is now.
  const admin_id = caller.admin?.id ?? adminId ?? null
  const kept = Object.fromEntries(rule.fields.filter((field) => given[field] !== undefined).map((field) => [field, given[field]]))
  await db
    .insertInto('audit')
    .values({
      actor: admin_id === null ? caller.actor : 'admin',
      admin_id,
      address: caller.address,
      request_id: caller.requestId,
      action: route.name,
      subject: rule.subject,
      subject_id: subjectId ?? (typeof given.id === 'number' ? given.id : null),
      facts: JSON.stringify({ ...kept, ...noted }),
    })
    .execute()
}
