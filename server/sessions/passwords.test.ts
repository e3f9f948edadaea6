import { expect, test } from 'vitest'
import { hashPassword, refuseCrowd, verifyPassword } from './passwords.ts'

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

test('so many wait at one address that nobody waits long, and no more; another address is not concerned', async () => {
  const flood = Array.from({ length: 52 }, () => verifyPassword('wrong', null, '192.0.2.3'))
  expect(() => refuseCrowd('192.0.2.3')).toThrow('Too many are signing in at this moment')
  refuseCrowd('192.0.2.4')
  await Promise.all(flood)
  refuseCrowd('192.0.2.3')
})
