import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  ACCOUNT_FAILURES_ALLOWED,
  LOGIN_FAILURES_ALLOWED,
  NETWORK_FAILURES_ALLOWED,
  SLOWED_SIGN_IN_SECONDS,
} from '#contract/limits.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { profile } from '#contract/sessions.ts'
import { guessAtOnce, untilLookedAt } from '../../../test/proofs/guesses.ts'
import { startApp } from '../../../test/support/app.ts'
import { dumpTables } from '../../../test/support/fingerprint.ts'
import { PASSWORD } from '../../../test/world.ts'
import { query } from '../db/connect.ts'
import { failedSignInsLog } from '../http/audit.ts'

const app = await startApp({ trustProxy: '127.0.0.1' })
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('login_attempts').execute()
  await app.db.deleteFrom('failed_sign_ins').execute()
})

interface Attempt {
  password?: string
  from?: string
  cookie?: string | undefined
}

const attempt = async (identity: string, { password = 'wrong', from = '198.51.100.1', cookie }: Attempt) => {
  const reply = await untilLookedAt(() =>
    fetch(`${app.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie && { cookie }) },
      body: JSON.stringify({ identity, password }),
    }),
  )
  const body = (await reply.json()) as { message?: string; data?: { token: string } }
  return { status: reply.status, body, token: body.data?.token ?? '', headers: reply.headers }
}

/** Signs in and answers the cookie that the browser keeps. */
const knownBrowser = async (identity: string, cookie?: string) => {
  const { headers, status } = await attempt(identity, { password: PASSWORD, cookie })
  expect(status).toBe(200)
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}

const guessesFrom = (identity: string, addresses: number, times: number) =>
  guessAtOnce(app.url, identity, times, (at) => ({ 'x-forwarded-for': `203.0.113.${at % addresses}` }))

const passSeconds = (seconds: number) =>
  query(
    app.db,
    `update login_attempts set failed_at = array(select moment - make_interval(secs => $1) from unnest(failed_at) as moment)`,
    [seconds],
  )

test.each(['karim', 'nobody@nowhere.example'])(
  '160 guesses at %s from 40 addresses: ten reach the password',
  async (identity) => {
    expect(await guessesFrom(identity, 40, 160)).toEqual({ 401: ACCOUNT_FAILURES_ALLOWED, 429: 160 - ACCOUNT_FAILURES_ALLOWED })
    const refused = await attempt(identity, { from: '192.0.2.7' })
    expect(refused.status).toBe(429)
    expect(refused.body.message).toMatch(/^Too many failed attempts\. Try again in \d+ seconds\.$/)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(SLOWED_SIGN_IN_SECONDS)
    // From then on one in 30 seconds, from wherever.
    for (let round = 0; round < 3; round++) {
      await passSeconds(SLOWED_SIGN_IN_SECONDS)
      expect(await guessesFrom(identity, 40, 40)).toEqual({ 401: 1, 429: 39 })
    }
    // Another account is not concerned.
    expect((await attempt('rahim', { password: PASSWORD, from: '192.0.2.8' })).status).toBe(200)
  },
)

test('the owner of the account signs in on a known browser while strangers guess', async () => {
  const cookie = await knownBrowser('karim')
  const guessing = guessesFrom('karim', 40, 160)
  for (let at = 0; at < 5; at++) expect((await attempt('karim', { password: PASSWORD, cookie })).status).toBe(200)
  expect(await guessing).toEqual({ 401: ACCOUNT_FAILURES_ALLOWED, 429: 160 - ACCOUNT_FAILURES_ALLOWED })
  // The sign-ins have freed no attempts for the others.
  expect(await guessesFrom('karim', 40, 40)).toEqual({ 429: 40 })
  expect((await attempt('karim', { password: PASSWORD, from: '192.0.2.9' })).status).toBe(429)
  // The browser has a limit of its own, whatever its address.
  for (let at = 0; at < LOGIN_FAILURES_ALLOWED; at++) {
    expect((await attempt('karim', { cookie, from: `192.0.2.${at}` })).status).toBe(401)
  }
  expect((await attempt('karim', { password: PASSWORD, cookie })).status).toBe(429)
})

test('a browser is known to those who signed in with it, only by a token of ours', async () => {
  const cookie = await knownBrowser('karim')
  expect(cookie).toMatch(/^topdeck_browser=[\w-]{43}$/)
  // Colleagues share it, and it stays the same.
  expect(await knownBrowser('rahim', cookie)).toBe(cookie)
  const planted = `topdeck_browser=${'A'.repeat(43)}`
  expect(await knownBrowser('karim', planted)).not.toBe(planted)
  await guessesFrom('nadia', 40, 40)
  for (const other of [cookie, planted, undefined]) {
    expect((await attempt('nadia', { password: PASSWORD, cookie: other })).status).toBe(429)
  }
  const dump = Object.values(await dumpTables(app.db)).join('\n')
  expect(dump).not.toContain(cookie.split('=')[1])
})

test('120 accounts from one address: twenty reach a password, other addresses go on', async () => {
  const replies = await Promise.all(
    Array.from({ length: 120 }, (_, at) => attempt(at % 3 ? `staff${at}@shop.example` : 'karim', { from: '203.0.113.5' })),
  )
  const reached = replies.filter(({ status }) => status === 401)
  expect([reached.length, replies.filter(({ status }) => status === 429).length]).toEqual([
    NETWORK_FAILURES_ALLOWED,
    120 - NETWORK_FAILURES_ALLOWED,
  ])
  expect((await attempt('nadia', { password: PASSWORD, from: '203.0.113.5' })).status).toBe(429)
  expect((await attempt('nadia', { password: PASSWORD, from: '203.0.113.6' })).status).toBe(200)
  await passSeconds(SLOWED_SIGN_IN_SECONDS)
  expect((await attempt('nadia', { password: PASSWORD, from: '203.0.113.5' })).status).toBe(200)
})

test('a right password counts as no failure', async () => {
  for (let at = 0; at < NETWORK_FAILURES_ALLOWED + 5; at++) {
    expect((await attempt('nadia', { password: PASSWORD })).status).toBe(200)
  }
  expect(await query(app.db, 'select from failed_sign_ins where failed + refused + unseen > 0')).toEqual([])
})

test('an admin sees failures since their last sign-in; a super admin those of today', async () => {
  await guessesFrom('karim', 4, 12)
  await guessesFrom('nobody', 2, 7)
  const failuresOf = async (token: string) => (await app.call(profile.show, {}, token)).body.data.failed_sign_ins
  await app.db.deleteFrom('login_attempts').execute()
  const first = await attempt('karim', { password: PASSWORD })
  expect(await failuresOf(first.token)).toBe(12)
  expect(await failuresOf((await attempt('karim', { password: PASSWORD })).token)).toBe(0)
  expect(await failuresOf(first.token)).toBe(12)
  expect(await failuresOf((await attempt('nadia', { password: PASSWORD })).token)).toBe(0)
  const rahim = await app.signIn('rahim')
  expect((await app.call(pendingCounts.show, {}, rahim)).body.data.failed_sign_ins).toBe(19)
  expect((await app.call(pendingCounts.show, {}, first.token)).body.data.failed_sign_ins).toBeNull()
})

test('the audit log has one row per account, address and quarter, and no typed text', async () => {
  await guessesFrom('karim', 2, 30)
  await attempt('my secret instead of the name', { password: 'guessed secret', from: '2001:db8:0:7::1' })
  const rows = () => query(app.db, `select * from audit where action = 'sessions.loginFailed' order by address`)
  await failedSignInsLog.run(app.db)
  expect(await rows()).toEqual([])
  await query(app.db, `update failed_sign_ins set quarter = quarter - interval '30 minutes'`)
  await Promise.all([failedSignInsLog.run(app.db), failedSignInsLog.run(app.db)])
  const logged = await rows()
  expect(logged).toMatchObject([
    { actor: 'system', address: '2001:db8:0:7::/64', subject: 'admin', subject_id: null, facts: { failed: 1, refused: 0 } },
    { actor: 'system', address: '203.0.113.0', subject: 'admin', subject_id: app.world.admins.karim },
    { actor: 'system', address: '203.0.113.1', subject: 'admin', subject_id: app.world.admins.karim },
  ])
  const sums = (logged as { facts: { failed: number; refused: number } }[]).map(({ facts }) => facts.failed + facts.refused)
  expect(sums).toEqual([1, 15, 15])
  const dump = Object.values(await dumpTables(app.db)).join('\n')
  for (const typed of ['my secret', 'guessed secret', 'guess number']) expect(dump).not.toContain(typed)
})
