import { afterAll, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { payments } from '#contract/payments.ts'
import { addPhone } from '../../../test/payments/shop.ts'
import { startApp } from '../../../test/support/app.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

interface Rhythm {
  readonly perHour: number
  readonly silentHours: number
  readonly days?: number
  /** Hours before now at whose time of day nothing comes. */
  readonly neverHours?: number
}

/** A phone with so many messages in each hour of the last days, of which the newest came some hours ago. */
const addRhythm = async ({ perHour, silentHours, days = 10, neverHours = 0 }: Rhythm) => {
  const { id } = await addPhone(app, rahim, [app.world.methods.mobipay])
  await query(
    app.db,
    `insert into payments (phone_id, text, text_hash, reads, paid_at, created_at)
     select $1::bigint, 'Message', sha256(($1::bigint || ' ' || at)::bytea), 'unread', at, at
     from generate_series(now() - make_interval(hours => (24 * $4::numeric)::int), now() - make_interval(hours => $2), make_interval(secs => 3600.0 / $3)) as at
     where not exists (
       select from generate_series(0, $5::int - 1) as h
       where extract(hour from at at time zone 'UTC') = extract(hour from (now() - make_interval(hours => h)) at time zone 'UTC')
     )`,
    [id, silentHours, perHour, days, neverHours],
  )
  return id
}

const usualOf = async (id: number) =>
  (await app.call(payments.phones, {}, rahim)).body.data.data.find((phone) => phone.id === id)?.usual

test('a phone is silent once messages that usually come have not come', async () => {
  expect(await usualOf(await addRhythm({ perHour: 4, silentHours: 3 }))).toBeGreaterThanOrEqual(10)
  expect(await usualOf(await addRhythm({ perHour: 4, silentHours: 1 }))).toBeNull()
  // Of a phone with few messages a day, some hours say nothing.
  expect(await usualOf(await addRhythm({ perHour: 0.5, silentHours: 6 }))).toBeNull()
  expect(await usualOf(await addRhythm({ perHour: 0.5, silentHours: 24 }))).toBeGreaterThanOrEqual(8)
})

test('hours in which nothing ever comes are no silence', async () => {
  expect(await usualOf(await addRhythm({ perHour: 4, silentHours: 5, neverHours: 6 }))).toBeNull()
})

test('a revoked phone, and a new one with few messages, are not silent', async () => {
  const id = await addRhythm({ perHour: 4, silentHours: 5 })
  await app.call(payments.revokePhone, { id }, rahim)
  expect(await usualOf(id)).toBeNull()
  expect(await usualOf(await addRhythm({ perHour: 4, silentHours: 5, days: 0.5 }))).toBeNull()
})

test('the dashboard names silent phones', async () => {
  const id = await addRhythm({ perHour: 6, silentHours: 4 })
  const { phones } = (await app.call(dashboard.answers, {}, rahim)).body.data
  const named = phones?.map((phone) => [phone.id, phone.usual])
  const listed = (await app.call(payments.phones, {}, rahim)).body.data.data.flatMap((phone) =>
    phone.usual === null ? [] : [[phone.id, phone.usual]],
  )
  expect(named).toEqual(listed.sort(([a = 0], [b = 0]) => a - b))
  expect(named?.map(([phone]) => phone)).toContain(id)
})
