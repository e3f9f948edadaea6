import { afterAll, describe, expect, test } from 'vitest'
import { AUDIT_SUBJECTS, audit } from '#contract/audit.ts'
import { orders } from '#contract/orders.ts'
import { permissions } from '#contract/permissions.ts'
import { startApp } from '../../test/support/app.ts'
import { chooseSeed, randomFrom } from '../../test/support/random.ts'
import { everyEndpoint } from '../../test/support/samples.ts'
import { PASSWORD, placeOrder } from '../../test/world.ts'
import { auditSeals, checkSeals, sealUpTo } from '../core/audit/seals.ts'
import { query } from '../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const list = async (input: object) => (await app.call(audit.list, input, rahim)).body.data
const lastId = async () => (await query<{ id: number }>(app.db, 'select max(id) as id from audit'))[0]?.id ?? 0
/** Changes append-only rows, as somebody with the database in his hands can. */
const tamper = async (sql: string, ...values: unknown[]) =>
  app.db.connection().execute(async (own) => {
    await query(own, 'set session_replication_role = replica')
    await query(own, sql, values)
    await query(own, 'set session_replication_role = default')
  })

test('every subject that a change can have is one that can be asked for', () => {
  const known: readonly string[] = AUDIT_SUBJECTS
  const used = everyEndpoint.flatMap(({ endpoint }) => (typeof endpoint.audit === 'object' ? endpoint.audit.subject : []))
  expect([...new Set(used)].filter((subject) => !known.includes(subject))).toEqual([])
})

describe('the list', () => {
  test('says who changed what, from where, and what was before; by subject, admin, action, name and day', async () => {
    const { users, packages, admins } = app.world
    const order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
    await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)
    const karim = await app.logIn('karim', PASSWORD)
    const other = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
    await app.call(orders.setStatus, { id: other, status: 'cancelled', order_note: 'Wrong id' }, karim)
    await app.call(permissions.setAuths, { admin_id: admins.nadia, auth_ids: [1] }, rahim)

    const all = await list({})
    expect(all.data[0]).toMatchObject({
      action: 'permissions.setAuths',
      done: 'Permission updated successfully',
      actor: 'admin',
      admin: 'Rahim Uddin',
      subject: 'admin',
      subject_id: admins.nadia,
      facts: { auth_ids: [1], before: { auth_ids: [] } },
    })
    expect(all.total).toBe((await query(app.db, 'select 1 from audit')).length)
    const actionsOf = async (input: object) => (await list(input)).data.map(({ action, subject_id }) => [action, subject_id])
    expect(await actionsOf({ subject: 'order', subject_id: other })).toEqual([['orders.setStatus', other]])
    expect(await actionsOf({ admin_id: admins.karim })).toEqual([
      ['orders.setStatus', other],
      ['sessions.login', admins.karim],
    ])
    expect(await actionsOf({ q: 'order updated' })).toEqual([
      ['orders.setStatus', other],
      ['orders.setStatus', order],
    ])
    expect((await list({ q: 'hossain' })).total).toBe(2)
    expect((await list({ q: `#${all.data[0]?.id}` })).total).toBe(1)
    expect((await list({ q: 'nobody did this' })).total).toBe(0)
    expect((await app.call(audit.list, {}, karim)).status).toBe(403)
    expect((await app.call(audit.list, { subject: 'no such' }, rahim)).body.errors?.[0]?.param).toBe('subject')
  })

  test('finds the same rows of a day, sealed or not', async () => {
    await tamper(`update audit set at = '2026-03-01 10:00+00' where id <= 2`)
    await tamper(`update audit set at = '2026-03-02 20:00+00' where id = 3`)
    const days = [
      [{ from: '2026-03-01', to: '2026-03-01' }, 2],
      // 20:00 in UTC is the next day in the shop.
      [{ from: '2026-03-02', to: '2026-03-02' }, 0],
      [{ from: '2026-03-03', to: '2026-03-03' }, 1],
      [{ to: '2026-03-02' }, 2],
      [{ to: '2026-02-28' }, 0],
      [{ from: '2026-03-02' }, (await list({})).total - 2],
    ] as const
    const found = async () => Promise.all(days.map(async ([input]) => (await list(input)).total))
    const expected = days.map(([, count]) => count)
    expect(await found()).toEqual(expected)
    // Stretches of one row each, then all of them, then some that are not sealed yet.
    for (const id of [1, 2, 3, 4]) await sealUpTo(app.db, app.vault, id)
    expect(await found()).toEqual(expected)
    await app.sealAudit()
    expect(await found()).toEqual(expected)
    const total = (await list({})).total
    await app.logIn('nadia', PASSWORD)
    expect((await list({})).total).toBe(total + 1)
    expect((await app.call(audit.state, {}, rahim)).body.data).toMatchObject({ rows: total + 1, sealed: total })
  })
})

describe('seals', () => {
  test('cover a row only when everything before it is saved', async () => {
    const job = auditSeals(app.vault)
    const sealed = async () =>
      (await query<{ to_id: number }>(app.db, 'select to_id from audit_seals order by id desc limit 1'))[0]?.to_id ?? 0
    await app.db.connection().execute(async (slow) => {
      // Given its id first, saved last.
      await query(slow, 'start transaction')
      await query(slow, `insert into audit (actor, action, subject) values ('system', 'slow', 'order')`)
      await app.logIn('karim', PASSWORD)
      await job.run(app.db)
      const before = await sealed()
      await job.run(app.db)
      expect(await sealed()).toBe(before)
      await query(slow, 'commit')
    })
    await job.run(app.db)
    expect(await sealed()).toBe(await lastId())
    expect((await checkSeals(app.db, app.vault, 0)).faults).toEqual([])
  })

  test('made by two servers at once are one chain', async () => {
    for (let round = 0; round < 10; round++) {
      await app.logIn('karim', PASSWORD)
      await Promise.all([app.sealAudit(), app.sealAudit(), app.sealAudit()])
    }
    expect((await checkSeals(app.db, app.vault, 0)).faults).toEqual([])
    const [last] = await query<{ total: number }>(app.db, 'select total from audit_seals order by id desc limit 1')
    expect(last?.total).toBe((await query(app.db, 'select 1 from audit')).length)
  })

  test('wait for whoever writes, and for nobody else, whatever role he is', async () => {
    const job = auditSeals(app.vault)
    const sealed = async () => (await app.call(audit.state, {}, rahim)).body.data.sealed
    await query(app.db, 'drop role if exists audit_writer')
    await query(app.db, 'create role audit_writer')
    await query(app.db, 'grant insert on audit to audit_writer')
    await app.db.connection().execute(async (idle) => {
      await query(idle, 'start transaction')
      await query(idle, 'select 1')
      await app.logIn('karim', PASSWORD)
      await job.run(app.db)
      await job.run(app.db)
      expect(await sealed()).toBe((await list({})).total)
      await query(idle, 'rollback')
    })
    const before = await sealed()
    await app.db.connection().execute(async (other) => {
      await query(other, 'set role audit_writer')
      await query(other, 'start transaction')
      await query(other, `insert into audit (actor, action, subject) values ('system', 'slow', 'order')`)
      await app.logIn('karim', PASSWORD)
      await job.run(app.db)
      await job.run(app.db)
      expect(await sealed()).toBe(before)
      await query(other, 'commit')
      await query(other, 'reset role')
    })
    await job.run(app.db)
    expect(await sealed()).toBe((await list({})).total)
    await query(app.db, 'drop owned by audit_writer')
    await query(app.db, 'drop role audit_writer')
    expect((await checkSeals(app.db, app.vault, 0)).faults).toEqual([])
  })

  test('that were removed are not made anew by who has seen them; by who has not they tell their age', async () => {
    const job = auditSeals(app.vault)
    await job.run(app.db)
    await app.db.connection().execute(async (own) => {
      await query(own, 'start transaction')
      await query(own, 'set local session_replication_role = replica')
      await query(own, `update audit set at = at - interval '3 days'`)
      await query(own, 'delete from audit_seals')
      await query(own, 'set local session_replication_role = default')
      await expect(job.run(own)).rejects.toThrow('The seals of the audit log were removed or changed')
      await sealUpTo(own, app.vault, Number.MAX_SAFE_INTEGER)
      const { rows, late, faults } = await checkSeals(own, app.vault, 0)
      expect([late, faults]).toEqual([rows, []])
      await query(own, 'rollback')
    })
    expect((await checkSeals(app.db, app.vault, 0)).faults).toEqual([])
  })

  test('can be neither changed nor removed by the server, and another key makes others', async () => {
    for (const sql of ['update audit_seals set rows = 1', 'delete from audit_seals', 'truncate audit_seals']) {
      await expect(query(app.db, sql)).rejects.toThrow('append-only')
    }
  })

  test('tell of 1,000 tamperings, each of them, and of nothing else', async () => {
    for (let at = 0; at < 30; at++) {
      await query(
        app.db,
        `insert into audit (actor, admin_id, address, request_id, action, subject, subject_id, facts)
         select 'admin', 2, '10.0.0.1', 'r' || i, 'orders.setStatus', 'order', i, jsonb_build_object('status', 'completed')
         from generate_series(1, 5) as i`,
      )
      // An id that is given out and never used.
      await query(app.db, `select nextval('audit_id_seq')`)
      await app.logIn('nadia', PASSWORD)
      await app.sealAudit()
    }
    const look = async () => {
      const found = await app.call(audit.check, {}, rahim)
      return found.body.data.faults
    }
    expect(await look()).toEqual([])
    const seed = chooseSeed()
    const random = randomFrom(seed)
    const ids = (
      await query<{ id: number }>(app.db, 'select id from audit where id <= (select max(to_id) from audit_seals)')
    ).map(({ id }) => id)
    const missed: string[] = []
    const tried = new Map<string, number>()
    while ([...tried.values()].reduce((sum, count) => sum + count, 0) < 1_000) {
      const [id, other] = [random.pick(ids), random.pick(ids)]
      const how = random.pick(TAMPERINGS)
      const faults = await app.db.connection().execute(async (own) => {
        await query(own, 'start transaction')
        await query(own, 'set local session_replication_role = replica')
        const changed = await query(own, `${how} returning 1`, how.includes('$2') ? [id, other] : [id])
        const found = changed.length > 0 ? (await checkSeals(own, app.vault, 0)).faults : undefined
        await query(own, 'rollback')
        return found
      })
      // Not every row can be tampered with in every way.
      if (!faults) continue
      tried.set(how, (tried.get(how) ?? 0) + 1)
      if (faults.length === 0) missed.push(`${how} [${id}, ${other}]`)
    }
    console.log(`SEED=${seed}, 1,000 tamperings in ${tried.size} ways, ${missed.length} missed`)
    expect(missed).toEqual([])
    expect(tried.size).toBe(TAMPERINGS.length)
    expect(await look()).toEqual([])
  })

  test('of a long log are compared a stretch at a time', async () => {
    const whole = await checkSeals(app.db, app.vault, 0)
    const half = Math.floor(whole.seals / 2)
    const [middle] = await query<{ id: number }>(app.db, 'select id from audit_seals order by id offset $1 limit 1', [half])
    const rest = await checkSeals(app.db, app.vault, middle?.id ?? 0)
    expect([rest.faults, rest.seals, rest.next]).toEqual([[], whole.seals - half - 1, null])
  })
})

const SEALED = '(select id from audit_seals where from_id < $1 and to_id >= $1)'
/** What somebody who has the database alone might do, to rows and to seals; each changes something. */
const TAMPERINGS = [
  `update audit set facts = facts || '{"status": "tampered"}' where id = $1`,
  `update audit set admin_id = coalesce(admin_id, 0) + 1 where id = $1`,
  `update audit set actor = case actor when 'admin' then 'store' else 'admin' end where id = $1`,
  `update audit set at = at + interval '1 microsecond' where id = $1`,
  `update audit set address = address || '1' where id = $1`,
  `update audit set request_id = request_id || ' ' where id = $1`,
  `update audit set action = action || 's' where id = $1`,
  `update audit set subject = subject || 's' where id = $1`,
  `update audit set subject_id = coalesce(subject_id, 0) + 1 where id = $1`,
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
]
