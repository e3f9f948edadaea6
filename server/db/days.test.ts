import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint, fieldsOf, samplesOf } from '../proofs/samples.ts'
import { startApp, type TestApp } from '../testing/app.ts'

let app: TestApp
let rahim: string

beforeAll(async () => {
  app = await startApp()
  rahim = await app.signIn('rahim')
})
afterAll(() => app.close())

test('whatever takes days refuses a first that is after the last', async () => {
  const takes = everyEndpoint.filter(({ endpoint }) => {
    const names = fieldsOf(endpoint).map(({ name }) => name)
    return names.includes('from') && names.includes('to')
  })
  expect(takes.length).toBeGreaterThan(8)
  for (const { name, endpoint } of takes) {
    const { status, body } = await app.call(endpoint, { ...samplesOf(endpoint)[0], from: '2026-03-02', to: '2026-03-01' }, rahim)
    const refused = [422, [{ msg: 'The first day is after the last', param: 'from' }]]
    expect({ name, reply: [status, body.errors] }).toEqual({ name, reply: refused })
  }
})
