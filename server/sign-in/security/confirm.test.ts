import { afterAll, beforeEach, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { desk } from '#contract/desk.ts'
import type { Endpoint, Sent } from '#contract/endpoint.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { CONFIRM_MINUTES, LOGIN_FAILURES_ALLOWED, REVEALS_UNCONFIRMED } from '#contract/limits.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { security } from '#contract/security.ts'
import { settings } from '#contract/settings.ts'
import { vouchers } from '#contract/vouchers.ts'
import { startApp } from '../../../test/support/app.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { addTotp, codeAt, passConfirmTime } from '../../../test/support/second-factor.ts'
import { PASSWORD } from '../../../test/world.ts'
import { makeOneTimePassword } from '../../platform/auth/one-time-password.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
afterAll(() => app.close())
let rahim = ''
beforeEach(async () => {
  for (const table of ['login_attempts', 'totp_secrets', 'recovery_codes'] as const) await app.db.deleteFrom(table).execute()
  await query(app.db, 'update settings set confirm_again = 1')
  rahim = await app.signIn('rahim')
})

const changeRole = () => app.call(admins.setRole, { id: app.world.admins.nadia, role: 'sub' }, rahim)
const roleStatus = async () => (await changeRole()).status
const confirm = (given: object) => app.call(security.confirm, given, rahim)

test('15 minutes after a sign-in nothing is asked; a password opens 15 more', async () => {
  await passConfirmTime(app, CONFIRM_MINUTES - 1)
  expect(await roleStatus()).toBe(200)
  await passConfirmTime(app, 1)
  expect(await changeRole()).toEqual({
    status: 403,
    body: {
      success: false,
      message: 'Sign in again or confirm your password',
      errors: [{ code: 'confirm_required', msg: 'Sign in again or confirm your password' }],
      code: 'confirm_required',
      params: {},
    },
  })
  const wrong = await confirm({ password: 'not the password' })
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    [{ code: 'confirm_password_wrong', msg: 'Wrong password', param: 'password' }],
  ])
  expect(await roleStatus()).toBe(403)
  const other = await app.signIn('rahim')
  await passConfirmTime(app, CONFIRM_MINUTES)
  expect((await confirm({ password: PASSWORD })).status).toBe(200)
  expect(await roleStatus()).toBe(200)
  expect((await app.call(admins.setRole, { id: app.world.admins.nadia, role: 'sub' }, other)).status).toBe(403)
})

test('a shop may turn it off, which needs a confirmation itself', async () => {
  const { version, ...shown } = (await app.call(settings.show, {}, rahim)).body.data
  const set = (change: object) => app.call(settings.update, { ...shown, version, ...change }, rahim)
  await passConfirmTime(app, CONFIRM_MINUTES)
  for (const change of [
    { confirm_again: 0 },
    { second_factor: 'all' },
    { own_password_required: 1 },
    { internal_hosts: '169.254.169.254' },
    { webhook_secret: 'a secret of 16 or more' },
  ]) {
    expect([change, (await set(change)).body.code]).toEqual([change, 'confirm_required'])
  }
  expect((await confirm({ password: PASSWORD })).status).toBe(200)
  expect((await set({ confirm_again: 0 })).status).toBe(200)
  await passConfirmTime(app, CONFIRM_MINUTES)
  expect(await roleStatus()).toBe(200)
  expect((await app.call(settings.update, { ...shown, version: version + 1 }, rahim)).status).toBe(200)
})

test('people, limits, addresses, write-offs and exports need it as rights do', async () => {
  const { version, ...shown } = (await app.call(settings.show, {}, rahim)).body.data
  const { karim, nadia } = app.world.admins
  const set = { ...shown, version }
  const person = { first_name: 'Mila', last_name: 'Sarkar', username: 'mila', email: 'mila@example.com' }
  const writeOff = { admin_id: karim, kind: 'write_off', amount: 1, reason: 'lost' }
  const calls: readonly (readonly [Endpoint, object])[] = [
    [settings.update, { ...set, wallet_changes_per_day: 0 }],
    [settings.update, { ...set, webhook_url: 'https://elsewhere.example/', webhook_secret: 'a secret of 16 or more' }],
    [settings.update, { ...set, sms_gateway: 'http', sms_url: 'https://elsewhere.example/?to={phone}&text={message}' }],
    [admins.create, { ...person, password: PASSWORD, confirm_password: PASSWORD }],
    [admins.remove, { id: nadia }],
    [handOvers.record, writeOff],
    [paymentMethods.update, { id: app.world.methods.mobipay, info: '01711000000' }],
    [desk.exportRows, {}],
  ]
  await passConfirmTime(app, CONFIRM_MINUTES + 1)
  for (const [endpoint, input] of calls) {
    const { status, body } = await app.call(endpoint, input as Sent<Endpoint>, rahim)
    expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 403, 'confirm_required'])
  }
  const other = { ...set, shop_name: 'Another name' }
  expect((await app.call(settings.update, other, rahim)).status).toBe(200)
  expect((await app.call(handOvers.record, { ...writeOff, kind: 'recorded' }, rahim)).body.code).not.toBe('confirm_required')
})

test('a code confirms once, a recovery code too, and guesses are limited', async () => {
  const { secret, codes } = await addTotp(app, rahim)
  const { has_totp, passkey } = (await app.call(security.confirmOptions, {}, rahim)).body.data
  expect([has_totp, passkey]).toEqual([true, null])
  const code = codeAt(secret)
  await passConfirmTime(app, CONFIRM_MINUTES)
  expect((await confirm({ code })).status).toBe(200)
  expect(await roleStatus()).toBe(200)
  expect((await confirm({ code })).body.errors).toEqual([{ code: 'factor_code_wrong', msg: 'Wrong or used code', param: 'code' }])
  expect((await confirm({ code: codes[0] })).status).toBe(200)
  expect((await confirm({ code: codes[0] })).status).toBe(422)
  const replies = await Promise.all(Array.from({ length: 20 }, () => confirm({ code: '000000' })))
  expect(replies.filter(({ status }) => status === 422).length).toBeLessThan(LOGIN_FAILURES_ALLOWED)
  expect((await confirm({})).status).toBe(422)
})

test('of many codes read at once by one who has not confirmed lately, 20 are shown', async () => {
  const [row] = await query<{ id: number }>(app.db, 'select id from vouchers where deleted_at is null limit 1')
  const reveal = () => app.call(vouchers.reveal, { id: row?.id ?? 0 }, rahim)
  await passConfirmTime(app, CONFIRM_MINUTES)
  const replies = await Promise.all(Array.from({ length: REVEALS_UNCONFIRMED + 10 }, reveal))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(REVEALS_UNCONFIRMED)
  expect(replies.filter(({ body }) => body.code === 'confirm_required')).toHaveLength(10)
  await confirm({ password: PASSWORD })
  expect((await reveal()).status).toBe(200)
})

test('guesses count here as at the sign-in; a right password resets the count', async () => {
  const guess = async (password: string) => (await confirm({ password })).status
  const misses = async (count: number) => {
    for (let nth = 0; nth < count; nth++) expect(await guess(`not the password ${nth}`)).toBe(422)
  }
  await misses(LOGIN_FAILURES_ALLOWED - 1)
  expect(await guess(PASSWORD)).toBe(200)
  await misses(LOGIN_FAILURES_ALLOWED)
  expect(await guess(PASSWORD)).toBe(429)
})

test('a password that is reset while it is checked confirms nothing', async () => {
  await passConfirmTime(app, CONFIRM_MINUTES)
  const { rahim: id } = app.world.admins
  const present = await app.db.selectFrom('admins').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
  const { password_hash } = await makeOneTimePassword()
  const confirmed = await app.db.transaction().execute(async (own) => {
    await own.updateTable('admins').set({ password_hash }).where('id', '=', id).execute()
    const reply = confirm({ password: PASSWORD })
    await untilWaits(app.db, 'for share')
    return { reply }
  })
  expect((await confirmed.reply).body.code).toBe('confirm_password_wrong')
  expect(await roleStatus()).toBe(403)
  await app.db.updateTable('admins').set(present).where('id', '=', id).execute()
})
