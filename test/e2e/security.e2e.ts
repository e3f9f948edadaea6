import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CONFIRM_MINUTES } from '#contract/limits.ts'
import { security } from '#contract/security.ts'
import { LIVE_JOBS, startApp } from '../support/app.ts'
import { addTotp, codeAt, passConfirmTime } from '../support/second-factor.ts'
import { PASSWORD, people } from '../world.ts'
import { startBrowser, toast } from './browser.ts'
import { arriveAs, fillSignIn, letArrive, openAs, signInAs, visit } from './people.ts'
import { act, answer, dialog, heading } from './screen.ts'
import { eventually, expectText } from './table.ts'

const app = await startApp({ pages: true, jobs: LIVE_JOBS })
// Browsers bind passkeys to names only.
const url = app.url.replace('127.0.0.1', 'localhost')
letArrive(url, app)
const browser = await startBrowser(url)
afterAll(async () => {
  await browser.close()
  await app.close()
})
beforeEach(async () => {
  for (const table of ['login_attempts', 'totp_secrets', 'passkeys', 'recovery_codes'] as const) {
    await app.db.deleteFrom(table).execute()
  }
  await sql`update settings set second_factor = 'optional'`.execute(app.db)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const code = (page: Page) => page.locator('input[name="code"]')
const secretOn = async (page: Page) => ((await page.locator('form code').textContent()) ?? '').replaceAll(' ', '')
const codesOn = (page: Page) => dialog(page).getByRole('listitem').allInnerTexts()
/** As if the app had been added a while ago: the present code is not used yet. */
const forgetStep = () => sql`update totp_secrets set last_step = 0`.execute(app.db)

const enrolTotp = async (page: Page) => {
  await button(page, 'Add authenticator app').click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = await secretOn(page)
  await code(page).fill('000000')
  await button(page, 'Turn on').click()
  await expectText(page, 'Wrong code. Check that your phone’s clock is right.')
  await code(page).fill(codeAt(secret))
  await button(page, 'Turn on').click()
  await dialog(page).getByText('Your recovery codes').waitFor()
  const codes = await codesOn(page)
  await button(page, 'I have saved them').click()
  await button(page, 'Remove authenticator app').waitFor()
  await forgetStep()
  return { secret, codes }
}

const addAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Signs out as in another tab, and begins to sign in again. */
const signInAgain = async (page: Page) => {
  await page.evaluate(() => {
    sessionStorage.clear()
    dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: null }))
  })
  await heading(page, 'Sign in').waitFor()
  await fillSignIn(page, people.karim.email, PASSWORD)
}

test('one’s own email is changed after confirming again, and signs in', async () => {
  const page = await openAs(browser, 'karim', '/profile/security')
  await passConfirmTime(app, CONFIRM_MINUTES)
  await button(page, 'Change email').click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  await page.getByLabel('New email').fill('karim.new@demo.topdeck.example')
  await button(page, 'Change email').click()
  await dialog(page).locator('input[name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expectText(page, 'You sign in with it: karim.new@demo.topdeck.example')
  expect(await page.getByLabel('New email').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Change email')
  await sql`update admins set email = ${people.karim.email} where id = ${app.world.admins.karim}`.execute(app.db)
})

test('an authenticator app: added by QR code, each code once; a recovery code once', async () => {
  const page = await openAs(browser, 'karim', '/profile')
  await page.getByRole('navigation', { name: 'Profile menu' }).getByRole('link', { name: 'Security' }).click()
  await heading(page, 'Security').waitFor()
  const { secret, codes } = await enrolTotp(page)
  expect(codes).toHaveLength(10)
  await expectText(page, '10 left')

  await signInAgain(page)
  await code(page).waitFor()
  await page.goBack()
  await page.locator('input[name="identity"]').waitFor()
  await fillSignIn(page, people.karim.email, PASSWORD)
  await code(page).fill('123456')
  await button(page, 'Sign in').click()
  await page.getByRole('alert').getByText('Wrong or used code').waitFor()
  const now = codeAt(secret)
  await code(page).fill(now)
  await button(page, 'Sign in').click()
  await heading(page, 'Dashboard').waitFor()

  const useRecoveryCode = async () => {
    await signInAgain(page)
    await button(page, 'Use a recovery code').click()
    await code(page).fill(codes[0] ?? '')
    await button(page, 'Sign in').click()
  }
  await useRecoveryCode()
  await heading(page, 'Dashboard').waitFor()
  await useRecoveryCode()
  await page.getByRole('alert').getByText('Wrong or used code').waitFor()
})

test('a passkey: added by the browser, and signs in', async () => {
  const page = await browser.newPage()
  await addAuthenticator(page)
  await arriveAs(page, 'karim', '/profile/security')
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Karim’s laptop')
  await button(page, 'Add passkey').click()
  await dialog(page).getByText('Your recovery codes').waitFor()
  await button(page, 'I have saved them').click()
  await button(page, 'Remove passkey Karim’s laptop').waitFor()
  await signInAgain(page)
  await button(page, 'Use a passkey').click()
  await heading(page, 'Dashboard').waitFor()
  const used = await app.db.selectFrom('passkeys').select('last_used_at').execute()
  expect(used).toEqual([{ last_used_at: expect.any(String) }])
  // It confirms a sensitive change, too: here, that it is removed.
  await visit(page, '/profile/security')
  await passConfirmTime(app, CONFIRM_MINUTES)
  await button(page, 'Remove passkey Karim’s laptop').click()
  await answer(page, 'Remove')
  await dialog(page).getByText('Confirm that it is you').waitFor()
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await toast(page, 'Passkey removed')
  await eventually(() => button(page, 'Remove passkey Karim’s laptop').count()).toBe(0)
})

test('another session is seen and ended', async () => {
  const page = await openAs(browser, 'karim', '/profile/security')
  await app.db.deleteFrom('sessions').where('user_agent', '<>', '').execute()
  await app.logIn('karim', PASSWORD)
  const other = await browser.newPage()
  await signInAs(other, 'karim')
  await visit(page, '/profile')
  await visit(page, '/profile/security')
  await button(page, 'End the session of node').waitFor()
  await expectText(page, 'This one')
  await page.getByRole('button', { name: 'End the session of Chrome, Linux' }).click()
  await toast(page, 'Session ended')
  // Told by its stream, without a click.
  await heading(other, 'Sign in').waitFor()
  await button(page, 'End all others').click()
  await answer(page, 'End all others')
  await toast(page, 'All other sessions ended')
  await eventually(() => page.getByRole('button', { name: /^End the session/ }).count()).toBe(0)
})

describe('15 minutes after the sign-in', () => {
  const changeRole = async (page: Page) => {
    await act(page, 'Nadia Islam', 'Make super admin')
    await answer(page, 'Make super admin')
    await dialog(page).getByText('Confirm that it is you').waitFor()
  }
  const { nadia } = app.world.admins
  const roleOfNadia = async () =>
    (await app.db.selectFrom('admins').select('role').where('id', '=', nadia).executeTakeFirstOrThrow()).role
  const makeSub = () => app.db.updateTable('admins').set({ role: 'sub' }).where('id', '=', nadia).execute()

  test('a role change asks again and is done after the right password only', async () => {
    const page = await openAs(browser, 'rahim', '/admins')
    await passConfirmTime(app, CONFIRM_MINUTES)
    await changeRole(page)
    await dialog(page).locator('input[name="password"]').fill('not the password')
    await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click()
    await expectText(page, 'Wrong password')
    await page.keyboard.press('Escape')
    await toast(page, 'Sign in again or confirm your password')
    expect(await roleOfNadia()).toBe('sub')

    await changeRole(page)
    await dialog(page).locator('input[name="password"]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await toast(page, 'Role updated successfully')
    expect(await roleOfNadia()).toBe('super')
    await makeSub()
  })

  test('a code of the app does as well', async () => {
    const { secret } = await addTotp(app, await app.signIn('rahim'))
    const page = await openAs(browser, 'rahim', '/admins')
    await passConfirmTime(app, CONFIRM_MINUTES)
    await changeRole(page)
    await dialog(page).getByRole('button', { name: 'Use a code' }).click()
    await code(page).fill(codeAt(secret))
    await page.keyboard.press('Enter')
    await toast(page, 'Role updated successfully')
    await makeSub()
  })
})

test('where required, a sign-in leads to adding a factor; a super admin resets one', async () => {
  const owner = await openAs(browser, 'rahim', '/settings')
  await addTotp(app, await app.signIn('rahim'))
  await owner.locator('select[name="second_factor"]').selectOption('all')
  await button(owner, 'Save').click()
  await toast(owner, 'Settings updated successfully')

  const page = await browser.newPage()
  await page.goto('/login')
  await fillSignIn(page, people.karim.email, PASSWORD)
  await heading(page, 'Add a second factor').waitFor()
  await page.goto('/order')
  await heading(page, 'Add a second factor').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await enrolTotp(page)
  await button(page, 'Continue').click()
  await heading(page, 'Topup Order').waitFor()

  await visit(owner, '/admins')
  await act(owner, 'Karim Hossain', 'Reset second factor')
  await answer(owner, 'Reset second factor')
  await toast(owner, 'Second factor reset successfully')
  await heading(page, 'Sign in').waitFor()
  const { body } = await app.call(security.show, {}, await app.signIn('karim'))
  expect(body.data).toMatchObject({ has_totp: false, recovery_codes_left: 0, is_required: true })
})
