import { afterAll, expect, test } from 'vitest'
import { TAMPERINGS, tamperWithLog } from '../../../test/proofs/tampering.ts'
import { startApp } from '../../../test/support/app.ts'

const app = await startApp()
afterAll(() => app.close())

test('whatever an owner of the database does to the log is found by a server that starts afterwards', async () => {
  expect(await tamperWithLog(app, 100)).toBe(TAMPERINGS.length)
})
