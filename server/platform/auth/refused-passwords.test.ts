import { afterAll, beforeEach, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { sessions } from '#contract/sessions.ts'
import { startApp } from '../../../test/support/app.ts'
import { PASSWORD } from '../../../test/world.ts'
import { readFacts } from '../../core/settings/shop-facts.ts'
import { refuseGuessable } from './refused-passwords.ts'

const app = await startApp()
await app.db.updateTable('settings').set({ shop_name: 'Nilkanto Games' }).execute()
await readFacts(app.db)
const rahim = await app.signIn('rahim')
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('login_attempts').execute())

const MITA = { first_name: 'Mita', last_name: 'Chowdhury', username: 'mita_sells', email: 'mita.desk@shop.example' }

const MOST_USED = 'This is one of the most used passwords. Choose another.'
const NAME = 'Must be more than a name, the email or the shop’s name with digits'
const GUESSABLE = 'Too easy to guess. Choose a longer one, such as four words that do not belong together.'
const REFUSED = [
  ['password12', MOST_USED],
  ['PassWord12', MOST_USED],
  ['1234567890', MOST_USED],
  ['qwertyuiop', MOST_USED],
  [' '.repeat(10), 'Must not be blanks alone'],
  ['\u3000\u00a0\u200b'.repeat(4), 'Must not be blanks alone'],
  ['Chowdhury1990', NAME],
  ['0Mita-Chowdhury1', NAME],
  ['mita_sells2026', NAME],
  ['mita.desk@shop.example', NAME],
  ['mita.desk99', NAME],
  ['Nilkanto Games 2026', NAME],
  ['aaaaaaaaaaaa', GUESSABLE],
  ['Passw0rd!2026', GUESSABLE],
  ['dhaka12345', GUESSABLE],
  ['Topdeck2026', GUESSABLE],
  ['Chattogram#71', GUESSABLE],
  ['রাজশাহী১২৩৪', GUESSABLE],
  ['১২৩১২৩১২৩১২৩', GUESSABLE],
  ['2026-11-282026-11-28', GUESSABLE],
  ['ab'.repeat(100), GUESSABLE],
] as const

test.each(REFUSED)('%j is refused for a new admin and as one’s own, naming the field', async (password, msg) => {
  const created = await app.call(admins.create, { ...MITA, password, confirm_password: password }, rahim)
  expect([created.status, created.body.errors]).toMatchObject([422, [{ msg, param: 'password' }]])
  if (msg === NAME && !/nilkanto/i.test(password)) return
  for (let at = 0; at < 7; at++) {
    const own = { old_password: PASSWORD, new_password: password, confirm_password: password }
    const changed = await app.call(sessions.changePassword, own, rahim)
    // However often: it is no guess at the old one.
    expect([changed.status, changed.body.errors]).toMatchObject([422, [{ msg, param: 'new_password' }]])
  }
})

test.each([
  'p@$$w0rd'.repeat(25),
  '4@8({[<3'.repeat(25),
  '1!i|l7+t$s5'.repeat(18),
  `${'a'.repeat(168)}five green umbrellas by a lake`,
])('%j is measured in less than a second', async (password) => {
  await refuseGuessable('five green umbrellas', 'password', MITA)
  const start = performance.now()
  await refuseGuessable(password, 'password', MITA).catch(() => {})
  expect(performance.now() - start).toBeLessThan(1_000)
})

test('a sentence that contains a name is accepted', async () => {
  const password = 'Mita sells gems by the river'
  expect((await app.call(admins.create, { ...MITA, password, confirm_password: password }, rahim)).status).toBe(200)
})
