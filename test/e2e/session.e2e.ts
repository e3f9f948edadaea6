import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PASSWORD, people, placeOrder } from '../world.ts'
import { leave, toast, untilQuiet } from './browser.ts'
import { arriveAs, fillSignIn, type Name, openAs, signInAs, signInElsewhere, visit } from './people.ts'
import { heading } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, rowOf } from './table.ts'

const { app, browser } = await startShop()

const pathOf = (page: Page) => new URL(page.url()).pathname
const stored = (page: Page) =>
  page.evaluate(() => ({
    local: [localStorage.getItem('user') !== null, localStorage.getItem('token') !== null],
    tab: [sessionStorage.getItem('user') !== null, sessionStorage.getItem('token') !== null],
  }))

/** As another tab's sign-in with Remember me leaves it behind. */
const storeRemembered = async (page: Page, name: Name) => {
  const { user, token } = await app.openSession(name)
  await page.evaluate((pair) => void Object.assign(localStorage, pair), { user: JSON.stringify(user), token })
}

const signInCall = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/login'))

/** What a tab asks again once it is looked at again. */
const showTab = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

/** The server ends an admin's sessions, and the page meets it. */
const endSessions = async (page: Page, name: Name) => {
  await app.db.deleteFrom('sessions').where('admin_id', '=', app.world.admins[name]).execute()
  const isSignedOut = async () => {
    await showTab(page)
    return await heading(page, 'Sign in').isVisible()
  }
  // Each time a screen is shown it reads all that it shows again.
  await expect.poll(isSignedOut, { interval: 400 }).toBe(true)
}

/** Ends the session as an admin does, who may have typed something. */
const logOut = async (page: Page, name: string, hasTyped = false) => {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  if (hasTyped) await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await heading(page, 'Sign in').waitFor()
}

describe('signing in', () => {
  test('the form has the specified fields, shows faults above, and opens the dashboard', async () => {
    const page = await browser.newPage()
    await page.goto('/login')
    await heading(page, 'Sign in').waitFor()
    const focusedField = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await eventually(focusedField).toBe('identity')
    await page.getByLabel('Remember me').waitFor()
    await page.getByRole('button', { name: 'Show password' }).click()
    await eventually(() => page.locator('input[name="password"]').getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Forgot password' }).click()
    await page.getByText('Ask a super admin of your shop for a new password.').waitFor()
    await page.getByRole('link', { name: 'Create new account' }).click()
    await page.getByText('Accounts are created by a super admin').waitFor()
    expect(pathOf(page)).toBe('/login')

    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Email is required').waitFor()
    await page.getByText('Password is required').waitFor()
    await eventually(focusedField).toBe('identity')

    for (const password of ['not the password', 'not that either']) {
      await fillSignIn(page, people.karim.email, password)
      await toast(page, 'Wrong email or password')
    }
    const refusal = page.getByRole('alert').filter({ hasText: 'Wrong email or password' })
    const [alert, field] = await Promise.all([refusal.boundingBox(), page.locator('input[name="identity"]').boundingBox()])
    expect(alert?.y).toBeLessThan(field?.y ?? 0)
    await eventually(() => page.locator('input[name="identity"]').inputValue()).toBe(people.karim.email)

    const call = signInCall(page)
    await fillSignIn(page, people.karim.email, PASSWORD)
    expect((await call).postDataJSON()).toEqual({ identity: people.karim.email, password: PASSWORD, remember: 0 })
    await heading(page, 'Dashboard').waitFor()
    expect(pathOf(page)).toBe('/')
    const failed = page.getByRole('status').filter({ hasText: '2 failed sign-ins since your last' })
    await failed.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await page.getByRole('region', { name: 'Needs your attention' }).getByText('All caught up', { exact: false }).waitFor()
    expect(await failed.count()).toBe(0)
  })

  test('where the browser blocks storage, the page says that signing in needs it', async () => {
    const page = await browser.newPage()
    // No screen can begin without storage: that it throws is what this is about.
    page.removeAllListeners('pageerror')
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    })
    await page.goto('/login')
    await page.getByText(/^This browser blocks storage, which signing in needs\./).waitFor()
    await page.getByText(/^এই ব্রাউজার স্টোরেজ আটকে রেখেছে/).waitFor()
  })

  test('where storage is full, the session and the language last as long as the page', async () => {
    const page = await browser.newPage()
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
    await page.goto('/login')
    await page.getByRole('button', { name: 'বাংলা' }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await fillSignIn(page, people.karim.email, PASSWORD, true)
    await heading(page, 'Dashboard').waitFor()
    await page.getByRole('link', { name: 'Profile' }).first().click()
    await heading(page, 'Profile').waitFor()
    await page.reload()
    await heading(page, 'Sign in').waitFor()
  })

  test('with Remember me the session outlives the tab and ends in all; else it does not', async () => {
    const page = await browser.newPage()
    const call = signInCall(page)
    await signInAs(page, 'karim', { remember: true })
    expect((await call).postDataJSON()).toMatchObject({ remember: 1 })
    await eventually(() => stored(page)).toEqual({ local: [true, true], tab: [false, false] })
    const other = await page.context().newPage()
    await other.goto('/profile')
    await heading(other, 'Profile').waitFor()
    await logOut(page, 'Karim Hossain')
    await heading(other, 'Sign in').waitFor()
    await eventually(() => stored(other)).toEqual({ local: [false, false], tab: [false, false] })

    await storeRemembered(page, 'karim')
    await fillSignIn(page, people.karim.email, PASSWORD)
    await page.waitForURL((url) => url.pathname !== '/login')
    await eventually(() => stored(page)).toEqual({ local: [false, false], tab: [true, true] })
    await other.goto('/profile')
    await heading(other, 'Sign in').waitFor()
  })

  test('a session that is kept for good stands above the tab’s own', async () => {
    const page = await openAs(browser, 'karim', '/profile')
    await storeRemembered(page, 'rahim')
    await page.reload()
    await page.getByRole('button', { name: 'Rahim Uddin' }).waitFor()
  })

  test('user or token stored alone counts as signed out, and both are cleared', async () => {
    const page = await browser.newPage()
    const requests: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()))
    for (const lost of ['user', 'token']) {
      await leave(page)
      await storeRemembered(page, 'karim')
      await page.evaluate((name) => localStorage.removeItem(name), lost)
      await page.goto('/profile')
      await heading(page, 'Sign in').waitFor()
      expect(requests).toEqual([])
      await eventually(() => stored(page)).toEqual({ local: [false, false], tab: [false, false] })
    }
  })
})

describe('where one may go', () => {
  test('signed out, every path shows /login, /auth/register with the sentence', async () => {
    const page = await browser.newPage()
    for (const path of ['/', '/order', '/no/such/page', '/auth/register']) {
      await page.goto(path)
      await heading(page, 'Sign in').waitFor()
      expect(pathOf(page)).toBe('/login')
    }
    await page.getByText('Accounts are created by a super admin').waitFor()
  })

  test('signed in, every other path shows the dashboard', async () => {
    const page = await openAs(browser, 'karim', '/profile')
    await page.goto('/no/such/page')
    await heading(page, 'Dashboard').waitFor()
    for (const path of ['/login', '/auth/register', '/profile/no-such-page']) {
      await visit(page, '/profile')
      await visit(page, path)
      await heading(page, 'Dashboard').waitFor()
      expect(pathOf(page)).toBe('/')
    }
  })

  test('a session that the server ended comes back to its page for the same admin only', async () => {
    const page = await openAs(browser, 'karim', '/profile/change-password')
    await heading(page, 'Change password').waitFor()
    await endSessions(page, 'karim')
    await page.getByRole('status').getByText('Your session has ended.').waitFor()
    await fillSignIn(page, people.karim.email, PASSWORD)
    await heading(page, 'Change password').waitFor()
    await app.db.deleteFrom('sessions').where('admin_id', '=', app.world.admins.karim).execute()
    // Also where it is a load that meets the 401.
    await page.reload()
    await heading(page, 'Sign in').waitFor()
    await fillSignIn(page, people.rahim.email, PASSWORD)
    await heading(page, 'Dashboard').waitFor()
  })

  test('logout clears the stored pair, ends the session and does not lead back', async () => {
    const page = await openAs(browser, 'karim', '/profile')
    const token = await page.evaluate(() => sessionStorage.getItem('token') ?? '')
    const ended = page.waitForResponse((response) => response.url().endsWith('/api/admin/logout'))
    await logOut(page, 'Karim Hossain')
    await eventually(() => stored(page)).toEqual({ local: [false, false], tab: [false, false] })
    expect((await ended).status()).toBe(200)
    expect((await fetch(`${app.url}/api/admin/profile`, { headers: { authorization: token } })).status).toBe(401)
    expect(await page.getByRole('status').count()).toBe(0)
    await fillSignIn(page, people.karim.email, PASSWORD)
    await heading(page, 'Dashboard').waitFor()
  })
})

test('logging out asks before something that was typed is lost', async () => {
  const page = await openAs(browser, 'rahim', '/banner/add')
  await page.locator('input[name="note"]').fill('A long text')
  const leave = async () => {
    await page.getByRole('button', { name: 'Rahim Uddin' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('alertdialog').getByText('What you typed here is not saved.').waitFor()
  }
  await leave()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(await page.locator('input[name="note"]').inputValue()).toBe('A long text')
  await leave()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await heading(page, 'Sign in').waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

test('logging out asks about a begun note; after No the focus is where it was', async () => {
  const { users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  const page = await openAs(browser, 'rahim', `/order?order=${id}`)
  const note = page.getByRole('textbox', { name: 'Internal note' })
  await note.fill('Call back')
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('dialog').getByRole('combobox').fill('logout')
  await page.getByRole('option', { name: 'Logout', exact: true }).click()
  await page.getByRole('alertdialog').getByText('What you typed here is not saved.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(await note.inputValue()).toBe('Call back')
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true)
  // Also after it could not be saved.
  await page.route('**/internal-note/**', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.keyboard.press('Control+Enter')
  await failed
  await page.getByRole('button', { name: 'Rahim Uddin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('alertdialog').getByText('What you typed here is not saved.').waitFor()
})

test('the next to sign in does not read what the one before did', async () => {
  const page = await openAs(browser, 'rahim', '/user?q=shila')
  const { shila } = app.world.users
  await page.getByRole('button', { name: String(shila), exact: true }).click()
  await toast(page, `Copied User ID:: ${shila}`)
  await logOut(page, 'Rahim Uddin')
  await signInElsewhere(page, 'karim', { address: '/profile' })
  await heading(page, 'Profile').waitFor()
  await untilQuiet(page)
  expect(await page.getByText('Copied User ID').count()).toBe(0)
})

test('a question that is open when the session ends is not put to the next to sign in', async () => {
  const page = await browser.newPage()
  await arriveAs(page, 'rahim', `/user/edit/${app.world.users.shila}`, { remember: true })
  await page.getByRole('checkbox', { name: 'Banned' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  const other = await page.context().newPage()
  await leave(other)
  await other.evaluate(() => localStorage.clear())
  await heading(page, 'Sign in').waitFor()
  await signInElsewhere(page, 'karim', { address: '/profile' })
  await heading(page, 'Profile').waitFor()
  await untilQuiet(page)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

const noteOf = (page: Page) => page.getByRole('textbox', { name: 'Internal note' })

test('a sign-in in another tab keeps typed text under the new session', async () => {
  const { users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  const form = await openAs(browser, 'rahim', '/banner/add')
  await form.locator('input[name="note"]').fill('A long text')
  const order = await form.context().newPage()
  await arriveAs(order, 'rahim', `/order?order=${id}`)
  await noteOf(order).fill('Call back')

  const other = await form.context().newPage()
  await leave(other)
  await storeRemembered(other, 'rahim')
  const token = await other.evaluate(() => localStorage.getItem('token'))
  for (const page of [form, order]) {
    const sent: (string | undefined)[] = []
    page.on('request', (request) => sent.push(request.headers().authorization))
    await eventually(async () => {
      await showTab(page)
      return sent.includes(token ?? '')
    }).toBe(true)
  }
  expect(await form.locator('input[name="note"]').inputValue()).toBe('A long text')
  expect(await noteOf(order).inputValue()).toBe('Call back')
  await order.keyboard.press('Control+Enter')
  await toast(order, 'Order updated successfully')

  // Somebody else gets their own frame, and none of it.
  await noteOf(order).fill('Not for others')
  await other.evaluate(() => localStorage.clear())
  await other.goto('/login')
  await fillSignIn(other, people.karim.email, PASSWORD, true)
  await heading(other, 'Dashboard').waitFor()
  for (const page of [form, order]) await page.getByRole('button', { name: 'Karim Hossain' }).waitFor()
  const typed = form.locator('input[name="note"]')
  expect(await typed.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value))).not.toContain('A long text')
  await eventually(() => noteOf(order).inputValue()).toBe('Call back')
})

test('pasted codes outlive an ended session and a reload until discarded', async () => {
  const codes = Array.from({ length: 200 }, (_, at) => `PASTED-${at}`).join('\n')
  const page = await openAs(browser, 'rahim', '/upin/add')
  const box = page.locator('textarea[name="code"]')
  await box.fill(codes)
  await endSessions(page, 'rahim')
  await page.reload()
  await fillSignIn(page, people.rahim.email, PASSWORD)
  await page.getByText('What you typed before was restored.').waitFor()
  expect(await box.inputValue()).toBe(codes)
  await page.getByRole('button', { name: 'Discard' }).click()
  await eventually(() => box.inputValue()).toBe('')
  await page.reload()
  await box.waitFor()
  expect([await box.inputValue(), await page.getByText('What you typed before was restored.').count()]).toEqual(['', 0])
})

test('a begun note outlives an ended session for the same admin, but no logout', async () => {
  const { users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  const page = await openAs(browser, 'rahim', `/order?order=${id}`)
  await noteOf(page).fill('Call back')
  // Without a reload, which would forget everything.
  const openOrder = async () => {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Order/ })
      .click()
    await rowOf(page, id).click({ position: { x: 240, y: 12 } })
    await noteOf(page).waitFor()
  }

  await endSessions(page, 'rahim')
  await fillSignIn(page, people.rahim.email, PASSWORD)
  await eventually(() => noteOf(page).inputValue()).toBe('Call back')

  await endSessions(page, 'rahim')
  await signInElsewhere(page, 'karim', { address: '/profile' })
  await heading(page, 'Profile').waitFor()
  await openOrder()
  expect(await noteOf(page).inputValue()).toBe('')
  await logOut(page, 'Karim Hossain')
  await signInElsewhere(page, 'rahim', { address: '/profile' })
  await heading(page, 'Profile').waitFor()
  await openOrder()
  expect(await noteOf(page).inputValue()).toBe('')

  await noteOf(page).fill('Call back')
  await logOut(page, 'Rahim Uddin', true)
  await signInElsewhere(page, 'rahim', { address: '/profile' })
  await heading(page, 'Profile').waitFor()
  await openOrder()
  expect(await noteOf(page).inputValue()).toBe('')
})
