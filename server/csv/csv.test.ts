import { expect, test } from 'vitest'
import { csvLine, momentsIn, shopTime } from './csv.ts'

test('moments are the shop’s, as a spreadsheet reads them', () => {
  expect(shopTime('2026-01-31T18:30:05.5Z')).toBe('2026-02-01 00:30:05')
  expect(shopTime('2026-01-31T17:59:59Z')).toBe('2026-01-31 23:59:59')
  expect(shopTime(null)).toBe(null)
})

test.each(['Asia/Dhaka', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'UTC'])(
  'what the database wrote is written as the clock of %s shows it, all year',
  (zone) => {
    const inZone = momentsIn(zone)
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    const HOUR_MS = 3_600_000
    for (let ms = Date.UTC(2026, 0, 1, 0, 59, 59); ms < Date.UTC(2027, 0, 1); ms += HOUR_MS / 2) {
      const moment = new Date(ms).toISOString().replace('T', ' ').replace('.000Z', '.987654+00')
      expect(inZone(moment)).toBe(clock.format(ms))
    }
  },
)

test('no text is taken for a formula, and quotes, commas and lines stay in their cell', () => {
  expect(csvLine(['=1+1', '-5', -5, 'a "b", c', 'two\nlines', null])).toBe(`'=1+1,'-5,-5,"a ""b"", c","two\nlines",\r\n`)
})
