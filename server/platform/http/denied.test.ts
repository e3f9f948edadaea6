import { afterAll, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { users } from '#contract/users.ts'
import { startApp } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'

const lines: string[] = []
const app = await startApp({ log: (line) => lines.push(line) })
afterAll(() => app.close())

const denied = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'access denied')
    .map(({ admin, call, code, ip }) => ({ admin, call, code, ip }))

test('a call refused for lack of a right is logged with its admin', async () => {
  const admin = app.world.admins.nadia
  await grant(app.db, admin, ['users_edit'])
  const nadia = await app.signIn('nadia')
  const { shila } = app.world.users
  expect((await app.call(admins.list, {}, nadia)).status).toBe(403)
  expect((await app.call(users.update, { id: shila, wallet: 1_000 }, nadia)).status).toBe(403)
  expect((await app.call(handOvers.setStatus, { transaction_id: 1, status: 'completed' }, nadia)).status).toBe(403)
  const of = { admin, code: 'access_denied', ip: '127.0.0.1' }
  expect(denied()).toEqual([
    { ...of, call: 'GET /api/admin/admins' },
    { ...of, call: 'POST /api/admin/user/update/:id' },
    { ...of, call: 'POST /api/admin/admin-transaction/update' },
  ])
  expect((await app.call(users.update, { id: shila, city: 'Dhaka' }, nadia)).status).toBe(200)
  expect((await app.call(admins.list, {}, 'no session')).status).toBe(401)
  expect(denied()).toHaveLength(3)
})
