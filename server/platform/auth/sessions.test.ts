import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { LOGIN_FAILURES_ALLOWED, SESSION_HOURS, SESSION_REMEMBERED_DAYS } from '#contract/limits.ts'
import { profile, sessions } from '#contract/sessions.ts'
import { startApp } from '../../../test/support/app.ts'
import { dumpTables } from '../../../test/support/fingerprint.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { PASSWORD } from '../../../test/world.ts'
import { query } from '../db/connect.ts'
import { makeOneTimePassword, setOneTimePassword } from './one-time-password.ts'
import { hashPassword } from './passwords.ts'

const app = await startApp()
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('login_attempts').execute())

const run = async <R>(sql: string, ...parameters: unknown[]) => query<R>(app.db, sql, parameters)

const statusOf = async (authorization: string) => (await app.call(profile.show, {}, authorization)).status

const signIn = async (identity: string, remember: 0 | 1 = 0, password = PASSWORD) => {
  const { body } = await app.call(sessions.login, { identity, password, remember })
  return body.data.token
}

const rowOf = async (token: string) => {
  const sql = `select id, remembered, extract(epoch from expires_at - now())::int8 as seconds_left,
      extract(epoch from expires_at - last_used_at)::int8 as life
    from sessions where token_hash = $1`
  const [row] = await run<{ id: number; remembered: boolean; seconds_left: number; life: number }>(sql, sha256(token))
  return row
}

const sha256 = (token: string) => createHash('sha256').update(token).digest()
const HOUR_S = 3_600

test('a token is 32 random bytes, of which only the SHA-256 is stored', async () => {
  const [one, other] = [await signIn('rahim'), await signIn('rahim')]
  expect(Buffer.from(one, 'base64url')).toHaveLength(32)
  expect(one).not.toBe(other)
  expect(await rowOf(one)).toBeDefined()
  const dump = Object.values(await dumpTables(app.db)).join('\n')
  for (const form of [one, Buffer.from(one, 'base64url').toString('hex'), Buffer.from(one).toString('hex')]) {
    expect(dump).not.toContain(form)
  }
  expect(dump).toContain(sha256(one).toString('hex'))
})

test('a token counts bare and behind Bearer, and in no other way', async () => {
  const token = await signIn('karim')
  for (const header of [token, `Bearer ${token}`, `bearer   ${token}`, ` ${token} `]) expect(await statusOf(header)).toBe(200)
  for (const header of [`Basic ${token}`, `Bearer${token}`, token.slice(1), `${token}x`, token.toLowerCase(), `"${token}"`]) {
    expect(await statusOf(header)).toBe(401)
  }
  const byQuery = await fetch(`${app.url}/api/admin/profile?token=${token}&authorization=${token}`)
  expect(byQuery.status).toBe(401)
  const byCookie = await fetch(`${app.url}/api/admin/profile`, { headers: { cookie: `token=${token}; authorization=${token}` } })
  expect(byCookie.status).toBe(401)
})

test('sessions live 12 hours, with Remember me 30 days, counted from last use', async () => {
  for (const [remember, life] of [
    [0, SESSION_HOURS * HOUR_S],
    [1, SESSION_REMEMBERED_DAYS * 24 * HOUR_S],
  ] as const) {
    const token = await signIn('karim', remember)
    expect(await rowOf(token)).toMatchObject({ remembered: remember === 1, life })
    // An hour before the end it is used: the life begins again.
    await run(
      `update sessions set last_used_at = now() - make_interval(secs => $2), expires_at = now() + interval '1 hour'
       where token_hash = $1`,
      sha256(token),
      life - HOUR_S,
    )
    expect(await statusOf(token)).toBe(200)
    await expect.poll(async () => (await rowOf(token))?.seconds_left).toBeGreaterThan(life - 60)
    await run(`update sessions set expires_at = now() - interval '1 second' where token_hash = $1`, sha256(token))
    expect(await statusOf(token)).toBe(401)
    expect((await rowOf(token))?.seconds_left).toBeLessThan(0)
  }
})

test('logging out ends this session alone, at once', async () => {
  const [here, there] = [await signIn('rahim'), await signIn('rahim')]
  expect((await app.call(sessions.logout, {}, here)).status).toBe(200)
  expect(await statusOf(here)).toBe(401)
  expect((await app.call(sessions.logout, {}, here)).status).toBe(401)
  expect(await statusOf(there)).toBe(200)
})

test('a changed password ends every other session of the account, and of no other', async () => {
  const [here, there, remembered] = [await signIn('nadia'), await signIn('nadia'), await signIn('nadia', 1)]
  const other = await signIn('karim')
  const change = { old_password: PASSWORD, new_password: 'quite another one', confirm_password: 'quite another one' }
  const wrong = await app.call(sessions.changePassword, { ...change, old_password: 'not this' }, here)
  expect(wrong).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'wrong_old_password', msg: 'Old password is wrong', param: 'old_password' }] },
  })
  const unlike = await app.call(sessions.changePassword, { ...change, confirm_password: 'something else' }, here)
  expect(unlike).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'passwords_differ', msg: 'Passwords do not match', param: 'confirm_password' }] },
  })
  const short = await app.call(sessions.changePassword, { ...change, new_password: 'short', confirm_password: 'short' }, here)
  expect(short).toMatchObject({ status: 422, body: { errors: [{ param: 'new_password' }] } })
  for (const token of [here, there, remembered]) expect(await statusOf(token)).toBe(200)

  const done = await app.call(sessions.changePassword, change, here)
  expect(done).toMatchObject({ status: 200, body: { success: true, message: 'Password changed successfully' } })
  expect(await statusOf(here)).toBe(200)
  for (const token of [there, remembered]) expect(await statusOf(token)).toBe(401)
  expect(await statusOf(other)).toBe(200)
  expect((await app.call(sessions.login, { identity: 'nadia', password: PASSWORD })).status).toBe(401)
  expect((await app.call(sessions.login, { identity: 'nadia', password: 'quite another one' })).status).toBe(200)
})

test('the old password is guessed at a signed-in screen as little as at the sign-in', async () => {
  const token = await signIn('karim')
  const change = { new_password: 'quite another one', confirm_password: 'quite another one' }
  const statusWith = async (old_password: string) =>
    (await app.call(sessions.changePassword, { ...change, old_password }, token)).status
  for (let at = 0; at < LOGIN_FAILURES_ALLOWED; at++) expect(await statusWith('not this')).toBe(422)
  expect(await statusWith(PASSWORD)).toBe(429)
})

test('the account is found by email or username, trimmed, in any case', async () => {
  for (const identity of ['rahim@demo.topdeck.example', '  RAHIM@Demo.Topdeck.EXAMPLE ', 'rahim', '\tRaHiM\n']) {
    const { status, body } = await app.call(sessions.login, { identity, password: PASSWORD })
    expect(status).toBe(200)
    expect(body.data.user).toEqual({
      id: app.world.admins.rahim,
      first_name: 'Rahim',
      last_name: 'Uddin',
      username: 'rahim',
      email: 'rahim@demo.topdeck.example',
      role: 'super',
    })
  }
  for (const password of [`${PASSWORD} `, PASSWORD.toUpperCase()]) {
    expect((await app.call(sessions.login, { identity: 'rahim', password })).status).toBe(401)
  }
})

test('a deleted admin is signed out at once, and cannot sign in again', async () => {
  const token = await signIn('karim')
  await run('update admins set deleted_at = now() where id = $1', app.world.admins.karim)
  expect(await statusOf(token)).toBe(401)
  const { status, body } = await app.call(sessions.login, { identity: 'karim', password: PASSWORD })
  expect([status, body.message]).toEqual([401, 'Wrong email or password'])
  await run('update admins set deleted_at = null where id = $1', app.world.admins.karim)
})

test('a sign-in with the old password that a reset overtakes opens nothing', async () => {
  const { karim } = app.world.admins
  const { password_hash } = await makeOneTimePassword()
  const [before] = await run<{ password_hash: string }>('select password_hash from admins where id = $1', karim)
  const { login } = await app.db.transaction().execute(async (own) => {
    await setOneTimePassword(own, karim, password_hash)
    const login = app.call(sessions.login, { identity: 'karim', password: PASSWORD })
    await untilWaits(app.db, 'for share')
    return { login }
  })
  const { status, body } = await login
  expect([status, body.message]).toEqual([401, 'Wrong email or password'])
  expect(await run('select from sessions where admin_id = $1', karim)).toEqual([])
  await run('update admins set password_hash = $2, must_change_password = false where id = $1', karim, before?.password_hash)
})

test('a reset for which a password change waits is not undone by it', async () => {
  const token = await signIn('karim')
  const { password, password_hash } = await makeOneTimePassword()
  const { change } = await app.db.transaction().execute(async (own) => {
    await setOneTimePassword(own, app.world.admins.karim, password_hash)
    const words = { new_password: 'quite another one', confirm_password: 'quite another one' }
    const change = app.call(sessions.changePassword, { old_password: PASSWORD, ...words }, token)
    await untilWaits(app.db, 'update "admins"')
    return { change }
  })
  expect((await change).body.errors).toEqual([
    { code: 'wrong_old_password', msg: 'Old password is wrong', param: 'old_password' },
  ])
  const { body } = await app.call(profile.show, {}, await signIn('karim', 0, password))
  expect(body.data.must_change_password).toBe(true)
})

test('a username signs in whose letters JavaScript and the database lower differently', async () => {
  const sql = `insert into admins (first_name, last_name, username, email, password_hash) values ('Kral', 'T', 'KRALİΣ', 'kral@t.example', $1)`
  await run(sql, await hashPassword(PASSWORD))
  for (const identity of ['KRALİΣ', 'kralİΣ ', 'kral@t.example']) {
    const { status, body } = await app.call(sessions.login, { identity, password: PASSWORD, remember: 0 })
    expect([identity, status, body.message]).toEqual([identity, 200, undefined])
  }
})
