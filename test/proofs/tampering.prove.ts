import { afterAll, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { report, roundsOf } from './rounds.ts'
import { tamperWithLog } from './tampering.ts'

const app = await startApp()
afterAll(() => app.close())

test('1,000 tamperings with the audit log are found', async () => {
  const rounds = roundsOf('TAMPERINGS', 1_000)
  const ways = await tamperWithLog(app, Math.max(rounds, 100))
  report(`${rounds} tamperings with the audit log in ${ways} ways, all found`)
})
