import { expect, test } from 'vitest'
import { formatDay, parseDay } from './day.ts'

test.each([
  ['27 Nov 2026', '2026-11-27'],
  ['1 february 2026', '2026-02-01'],
  ['5 Sept. 2026', '2026-09-05'],
  ['27Nov2026', '2026-11-27'],
  ['27-Nov-2026', '2026-11-27'],
  ['3/4/2026', '2026-04-03'],
  ['03.04.2026', '2026-04-03'],
  ['3-4-2026', '2026-04-03'],
  ['03042026', '2026-04-03'],
  [' 2026-04-03 ', '2026-04-03'],
  ['২৭/১১/২০২৬', '2026-11-27'],
  ['29 Feb 2028', '2028-02-29'],
])('%j is read as %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})

test.each([
  '',
  '27',
  '27 Nov',
  '27 Nov 26',
  '27 Nov 202',
  '1112026',
  '31 Apr 2026',
  '29 Feb 2026',
  '11/27/2026',
  '27 Foo 2026',
  '0 Jan 2026',
])('%j is no full date', (typed) => {
  expect(parseDay(typed)).toBeUndefined()
})

test('each day of a year is read as it is written', () => {
  const days = Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(2028, 0, 1 + at)).toISOString().slice(0, 10))
  expect(days.map((day) => parseDay(formatDay(day)))).toEqual(days)
})
