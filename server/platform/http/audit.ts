import { FAILED_SIGN_INS, type OWNER_ACTS } from '#contract/audit.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Note } from '../context.ts'
import { type Db, inAct, query } from '../db/connect.ts'
import type { Ask } from '../db/pool.ts'
import type { Caller, Route } from './call.ts'
import { INSERT_KEY, type StoredReply } from './idempotency.ts'

const INSERT = `
  insert into audit (actor, admin_id, address, request_id, action, subject, subject_id, facts)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

/** In the same statement as the audit row, because each message to the database costs as much. */
const INSERT_WITH_KEY = `
  with kept as (insert into idempotency_keys (actor, key, request_hash, reply) values ($9, $10, $11, $12)) ${INSERT}`

const INSERT_EACH = `
  insert into audit (actor, admin_id, address, request_id, action, subject, subject_id, facts)
  select $1, $2, $3, $4, $5, $6, unnest($7::bigint[]), $8`

/** Writes the one audit row of a change, in its own transaction: the allow-listed input and what the handler noted. Where one
 * statement changed many rows, each of them has a line as well. Keeps the reply of a call with a key. */
export const writeAudit = async (
  db: Db,
  route: Route,
  caller: Caller,
  input: unknown,
  notes: Note,
  reply?: StoredReply,
): Promise<void> => {
  const rule = route.endpoint.audit
  if (!rule || rule === 'none' || notes.unchanged) {
    if (reply) await query(db, INSERT_KEY, reply)
    return
  }
  const given = input as Record<string, unknown>
  const { subjectId, adminId, unchanged: _, each, ...noted } = notes
  // At a login nobody was signed in yet: the handler says who it is now.
  const admin_id = caller.admin?.id ?? adminId ?? null
  const kept = Object.fromEntries(rule.fields.filter((field) => given[field] !== undefined).map((field) => [field, given[field]]))
  const who = [
    admin_id === null ? caller.actor : 'admin',
    admin_id,
    caller.address,
    caller.requestId,
    route.name,
    rule.subject,
  ] as const
  const subject_id = subjectId ?? (typeof given.id === 'number' ? given.id : null)
  const row = [...who, subject_id, JSON.stringify({ ...kept, ...noted })]
  await (reply ? query(db, INSERT_WITH_KEY, [...row, ...reply]) : query(db, INSERT, row))
  if (each && each.ids.length > 0) await query(db, INSERT_EACH, [...who, each.ids, JSON.stringify(each.facts)])
}

/** Writes the audit row of what this program does by itself, or its owner by a command: as a call of the endpoint would have. */
export const writeSystemAudit = (own: Db, name: string, endpoint: Endpoint, input: unknown, notes: Note = {}): Promise<void> => {
  const route: Route = { name, endpoint, handler: async () => null }
  return writeAudit(own, route, { actor: 'system', admin: undefined, address: '', requestId: '' }, input, notes)
}

type OwnerFacts<A extends keyof typeof OWNER_ACTS> = Record<(typeof OWNER_ACTS)[A]['fields'][number], unknown>

/** Writes the audit row of a command that no endpoint stands for. */
export const writeOwnerAudit = async <A extends keyof typeof OWNER_ACTS>(
  ask: Ask,
  action: A,
  facts: OwnerFacts<A>,
): Promise<void> => {
  await ask(INSERT, ['system', null, '', '', action, 'settings', null, JSON.stringify(facts)])
}

/** A quarter of an hour that is over by more than any password takes to check: its counts no longer change. */
const LOG_FAILED_SIGN_INS = `
  with ended as (
    update failed_sign_ins set is_logged = true
    where id = any(array(
      select id from failed_sign_ins
      where not is_logged and quarter < now() - interval '17 minutes' order by id limit 1000 for update skip locked
    ))
    returning quarter, admin_id, network, failed, refused
  )
  insert into audit (actor, address, action, subject, subject_id, facts)
  select 'system', network, '${FAILED_SIGN_INS.action}', 'admin', admin_id,
    jsonb_build_object('failed', failed, 'refused', refused, 'from', to_char(quarter at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from ended
  where failed + refused > 0`

/** One row for each account, network and quarter of an hour; without a subject, no account was found. */
export const failedSignInsLog = {
  name: 'log failed sign-ins',
  everyMs: 60_000,
  run: (db: Db): Promise<unknown> =>
    inAct(db, { action: FAILED_SIGN_INS.action, actor: 'system' }, (own) => query(own, LOG_FAILED_SIGN_INS)),
}
