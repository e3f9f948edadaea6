import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN_PASSWORD_MIN } from '#contract/limits.ts'
import { openTestDatabase } from '../../test/support/database.ts'
import { verifyPassword } from '../platform/auth/passwords.ts'
import { MODULE_KEYS } from '../platform/context.ts'
import type { Db } from '../platform/db/connect.ts'
import { prepareDatabase } from './start-up.ts'

const EMAIL = 'owner@topdeck.example'
const PASSWORD = 'vexed lamp'

let db: Db
let close: () => Promise<void>
beforeEach(async () => {
  const database = await openTestDatabase()
  db = database.db
  close = () => database.close()
})
afterEach(() => close())

const start = (password: string | undefined, email = EMAIL) => prepareDatabase(db, { email, password })
const supers = () =>
  db.selectFrom('admins').select(['email', 'role', 'password_hash', 'must_change_password']).orderBy('id').execute()
const opens = async (password: string) => verifyPassword(password, (await supers())[0]?.password_hash ?? null)
const modules = async () => {
  const rows = await db.selectFrom('auth_modules').select(['key', 'status']).orderBy('id').execute()
  return Object.fromEntries(rows.map(({ key, status }) => [key, status]))
}

test('a new database has all modules active and a super admin with a printed password', async () => {
  const lines = await start(undefined)
  expect(await modules()).toEqual(Object.fromEntries(MODULE_KEYS.map((key) => [key, 1])))
  expect(await supers()).toMatchObject([{ email: EMAIL, role: 'super', must_change_password: true }])
  expect(lines).toEqual([`First super admin: ${EMAIL}`, expect.stringMatching(/^Password \(shown this once\): \S{16}$/)])
  expect(await opens(lines[1]?.split(': ')[1] ?? '')).toBe(true)
  expect(await start(undefined)).toEqual([])
})

test('ADMIN_PASSWORD is taken as given and not printed', async () => {
  expect(await start(PASSWORD)).toEqual([`First super admin: ${EMAIL}, with the password from ADMIN_PASSWORD`])
  expect(await supers()).toMatchObject([{ must_change_password: false }])
  expect(await opens(PASSWORD)).toBe(true)
})

test('a short ADMIN_PASSWORD is taken too, with a warning', async () => {
  const short = PASSWORD.slice(1).replace(' ', '-')
  expect(await start(short)).toEqual([
    `First super admin: ${EMAIL}, with the password from ADMIN_PASSWORD`,
    `ADMIN_PASSWORD is short: change it to at least ${ADMIN_PASSWORD_MIN} characters.`,
  ])
  expect(await opens(short)).toBe(true)
})

test('an ADMIN_PASSWORD that anybody would guess is taken too, with a warning', async () => {
  expect((await start('password123')).slice(1)).toEqual([
    'ADMIN_PASSWORD is among the first that anybody would guess: change it after signing in.',
  ])
  expect(await opens('password123')).toBe(true)
})

test('with a super admin, ADMIN_EMAIL and ADMIN_PASSWORD change nothing, silently', async () => {
  await start(PASSWORD)
  const before = await supers()
  expect(await start('short', 'other@topdeck.example')).toEqual([])
  expect(await supers()).toEqual(before)
})

test('modules that an upgrade brings are inactive; the others stay as they are', async () => {
  await start(PASSWORD)
  await db.deleteFrom('auth_modules').where('key', 'in', ['rates', 'notices']).execute()
  await db.updateTable('auth_modules').set({ status: 0, name: 'Ours' }).where('key', '=', 'banners').execute()
  await start(PASSWORD)
  const expected = MODULE_KEYS.map((key) => [key, ['rates', 'notices', 'banners'].includes(key) ? 0 : 1])
  expect(await modules()).toEqual(Object.fromEntries(expected))
  const banners = await db.selectFrom('auth_modules').select('name').where('key', '=', 'banners').executeTakeFirst()
  expect(banners).toEqual({ name: 'Ours' })
})
