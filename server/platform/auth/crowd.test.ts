import { afterAll, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { sessions } from '#contract/sessions.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { grant } from '../../../test/support/books.ts'
import { PASSWORD } from '../../../test/world.ts'
import { type HashedFor, hashPassword } from './passwords.ts'

const NOBODY = 999_999_999
const FULL = 'Too many password changes right now. Try again in a minute.'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const signIn = async () => (await app.call(sessions.login, { identity: 'nadia', password: PASSWORD })).status

test('230 new passwords at once by one admin: the sign-in stays open to others', async () => {
  await grant(app.db, app.world.admins.karim, ['users_edit', 'users_password'])
  const karim = await app.signIn('karim')
  let isOver = false
  const flood = Array.from({ length: 230 }, () => app.call(users.update, { id: NOBODY, password: 'long enough' }, karim))
  const all = Promise.all(flood).finally(() => {
    isOver = true
  })
  while (!isOver) expect(await signIn()).toBe(200)
  const output = (await all).map(({ status, body }) => `${status} ${body.message}`)
  expect(new Set(output)).toEqual(new Set(['404 Not found', `429 ${FULL}`]))
  // One is computed and 50 wait; as many again come in while these are worked off.
  expect(output.filter((reply) => reply.startsWith('404')).length).toBeLessThan(150)
})

/** All places of one caller taken, until what this answers is called. */
const keepFull = (from: HashedFor) => {
  let isOver = false
  const hashes = Array.from({ length: 51 }, async () => {
    while (!isOver) await hashPassword('a new one', from)
  })
  return () => {
    isOver = true
    return Promise.all(hashes)
  }
}

test('whatever sets a password waits in its admin’s own places, and in no others', async () => {
  const leave = keepFull(`admin ${app.world.admins.rahim}`)
  const { karim } = app.world.admins
  const names = { first_name: 'Mita', last_name: 'Das', username: 'mita', email: 'mita@shop.example' }
  const rows = await changesDuring(app.db, async () => {
    const replies = await Promise.all([
      app.call(users.update, { id: app.world.users.shila, password: 'long enough' }, rahim),
      app.call(admins.create, { ...names, password: 'long enough', confirm_password: 'long enough' }, rahim),
      app.call(admins.resetPassword, { id: karim }, rahim),
      app.call(
        sessions.changePassword,
        { old_password: PASSWORD, new_password: 'long enough', confirm_password: 'long enough' },
        rahim,
      ),
    ])
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual(Array(4).fill([429, FULL]))
  })
  expect(rows).toEqual([])
  // Another field asks for no hash, and the store has places of its own.
  expect((await app.call(users.update, { id: app.world.users.shila, city: 'Dhaka' }, rahim)).status).toBe(200)
  expect((await app.call(store.setPassword, { id: app.world.users.shila, password: 'long enough' }, STORE_KEY)).status).toBe(200)
  expect(await signIn()).toBe(200)
  await leave()
  expect((await app.call(users.update, { id: app.world.users.shila, password: 'long enough' }, rahim)).status).toBe(200)
})
