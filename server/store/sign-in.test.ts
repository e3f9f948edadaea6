import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { LOGIN_FAILURES_ALLOWED, LOGIN_LOCK_MINUTES } from '#contract/limits.ts'
import { sessions } from '#contract/sessions.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { changesDuring } from '../../test/support/audit.ts'
import { untilWaits } from '../../test/support/locks.ts'
import { refusal } from '../../test/support/refusal.ts'
import { PASSWORD } from '../../test/world.ts'
import { query } from '../platform/db/connect.ts'

const WRONG = 'Wrong phone or password'
const OWN = 'shila’s own password'
const SHILA = '01811000001'
const TANVIR = '01811000002'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())
beforeEach(async () => {
  await query(app.db, 'update users set password_hash = null, is_banned = 0, deleted_at = null')
  await app.db.deleteFrom('login_attempts').execute()
})

const shila = () => app.world.users.shila
const signIn = (phone: string, password: string) => app.call(store.signIn, { phone, password }, STORE_KEY)
const refusalOf = async (phone: string, password: string) => {
  const { status, body } = await signIn(phone, password)
  return [status, body.message]
}
const setPassword = (id: number, password: string, key?: string) => app.call(store.setPassword, { id, password }, STORE_KEY, key)

describe('a sign-in', () => {
  test('answers the customer, however their phone is written, and changes nothing', async () => {
    expect((await setPassword(shila(), OWN)).status).toBe(200)
    const known = (await app.call(store.user, { id: shila() }, STORE_KEY)).body.data
    const rows = await changesDuring(app.db, async () => {
      for (const phone of [SHILA, '+880 1811-000001', '০১৮১১০০০০০১', '008801811000001']) {
        expect(await signIn(phone, OWN)).toEqual({ status: 200, body: { success: true, data: known } })
      }
    })
    expect(rows).toEqual([])
    expect(await app.db.selectFrom('login_attempts').selectAll().execute()).toEqual([])
  })

  test('is refused in the same words whatever was wrong', async () => {
    await setPassword(shila(), OWN)
    const wrong = await signIn(SHILA, 'not hers')
    expect(wrong).toEqual({ status: 422, body: refusal('wrong_phone_or_password', WRONG) })
    // Somebody else's, nobody's, and one who has none.
    expect(await signIn(SHILA, PASSWORD)).toEqual(wrong)
    expect(await signIn('01799999999', OWN)).toEqual(wrong)
    expect(await signIn(TANVIR, OWN)).toEqual(wrong)
    expect(await signIn(SHILA, `${OWN} `)).toEqual(wrong)
    await app.db.updateTable('users').set({ deleted_at: '2026-01-01T00:00:00Z' }).where('id', '=', shila()).execute()
    expect(await signIn(SHILA, OWN)).toEqual(wrong)
    for (const [input, param] of [
      [{ phone: '123', password: OWN }, 'phone'],
      [{ phone: SHILA, password: '' }, 'password'],
      [{ phone: SHILA, password: 'x'.repeat(201) }, 'password'],
    ] as const) {
      const reply = await app.call(store.signIn, input, STORE_KEY)
      expect([reply.status, reply.body.errors?.[0]?.param]).toEqual([422, param])
    }
  })

  test('is open to the store alone', async () => {
    await setPassword(shila(), OWN)
    for (const token of [undefined, rahim]) {
      expect((await app.call(store.signIn, { phone: SHILA, password: OWN }, token)).status).toBe(401)
    }
  })

  test('of a banned customer is refused, which no other caller can see', async () => {
    await setPassword(shila(), OWN)
    expect((await app.call(users.update, { id: shila(), is_banned: 1 }, rahim)).status).toBe(200)
    expect(await refusalOf(SHILA, 'not hers')).toEqual([422, WRONG])
    expect(await refusalOf(SHILA, OWN)).toEqual([422, 'This user is banned'])
    expect((await setPassword(shila(), 'another one')).body.errors).toEqual([
      { code: 'user_banned', msg: 'This user is banned', param: 'id' },
    ])
    await app.call(users.update, { id: shila(), is_banned: 0 }, rahim)
    expect((await signIn(SHILA, OWN)).status).toBe(200)
  })

  test('accepts what staff have set on /user/edit, and no longer what was before', async () => {
    await setPassword(shila(), OWN)
    expect((await app.call(users.update, { id: shila(), password: 'set by staff' }, rahim)).status).toBe(200)
    expect((await signIn(SHILA, 'set by staff')).status).toBe(200)
    expect(await refusalOf(SHILA, OWN)).toEqual([422, WRONG])
  })

  test('with a password replaced while it was checked, nothing opens', async () => {
    for (const change of [{ password_hash: 'another' }, { deleted_at: '2026-01-01T00:00:00Z' }, { is_banned: 1 }]) {
      await query(app.db, 'update users set deleted_at = null where id = $1', [shila()])
      await setPassword(shila(), OWN)
      const output = await app.db.transaction().execute(async (own) => {
        await own.updateTable('users').set(change).where('id', '=', shila()).execute()
        const answer = refusalOf(SHILA, OWN)
        await untilWaits(app.db, 'for share')
        return { answer }
      })
      expect(await output.answer).toEqual([422, 'is_banned' in change ? 'This user is banned' : WRONG])
    }
  })
})

describe('guesses', () => {
  const fail = async (phones: readonly string[]) => {
    for (const phone of phones) expect(await refusalOf(phone, 'a guess')).toEqual([422, WRONG])
  }
  const LOCKED = /^Too many failed attempts\. Try again after \d\d:\d\d\.$/
  const expectLocked = async (phone: string, password: string) => {
    const { status, body } = await signIn(phone, password)
    expect(status).toBe(429)
    expect(body.message).toMatch(LOCKED)
  }

  test.each([
    ['known', ['01811000001', '+8801811000001', '01811 000001', '008801811000001', '001811-000001']],
    ['unknown', ['01799999999', '+8801799999999', '01799 999999', '008801799999999', '001799-999999']],
  ])('at one phone are five, in whatever spellings: %s', async (_what, spellings) => {
    await setPassword(shila(), OWN)
    await fail(spellings)
    for (const phone of spellings) await expectLocked(phone, OWN)
  })

  test('are named when there may be more, for the site’s own words', async () => {
    await fail(Array(LOGIN_FAILURES_ALLOWED).fill(SHILA))
    const reply = await fetch(`${app.url}/api${store.signIn.path}`, {
      method: 'POST',
      headers: { authorization: STORE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ phone: SHILA, password: OWN }),
    })
    const seconds = (Date.parse((await reply.json()).data.retry_at) - Date.now()) / 1_000
    expect(seconds).toBeGreaterThan((LOGIN_LOCK_MINUTES - 1) * 60)
    expect(seconds).toBeLessThan(LOGIN_LOCK_MINUTES * 60)
    expect(Math.abs(Number(reply.headers.get('retry-after')) - seconds)).toBeLessThan(5)
  })

  test('locked at one phone locks no other customer, nor staff at the same address', async () => {
    await setPassword(shila(), OWN)
    await setPassword(app.world.users.tanvir, OWN)
    await fail(Array(LOGIN_FAILURES_ALLOWED).fill(SHILA))
    await expectLocked(SHILA, OWN)
    expect((await signIn(TANVIR, OWN)).status).toBe(200)
    expect((await app.call(sessions.login, { identity: 'karim', password: PASSWORD })).status).toBe(200)
  })

  test('are forgotten by a right password, and a new one begins with none', async () => {
    await setPassword(shila(), OWN)
    for (let round = 0; round < 2; round++) {
      await fail(Array(LOGIN_FAILURES_ALLOWED - 1).fill(SHILA))
      expect((await signIn(SHILA, OWN)).status).toBe(200)
    }
    await fail(Array(LOGIN_FAILURES_ALLOWED).fill(SHILA))
    await expectLocked(SHILA, OWN)
    await app.call(users.update, { id: shila(), password: 'set by staff' }, rahim)
    expect((await signIn(SHILA, 'set by staff')).status).toBe(200)
  })

  test('40 at once: at most five reach the password', async () => {
    await setPassword(shila(), OWN)
    for (const phone of [SHILA, '01799999999']) {
      const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => signIn(phone, `guess ${at}`)))
      const reached = replies.filter(({ status }) => status === 422)
      expect([reached.length, replies.length - reached.length]).toEqual([LOGIN_FAILURES_ALLOWED, 35])
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(35)
    }
  })
})

describe('a password', () => {
  const register = (phone: string, password: string | undefined, key?: string) =>
    app.call(store.addUser, { username: 'mina', phone, ...(password !== undefined && { password }) }, STORE_KEY, key)

  test('comes with a registration; a known phone is not registered again', async () => {
    const made = await register('01766000001', OWN, 'registered')
    expect(made.status).toBe(200)
    expect(await signIn('01766000001', OWN)).toEqual(made)
    const again = await register('+8801766000001', 'of somebody else')
    expect([again.status, again.body.errors]).toEqual([
      409,
      [{ code: 'user_phone_taken', msg: 'This phone belongs to another user', param: 'phone' }],
    ])
    expect(again.body.data).toBeUndefined()
    expect((await signIn('01766000001', OWN)).status).toBe(200)
    expect(await refusalOf('01766000001', 'of somebody else')).toEqual([422, WRONG])
    // A repeat with its key is the same registration; without a password the customer is found as ever, and nothing of theirs changes.
    expect(await register('01766000001', OWN, 'registered')).toEqual(made)
    expect((await register('01766000001', undefined)).body.data.id).toBe(made.body.data.id)
    expect((await signIn('01766000001', OWN)).status).toBe(200)
  })

  test('is not given to a customer without one by a stranger who knows the phone', async () => {
    expect((await register(TANVIR, OWN)).status).toBe(409)
    expect(await refusalOf(TANVIR, OWN)).toEqual([422, WRONG])
  })

  test('of two registrations at once of one phone is the one of the first', async () => {
    const passwords = ['password of the one', 'password of the other']
    const replies = await Promise.all(passwords.map((password) => register('01766000002', password)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const signIns = await Promise.all(passwords.map((password) => signIn('01766000002', password)))
    expect(signIns.map(({ status }) => status === 200)).toEqual(replies.map(({ status }) => status === 200))
  })

  test('is set by the store, once per key, and recorded without itself', async () => {
    const rows = await changesDuring(app.db, async () => {
      expect(await setPassword(shila(), OWN, 'set')).toEqual({ status: 200, body: { success: true, data: null } })
      expect((await setPassword(shila(), 'another one', 'again')).status).toBe(200)
      // Late, and not undoing what came after it.
      expect((await setPassword(shila(), OWN, 'set')).status).toBe(200)
    })
    expect((await signIn(SHILA, 'another one')).status).toBe(200)
    expect(rows.map(({ action, subject_id, facts }) => [action, subject_id, facts])).toEqual([
      ['store.setPassword', shila(), { password_changed: true }],
      ['store.setPassword', shila(), { password_changed: true }],
    ])
    const timeline = (await app.call(users.timeline, { id: shila() }, rahim)).body.data
    expect(JSON.stringify(timeline)).toContain('password_changed')
    expect((await setPassword(shila(), 'seven77')).body.errors?.[0]?.param).toBe('password')
    expect((await setPassword(999_999, OWN)).status).toBe(404)
    await app.db.updateTable('users').set({ deleted_at: '2026-01-01T00:00:00Z' }).where('id', '=', shila()).execute()
    expect((await setPassword(shila(), OWN)).status).toBe(404)
  })
})
