import { afterAll, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { query } from '../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const setUp = async () => (await app.call(dashboard.setUp, {}, rahim)).body.data

test('shows what a shop has and what it lacks', async () => {
  const filled = { product: true, package: true, method: true, store_key: true, colleague: true }
  expect(await setUp()).toEqual({ ...filled, store_called: false, gateway: false })
  await app.call(store.addUser, { username: 'first', phone: '01911000001' }, STORE_KEY, 'first-user')
  await query(app.db, `update settings set sms_gateway = 'http', sms_url = 'https://sms.example/send'`)
  expect(await setUp()).toEqual({ ...filled, store_called: true, gateway: true })
  await query(app.db, `update payment_methods set deleted_at = now()`)
  await query(app.db, `update topup_packages set deleted_at = now()`)
  expect(await setUp()).toMatchObject({ product: true, package: false, method: false })
})
