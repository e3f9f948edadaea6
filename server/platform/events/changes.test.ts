import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../test/support/database.ts'
import { PATIENCE_MS } from '../../../test/support/patience.ts'
import { startProxy as layCableTo } from '../../../test/support/proxy.ts'
import { openPool } from '../db/pool.ts'
import { type Change, listenForChanges } from './changes.ts'

const PACE = { askEveryMs: 500, answerWithinMs: 2_000, mostWaiting: 2 }

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  pool = openPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

/** The way to the database, until the test ends. */
const startProxy = async () => {
  const cable = await layCableTo(database.url)
  ended.push(cable.remove)
  return cable
}

/** Listens by that way; `next` answers the first change from then on that fits. */
const listenBy = async (url: string) => {
  const errors: unknown[] = []
  const changes = await listenForChanges(url, (error) => errors.push(error), PACE)
  ended.push(() => changes.stop())
  const next = (fits: (change: Change) => boolean): Promise<Change> =>
    within(async () => {
      for await (const change of changes.follow(new AbortController().signal)) if (fits(change)) return change
      throw new Error('Nothing comes any more')
    })
  return { changes, errors, next }
}

const within = <T>(work: () => Promise<T>): Promise<T> =>
  Promise.race([
    work(),
    sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Error(`Nothing within ${PATIENCE_MS} ms`)
    }),
  ])

const until = (isSo: () => boolean) =>
  within(async () => {
    while (!isSo()) await sleep(10)
  })

const isFullRefetch = ({ isMany, isAccess }: Change) => isMany && isAccess
const isOf = (id: number) => (change: Change) => change.orders.includes(id)
const notifyOf = (id: number) => pool.query(`select pg_notify('topdeck_orders', '${id}')`)

test('a reader who does not take what came reads again, once, in place of all of it', async () => {
  const { changes, next } = await listenBy(database.url)
  const slow = changes.follow(new AbortController().signal)[Symbol.asyncIterator]()
  const first = slow.next()
  for (const id of [1, 2, 3, 4]) {
    const told = next(isOf(id))
    await notifyOf(id)
    await told
  }
  expect((await first).value).toMatchObject({ orders: [1], isMany: false })
  expect((await slow.next()).value).toMatchObject({ orders: [], isMany: true, isAccess: true })
  const told = next(isOf(5))
  await notifyOf(5)
  await told
  expect((await slow.next()).value).toMatchObject({ orders: [5], isMany: false })
})

test('a silent connection of a pulled cable is given up, and another brings the news', async () => {
  const cable = await startProxy()
  const { next } = await listenBy(cable.url)
  const told = next(isOf(1))
  await notifyOf(1)
  await told
  const refetched = next(isFullRefetch)
  cable.pull()
  await notifyOf(2)
  cable.plug()
  await refetched
  const again = next(isOf(3))
  await notifyOf(3)
  await again
})

test('while there is no answer it is tried again, and reported once', async () => {
  const cable = await startProxy()
  const { errors, next } = await listenBy(cable.url)
  const refetch = next(isFullRefetch)
  cable.pull()
  await until(() => errors.length > 0)
  // Long enough for more tries.
  await sleep(3 * PACE.answerWithinMs)
  expect(new Set(errors.map(String)).size).toBe(errors.length)
  cable.plug()
  await refetch
})

test('who is idle, and answered, keeps the connection', async () => {
  const cable = await startProxy()
  const { next, errors } = await listenBy(cable.url)
  const told = next(() => true)
  await sleep(4 * PACE.askEveryMs)
  await notifyOf(4)
  expect(await told).toMatchObject({ orders: [4], isMany: false })
  expect(errors).toEqual([])
})

test('a connection lost before it listens is a failure that can be caught', async () => {
  const cable = await startProxy()
  cable.cutAt('listen ')
  await expect(listenForChanges(cable.url, () => {}, PACE)).rejects.toThrow('terminated')
  cable.cutAt(undefined)
  const { errors, next } = await listenBy(cable.url)
  const refetch = next(isFullRefetch)
  cable.cutAt('listen ')
  cable.cut()
  await until(() => errors.length > 0)
  cable.cutAt(undefined)
  await refetch
})

test('a stop does not wait for what is out of reach, and leaves no connection behind', async () => {
  for (const isNoticed of [false, true]) {
    const cable = await startProxy()
    const { changes, errors } = await listenBy(cable.url)
    cable.pull()
    if (isNoticed) await until(() => errors.length > 0)
    await within(() => changes.stop())
    const before = errors.length
    cable.plug()
    await sleep(2 * PACE.askEveryMs)
    expect(cable.connections()).toBe(0)
    expect(errors).toHaveLength(before)
  }
})
