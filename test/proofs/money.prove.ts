import { afterAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectSoundBooks } from '../support/books.ts'
import { chooseSeed } from '../support/random.ts'
import { expectCaught } from './money-caught.ts'
import { plants } from './money-plants.ts'
import { raceCancelAll, raceEdits, raceWithdrawals } from './money-races.ts'
import { runFrozen, runMoneyModel } from './money-run.ts'
import { report, roundsOf, seconds } from './rounds.ts'

const WITHDRAW_ROUNDS = roundsOf('WITHDRAW_ROUNDS', 500)
const CANCEL_ALL_ROUNDS = roundsOf('CANCEL_ALL_ROUNDS', 200)
const EDIT_ROUNDS = roundsOf('EDIT_ROUNDS', 200)
const SEQUENCES = roundsOf('SEQUENCES', 10_000)
const FROZEN_COMMANDS = roundsOf('FROZEN_COMMANDS', 10_000)
const SEEDS = 3
/** So many sequences share a shop: the more it holds, the longer each takes. */
const PER_SHOP = 1_000
const STEPS = 25
const AT_ONCE = 50

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

/** Runs a race and leaves its line. */
const prove = async (what: string, race: () => Promise<string[]>) => {
  const start = performance.now()
  expect(await race()).toEqual([])
  await expectSoundBooks(app.db)
  report(`${what}, ${seconds(performance.now() - start)}`)
}

test(`${WITHDRAW_ROUNDS} x ${AT_ONCE} withdrawals for ten balances: paid <= balance`, () =>
  prove(`withdrawals ${WITHDRAW_ROUNDS} x ${AT_ONCE}: 0 faults`, () => raceWithdrawals(app, rahim, WITHDRAW_ROUNDS, AT_ONCE)))

test(`${CANCEL_ALL_ROUNDS} rounds of Cancel All against approvals: one end state each`, () =>
  prove(`cancel-all against approvals ${CANCEL_ALL_ROUNDS} rounds: 0 faults`, () =>
    raceCancelAll(app, rahim, CANCEL_ALL_ROUNDS, AT_ONCE),
  ))

test(`${EDIT_ROUNDS} x ${AT_ONCE} full edits at once: one saved, one difference`, () =>
  prove(`full edits ${EDIT_ROUNDS} x ${AT_ONCE}: 0 faults`, () => raceEdits(app, rahim, EDIT_ROUNDS, AT_ONCE)))

test(`${SEQUENCES} random sequences of money and order commands against the model`, async () => {
  const seed = chooseSeed()
  const start = performance.now()
  let commands = 0
  for (let done = 0; done < SEQUENCES; done += PER_SHOP) {
    const own = await startApp()
    try {
      const run = { sequences: Math.min(PER_SHOP, SEQUENCES - done), steps: STEPS, seed: seed + done, checkEvery: 250 }
      const result = await runMoneyModel(own, run)
      expect(result.difference).toBeUndefined()
      commands += result.commands
    } finally {
      await own.close()
    }
  }
  report(
    `model: ${SEQUENCES} sequences, ${commands} commands, 0 differences, SEED=${seed}, ${seconds(performance.now() - start)}`,
  )
})

test(`${SEEDS} x ${FROZEN_COMMANDS} commands at two servers, one frozen, by the model`, async () => {
  for (let seed = chooseSeed(), last = seed + SEEDS; seed < last; seed++) {
    const start = performance.now()
    const { commands, late } = await runFrozen(seed, FROZEN_COMMANDS)
    report(
      `two servers: ${commands} commands, ${late} late copies, 0 differences, SEED=${seed}, ${seconds(performance.now() - start)}`,
    )
  }
})

test.each(Object.keys(plants) as (keyof typeof plants)[])('a planted bug is caught: %s', (name) =>
  expectCaught(name, chooseSeed()),
)
