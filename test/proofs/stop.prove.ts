import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { endProducts, isAnswering, listPostmasters, openOwnDatabase, startProduct } from '../support/product.ts'
import { chooseSeed, randomFrom } from '../support/random.ts'
import { type Outcome, type PlannedCall, planCall, type Result, send, startLoad } from './load.ts'
import { report, roundsOf, seconds } from './rounds.ts'
import { checkBooks, makeDataDir, openShop } from './shop.ts'

const ROUNDS = roundsOf('STOP_ROUNDS', 100)
const CALLERS = 16
const LOAD_MS = 500
const STOPPED_WITHIN_MS = 12_000
/** Sent this long before the signal, a request had reached the server: it must be answered. */
const ARRIVED_MS = 30

afterAll(endProducts)

/** Those that got no answer although their change was saved: an answer that was cut before it began. */
const findUnanswered = async (pool: pg.Pool, calls: PlannedCall[]) => {
  const { rows } = await pool.query<{ key: string }>('select key from idempotency_keys where key = any($1)', [
    calls.map((wish) => wish.key),
  ])
  return rows.map((row) => row.key)
}

const callsOf = (results: Result[], kind: Outcome['kind']) =>
  results.filter(({ outcome }) => outcome.kind === kind).map(({ call }) => call)

test(`SIGTERM under load, ${ROUNDS} times: no answer is cut, and the exit is clean`, async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  const { dataDir, remove } = makeDataDir('stop')
  const shop = await openShop(dataDir)
  const figures = { answered: 0, refused: 0, cut: 0, slowest: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const product = await startProduct(dataDir)
    const load = startLoad(product.url, CALLERS, random, shop)
    await sleep(random.below(LOAD_MS) + 50)
    const requested = performance.now()
    product.kill('SIGTERM')
    // npm and a terminal may both pass the signal on: a second one must not cut the drain short.
    if (round % 2 === 0) sleep(random.below(20)).then(() => product.kill('SIGTERM'))
    const { code, at } = await product.exited
    const results = await load.stop()
    expect(code, `round ${round}, SEED=${seed}`).toBe(0)
    expect(at - requested).toBeLessThan(STOPPED_WITHIN_MS)
    expect(await isAnswering(product.url)).toBe(false)
    expect(listPostmasters(dataDir)).toEqual([])
    figures.slowest = Math.max(figures.slowest, at - requested)
    figures.answered += callsOf(results, 'answered').length
    figures.refused += callsOf(results, 'unanswered').length
    figures.cut += callsOf(results, 'cut').length
    const dropped = results.filter(({ outcome, sentAt }) => outcome.kind !== 'answered' && sentAt < requested - ARRIVED_MS)
    figures.cut += dropped.length
    expect(dropped, `round ${round}, SEED=${seed}`).toEqual([])
    expect(results.filter(({ outcome }) => outcome.kind === 'answered' && outcome.status >= 500)).toEqual([])

    const again = await startProduct(dataDir)
    const pool = openOwnDatabase(dataDir)
    const silent = await findUnanswered(pool, [...callsOf(results, 'unanswered'), ...callsOf(results, 'cut')])
    figures.cut += silent.length
    expect(silent, `round ${round}, SEED=${seed}`).toEqual([])
    expect(await checkBooks(pool)).toEqual([])
    await pool.end()
    again.kill('SIGTERM')
    await again.exited
  }
  remove()
  report(
    `SIGTERM ${ROUNDS} rounds under load, SEED=${seed}: ${figures.answered} answered whole, ${figures.refused} refused before any work, ` +
      `${figures.cut} cut, slowest exit ${seconds(figures.slowest)}`,
  )
  expect(figures.cut).toBe(0)
  expect(figures.answered).toBeGreaterThan(ROUNDS)
})

test('what arrived before the signal is answered, though the server had read nothing', async () => {
  const { dataDir, remove } = makeDataDir('stop')
  const shop = await openShop(dataDir)
  const product = await startProduct(dataDir)
  const fresh = new Agent({ keepAlive: false })
  process.kill(product.pid, 'SIGSTOP')
  const seed = chooseSeed()
  const random = randomFrom(seed)
  let inFlight = 0
  const outcomes = Array.from({ length: CALLERS }, () =>
    send(product.url, fresh, planCall(random, shop, { orders: [], adds: [] }), () => {
      inFlight += 1
    }),
  )
  await expect.poll(() => inFlight).toBe(CALLERS)
  product.kill('SIGTERM')
  process.kill(product.pid, 'SIGCONT')
  expect(
    (await Promise.all(outcomes)).filter(({ kind }) => kind !== 'answered'),
    `SEED=${seed}`,
  ).toEqual([])
  expect((await product.exited).code).toBe(0)
  remove()
})
