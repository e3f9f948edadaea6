import { afterAll, expect, test } from 'vitest'
import { paymentMethods } from '#contract/payment-methods.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

test.each([
  ['1', 1],
  ['active', 1],
  ['Active', 1],
  [' ACTIVE ', 1],
  ['১', 1],
  ['0', 0],
  ['১১', 0],
  ['inactive', 0],
])('of the status %j: customers are shown the method: %i', async (status, is_shown) => {
  const id = app.world.methods.mobipay
  const { name, info } = (await app.call(paymentMethods.show, { id }, rahim)).body.data
  const saved = await app.call(paymentMethods.update, { id, name, info, status }, rahim)
  expect(saved.status).toBe(200)
  const { data } = (await app.call(paymentMethods.show, { id }, rahim)).body
  expect(data).toMatchObject({ status: status.trim(), is_shown })
  const offered = (await app.call(store.catalog, {}, STORE_KEY)).body.data.payment_methods
  expect(offered.map((method) => method.id)).toEqual(is_shown ? [id] : [])
})
