import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceCancelAll, raceEdits, raceWithdrawals } from '../proofs/money-races.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { expectSoundBooks } from '../testing/books.ts'

let app: TestApp
let rahim: string
beforeAll(async () => {
  app = await startApp()
  rahim = await app.signIn('rahim')
})
afterAll(async () => {
  await expectSoundBooks(app.db)
  await app.close()
})

test('withdrawals asked for at once, ten times the balance: never below zero, no more than there was', async () => {
  expect(await raceWithdrawals(app, rahim, 8, 50)).toEqual([])
})

test('Cancel All against approvals: every row in one end state, the money is that of the completed ones', async () => {
  expect(await raceCancelAll(app, rahim, 8, 20)).toEqual([])
})

test('full edits at once: one is saved, one difference posted', async () => {
  expect(await raceEdits(app, rahim, 5, 30)).toEqual([])
})
