import { expect } from 'vitest'
import { auditSeals, checkSeals } from '../../server/core/audit/seals.ts'
import { query } from '../../server/platform/db/connect.ts'
import type { TestApp } from '../support/app.ts'
import { chooseSeed, randomFrom } from '../support/random.ts'

const ROWS = `
  insert into audit (actor, admin_id, address, request_id, action, subject, subject_id, facts)
  select 'admin', 2, '10.0.0.1', 'r' || i, 'orders.setStatus', 'order', i, jsonb_build_object('status', 'completed')
  from generate_series(1, 5) as i`

/** Tampers with the log as its owner, in each way that there is, and compares it as a server does that starts afterwards: it knows the
 * database and the head. Answers how many ways were tried. */
export const tamperWithLog = async (app: TestApp, rounds: number): Promise<number> => {
  for (let at = 0; at < 30; at++) {
    await query(app.db, ROWS)
    // An id that is given out and never used.
    await query(app.db, `select nextval('audit_id_seq')`)
    await app.sealAudit()
  }
  const head = app.auditHead.read()
  const look = async () => (await checkSeals(app.db, app.vault, 0, head)).faults
  expect(await look()).toEqual([])
  const seed = chooseSeed()
  const random = randomFrom(seed)
  const found = await query<{ id: number }>(app.db, 'select id from audit where id <= (select max(to_id) from audit_seals)')
  const ids = found.map(({ id }) => id)
  const missed: string[] = []
  const tried = new Map<string, number>()
  for (let made = 0; made < rounds; ) {
    const [id, other] = [random.pick(ids), random.pick(ids)]
    // Each once, then any.
    const how = TAMPERINGS[tried.size < TAMPERINGS.length ? tried.size : random.below(TAMPERINGS.length)] ?? ''
    const faults = await app.db.connection().execute(async (own) => {
      await query(own, 'start transaction')
      await query(own, 'set local session_replication_role = replica')
      const changed = await query(own, `${how} returning 1`, how.includes('$2') ? [id, other] : [id])
      const faults = changed.length > 0 ? (await checkSeals(own, app.vault, 0, head)).faults : undefined
      if (faults && how.startsWith('with gone'))
        await expect(auditSeals(app.vault, { head: app.auditHead }).run(own)).rejects.toThrow('removed or changed')
      await query(own, 'rollback')
      return faults
    })
    // Not every row can be tampered with in every way.
    if (!faults) continue
    made++
    tried.set(how, (tried.get(how) ?? 0) + 1)
    if (faults.length === 0) missed.push(`${how} [${id}, ${other}]`)
  }
  console.log(`SEED=${seed}, ${rounds} tamperings in ${tried.size} ways, ${missed.length} missed`)
  expect(missed).toEqual([])
  expect(tried.size).toBe(TAMPERINGS.length)
  expect(await look()).toEqual([])
  return tried.size
}

const SEALED = '(select id from audit_seals where from_id < $1 and to_id >= $1)'
/** What somebody who has the database alone might do, to rows and to seals; each changes something. */
export const TAMPERINGS = [
  `update audit set facts = facts || '{"status": "tampered"}' where id = $1`,
  `update audit set admin_id = coalesce(admin_id, 0) + 1 where id = $1`,
  `update audit set actor = case actor when 'admin' then 'store' else 'admin' end where id = $1`,
  `update audit set at = at + interval '1 microsecond' where id = $1`,
  `update audit set address = address || '1' where id = $1`,
  `update audit set request_id = request_id || ' ' where id = $1`,
  `update audit set action = action || 's' where id = $1`,
  `update audit set subject = subject || 's' where id = $1`,
  `update audit set subject_id = coalesce(subject_id, 0) + 1 where id = $1`,
  `update audit set act_id = coalesce(act_id, 0) + 1 where id = $1`,
  `delete from audit where id = $1`,
  `delete from audit where id = $1 or id = $2`,
  `update audit set facts = '{"swapped": true}' where id in ($1, $2)`,
  // Before the first row, and where an id was given out and not used.
  `insert into audit (id, actor, action, subject) overriding system value values (-$1::bigint, 'system', 'orders.setStatus', 'order')`,
  `insert into audit (id, actor, action, subject) overriding system value
     select n, 'system', 'orders.setStatus', 'order' from audit_seals s, generate_series(s.from_id + 1, s.to_id) as n
     where s.id = ${SEALED} and s.from_id > 0 and not exists (select from audit where id = n) limit 1`,
  `update audit_seals set rows = rows + 1 where id = ${SEALED}`,
  `update audit_seals set total = total + 1 where id = ${SEALED}`,
  `update audit_seals set to_id = to_id - 1 where id = ${SEALED} and to_id - 1 > from_id`,
  `update audit_seals set first_at = first_at - interval '1 day' where id = ${SEALED}`,
  `update audit_seals set last_at = last_at + interval '1 day' where id = ${SEALED}`,
  `update audit_seals set sealed_at = sealed_at - interval '1 day' where id = ${SEALED}`,
  `update audit_seals set seal = sha256(seal) where id = ${SEALED}`,
  `delete from audit_seals where id = ${SEALED} and id < (select max(id) from audit_seals)`,
  // The end, with its seals: nothing in the database tells of it any more.
  `with gone as (delete from audit_seals where id = (select max(id) from audit_seals) returning from_id)
     delete from audit where id > (select from_id from gone) and $1::bigint is not null`,
  `with gone as (delete from audit_seals where id >= ${SEALED} returning from_id)
     delete from audit where id > (select min(from_id) from gone)`,
  // The last second: the newest row that is sealed.
  `update audit set facts = '{"status": "tampered"}' where id = (select max(to_id) from audit_seals) and $1::bigint is not null`,
  `delete from audit where id = (select max(to_id) from audit_seals) and $1::bigint is not null`,
  // The whole log.
  `with gone as (delete from audit_seals where $1::bigint is not null) delete from audit`,
]
