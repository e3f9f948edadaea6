import { expect, test } from 'vitest'
import { forgetUnseen, noteOrder } from './new-orders.ts'

test('an order is new once: not when it changes, and not when an older one is given back', () => {
  expect(noteOrder({ id: 10, status: 'pending' }, true)).toBe(true)
  expect(noteOrder({ id: 10, status: 'pending' }, true)).toBe(false)
  expect(noteOrder({ id: 9, status: 'pending' }, true)).toBe(false)
  expect(noteOrder({ id: 11, status: 'in_progress' }, true)).toBe(false)
  expect(noteOrder({ id: 11, status: 'pending' }, true)).toBe(false)
  expect(noteOrder({ id: 12, status: 'pending' }, false)).toBe(true)
  forgetUnseen()
})
