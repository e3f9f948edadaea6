import { expect, test } from 'vitest'
import { matches } from './local-rows.ts'

const method = { id: 7, name: 'MobiPay', info: '01700000009', logo: '/images/0170.webp', created_at: '2024-01-01' }
const sameMethod = { ...method, info: '+880 1700-000009' }

test.each([
  '01700-000009',
  '+880 1700-000009',
  '8801700000009',
  '1700 0000',
  '1700000009',
  '+880 01700000009',
  '"01700000009"',
  '88017000',
  '০১৭০০০০০০০৯',
  '7',
  '#7',
  'mobi',
  '',
])('a row is found by %j', (q) => {
  expect(matches(method, q)).toBe(true)
  expect(matches(sameMethod, q)).toBe(true)
})

test.each(['01700-000008', '009-', '8', '#0', '0170.webp', '2024', 'bank'])('and not by %j', (q) => {
  expect(matches(method, q)).toBe(false)
})

test.each([
  ['stock', true],
  ['Stock out', true],
  ['out', true],
  ['0 code', true],
  ['০ code', true],
  ['active', false],
  ['tock', false],
  ['stock_out', false],
])('what the cells of a row show is found by the beginning of a word: %j %s', (q, isFound) => {
  const sold = Object.assign(method, { availability: 'stock_out' })
  expect(matches(sold, q, ['Stock out', '0 codes', 'Inactive'])).toBe(isFound)
})

const WITH_DOTS_APART = 'ওয়ালেট বড় আয়েশা'.normalize('NFC')
const WITH_DOTS_WITHIN = 'ও\u09dfালেট ব\u09dc আ\u09dfেশা'

test.each([WITH_DOTS_APART, WITH_DOTS_WITHIN])('letters with a dot are sought in either spelling: %j', (q) => {
  expect(matches(Object.assign({ id: 7 }, { name: WITH_DOTS_APART }), q)).toBe(true)
  expect(matches(method, q, [WITH_DOTS_APART])).toBe(true)
})

test.each(['১০০ ডায়মন্ড', '100 ডায়মন্ড', '১০০', '100', ' ডায়মন্ড '])('digits in a name are the same in both scripts: %j', (q) => {
  const found = ['১০০ ডায়মন্ড', '100 ডায়মন্ড', '২০০ Diamonds'].map((name) => matches(Object.assign({ id: 7 }, { name }), q))
  expect(found).toEqual([true, true, false])
})
