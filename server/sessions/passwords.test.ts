import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a flood of sign-ins from one address delays nobody at another', async () => {
  const stored = await hashPassword('right')
  let done = 0
  const flood = Array.from({ length: 30 }, async () => {
    await verifyPassword('wrong', null, '192.0.2.1')
    done += 1
  })
  expect(await verifyPassword('right', stored, '192.0.2.2')).toBe(true)
  expect(done).toBeLessThan(5)
  await Promise.all(flood)
  expect(done).toBe(30)
})
