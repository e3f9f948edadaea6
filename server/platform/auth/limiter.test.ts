import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ACCOUNT_FAILURES_ALLOWED, LOGIN_FAILURES_ALLOWED, LOGIN_LOCK_MINUTES, LOGIN_WINDOW_MINUTES } from '#contract/limits.ts'
import { sessions } from '#contract/sessions.ts'
import { guessAtOnce } from '../../../test/proofs/guesses.ts'
import { startApp } from '../../../test/support/app.ts'
import { PASSWORD } from '../../../test/world.ts'
import { query } from '../db/connect.ts'

const app = await startApp()
const behindProxy = await startApp({ trustProxy: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await behindProxy.close()
})
beforeEach(() => Promise.all([app, behindProxy].map(({ db }) => db.deleteFrom('login_attempts').execute())))

const login = async (identity: string, password: string) => app.call(sessions.login, { identity, password })
const fail = async (identity: string, times: number) => {
  for (let at = 0; at < times; at++) expect((await login(identity, 'wrong')).status).toBe(401)
}
const passTime = (minutes: number) =>
  app.db.executeQuery(
    CompiledQuery.raw(
      `update login_attempts set locked_until = locked_until - $1::interval,
        failed_at = array(select moment - $1::interval from unnest(failed_at) with ordinality as f (moment, nth) order by nth)`,
      [`${minutes} minutes`],
    ),
  )

const refusalAfter = (at: Date) => {
  const time = at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Dhaka', hour: '2-digit', minute: '2-digit' })
  return `Too many failed attempts. Try again after ${time}.`
}

test('five failures lock the account for 15 minutes, and the refusal says until when', async () => {
  await fail('karim', LOGIN_FAILURES_ALLOWED)
  const until = new Date(Date.now() + LOGIN_LOCK_MINUTES * 60_000)
  const refused = await login('karim', PASSWORD)
  expect(refused.status).toBe(429)
  // The first whole minute by which it is over; the lock was set a moment ago.
  const output = [until, new Date(until.getTime() - 5_000)].map((at) => refusalAfter(new Date(at.getTime() + 59_999)))
  expect(output).toContain(refused.body.message)
  // By the email it is the same account; another account is not concerned.
  expect((await login('KARIM@demo.topdeck.example', PASSWORD)).status).toBe(429)
  expect((await login('rahim', PASSWORD)).status).toBe(200)

  await passTime(LOGIN_LOCK_MINUTES - 1)
  expect((await login('karim', PASSWORD)).status).toBe(429)
  await passTime(1)
  expect((await login('karim', PASSWORD)).status).toBe(200)
})

test.each([
  ['10 seconds', 3],
  ['59.9 seconds', 3],
  ['0 seconds', 2],
])('a lock that ends %s after a whole minute is over at the minute that is said', async (seconds, minutes) => {
  await fail('karim', LOGIN_FAILURES_ALLOWED)
  const [minute] = await query<{ at: string }>(
    app.db,
    `update login_attempts set locked_until = date_trunc('minute', now()) + interval '2 minutes' + $1::interval
     returning date_trunc('minute', now()) as at`,
    [seconds],
  )
  const over = new Date(new Date(minute?.at ?? 0).getTime() + minutes * 60_000)
  expect((await login('karim', PASSWORD)).body.message).toBe(refusalAfter(over))
})

test('a lock of a clock that was ahead ends when the clock is right', async () => {
  await fail('nadia', LOGIN_FAILURES_ALLOWED)
  await passTime(-200 * 24 * 60)
  expect((await login('nadia', 'wrong')).status).toBe(401)
  expect((await login('nadia', PASSWORD)).status).toBe(200)
})

test('being refused does not make the lock longer', async () => {
  await fail('nadia', LOGIN_FAILURES_ALLOWED)
  await passTime(LOGIN_LOCK_MINUTES - 1)
  for (let at = 0; at < 10; at++) expect((await login('nadia', 'wrong')).status).toBe(429)
  await passTime(1)
  expect((await login('nadia', PASSWORD)).status).toBe(200)
})

test('a right password clears the failures, and failures fade after their window', async () => {
  await fail('rahim', LOGIN_FAILURES_ALLOWED - 1)
  expect((await login('rahim', PASSWORD)).status).toBe(200)
  await fail('rahim', LOGIN_FAILURES_ALLOWED - 1)
  expect((await login('rahim', PASSWORD)).status).toBe(200)
  await fail('nadia', LOGIN_FAILURES_ALLOWED - 1)
  await passTime(LOGIN_WINDOW_MINUTES + 1)
  await fail('nadia', LOGIN_FAILURES_ALLOWED - 1)
  expect((await login('nadia', PASSWORD)).status).toBe(200)
})

test('the fifth failure within any five minutes locks, whenever the first one was', async () => {
  // By a fixed window from the first failure on, the count would begin again after the fourth.
  await fail('karim', 1)
  await passTime(LOGIN_WINDOW_MINUTES - 0.2)
  await fail('karim', 3)
  await passTime(0.4)
  await fail('karim', 2)
  expect((await login('karim', PASSWORD)).status).toBe(429)
  // Each leaves the window by itself: four within it never lock, however many there were.
  for (let round = 0; round < 4; round++) {
    await fail('nadia', 2)
    await passTime(LOGIN_WINDOW_MINUTES / 2 + 0.1)
  }
  expect((await login('nadia', PASSWORD)).status).toBe(200)
})

test('of a guesser who never stops no more is kept than what sets the lock', async () => {
  const stored = async () => {
    const [row] = await app.db.selectFrom('login_attempts').select(sql<number>`cardinality(failed_at)`.as('n')).execute()
    return row?.n
  }
  for (let round = 0; round < 3; round++) {
    await guessAtOnce(app.url, 'karim', 20)
    expect(await stored()).toBe(LOGIN_FAILURES_ALLOWED)
    await passTime(LOGIN_LOCK_MINUTES + 1)
  }
  await fail('karim', 1)
  expect(await stored()).toBe(1)
})

test('of 200 guesses at once at most five reach the password, account or not', async () => {
  for (const identity of ['karim', 'nobody@nowhere.example']) {
    expect(await guessAtOnce(app.url, identity, 200)).toEqual({ 401: LOGIN_FAILURES_ALLOWED, 429: 200 - LOGIN_FAILURES_ALLOWED })
  }
})

test('an address that a header claims counts only behind a configured proxy', async () => {
  const spoofed = (at: number) => ({
    'x-forwarded-for': `203.0.113.${at}`,
    'x-real-ip': `203.0.113.${at}`,
    forwarded: `for=203.0.113.${at}`,
  })
  expect(await guessAtOnce(app.url, 'karim', 20, spoofed)).toEqual({
    401: LOGIN_FAILURES_ALLOWED,
    429: 20 - LOGIN_FAILURES_ALLOWED,
  })
  // Behind the proxy each of them is an address of its own.
  expect(await guessAtOnce(behindProxy.url, 'karim', ACCOUNT_FAILURES_ALLOWED, spoofed)).toEqual({
    401: ACCOUNT_FAILURES_ALLOWED,
  })
  expect(await guessAtOnce(behindProxy.url, 'rahim', 20, () => ({ 'x-forwarded-for': '203.0.113.99' }))).toEqual({
    401: LOGIN_FAILURES_ALLOWED,
    429: 20 - LOGIN_FAILURES_ALLOWED,
  })
})

test('addresses of one IPv6 network share failures; the whole address is recorded', async () => {
  const from = (address: string) => () => ({ 'x-forwarded-for': address })
  const inOne = ['2001:db8:0:7::1', '2001:DB8::7:FFFF:0:0:2', '2001:0db8:0000:0007:1:2:192.0.2.1']
  const byStatus = await guessAtOnce(behindProxy.url, 'karim', 20, (at) => from(inOne[at % inOne.length] ?? '')())
  expect(byStatus).toEqual({ 401: LOGIN_FAILURES_ALLOWED, 429: 20 - LOGIN_FAILURES_ALLOWED })
  expect(await guessAtOnce(behindProxy.url, 'karim', 1, from('2001:db8:0:8::1'))).toEqual({ 401: 1 })
  // The same address of old, whichever way the server listens.
  expect(await guessAtOnce(behindProxy.url, 'nadia', 20, (at) => from(at % 2 ? '203.0.113.9' : '::ffff:203.0.113.9')())).toEqual({
    401: LOGIN_FAILURES_ALLOWED,
    429: 20 - LOGIN_FAILURES_ALLOWED,
  })
  const address = '2001:db8:0:9:1:2:3:4'
  const reply = await fetch(`${behindProxy.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ identity: 'karim', password: PASSWORD }),
  })
  expect(reply.status).toBe(200)
  for (const table of ['sessions', 'audit'] as const) {
    const row = await behindProxy.db.selectFrom(table).select('address').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect([table, row.address]).toEqual([table, address])
  }
})
