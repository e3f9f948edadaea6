import { afterAll, beforeEach, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { LOGIN_FAILURES_ALLOWED, RECOVERY_CODES } from '#contract/limits.ts'
import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import { security } from '#contract/security.ts'
import { profile, sessions } from '#contract/sessions.ts'
import { startApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { addTotp, codeAt } from '../../../test/support/second-factor.ts'
import { PASSWORD } from '../../../test/world.ts'
import { resetPassword } from '../../cli/reset-password.ts'
import { makeChallenge } from '../../platform/auth/challenges.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
afterAll(() => app.close())
const { karim } = app.world.admins
beforeEach(async () => {
  for (const table of ['login_attempts', 'totp_secrets', 'passkeys', 'recovery_codes', 'sessions'] as const) {
    await app.db.deleteFrom(table).execute()
  }
  await query(app.db, `update settings set second_factor = 'optional'`)
})

const login = (password = PASSWORD) => app.call(sessions.login, { identity: 'karim', password })
const ask = async () => (await login()).body.data as unknown as SecondFactorQuestion
const finish = (challenge: string, code: string, remember = 0) => app.call(security.secondFactor, { challenge, code, remember })

test('with a second factor a sign-in asks for it, only after the right password', async () => {
  expect(await login()).toMatchObject({ status: 200, body: { success: true, data: { token: expect.any(String) } } })
  const { secret } = await addTotp(app, await app.signIn('karim'))
  const asked = await login()
  expect(asked).toMatchObject({
    status: 401,
    body: { success: false, code: 'second_factor_required', data: { has_totp: true, passkey: null } },
  })
  const wrong = await login('not the password')
  expect([wrong.status, wrong.body.message, wrong.body.code]).toEqual([401, 'Wrong email or password', 'wrong_email_or_password'])
  const { status, body } = await finish((asked.body.data as unknown as SecondFactorQuestion).challenge, codeAt(secret), 1)
  expect([status, Object.keys(body.data), Object.keys(body.data.user)]).toEqual([
    200,
    ['user', 'token', 'must_change_password'],
    ['id', 'first_name', 'last_name', 'username', 'email', 'role'],
  ])
  const show = await app.call(profile.show, {}, body.data.token)
  expect([show.status, show.body.data.must_add_second_factor]).toEqual([200, false])
  const [row] = await query<{ remembered: boolean }>(app.db, 'select remembered from sessions order by id desc limit 1')
  expect(row?.remembered).toBe(true)
})

test('a code is valid a step before and after, once, and not after a newer one', async () => {
  const { secret } = await addTotp(app, await app.signIn('karim'))
  const statusOf = async (code: string) => (await finish((await ask()).challenge, code)).status
  expect(await statusOf(codeAt(secret, 3))).toBe(401)
  expect(await statusOf(codeAt(secret, -3))).toBe(401)
  const [first, second] = [codeAt(secret), codeAt(secret, 1)]
  expect(await statusOf(first)).toBe(200)
  expect(await statusOf(first)).toBe(401)
  expect(await statusOf(second)).toBe(200)
  expect(await statusOf(first)).toBe(401)
  expect(await statusOf(second)).toBe(401)
})

test('the code that turned the app on signs none in', async () => {
  const token = await app.signIn('karim')
  const { secret } = (await app.call(security.startTotp, {}, token)).body.data
  const code = codeAt(secret)
  expect((await login()).status).toBe(200)
  expect((await app.call(security.activateTotp, { code: '000000' }, token)).status).toBe(422)
  expect((await app.call(security.activateTotp, { code }, token)).body.data.recovery_codes).toHaveLength(RECOVERY_CODES)
  expect((await finish((await ask()).challenge, code)).status).toBe(401)
  expect((await app.call(security.startTotp, {}, token)).status).toBe(409)
})

test('a recovery code works once in any spelling; new ones replace old; none is shown', async () => {
  const token = await app.signIn('karim')
  const { codes } = await addTotp(app, token)
  expect(new Set(codes).size).toBe(RECOVERY_CODES)
  const [first = '', second = '', third = ''] = codes
  expect((await finish((await ask()).challenge, ` ${first.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200)
  const again = await finish((await ask()).challenge, first)
  expect([again.status, again.body.message]).toEqual([401, 'Wrong or used code'])
  expect((await app.call(security.show, {}, token)).body.data.recovery_codes_left).toBe(RECOVERY_CODES - 1)
  const renewed = (await app.call(security.renewRecoveryCodes, {}, token)).body.data.recovery_codes
  expect((await finish((await ask()).challenge, second)).status).toBe(401)
  expect((await finish((await ask()).challenge, renewed[0] ?? '')).status).toBe(200)
  expect(JSON.stringify((await app.call(security.show, {}, token)).body)).not.toContain(third)
})

test('one challenge used by two at once: one success', async () => {
  const { secret, codes } = await addTotp(app, await app.signIn('karim'))
  const { challenge } = await ask()
  // Different codes, so that only the challenge can refuse one of them.
  const replies = await Promise.all([codeAt(secret), ...codes.slice(0, 3)].map((code) => finish(challenge, code)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  expect(await query(app.db, 'select 1 as used from recovery_codes where used_at is not null')).toHaveLength(
    replies[0]?.status === 200 ? 0 : 1,
  )
})

test('one code used by two at once: one success', async () => {
  const { secret } = await addTotp(app, await app.signIn('karim'))
  const challenges = [await ask(), await ask(), await ask()]
  const code = codeAt(secret)
  const replies = await Promise.all(challenges.map(({ challenge }) => finish(challenge, code)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401])
})

test('a challenge is void once old, altered, for another purpose or password', async () => {
  const { secret } = await addTotp(app, await app.signIn('karim'))
  const { challenge } = await ask()
  const [id = '', expires = '', nonce = '', signature = ''] = challenge.split('.')
  const forOther = makeChallenge(app.vault, 'confirm', karim, 'x').token
  const forged = [
    `${app.world.admins.rahim}.${expires}.${nonce}.${signature}`,
    `${id}.${Number(expires) + 60_000}.${nonce}.${signature}`,
    `${id}.${Number(expires) - 300_000}.${nonce}.${signature}`,
    forOther,
    '',
    'x',
    '...',
  ]
  for (const token of forged) {
    const { status, body } = await finish(token, codeAt(secret))
    expect([token, status, body.message]).toEqual([token, 401, 'This sign-in has expired. Start again.'])
  }
  const [stored] = await query<{ password_hash: string }>(app.db, 'select password_hash from admins where id = $1', [karim])
  await query(app.db, `update admins set password_hash = password_hash || 'x' where id = $1`, [karim])
  expect((await finish(challenge, codeAt(secret))).status).toBe(401)
  await query(app.db, 'update admins set password_hash = $2 where id = $1', [karim, stored?.password_hash])
  expect((await finish(challenge, codeAt(secret))).status).toBe(200)
})

test('guessed codes count for the account in any sign-in, and are in the audit log', async () => {
  const { secret } = await addTotp(app, await app.signIn('karim'))
  const { challenge } = await ask()
  const rows = await changesDuring(app.db, async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => finish(challenge, '000000')))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(LOGIN_FAILURES_ALLOWED)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(40 - LOGIN_FAILURES_ALLOWED)
  })
  expect(rows).toHaveLength(LOGIN_FAILURES_ALLOWED)
  const refused = { action: 'security.secondFactor', subject_id: karim, facts: { refused: 'wrong second factor' } }
  expect(rows[0]).toMatchObject({ ...refused, address: '127.0.0.1' })
  expect((await finish(challenge, codeAt(secret))).status).toBe(429)
})

test('where one is required, a sign-in without one leads to enrolment and nothing else', async () => {
  await query(app.db, `update settings set second_factor = 'super'`)
  const token = await app.signIn('karim')
  expect((await app.call(profile.show, {}, token)).body.data.must_add_second_factor).toBe(false)
  await query(app.db, `update settings set second_factor = 'all'`)
  expect((await app.call(profile.show, {}, token)).body.data.must_add_second_factor).toBe(true)
  const rahim = await app.signIn('rahim')
  const refused = await app.call(admins.list, {}, rahim)
  expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_due'])
  const { secret } = await addTotp(app, rahim)
  expect((await app.call(admins.list, {}, rahim)).status).toBe(200)
  const removal = await app.call(security.removeTotp, {}, rahim)
  expect([removal.status, removal.body.message]).toEqual([
    409,
    'Your shop requires a second factor. Add another one before you remove this one.',
  ])
  await query(app.db, `update settings set second_factor = 'optional'`)
  expect((await app.call(security.removeTotp, {}, rahim)).status).toBe(200)
  expect((await app.call(security.show, {}, rahim)).body.data).toMatchObject({ has_totp: false, recovery_codes_left: 0 })
  expect((await app.call(sessions.login, { identity: 'rahim', password: PASSWORD })).status).toBe(200)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('a super admin resets another’s second factor and sessions, never their own', async () => {
  const token = await app.signIn('karim')
  await addTotp(app, token)
  const rahim = await app.signIn('rahim')
  await addTotp(app, rahim)
  const rows = await changesDuring(app.db, async () => {
    expect((await app.call(admins.resetSecondFactor, { id: karim }, rahim)).status).toBe(200)
    expect((await app.call(admins.resetSecondFactor, { id: karim }, rahim)).status).toBe(409)
    expect((await app.call(admins.resetSecondFactor, { id: app.world.admins.rahim }, rahim)).status).toBe(409)
  })
  expect(rows).toMatchObject([{ action: 'admins.resetSecondFactor', subject_id: karim, admin_id: app.world.admins.rahim }])
  expect((await app.call(profile.show, {}, token)).status).toBe(401)
  expect((await login()).status).toBe(200)
})

test('the command line resets the password, and the second factor only if asked', async () => {
  const [before] = await query<{ password_hash: string }>(app.db, 'select password_hash from admins where id = $1', [karim])
  await addTotp(app, await app.signIn('karim'))
  const passwordOf = ([line = '']: string[]) => line.split(': ')[1] ?? ''
  expect((await login(passwordOf(await resetPassword(app.db, 'karim')))).status).toBe(401)
  const lines = await resetPassword(app.db, 'karim', true)
  expect(lines.at(-1)).toBe('Their second factors and recovery codes are removed.')
  expect((await login(passwordOf(lines))).status).toBe(200)
  await query(app.db, 'update admins set password_hash = $2, must_change_password = false where id = $1', [
    karim,
    before?.password_hash,
  ])
})
