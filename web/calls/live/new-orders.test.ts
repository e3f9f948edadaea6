import { expect, test } from 'vitest'
import { clearUnseen, countUnseenOrders, recordCountChange, recordOrder } from './new-orders.ts'

const now = new Date().toISOString()
const earlier = new Date(Date.now() - 120_000).toISOString()

test('an order is new once: not when it changes, nor when an older one is released', () => {
  expect(recordOrder({ id: 9, status: 'pending', created_at: earlier }, true)).toBe(false)
  expect(recordOrder({ id: 10, status: 'pending', created_at: now }, true)).toBe(true)
  expect(recordOrder({ id: 10, status: 'pending', created_at: now }, true)).toBe(false)
  expect(recordOrder({ id: 9, status: 'pending', created_at: now }, true)).toBe(false)
  expect(recordOrder({ id: 11, status: 'in_progress', created_at: now }, true)).toBe(false)
  expect(recordOrder({ id: 11, status: 'pending', created_at: now }, true)).toBe(false)
  expect(recordOrder({ id: 12, status: 'pending', created_at: now }, false)).toBe(true)
  clearUnseen()
})

test('where only their number is known, more mean new ones, fewer taken ones', () => {
  expect(recordCountChange(2, 32, true)).toBe(true)
  expect(countUnseenOrders()).toBe(0)
  expect(recordCountChange(3, 35, false)).toBe(true)
  expect(recordOrder({ id: 36, status: 'pending', created_at: now }, false)).toBe(true)
  expect(countUnseenOrders()).toBe(4)
  // The stream has told of it.
  expect(recordCountChange(1, 36, false)).toBe(false)
  expect(recordCountChange(-1, 36, false)).toBe(false)
  expect(countUnseenOrders()).toBe(3)
  expect(recordCountChange(-9, 0, false)).toBe(false)
  expect(countUnseenOrders()).toBe(1)
  clearUnseen()
  expect(countUnseenOrders()).toBe(0)
})
