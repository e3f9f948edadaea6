import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DISK_LOW_BYTES } from '#contract/limits.ts'
import { JOB_LABELS, QUEUES, type Queue, status } from '#contract/status.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../test/support/app.ts'
import { holdFolding } from '../../test/support/figures.ts'
import { askForWalletAdd } from '../../test/world.ts'
import { auditFile } from '../core/audit/file.ts'
import { auditSeals } from '../core/audit/seals.ts'
import { deliverWebhooks } from '../core/outbox/deliver-webhooks.ts'
import { maintenanceJobs } from '../jobs.ts'
import { addRecipients } from '../people/campaigns/add-recipients.ts'
import { sendMessages } from '../people/campaigns/worker.ts'
import { query } from '../platform/db/connect.ts'
import { failedSignInsLog } from '../platform/http/audit.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import { pictureSweep } from '../platform/uploads/register.ts'
import { compareCatalog } from '../store/catalog.ts'
import { recordTrace, type Trace } from './backup/trace.ts'
import { staffDelivery } from './staff-notices/deliver.ts'
import { staffNoticesJob } from './staff-notices/note.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const show = async () => (await app.call(status.show, {}, rahim)).body.data
const waiting = async (name: Queue) => (await show()).queues.find((queue) => queue.name === name)

test('says how server and database are', async () => {
  const { server, database, disk, queues } = await show()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(server).toMatchObject({ version, node: process.versions.node })
  expect(Date.parse(server.started_at)).toBeLessThan(Date.now())
  expect(disk.free_bytes).toBeGreaterThan(0)
  expect(disk.total_bytes).toBeGreaterThanOrEqual(disk.free_bytes)
  expect(disk.is_low).toBe(disk.free_bytes < DISK_LOW_BYTES)
  expect(database.migration).toBe('')
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.connections).toBeGreaterThan(0)
  expect(queues.map(({ name }) => name)).toEqual(QUEUES)
  expect((await app.call(status.show, {}, await app.signIn('karim'))).status).toBe(403)
})

test('shows what waits while a job stands still', async () => {
  const release = await holdFolding(app.databaseUrl)
  const id = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })
  await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
  expect((await waiting('money_changes'))?.waiting).toBeGreaterThan(0)
  await release()
  await app.runJob('fold money counts')
  expect((await waiting('money_changes'))?.waiting).toBe(0)
  const before = await waiting('audit_rows')
  expect(before?.waiting).toBeGreaterThan(0)
  expect(before?.oldest_s).toBeLessThan(600)
  await app.sealAudit()
  expect((await waiting('audit_rows'))?.waiting).toBe(0)
  await query(
    app.db,
    `insert into webhooks (event, subject, subject_id, payload, created_at)
    values ('order.completed', 'order', 1, '{}', now() - interval '1 hour')`,
  )
  expect(await waiting('store_messages')).toMatchObject({ waiting: 1, oldest_s: expect.closeTo(3_600, -2) })
})

test('every recurring job has a readable name, also those of a whole server only', async () => {
  const gateway = { kind: 'outbox' } as const
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-status-'))
  const more = [
    failedSignInsLog,
    pictureSweep(app.images),
    auditSeals(app.vault),
    auditFile(join(folder, 'audit.jsonl'), join(folder, 'position')),
    compareCatalog,
    deliverWebhooks(async () => undefined),
    addRecipients,
    sendMessages(async () => gateway as never),
    staffNoticesJob,
    staffDelivery(app.vault),
  ]
  const names = [...maintenanceJobs, ...more].map(({ name }) => name)
  rmSync(folder, { recursive: true })
  expect(names.length).toBeGreaterThan(15)
  expect(names.sort()).toEqual(Object.keys(JOB_LABELS).sort())
})

test('says when the shop was last backed up, and from what it came back', async () => {
  expect((await show()).backups).toEqual({ last: null, restored: null })
  const [older, newer, newest] = ['2026-01-05T10:00:00.000Z', '2026-01-07T10:00:00.000Z', '2026-01-09T10:00:00.000Z']
  const file = { bytes: 5_000, rows: 40, missing: 2, withKey: false }
  const keep = (trace: Trace) => recordTrace((text, values) => query(app.db, text, values), trace)
  await keep({ kind: 'backup', moment: newer, ...file })
  await keep({ kind: 'backup', moment: older, ...file })
  const output = { bytes: 5_000, rows: 40, missing: 2, with_key: false }
  const at = async () => Date.parse((await show()).backups.last?.at ?? '')
  expect((await show()).backups).toMatchObject({ last: output, restored: null })
  expect(await at()).toBe(Date.parse(newer))
  await keep({ kind: 'restore', moment: newest, ...file, missing: 0, withKey: true })
  expect(Date.parse((await show()).backups.restored?.moment ?? '')).toBe(Date.parse(newest))
  expect(await at()).toBe(Date.parse(newest))
  // Of a clock that was ahead for a while.
  await keep({ kind: 'backup', moment: '2099-01-01T10:00:00.000Z', ...file })
  expect(await at()).toBe(Date.parse(newest))
  await expect(query(app.db, 'delete from backups')).rejects.toThrow()
})

test('a test’s server runs no job but those that the test starts', async () => {
  const running = async () => (await show()).jobs.map(({ name }) => name)
  expect(await running()).toEqual([])
  const jobs = startJobs(app.db, [{ name: 'the only job', everyMs: 60_000, run: async () => {} }], () => {})
  expect(await running()).toEqual(['the only job'])
  await jobs.stop()
})

test('a job that does not end is late and asked to stop; it restarts once it has ended', async () => {
  let runs = 0
  const told: string[] = []
  const run = (_: unknown, stopping?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      runs += 1
      if (runs > 1) resolve()
      // It takes a while to stop.
      else stopping?.addEventListener('abort', () => setTimeout(() => reject(stopping.reason), 500))
    })
  const job = { name: 'an endless job', everyMs: 20, limitMs: 100, run }
  const jobs = startJobs(app.db, [job], (_, error) => told.push((error as Error).message))
  const mine = async () => (await show()).jobs.find(({ name }) => name === 'an endless job')
  await expect.poll(async () => (await mine())?.late_since ?? null).not.toBeNull()
  expect(runs).toBe(1)
  await expect.poll(async () => (await mine())?.late_since ?? null).toBeNull()
  await expect.poll(() => runs).toBeGreaterThan(1)
  expect(told[0]).toMatch(/^It has not ended after/)
  await jobs.stop()
})

test('a job that breaks off is marked until it runs to its end again', async () => {
  let isBroken = true
  const told: string[] = []
  const run = async () => {
    if (isBroken) throw new Error('no more room on the disk')
  }
  const jobs = startJobs(app.db, [{ name: 'a job of this test', everyMs: 20, run }], (name) => told.push(name))
  const mine = async () => (await show()).jobs.find(({ name }) => name === 'a job of this test')
  await expect.poll(mine).toMatchObject({ failed: true, every_ms: 20 })
  expect(told).toContain('a job of this test')
  isBroken = false
  await expect.poll(async () => (await mine())?.failed).toBe(false)
  expect(Date.now() - Date.parse((await mine())?.ran_at ?? '')).toBeLessThan(5_000)
  await jobs.stop()
})
