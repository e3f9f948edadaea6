import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { NEW_SHOP } from '#contract/shop-facts.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { query } from '../db/connect.ts'
import { setInstallation } from '../installation.ts'
import { runDaily } from './daily.ts'
import { startJobs } from './jobs.ts'
import { readRuns } from './runs.ts'

/** As many connections as servers ask at once: a run that needed a second one would wait for ever. */
const SERVERS = 4
const { db, close } = await openTestDatabase(SERVERS)
afterAll(async () => {
  setInstallation(NEW_SHOP)
  await close()
})
beforeEach(() => query(db, 'delete from job_runs'))

const JOB = { name: 'clean up', at: '04:30' }
let runs = 0
const count = async () => {
  runs += 1
  return true
}
/** How often the job runs when it is asked at these times, one after the other. */
const runsAt = async (zone: string, ...times: readonly string[]) => {
  setInstallation({ ...NEW_SHOP, time_zone: zone })
  runs = 0
  const after: number[] = []
  for (const time of times) {
    await runDaily(db, JOB, new Date(time), count)
    after.push(runs)
  }
  return after
}

test('a daily job runs once a day, from its time in the zone on', async () => {
  const first = '2026-03-01T12:00:00+06:00'
  const nextDay = [
    '2026-03-02T04:29:59+06:00',
    '2026-03-02T04:30:00+06:00',
    '2026-03-02T04:31:00+06:00',
    '2026-03-03T04:29:00+06:00',
  ]
  expect(await runsAt('Asia/Dhaka', first, ...nextDay, '2026-03-03T04:30:00+06:00')).toEqual([1, 1, 2, 2, 2, 3])
})

test('days without a server are caught up by one run', async () => {
  const days = [
    '2026-03-01T05:00:00+06:00',
    '2026-03-04T15:00:00+06:00',
    '2026-03-04T15:01:00+06:00',
    '2026-03-05T04:30:00+06:00',
  ]
  expect(await runsAt('Asia/Dhaka', ...days)).toEqual([1, 2, 2, 3])
})

test('it runs once on the days when clocks change', async () => {
  const spring = [
    '2026-03-08T04:29:00-04:00',
    '2026-03-08T04:30:00-04:00',
    '2026-03-09T04:29:00-04:00',
    '2026-03-09T04:30:00-04:00',
  ]
  expect(await runsAt('America/New_York', ...spring)).toEqual([1, 2, 2, 3])
})

test('a run recorded by a clock that was ahead counts as over', async () => {
  expect(await runsAt('UTC', '2027-01-01T05:00:00Z', '2026-03-01T05:00:00Z', '2026-03-01T05:01:00Z')).toEqual([1, 2, 2])
})

test('of several servers one runs it, and the others see when that was', async () => {
  const now = new Date('2026-03-01T05:00:00Z')
  runs = 0
  const slowly = async () => {
    await sleep(200)
    return count()
  }
  await Promise.all(Array.from({ length: SERVERS }, () => runDaily(db, JOB, now, slowly)))
  expect(runs).toBe(1)
  expect(await runDaily(db, JOB, now, count)).toBe(now.toISOString())
  expect(runs).toBe(1)
})

test('a run that fails or is stopped begins again', async () => {
  const now = new Date('2026-03-01T05:00:00Z')
  await expect(runDaily(db, JOB, now, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await runDaily(db, JOB, now, async () => false)).toBeNull()
  expect(await runDaily(db, JOB, now, count)).toBe(now.toISOString())
})

test('jobs with a time of day follow a given clock', async () => {
  let now = new Date('2026-03-01T05:00:00Z')
  let ran = 0
  const run = async () => {
    ran += 1
  }
  setInstallation({ ...NEW_SHOP, time_zone: 'UTC' })
  const jobs = startJobs(db, [{ name: 'nightly', at: '04:30', run }], (_, error) => expect(error).toBeUndefined(), {
    now: () => now,
    everyMs: 5,
  })
  const mine = () => readRuns().find(({ name }) => name === 'nightly')
  await expect.poll(() => mine()?.ran_at).toBe(now.toISOString())
  now = new Date('2026-03-02T04:29:00Z')
  await sleep(100)
  expect(ran).toBe(1)
  now = new Date('2026-03-02T04:30:00Z')
  await expect.poll(() => mine()).toMatchObject({ every_ms: 86_400_000, ran_at: now.toISOString(), failed: false })
  expect(ran).toBe(2)
  await jobs.stop()
})
