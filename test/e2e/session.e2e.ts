import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sessions } from '#contract/sessions.ts'
import { PASSWORD, people, placeOrder } from '../world.ts'
import { toast, untilQuiet } from './browser.ts'
import { fillSignIn, signInAs, visit } from './people.ts'
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

describe('signing in', () => {
  test('a wrong password is said above the fields, the right one opens the dashboard', async () => {
    const page = await browser.newPage()
    await page.goto('/login')
    await heading(page, 'Sign in').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('identity')
    await fillSignIn(page, people.karim.email, 'not his password')
    const refusal = page.getByRole('alert').filter({ hasText: 'Wrong email or password' })
    await refusal.waitFor()
    const [alert, field] = await Promise.all([refusal.boundingBox(), page.locator('input[name="identity"]').boundingBox()])
    expect(alert?.y).toBeLessThan(field?.y ?? 0)
    await eventually(() => page.locator('input[name="identity"]').inputValue()).toBe(people.karim.email)
    await fillSignIn(page, people.karim.email, PASSWORD)
    await heading(page, 'Dashboard').waitFor()
    expect(pathOf(page)).toBe('/')
    const failed = page.getByRole('status').filter({ hasText: '1 failed sign-ins since your last' })
    await failed.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await page.getByRole('region', { name: 'Needs your attention' }).getByText('All caught up', { exact: false }).waitFor()
    expect(await failed.count()).toBe(0)
  })

  test('the same refusal is announced again', async () => {
    const page = await browser.newPage()
    await page.goto('/login')
    for (const password of ['not his password', 'not his either']) {
      await fillSignIn(page, people.nadia.email, password)
      await toast(page, 'Wrong email or password')
    }
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

  test('both fields are required', async () => {
    const page = await browser.newPage()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Email is required').waitFor()
    await page.getByText('Password is required').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('identity')
  })

  test('says everything that the specification names', async () => {
    const page = await browser.newPage()
    await page.goto('/login')
    await page.getByLabel('Remember me').waitFor()
    await page.getByRole('button', { name: 'Show password' }).click()
    await eventually(() => page.locator('input[name="password"]').getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Forgot password' }).click()
    await page.getByText('Ask a super admin of your shop for a new password.').waitFor()
    await page.getByRole('link', { name: 'Create new account' }).click()
    await page.getByText('Accounts are created by a super admin').waitFor()
    expect(pathOf(page)).toBe('/login')
  })

  test('the call carries what was typed, and Remember me as 1 or 0', async () => {
    for (const remember of [false, true]) {
      const page = await browser.newPage()
      const loginRequest = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/login'))
      await signInAs(page, 'karim', { remember })
      expect((await loginRequest).postDataJSON()).toEqual({
        identity: people.karim.email,
        password: PASSWORD,
        remember: remember ? 1 : 0,
      })
    }
  })

  test('a session that is kept for good stands above the tab’s own', async () => {
    const page = await browser.newPage()
    await signInAs(page, 'karim')
    const rahim = (await app.call(sessions.login, { identity: people.rahim.email, password: PASSWORD, remember: 1 })).body.data
    await page.evaluate(({ user, token }) => {
      localStorage.setItem('user', JSON.stringify(user))
      localStorage.setItem('token', token)
    }, rahim)
    await page.reload()
    await page.getByRole('button', { name: 'Rahim Uddin' }).waitFor()
  })

  test('with Remember me the session outlives the tab, without it does not and an older one goes', async () => {
    const page = await browser.newPage()
    await signInAs(page, 'karim', { remember: true })
    await eventually(() => stored(page)).toEqual({ local: [true, true], tab: [false, false] })
    const second = await page.context().newPage()
    await second.goto('/profile')
    await heading(second, 'Profile').waitFor()
    await second.close()
    await page.getByRole('button', { name: 'Karim Hossain' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await heading(page, 'Sign in').waitFor()
    await signInAs(page, 'karim')
    await eventually(() => stored(page)).toEqual({ local: [false, false], tab: [true, true] })
    const third = await page.context().newPage()
    await third.goto('/profile')
    await heading(third, 'Sign in').waitFor()
  })

  test.each(['user', 'token'])('%s stored alone counts as signed out, and both are cleared', async (kept) => {
    const page = await browser.newPage()
    await signInAs(page, 'karim', { remember: true })
    await page.evaluate((name) => localStorage.removeItem(name === 'user' ? 'token' : 'user'), kept)
    // What the page before still asks for is not counted.
    await page.goto('about:blank')
    const requests: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()))
    await page.goto('/profile')
    await heading(page, 'Sign in').waitFor()
    expect(requests).toEqual([])
    await eventually(() => stored(page)).toEqual({ local: [false, false], tab: [false, false] })
  })
})

describe('where one may go', () => {
  test.each(['/', '/order', '/profile', '/no/such/page'])('signed out, %s shows /login', async (path) => {
    const page = await browser.newPage()
    await page.goto(path)
    await heading(page, 'Sign in').waitFor()
    expect(pathOf(page)).toBe('/login')
  })

  test('signed out, /auth/register shows /login with the sentence', async () => {
    const page = await browser.newPage()
    await page.goto('/auth/register')
    await page.getByText('Accounts are created by a super admin').waitFor()
    expect(pathOf(page)).toBe('/login')
  })

  test('signed in, every other path shows the dashboard', async () => {
    const page = await browser.newPage()
    await signInAs(page, 'karim')
    for (const path of ['/login', '/auth/register', '/no/such/page', '/profile/no-such-page']) {
      await page.goto(path)
      await heading(page, 'Dashboard').waitFor()
      expect(pathOf(page)).toBe('/')
    }
  })

  test('a session that the server ended comes back to its page for the same admin only', async () => {
    const page = await browser.newPage()
    await signInAs(page, 'karim')
    await page.goto('/profile/change-password')
    await heading(page, 'Change password').waitFor()
    await app.db.deleteFrom('sessions').where('admin_id', '=', app.world.admins.karim).execute()
    // Whichever call comes first meets the 401; reloading makes sure that there is one.
    await page.reload()
    await heading(page, 'Sign in').waitFor()
    await page.getByRole('status').getByText('Your session has ended.').waitFor()
    await fillSignIn(page, people.karim.email, PASSWORD)
    await heading(page, 'Change password').waitFor()
    await app.db.deleteFrom('sessions').where('admin_id', '=', app.world.admins.karim).execute()
    await page.reload()
    await heading(page, 'Sign in').waitFor()
    await fillSignIn(page, people.rahim.email, PASSWORD)
    await heading(page, 'Dashboard').waitFor()
  })

  test('logout clears the stored pair, ends the session and does not lead back', async () => {
    const page = await browser.newPage()
    await signInAs(page, 'karim')
    await visit(page, '/profile')
    await heading(page, 'Profile').waitFor()
    const token = await page.evaluate(() => sessionStorage.getItem('token') ?? '')
    const ended = page.waitForResponse((response) => response.url().endsWith('/api/admin/logout'))
    await page.getByRole('button', { name: 'Karim Hossain' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await heading(page, 'Sign in').waitFor()
    await eventually(() => stored(page)).toEqual({ local: [false, false], tab: [false, false] })
    expect((await ended).status()).toBe(200)
    expect((await fetch(`${app.url}/api/admin/profile`, { headers: { authorization: token } })).status).toBe(401)
    expect(await page.getByRole('status').count()).toBe(0)
    await fillSignIn(page, people.karim.email, PASSWORD)
    await heading(page, 'Dashboard').waitFor()
  })
})

test('logging out asks before something that was typed is lost', async () => {
  const page = await browser.newPage()
  await signInAs(page, 'rahim')
  await visit(page, '/banner/add')
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

test('logging out asks before a note that was begun is lost, and after a No the focus is where it was', async () => {
  const { users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  const page = await browser.newPage()
  await signInAs(page, 'rahim')
  await visit(page, `/order?order=${id}`)
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

test('whoever signs in next does not read what the one before him did', async () => {
  const page = await browser.newPage()
  await signInAs(page, 'rahim')
  await visit(page, '/user?q=shila')
  const { shila } = app.world.users
  await page.getByRole('button', { name: String(shila), exact: true }).click()
  await toast(page, `Copied User ID:: ${shila}`)
  await page.getByRole('button', { name: 'Rahim Uddin' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await heading(page, 'Sign in').waitFor()
  await fillSignIn(page, people.karim.email, PASSWORD)
  await heading(page, 'Dashboard').waitFor()
  await untilQuiet(page)
  expect(await page.getByText('Copied User ID').count()).toBe(0)
})

test('a remembered session that ends in one tab ends in the others', async () => {
  const page = await browser.newPage()
  await signInAs(page, 'karim', { remember: true })
  const other = await page.context().newPage()
  await other.goto('/profile')
  await heading(other, 'Profile').waitFor()
  await page.getByRole('button', { name: 'Karim Hossain' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await heading(other, 'Sign in').waitFor()
  await eventually(() => stored(other)).toEqual({ local: [false, false], tab: [false, false] })
})

test('a question that is open when the session ends is not put to whoever signs in next', async () => {
  const page = await browser.newPage()
  await signInAs(page, 'rahim', { remember: true })
  await visit(page, `/user/edit/${app.world.users.shila}`)
  await page.getByRole('checkbox', { name: 'Banned' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  const other = await page.context().newPage()
  await other.goto('/profile')
  await other.getByRole('button', { name: 'Rahim Uddin' }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await heading(page, 'Sign in').waitFor()
  await fillSignIn(page, people.karim.email, PASSWORD)
  await heading(page, 'Dashboard').waitFor()
  await untilQuiet(page)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

/** What a tab asks again once it is looked at again. */
const showTab = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

const noteOf = (page: Page) => page.getByRole('textbox', { name: 'Internal note' })

test('who signs in again in another tab keeps what he has typed, and goes on under the new session', async () => {
  const { users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  const form = await browser.newPage()
  await signInAs(form, 'rahim')
  await form.goto('/banner/add')
  await form.locator('input[name="note"]').fill('A long text')
  const order = await form.context().newPage()
  await signInAs(order, 'rahim')
  await order.goto(`/order?order=${id}`)
  await noteOf(order).fill('Call back')

  const other = await form.context().newPage()
  await signInAs(other, 'rahim', { remember: true })
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

  // Somebody else gets a frame of his own, and none of it.
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

test('pasted codes outlive a session that the server ended and a reload, until they are discarded', async () => {
  const codes = Array.from({ length: 200 }, (_, at) => `PASTED-${at}`).join('\n')
  const page = await browser.newPage()
  await signInAs(page, 'rahim')
  await visit(page, '/upin/add')
  const box = page.locator('textarea[name="code"]')
  await box.fill(codes)
  await app.db.deleteFrom('sessions').where('admin_id', '=', app.world.admins.rahim).execute()
  await eventually(async () => {
    await showTab(page)
    return await heading(page, 'Sign in').count()
  }).toBe(1)
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

test('a note that was begun outlives a session that the server ended, for the same admin alone, and no logout', async () => {
  const { admins, users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  const page = await browser.newPage()
  await signInAs(page, 'rahim')
  await visit(page, `/order?order=${id}`)
  await noteOf(page).fill('Call back')
  const endSession = async (admin: number) => {
    await app.db.deleteFrom('sessions').where('admin_id', '=', admin).execute()
    await eventually(async () => {
      await showTab(page)
      return await heading(page, 'Sign in').count()
    }).toBe(1)
  }
  const logOut = async (name: string, hasTyped: boolean) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    if (hasTyped) await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await heading(page, 'Sign in').waitFor()
  }
  // Without a reload, which would forget everything.
  const openOrder = async () => {
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Order/ })
      .click()
    await rowOf(page, id).click({ position: { x: 240, y: 12 } })
    await noteOf(page).waitFor()
  }

  await endSession(admins.rahim)
  await fillSignIn(page, people.rahim.email, PASSWORD)
  await eventually(() => noteOf(page).inputValue()).toBe('Call back')

  await endSession(admins.rahim)
  await fillSignIn(page, people.karim.email, PASSWORD)
  await heading(page, 'Dashboard').waitFor()
  await openOrder()
  expect(await noteOf(page).inputValue()).toBe('')
  await logOut('Karim Hossain', false)
  await fillSignIn(page, people.rahim.email, PASSWORD)
  await heading(page, 'Dashboard').waitFor()
  await openOrder()
  expect(await noteOf(page).inputValue()).toBe('')

  await noteOf(page).fill('Call back')
  await logOut('Rahim Uddin', true)
  await fillSignIn(page, people.rahim.email, PASSWORD)
  await heading(page, 'Dashboard').waitFor()
  await openOrder()
  expect(await noteOf(page).inputValue()).toBe('')
})
