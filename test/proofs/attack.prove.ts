import { afterEach, beforeEach, expect, test } from 'vitest'
import { LOGIN_FAILURES_ALLOWED } from '#contract/limits.ts'
import { checkInvariants } from '../../server/core/ledger/invariants.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { chooseSeed } from '../support/random.ts'
import { runAccessMatrix } from './access-matrix.ts'
import { guessAtOnce } from './guesses.ts'
import { runHostile } from './hostile.ts'
import { prepareOpenWork } from './open-work.ts'
import { report, roundsOf } from './rounds.ts'

const HOSTILE_REQUESTS = roundsOf('HOSTILE_REQUESTS', 100_000)
const LIMITER_ROUNDS = roundsOf('LIMITER_ROUNDS', 20)
const GUESSES = 200

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await prepareOpenWork(app)
})
afterEach(() => app.close())

test(`${HOSTILE_REQUESTS} hostile requests made from the contract`, async () => {
  const seed = chooseSeed()
  const { requests, byStatus, failures, auditFaults, unexpectedChanges } = await runHostile(app, {
    requests: HOSTILE_REQUESTS,
    seed,
  })
  const broken = await checkInvariants(app.db)
  report(
    `hostile ${requests} requests, SEED=${seed}: ${JSON.stringify(byStatus)}, ${failures.length} failures, ${auditFaults.length} audit faults, ` +
      `${unexpectedChanges.length} unexpected changes, ${broken.length} broken invariants`,
  )
  expect(failures.slice(0, 20)).toEqual([])
  expect([auditFaults.slice(0, 20), unexpectedChanges, broken]).toEqual([[], [], []])
})

test('every endpoint by every kind of caller', async () => {
  const { calls, refused, mismatches } = await runAccessMatrix(app)
  report(`access ${calls} calls, ${refused} of them refused, ${mismatches.length} mismatches or changed rows`)
  expect(mismatches).toEqual([])
})

test(`${GUESSES} guesses at once, ${LIMITER_ROUNDS} times, with claimed addresses`, async () => {
  const accounts = ['rahim', 'karim', 'nadia', 'owner']
  let reached = 0
  for (let round = 0; round < LIMITER_ROUNDS; round++) {
    await app.db.deleteFrom('login_attempts').execute()
    const identity = accounts[round % (accounts.length + 1)] ?? `nobody${round}@nowhere.example`
    const byStatus = await guessAtOnce(app.url, identity, GUESSES, (at) => ({ 'x-forwarded-for': `203.0.113.${at}` }))
    expect(byStatus).toEqual({ 401: LOGIN_FAILURES_ALLOWED, 429: GUESSES - LOGIN_FAILURES_ALLOWED })
    reached += byStatus[401] ?? 0
  }
  report(`limiter ${LIMITER_ROUNDS} x ${GUESSES} guesses at once: ${reached / LIMITER_ROUNDS} reach the password each time`)
})
