import { expect, test } from 'vitest'
import { forgetUnseen, noteOrder, noteRise, unseenOrders } from './new-orders.ts'

const now = new Date().toISOString()
const earlier = new Date(Date.now() - 120_000).toISOString()

test('an order is new once: not when it changes, and not when an older one is given back', () => {
  expect(noteOrder({ id: 9, status: 'pending', created_at: earlier }, true)).toBe(false)
  expect(noteOrder({ id: 10, status: 'pending', created_at: now }, true)).toBe(true)
  expect(noteOrder({ id: 10, status: 'pending', created_at: now }, true)).toBe(false)
  expect(noteOrder({ id: 9, status: 'pending', created_at: now }, true)).toBe(false)
  expect(noteOrder({ id: 11, status: 'in_progress', created_at: now }, true)).toBe(false)
  expect(noteOrder({ id: 11, status: 'pending', created_at: now }, true)).toBe(false)
  expect(noteOrder({ id: 12, status: 'pending', created_at: now }, false)).toBe(true)
  forgetUnseen()
})

test('where only their number is known, more that wait are new ones, and fewer are some that are seen to', () => {
  expect(noteRise(2, 32, true)).toBe(true)
  expect(unseenOrders()).toBe(0)
  expect(noteRise(3, 35, false)).toBe(true)
  expect(noteOrder({ id: 36, status: 'pending', created_at: now }, false)).toBe(true)
  expect(unseenOrders()).toBe(4)
  // The stream has told of it.
  expect(noteRise(1, 36, false)).toBe(false)
  expect(noteRise(-1, 36, false)).toBe(false)
  expect(unseenOrders()).toBe(3)
  expect(noteRise(-9, 0, false)).toBe(false)
  expect(unseenOrders()).toBe(1)
  forgetUnseen()
  expect(unseenOrders()).toBe(0)
})
