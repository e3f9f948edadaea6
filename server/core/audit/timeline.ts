import type { AUDIT_SUBJECTS } from '#contract/audit.ts'
import type { Timeline, TimelineEntry } from '#contract/timeline.ts'
import { type Db, query } from '../../platform/db/connect.ts'

const TIMELINE_ROWS = 100

// Backwards along the index of subject and id. Lookups by the store at each visit would hide the rest.
const NEWEST = `
  select t.id, t.at, t.action, t.facts, coalesce(a.first_name || ' ' || a.last_name, t.actor) as actor
  from audit t
  left join admins a on a.id = t.admin_id
  where t.subject = $1 and t.subject_id = $2 and not (t.action = 'store.addUser' and t.facts @> '{"created": false}')
  order by t.id desc
  limit ${TIMELINE_ROWS + 1}`

export const MONEY_FACTS: readonly string[] = ['status', 'amount', 'number', 'kind', 'reason']

/** Newest first. Returns only the named facts, because the reader may see the record's screen but not the audit log. */
export const readTimeline = async (
  db: Db,
  subject: (typeof AUDIT_SUBJECTS)[number],
  id: number,
  shown?: readonly string[],
): Promise<Timeline> => {
  const rows = await query<TimelineEntry>(db, NEWEST, [subject, id])
  const entries = rows.slice(0, TIMELINE_ROWS)
  return {
    entries: shown ? entries.map((entry) => ({ ...entry, facts: shownFacts(entry.facts, new Set(shown)) })) : entries,
    has_more: rows.length > TIMELINE_ROWS,
  }
}

type Facts = TimelineEntry['facts']

const shownFacts = (facts: Facts, told: ReadonlySet<string>): Facts => {
  const named = (values: unknown) => Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => told.has(name)))
  const { before, after } = facts
  return { ...named(facts), ...(before ? { before: named(before) } : {}), ...(after ? { after: named(after) } : {}) }
}
