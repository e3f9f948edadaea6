import { afterAll, describe, expect, test } from 'vitest'
import { AUDIT_SUBJECTS, type AuditTopic, audit } from '#contract/audit.ts'
import { orders } from '#contract/orders.ts'
import { permissions } from '#contract/permissions.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { everyEndpoint } from '../../../test/support/samples.ts'
import { askForWalletAdd, PASSWORD, placeOrder } from '../../../test/world.ts'
import { auditSeals, checkSeals, readHead, sealUpTo } from '../../core/audit/seals.ts'
import { TOPICS } from '../../core/audit/topics.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import type { Head } from '../../platform/vault/audit-head.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const list = async (input: object) => (await app.call(audit.list, input, rahim)).body.data
const lastId = async () => (await query<{ id: number }>(app.db, 'select max(id) as id from audit'))[0]?.id ?? 0
/** Changes append-only rows, as somebody with the database in their hands can. */
const tamper = async (sql: string, ...values: unknown[]) =>
  app.db.connection().execute(async (own) => {
    await query(own, 'set session_replication_role = replica')
    await query(own, sql, values)
    await query(own, 'set session_replication_role = default')
  })

class Undo extends Error {}

/** In a transaction of which nothing is kept. */
const undone = async (work: (own: Db) => Promise<void>) => {
  const tried = app.db.transaction().execute(async (own) => {
    await work(own)
    throw new Undo()
  })
  await expect(tried).rejects.toThrow(Undo)
}

test('every subject that a change can have is one that can be asked for', () => {
  const known: readonly string[] = AUDIT_SUBJECTS
  const used = everyEndpoint.flatMap(({ endpoint }) => (typeof endpoint.audit === 'object' ? endpoint.audit.subject : []))
  expect([...new Set(used)].filter((subject) => !known.includes(subject))).toEqual([])
})

describe('the list', () => {
  test('shows admin, change, address and before; by subject, admin, action, name, store', async () => {
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
    const made = await app.call(store.addUser, { username: 'mina', phone: '01999000001' }, STORE_KEY)
    expect(made.status).toBe(200)
    expect((await list({ limit: 1 })).data[0]?.actor).toBe('store')
    expect((await list({ store: 'hidden' })).total).toBe((await list({ store: 'shown' })).total - 1)
    expect((await list({ store: 'hidden', subject: 'user' })).total).toBe(0)
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

  test('wait for those who write, and for no others, whatever the role', async () => {
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

  test('are made within a second of a commit, and their head leaves the database', async () => {
    const job = auditSeals(app.vault, { head: app.auditHead })
    expect('everyMs' in job && job.everyMs * 2).toBeLessThan(1_000)
    const jobs = startJobs(app.db, [job], console.error)
    await app.logIn('karim', PASSWORD)
    const last = await lastId()
    await expect.poll(() => app.auditHead.read()?.id).toBeGreaterThanOrEqual(last)
    await jobs.stop()
    expect(app.auditHead.read()).toEqual(await readHead(app.db))
    const heads: Head[] = []
    const telling = auditSeals(app.vault, { tell: (head) => heads.push(head) })
    for (let round = 0; round < 3; round++) {
      await app.logIn('karim', PASSWORD)
      await telling.run(app.db)
    }
    expect(heads).toHaveLength(1)
  })

  test('removed seals are not remade by servers that saw them; others show their age', async () => {
    const job = auditSeals(app.vault)
    await job.run(app.db)
    await undone(async (own) => {
      await query(own, 'set local session_replication_role = replica')
      await query(own, `update audit set at = at - interval '3 days'`)
      await query(own, 'delete from audit_seals')
      await query(own, 'set local session_replication_role = default')
      await expect(job.run(own)).rejects.toThrow('The seals of the audit log were removed or changed')
      await sealUpTo(own, app.vault, Number.MAX_SAFE_INTEGER)
      const { rows, late, faults } = await checkSeals(own, app.vault, 0)
      expect([late, faults]).toEqual([rows, []])
    })
    expect((await checkSeals(app.db, app.vault, 0)).faults).toEqual([])
  })

  test('an entry that says that money moved has its journal', async () => {
    const { users, admins } = app.world
    const add = await askForWalletAdd(app.db, { userId: users.shila, amount: 70 })
    expect((await app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, rahim)).status).toBe(200)
    await app.sealAudit()
    const [entry] = await query<{ id: number }>(app.db, 'select max(id) as id from audit where admin_id = $1', [admins.rahim])
    await undone(async (own) => {
      await query(own, 'set local session_replication_role = replica')
      await query(own, `delete from journals where source = 'wallet_add' and source_id = $1`, [add])
      const { faults } = await checkSeals(own, app.vault, 0)
      expect(faults).toEqual([`Entry #${entry?.id} says that money moved, which no journal of its transaction did`])
    })
  })

  test('can be neither changed nor removed by the server, and another key makes others', async () => {
    for (const sql of ['update audit_seals set rows = 1', 'delete from audit_seals', 'truncate audit_seals']) {
      await expect(query(app.db, sql)).rejects.toThrow('append-only')
    }
  })

  test('of a long log are compared a stretch at a time', async () => {
    const whole = await checkSeals(app.db, app.vault, 0)
    const half = Math.floor(whole.seals / 2)
    const [middle] = await query<{ id: number }>(app.db, 'select id from audit_seals order by id offset $1 limit 1', [half])
    const rest = await checkSeals(app.db, app.vault, middle?.id ?? 0)
    expect([rest.faults, rest.seals, rest.next]).toEqual([[], whole.seals - half - 1, null])
  })
})

test('the topics find who changed a wallet, a price or a right, and nothing else', async () => {
  const { shila } = app.world.users
  await app.call(users.update, { id: shila, city: 'Khulna' }, rahim)
  await app.call(users.update, { id: shila, wallet: 77, reason: 'Counted again' }, rahim)
  const found = async (topic: AuditTopic) =>
    (await list({ topic, limit: 50 })).data.map(({ action, facts }) => [action, facts.reason])
  expect(await found('by_hand')).toEqual([['users.update', 'Counted again']])
  expect(await found('prices')).toEqual([])
  expect((await found('rights')).map(([action]) => action)).toContain('permissions.setAuths')
  const signIns = await list({ topic: 'sign_ins', admin_id: app.world.admins.karim })
  expect([...new Set(signIns.data.map(({ action }) => action))]).toEqual(['sessions.login'])
  const actions = new Set(everyEndpoint.map(({ name }) => name))
  const known = Object.values(TOPICS).flat()
  expect(known.filter((action) => !actions.has(action))).toEqual(['sessions.loginFailed'])
})
