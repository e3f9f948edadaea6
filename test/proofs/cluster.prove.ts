import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openPool } from '../../server/platform/db/pool.ts'
import { isDatabaseAway } from '../../server/platform/errors.ts'
import { installCluster, startCluster, TTL_S } from '../support/cluster.ts'
import { endProducts, startProduct } from '../support/product.ts'
import { chooseSeed, randomFrom } from '../support/random.ts'
import { findDoubled, findLost, findUnknown, findWrongReplies, isDone } from './acknowledged.ts'
import { type Result, startLoad } from './load.ts'
import { report, roundsOf, seconds } from './rounds.ts'
import { checkBooks, makeDataDir, openShop } from './shop.ts'

/** Of each loss. */
const ROUNDS = roundsOf('CLUSTER_ROUNDS', 4)
const CALLERS = 4
const BEFORE_MS = 4_000
const AWAY_MS = 30_000
const MORE_THAN_TTL_S = 5
const AGAIN_AFTER_MS = 5_000
const missing = installCluster()

let cluster: Awaited<ReturnType<typeof startCluster>> | undefined
afterAll(async () => {
  endProducts()
  await cluster?.stop()
})

/** HAProxy ends sessions once more where a node that was away comes back. */
const asked = async <T>(url: string, ask: (pool: pg.Pool) => Promise<T>): Promise<T> => {
  const pool = openPool(url, 2)
  const again = async (error: unknown) => {
    if (!isDatabaseAway(error)) throw error
    await sleep(AGAIN_AFTER_MS)
    return ask(pool)
  }
  return ask(pool)
    .catch(again)
    .finally(() => pool.end())
}

/** The longest time from one confirmed change to the next. */
const longestGap = (results: readonly Result[]): number => {
  const times = results.filter(isDone).map(({ answeredAt }) => answeredAt)
  return Math.max(0, ...times.toSorted((one, other) => one - other).map((at, index, all) => at - (all[index - 1] ?? at)))
}

test.skipIf(missing !== undefined)(`three PostgreSQL nodes under Patroni, two servers: each loss ${ROUNDS} times`, async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  const [one, two] = [makeDataDir('cluster-one'), makeDataDir('cluster-two')]
  cluster = await startCluster()
  const [proxied, named] = cluster.ways.map(({ url, ownerUrl }) => ({
    ...{ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
    ...{ MASTER_KEY: 'cd'.repeat(32), LOG_LEVEL: 'error' },
  }))
  const ownerUrl = proxied?.DATABASE_OWNER_URL ?? ''
  const shop = await openShop(one.dataDir, { ...proxied, DATABASE_URL: ownerUrl })
  const servers = [await startProduct(one.dataDir, proxied), await startProduct(two.dataDir, named)]
  const figures = { acknowledged: 0, unknown: 0, lost: 0 }

  const chosen = Object.entries(cluster.losses).filter(([name]) => name.includes(process.env.CLUSTER_LOSS ?? ''))
  for (const [name, lose] of chosen) {
    const gaps: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await cluster.untilHealthy()
      const loads = servers.map(({ url }) => startLoad(url, CALLERS, random, shop))
      await sleep(BEFORE_MS)
      const bringBack = await lose()
      await sleep(AWAY_MS)
      await bringBack()
      await cluster.untilHealthy()
      await sleep(BEFORE_MS)
      const results = await Promise.all(loads.map((load) => load.stop()))

      const where = `${name}, round ${round}, SEED=${seed}`
      const lost = await asked(ownerUrl, (pool) => findLost(pool, results.flat()))
      expect(lost, where).toEqual([])
      expect(await asked(ownerUrl, (pool) => findWrongReplies(pool, results.flat())), where).toEqual([])
      expect(await asked(ownerUrl, findDoubled), where).toEqual([])
      expect(await asked(ownerUrl, checkBooks), where).toEqual([])
      for (const ofServer of results) {
        const gap = longestGap(ofServer)
        expect(gap / 1_000, `the longest gap, ${where}`).toBeLessThan(TTL_S + MORE_THAN_TTL_S)
        gaps.push(gap)
      }
      figures.acknowledged += results.flat().filter(isDone).length
      figures.unknown += findUnknown(results.flat()).length
      figures.lost += lost.length
    }
    report(`${name}, ${ROUNDS} times, through HAProxy and by names: gaps ${gaps.map(seconds).join(', ')}`)
  }
  report(
    `three nodes, two servers, SEED=${seed}: ${figures.acknowledged} acknowledged, ${figures.lost} lost, ` +
      `${figures.unknown} of unknown outcome`,
  )
  for (const server of servers) {
    server.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
  }
  for (const { remove } of [one, two]) remove()
})
if (missing) report(missing)
