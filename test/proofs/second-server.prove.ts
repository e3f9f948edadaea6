import { afterAll, expect, test } from 'vitest'
import {
  endProducts,
  exitOf,
  isAnswering,
  launch,
  listPostmasters,
  readPostmaster,
  signInOwner,
  startProduct,
} from '../support/product.ts'
import { report, roundsOf, seconds } from './rounds.ts'
import { makeDataDir } from './shop.ts'

const ROUNDS = roundsOf('SECOND_ROUNDS', 50)

afterAll(endProducts)

test(`a second server on one data folder is refused, ${ROUNDS} of ${ROUNDS}`, async () => {
  const { dataDir, remove } = makeDataDir('second')
  const first = await startProduct(dataDir)
  const token = await signInOwner(first.url)
  const database = readPostmaster(dataDir)
  let refused = 0
  let slowest = 0
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const { child, output } = launch(dataDir)
    const { code, at } = await exitOf(child)
    slowest = Math.max(slowest, at - start)
    expect(output()).toContain(`Topdeck is already running on ${dataDir}`)
    expect(code).toBe(1)
    refused++
    // The first one does not notice: the same database goes on, and its sessions with it.
    expect(await isAnswering(first.url)).toBe(true)
    expect([readPostmaster(dataDir), listPostmasters(dataDir)]).toEqual([database, [database.pid]])
  }
  const profile = await fetch(`${first.url}/api/admin/profile`, { headers: { authorization: token } })
  expect(profile.status).toBe(200)
  first.kill('SIGTERM')
  expect((await first.exited).code).toBe(0)
  remove()
  report(`second server refused ${refused} of ${ROUNDS}, slowest refusal ${seconds(slowest)}`)
})
