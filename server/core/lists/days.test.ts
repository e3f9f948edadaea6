import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/app.ts'
import { everyEndpoint, fieldsOf, samplesOf } from '../../../test/support/samples.ts'
import { query } from '../../platform/db/connect.ts'
import { startOf } from './days.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

test('whatever takes days refuses a first that is after the last', async () => {
  const takes = everyEndpoint.filter(({ endpoint }) => {
    const names = fieldsOf(endpoint).map(({ name }) => name)
    return names.includes('from') && names.includes('to')
  })
  expect(takes.length).toBeGreaterThan(8)
  for (const { name, endpoint } of takes) {
    const { status, body } = await app.call(endpoint, { ...samplesOf(endpoint)[0], from: '2026-03-02', to: '2026-03-01' }, rahim)
    const refused = [422, [{ code: 'date_range_reversed', msg: 'The first day is after the last', param: 'from' }]]
    expect({ name, reply: [status, body.errors] }).toEqual({ name, reply: refused })
  }
})

test('each moment is within the day that counts it, also on days when clocks change', async () => {
  const zones = [
    'Atlantic/Azores',
    'America/Havana',
    'America/Santiago',
    'Africa/Cairo',
    'Asia/Beirut',
    'America/New_York',
    'Asia/Dhaka',
  ]
  // Not saved until it is Dhaka again: what is folded meanwhile is counted by the shop's own days.
  await app.db.transaction().execute(async (own) => {
    for (const zone of zones) {
      await query(own, 'update settings set time_zone = $1', [zone])
      const strays = await query(
        own,
        `select at from generate_series(timestamptz '2025-12-31 00:30Z', '2027-01-01', '1 hour') as at
         where at < ${startOf('shop_day(at)')} or at >= ${startOf('shop_day(at)', 1)}`,
      )
      expect({ zone, strays }).toEqual({ zone, strays: [] })
    }
    await query(own, `update settings set time_zone = 'Asia/Dhaka'`)
  })
})
