import { afterAll, expect, test } from 'vitest'
import {
  MAX_SESSIONS,
  SESSION_HOURS,
  SESSION_MAX_HOURS,
  SESSION_REMEMBERED_DAYS,
  SESSION_REMEMBERED_MAX_DAYS,
} from '#contract/limits.ts'
import { security } from '#contract/security.ts'
import { profile, sessions } from '#contract/sessions.ts'
import { startApp } from '../../../test/support/app.ts'
import { PASSWORD } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
afterAll(() => app.close())

const signIn = async (identity: string, remember: 0 | 1 = 0) =>
  (await app.call(sessions.login, { identity, password: PASSWORD, remember })).body.data.token
const statusOf = async (token: string) => (await app.call(profile.show, {}, token)).status
const list = async (token: string) => (await app.call(security.show, {}, token)).body.data.sessions

test('an admin sees own sessions, this one first, and ends one or all others', async () => {
  const [one, two, three] = [await signIn('karim'), await signIn('karim', 1), await signIn('karim')]
  const stranger = await signIn('nadia')
  const shown = await list(two)
  expect(shown).toHaveLength(3)
  expect(shown[0]).toMatchObject({ is_this: true, remembered: true, address: '127.0.0.1', user_agent: 'node' })
  expect(shown.filter(({ is_this }) => is_this)).toHaveLength(1)
  const [strangers] = await list(stranger)
  expect((await app.call(security.endSession, { id: strangers?.id ?? 0 }, two)).status).toBe(404)
  const first = Math.min(...shown.map(({ id }) => id))
  expect((await app.call(security.endSession, { id: first }, two)).status).toBe(200)
  expect([await statusOf(one), await statusOf(three)]).toEqual([401, 200])
  expect((await app.call(security.endOtherSessions, {}, two)).status).toBe(200)
  expect([await statusOf(three), await statusOf(two), await statusOf(stranger)]).toEqual([401, 200, 200])
})

test.each([
  ['with Remember', 1, SESSION_REMEMBERED_MAX_DAYS * 24, SESSION_REMEMBERED_DAYS * 24],
  ['without', 0, SESSION_MAX_HOURS, SESSION_HOURS],
] as const)('a session %s ends however often it is used', async (_, remember, longest, idle) => {
  const token = await signIn('rahim', remember)
  const setBack = async (hours: number) => {
    await query(
      app.db,
      `update sessions set created_at = now() - make_interval(hours => $1), last_used_at = now() - interval '2 minutes'
       where id = (select max(id) from sessions)`,
      [hours],
    )
    expect(await statusOf(token)).toBe(200)
  }
  const left = async () => {
    const sql = `select round(extract(epoch from expires_at - now()) / 3600)::int as hours,
      last_used_at > now() - interval '1 minute' as is_touched from sessions where id = (select max(id) from sessions)`
    return (await query<{ hours: number; is_touched: boolean }>(app.db, sql))[0]
  }
  await setBack(longest - idle - 1)
  await expect.poll(left).toEqual({ hours: idle, is_touched: true })
  await setBack(longest - 1)
  await expect.poll(left).toEqual({ hours: 1, is_touched: true })
})

test('the eleventh session ends the oldest, whatever its kind', async () => {
  const tokens: string[] = []
  for (let at = 0; at <= MAX_SESSIONS; at++) tokens.push(await signIn('nadia', at === 0 ? 1 : 0))
  const statuses = await Promise.all(tokens.map(statusOf))
  expect(statuses).toEqual([401, ...Array.from({ length: MAX_SESSIONS }, () => 200)])
})
