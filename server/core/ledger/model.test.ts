import { afterAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { ENDPOINTS } from '../../../test/proofs/money-calls.ts'
import { expectCaught } from '../../../test/proofs/money-caught.ts'
import { runFrozen, runMoneyModel } from '../../../test/proofs/money-run.ts'
import { startApp } from '../../../test/support/app.ts'
import { chooseSeed } from '../../../test/support/random.ts'
import { everyEndpoint } from '../../../test/support/samples.ts'

const SEQUENCES = Number(process.env.SEQUENCES ?? 25)
const STEPS = 25

const seed = chooseSeed()
const app = await startApp()
afterAll(() => app.close())

test('random sequences of every money and order command agree with the model', async () => {
  const { commands, difference } = await runMoneyModel(app, { sequences: SEQUENCES, steps: STEPS, seed, checkEvery: 5 })
  console.log(`model: ${SEQUENCES} sequences, ${commands} commands, SEED=${seed}`)
  expect(difference).toBeUndefined()
})

test('the same at two servers, with late copies of calls out of a frozen socket', async () => {
  const { commands, late } = await runFrozen(seed, 60)
  console.log(`two servers: ${commands} commands, ${late} late copies, SEED=${seed}`)
  expect(commands).toBeGreaterThan(60)
})

test('every call that moves money or assigns orders is in the sequences', () => {
  const known = new Set<unknown>(Object.values(ENDPOINTS))
  const missing = everyEndpoint.filter(({ endpoint }) => endpoint.keyed && !known.has(endpoint)).map(({ name }) => name)
  // A text message takes a key as money does, and so does what would be made twice; neither moves money in these books.
  expect(missing.filter((name) => !name.endsWith('.create'))).toEqual(['campaigns.send', 'campaigns.sendAgain'])
  expect([desk.takeNext, desk.claim].every((call) => known.has(call))).toBe(true)
})

/** `npm run prove` plants all of them. */
const PLANTED = ['unique event removed', 'CHECK of balances removed', 'a refund missed in the wallets’ total'] as const

test.each(PLANTED)('a planted bug is caught: %s', (name) => expectCaught(name, seed))
