import crypto from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type HashedFor, hashPassword, limitHashing, verifyPassword } from './passwords.ts'

test('a password is hashed with its own salt and the recommended cost', async () => {
  const [one, other] = [await hashPassword('the same'), await hashPassword('the same')]
  expect(one).not.toBe(other)
  for (const hash of [one, other]) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword('the same', hash)).toBe(true)
  }
})

describe('whose turn it is', () => {
  // The least that argon2 takes: here it is about who waits, and the order is the same whatever a hash costs.
  const { argon2 } = crypto
  beforeAll(() => {
    vi.spyOn(crypto, 'argon2').mockImplementation((algorithm, parameters, done) =>
      argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done),
    )
  })
  afterAll(() => {
    vi.mocked(crypto.argon2).mockRestore()
  })

  test('a flood of sign-ins from one address delays none at another', async () => {
    const stored = await hashPassword('right')
    let done = 0
    const flood = Array.from({ length: 30 }, async () => {
      await verifyPassword('wrong', null, 'network 192.0.2.1')
      done += 1
    })
    expect(await verifyPassword('right', stored, 'network 192.0.2.2')).toBe(true)
    expect(done).toBeLessThan(5)
    await Promise.all(flood)
    expect(done).toBe(30)
  })

  test('one address has a short queue and no more; another is not concerned', async () => {
    const flood = Array.from({ length: 52 }, () => verifyPassword('wrong', null, 'network 192.0.2.3'))
    expect(() => limitHashing('network 192.0.2.3')).toThrow('Too many sign-ins right now')
    limitHashing('network 192.0.2.4')
    await Promise.all(flood)
    limitHashing('network 192.0.2.3')
  })

  /** What comes at once of one caller; answers how many were let in, and their work. */
  const arrive = (from: HashedFor, times: number) => {
    const work: Promise<boolean>[] = []
    for (let at = 0; at < times; at++) {
      try {
        limitHashing(from)
      } catch {
        break
      }
      work.push(verifyPassword('wrong', null, from))
    }
    return { letIn: work.length, done: Promise.all(work) }
  }

  test('flooding networks leave places to others; admins and the store are apart', async () => {
    const known = ['admin 1', 'admin 2', 'the store'] as const
    const own = known.map((from) => arrive(from, 100))
    const floods = Array.from({ length: 6 }, (_, at) => arrive(`network 198.51.100.${at}`, 100))
    expect(own.map(({ letIn }) => letIn)).toEqual([51, 51, 50])
    expect(floods.map(({ letIn }) => letIn)).toEqual([50, 50, 50, 25, 13, 6])
    limitHashing('network 192.0.2.5')
    await Promise.all([...own, ...floods].map(({ done }) => done))
  })

  test('one who sets passwords without end has no more waiting than their own places', async () => {
    const all = Promise.allSettled(Array.from({ length: 230 }, () => hashPassword('a new one', 'admin 3')))
    limitHashing('network 192.0.2.6')
    limitHashing('admin 4')
    const refused = (await all).flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(refused).toEqual(Array(179).fill('Error: Too many password changes right now. Try again in a minute.'))
  })
})
