import { expect, test } from 'vitest'
import { howLong } from './how-long.ts'
import type { T } from './i18n.ts'

const english: T = (text, values = {}) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

test.each([
  [-0.1, '0 min'],
  [1, '1 min'],
  [59.9, '59 min'],
  [75, '1 h 15 min'],
  [9 * 60 + 59, '9 h 59 min'],
  [12 * 60 + 18, '12 h'],
  [24 * 60, '1 d 0 h'],
  [50 * 60, '2 d 2 h'],
])('%d minutes are said as %s', (minutes, said) => {
  expect(howLong(minutes, english)).toBe(said)
})
