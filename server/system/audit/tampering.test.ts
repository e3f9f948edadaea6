import { afterAll, expect, test } from 'vitest'
import { TAMPERINGS, tamperWithLog } from '../../../test/proofs/tampering.ts'
import { startApp } from '../../../test/support/app.ts'

const app = await startApp()
afterAll(() => app.close())

test('every change of the log by the database’s owner is found by a later server', async () => {
  expect(await tamperWithLog(app, 100)).toBe(TAMPERINGS.length)
})
