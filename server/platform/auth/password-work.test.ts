import crypto from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { refusal } from '../../../test/support/refusal.ts'
import { PASSWORD } from '../../../test/world.ts'
import { hashPassword } from './passwords.ts'

interface Hashing {
  memory: number
  passes: number
  parallelism: number
}
let counted: Hashing[] = []

const { argon2 } = crypto
const counting = vi.spyOn(crypto, 'argon2').mockImplementation((algorithm, parameters, done) => {
  const { memory, passes, parallelism } = parameters
  counted.push({ memory, passes, parallelism })
  argon2(algorithm, parameters, done)
})
afterAll(() => counting.mockRestore())

const app = await startApp()
// At the cost that is recommended, which the world's people are spared.
await app.db
  .updateTable('admins')
  .set({ password_hash: await hashPassword(PASSWORD) })
  .execute()
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('login_attempts').execute()
  counted = []
})

const attempt = (identity: string, password: string) => post('admin/login', { identity, password })
const attemptAtStore = (phone: string, password: string) => post('store/sign-in', { phone, password })

const post = async (path: string, fields: object) => {
  counted = []
  const reply = await fetch(`${app.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: STORE_KEY },
    body: JSON.stringify(fields),
  })
  const { date: _, 'x-request-id': _id, ...headers } = Object.fromEntries(reply.headers)
  return { status: reply.status, headers, body: await reply.text(), work: counted }
}

test('known and unknown accounts are refused alike: status, headers, body, hash', async () => {
  const known = await attempt('rahim', 'wrong')
  expect(known.status).toBe(401)
  expect(JSON.parse(known.body)).toEqual(refusal('wrong_email_or_password', 'Wrong email or password'))
  expect(known.work).toHaveLength(1)
  await app.db.updateTable('admins').set({ deleted_at: '2026-01-01T00:00:00Z' }).where('username', '=', 'nadia').execute()
  for (const identity of ['nobody', 'nobody@nowhere.example', 'nadia', `${'x'.repeat(190)}`, "' or 1=1 --"]) {
    expect(await attempt(identity, 'wrong')).toEqual(known)
  }
})

test('the right password takes no less work, and a locked account none', async () => {
  const right = await attempt('rahim', PASSWORD)
  expect([right.status, right.work.length]).toEqual([200, 1])
  for (const identity of ['karim', 'nobody']) {
    const tries = []
    for (let at = 0; at < 7; at++) tries.push(await attempt(identity, 'wrong'))
    expect(tries.map(({ status, work }) => [status, work.length])).toEqual([
      ...Array(5).fill([401, 1]),
      ...Array(2).fill([429, 0]),
    ])
  }
})

test('a customer is refused like an unknown, a deleted, and one without a password', async () => {
  const { shila, tanvir } = app.world.users
  const { password_hash } = await app.db.selectFrom('admins').select('password_hash').limit(1).executeTakeFirstOrThrow()
  const giveTo = (id: number) => app.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
  await giveTo(shila)
  const known = await attemptAtStore('01811000001', 'wrong')
  expect([known.status, known.work.length]).toEqual([422, 1])
  for (const phone of ['01799999999', '01811000002']) expect(await attemptAtStore(phone, PASSWORD)).toEqual(known)
  await giveTo(tanvir)
  await app.db.updateTable('users').set({ deleted_at: '2026-01-01T00:00:00Z' }).where('id', '=', tanvir).execute()
  expect(await attemptAtStore('01811000002', PASSWORD)).toEqual(known)
  await app.db.updateTable('users').set({ is_banned: 1 }).where('id', '=', shila).execute()
  expect(await attemptAtStore('01811000001', 'wrong')).toEqual(known)
  const right = await attemptAtStore('01811000001', PASSWORD)
  expect([right.status, right.work]).toEqual([422, known.work])
  const tries = []
  for (let at = 0; at < 4; at++) tries.push(await attemptAtStore('01811000001', 'wrong'))
  expect(tries.map(({ status, work }) => [status, work.length])).toEqual([
    [422, 1],
    [422, 1],
    [429, 0],
    [429, 0],
  ])
})
