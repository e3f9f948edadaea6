import { afterAll, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { payments } from '#contract/payments.ts'
import { addRhythm } from '../../../test/payments/shop.ts'
import { startApp } from '../../../test/support/app.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const usualOf = async (id: number) =>
  (await app.call(payments.phones, {}, rahim)).body.data.data.find((phone) => phone.id === id)?.usual

test('a phone is silent once messages that usually come have not come', async () => {
  expect(await usualOf(await addRhythm(app, rahim, { perHour: 4, silentHours: 3 }))).toBeGreaterThanOrEqual(10)
  expect(await usualOf(await addRhythm(app, rahim, { perHour: 4, silentHours: 1 }))).toBeNull()
  // Of a phone with few messages a day, some hours say nothing.
  expect(await usualOf(await addRhythm(app, rahim, { perHour: 0.5, silentHours: 6 }))).toBeNull()
  expect(await usualOf(await addRhythm(app, rahim, { perHour: 0.5, silentHours: 24 }))).toBeGreaterThanOrEqual(8)
})

test('hours in which nothing ever comes are no silence', async () => {
  expect(await usualOf(await addRhythm(app, rahim, { perHour: 4, silentHours: 5, neverHours: 6 }))).toBeNull()
})

test('a revoked phone, and a new one with few messages, are not silent', async () => {
  const id = await addRhythm(app, rahim, { perHour: 4, silentHours: 5 })
  await app.call(payments.revokePhone, { id }, rahim)
  expect(await usualOf(id)).toBeNull()
  expect(await usualOf(await addRhythm(app, rahim, { perHour: 4, silentHours: 5, days: 0.5 }))).toBeNull()
})

test('the dashboard names silent phones', async () => {
  const id = await addRhythm(app, rahim, { perHour: 6, silentHours: 4 })
  const { payment_phones: phones } = (await app.call(dashboard.answers, {}, rahim)).body.data
  const named = phones?.map((phone) => [phone.id, phone.usual])
  const listed = (await app.call(payments.phones, {}, rahim)).body.data.data.flatMap((phone) =>
    phone.usual === null ? [] : [[phone.id, phone.usual]],
  )
  expect(named).toEqual(listed.sort(([a = 0], [b = 0]) => a - b))
  expect(named?.map(([phone]) => phone)).toContain(id)
})
