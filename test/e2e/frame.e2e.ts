import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pendingCounts } from '#contract/pending-counts.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY } from '../support/app.ts'
import { makeOlder } from '../support/books.ts'
import { PASSWORD, people } from '../world.ts'
import { endRoutes, expectNoSidewaysScroll, hold, loseAnswer, toast } from './browser.ts'
import { arriveAs, openAs, signInElsewhere } from './people.ts'
import { heading } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const { app, browser } = await startShop()

/** The sidebar as the specification lists it; a group with its entries. */
const SIDEBAR = [
  'Dashboard /',
  ['User', 'Admin /admins', 'User /user'],
  'Payment Method /payment-method',
  [
    'Topup',
    'Top Product /topup-product',
    'Topup Packages /topup-packages',
    'Physical Product /physical-product',
    'UniPin Voucher /upins',
  ],
  'Add Wallet /add-wallet',
  'Admin Wallet /admin-wallet',
  'Withdraw Earn Wallet /withdraw-earn-wallet',
  ['Topup Order', 'Order /order', 'Admin Order /subadmin-order'],
  'Product Order /product-order',
  'Auths /auths',
  'Banner /banner',
  'Notice /notice',
  ['Admin Transaction', 'Create Transaction /admin-wallet-request', 'My Request /my-wallet-request'],
  'landing Page /landing',
  'Profile /profile',
  'Send Sms /send-sms',
  // Ours, after the specification's.
  'Shift sheet /shift',
]

describe('the frame', () => {
  const entries = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link')

  test('the sidebar shows what one may open, in the specification’s order', async () => {
    const page = await openAs(browser, 'nadia', '/')
    await page.getByText('You have no permissions yet').waitFor()
    await page.getByText('Ask a super admin of your shop', { exact: false }).waitFor()
    await eventually(() => entries(page).allTextContents()).toEqual([
      'Dashboard',
      'Create Transaction',
      'My Request',
      'landing Page',
      'Profile',
      'Shift sheet',
    ])
    await signInElsewhere(page, 'karim')
    await entries(page).filter({ hasText: 'Admin Order' }).waitFor()
    const names = (await entries(page).allTextContents()).map((text) => text.replace(/\d+$/, ''))
    const own = ['Create Transaction', 'My Request', 'landing Page', 'Profile', 'Shift sheet']
    expect(names).toEqual(['Dashboard', 'Order', 'Admin Order', ...own])
    await page.getByRole('navigation', { name: 'Screens' }).getByText('Topup Order', { exact: true }).waitFor()
  })

  test('a super admin’s sidebar has the specification’s groups and entries, in its order', async () => {
    const page = await openAs(browser, 'rahim', '/profile')
    const lines = page.getByRole('navigation', { name: 'Screens' }).locator('> ul > li')
    const shown = () =>
      lines.evaluateAll((items) =>
        items.map((item) => {
          const group = item.querySelector(':scope > span')?.textContent
          const entries = [...item.querySelectorAll('a')].map(
            (link) => `${link.querySelector(':scope > span')?.textContent} ${new URL(link.href).pathname}`,
          )
          return group ? [group, ...entries] : entries[0]
        }),
      )
    await eventually(shown).toEqual(SIDEBAR)
    await page.route(`**${pendingCounts.show.path}`, async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, data: { ...data, orders: 1_204, withdrawals: 10_001 } } })
    })
    const countsShown = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return await entries(page).getByRole('img').allTextContents()
    }
    const long = expect.arrayContaining(['1,204', '9,999+'])
    await expect.poll(countsShown, { interval: 400 }).toEqual(long)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('waiting work is counted beside Order and on the dashboard, linked to its rows', async () => {
    const { users, packages } = app.world
    const order = { user_id: users.shila, package_id: packages.gems100, playerid: '90017' }
    for (const key of ['first', 'second']) {
      expect((await app.call(store.placeOrder, order, STORE_KEY, `frame-${key}`)).status).toBe(200)
    }
    await makeOlder(app.db, 'orders', 75)
    const page = await openAs(browser, 'karim', '/')
    const card = page.getByRole('main').getByRole('link', { name: 'Pending orders' })
    await card.filter({ hasText: '2' }).waitFor()
    await card.getByText('Oldest: 1 h 15 min').waitFor()
    await entries(page)
      .filter({ hasText: /^Order/ })
      .getByText('2')
      .waitFor()
    await card.click()
    await heading(page, 'Topup Order').waitFor()
    expect(new URL(page.url()).search).toBe('?status=pending')
  })

  test('signed in, a screen’s files come with its page; signed out, none of them', async () => {
    const filesAskedByThePage = (page: Page) =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('head link[rel="modulepreload"]')].map(({ href }) =>
          href.replace(/^.*\/(\w+)-.*$/, '$1'),
        ),
      )
    const page = await browser.newPage()
    await page.goto('/order')
    await heading(page, 'Sign in').waitFor()
    expect(await filesAskedByThePage(page)).not.toContain('frame')
    await arriveAs(page, 'karim', '/')
    // Without the code that would ask for them itself.
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.goto('/order')
    expect(await filesAskedByThePage(page)).toEqual(expect.arrayContaining(['frame', 'list', 'orders']))
    // Nor is the page white until then: the frame's outlines are there, and give way to it.
    const sideWidth = () => page.locator('#root').evaluate((root) => getComputedStyle(root, '::after').width)
    expect(await sideWidth()).toBe('208px')
    await page.evaluate(() => localStorage.setItem('sidebar-open', 'false'))
    await page.reload()
    expect(await sideWidth()).toBe('64px')
    await page.unroute('**/assets/index-*.js')
    await page.reload()
    await heading(page, 'Topup Order').waitFor()
    expect(await sideWidth()).toBe('auto')
  })

  test('closed it is a rail with names; it, language and colours are remembered', async () => {
    const page = await openAs(browser, 'karim', '/admin-wallet-request')
    await page.evaluate(() => Object.assign(window, { notReloaded: true }))
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await eventually(scheme).toBe('light')
    await page.getByRole('button', { name: 'Colour scheme' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await eventually(scheme).toBe('dark')
    const toggle = page.getByRole('button', { name: 'Sidebar' })
    await eventually(() => toggle.getAttribute('aria-expanded')).toBe('true')
    await toggle.click()
    await page.getByRole('button', { name: 'বাংলা' }).click()
    await heading(page, 'লেনদেন তৈরি').waitFor()
    await eventually(() => page.evaluate(() => [document.documentElement.lang, 'notReloaded' in window])).toEqual(['bn', true])

    await page.reload()
    await heading(page, 'লেনদেন তৈরি').waitFor()
    await eventually(scheme).toBe('dark')
    await page.getByRole('button', { name: 'English' }).click()
    await heading(page, 'Create Transaction').waitFor()
    await eventually(() => toggle.getAttribute('aria-expanded')).toBe('false')
    const rail = await page.getByRole('navigation', { name: 'Screens' }).boundingBox()
    expect(rail?.width).toBeLessThan(80)
    // By keyboard, too, its icons say what they are.
    await entries(page).filter({ hasText: 'Profile' }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    const label = entries(page).getByText('Profile', { exact: true })
    await eventually(async () => (await label.boundingBox())?.width).toBeGreaterThan(40)
    await entries(page).filter({ hasText: 'Profile' }).click()
    await heading(page, 'Profile').waitFor()
  })

  test('on a phone it is a drawer below More, which regains the focus', async () => {
    const page = await openAs(browser, 'karim', '/admin-wallet-request', { width: 390 })
    await eventually(() => entries(page).count()).toBe(0)
    await page.getByRole('button', { name: 'More screens' }).click()
    await entries(page).filter({ hasText: 'Profile' }).click()
    await heading(page, 'Profile').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Profile')
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
      () => entries(page).filter({ hasText: 'Profile' }).click(),
    ]
    for (const close of ways) {
      await page.getByRole('button', { name: 'More screens' }).click()
      await entries(page).first().waitFor()
      await close()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More screens')
    }
  })

  test('a change of route moves the focus to the title and names the tab', async () => {
    const page = await openAs(browser, 'karim', '/admin-wallet-request')
    // What karim may open is read first: an entry that comes above moves the next ones from under the mouse.
    await entries(page).filter({ hasText: 'Admin Order' }).waitFor()
    await entries(page).filter({ hasText: 'Profile' }).click()
    await heading(page, 'Profile').waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await eventually(() => page.title()).toBe('Profile · Topdeck')
  })

  test('a long name does not push the header out of a window, be it wide or narrow', async () => {
    const { nadia } = app.world.admins
    const before = await app.db
      .selectFrom('admins')
      .select(['first_name', 'last_name'])
      .where('id', '=', nadia)
      .executeTakeFirstOrThrow()
    const long = { first_name: 'Abdurrahman'.repeat(3), last_name: 'Chowdhury'.repeat(4) }
    await app.db.updateTable('admins').set(long).where('id', '=', nadia).execute()
    const page = await openAs(browser, 'nadia', '/profile')
    await page.getByRole('banner').getByText(long.last_name, { exact: false }).first().waitFor()
    for (const width of [1350, 800, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
      const menu = await page.getByRole('banner').getByRole('button').last().boundingBox()
      expect((menu?.x ?? 0) + (menu?.width ?? width)).toBeLessThanOrEqual(width)
    }
    await app.db.updateTable('admins').set(before).where('id', '=', nadia).execute()
  })

  test('the dot says when the network is gone', async () => {
    const page = await openAs(browser, 'karim', '/profile')
    await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('banner').getByText('Offline', { exact: true }).waitFor()
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
    // On a phone the word comes with it, where there is room for a dot alone otherwise.
    await page.setViewportSize({ width: 360, height: 700 })
    const word = await page.getByRole('banner').getByText('Offline', { exact: true }).boundingBox()
    expect(word?.width).toBeGreaterThan(20)
    await expectNoSidewaysScroll(page)
  })

  test('the screen and the menu of the profile are within reach of the keyboard alone', async () => {
    const page = await openAs(browser, 'karim', '/admin-wallet-request')
    // Before anything has the focus.
    await page.reload()
    await heading(page, 'Create Transaction').waitFor()
    await page.keyboard.press('Tab')
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.getByRole('button', { name: 'Karim Hossain' }).focus()
    await page.keyboard.press('Enter')
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Profile')
    await page.keyboard.press('Enter')
    await heading(page, 'Profile').waitFor()
  })
})

describe('the profile', () => {
  test('shows who one is, read-only', async () => {
    const page = await openAs(browser, 'rahim', '/profile')
    const { first_name, last_name, username, email, phone } = people.rahim
    const facts = page.locator('dl')
    await facts.waitFor()
    for (const text of [first_name, last_name, username, email, phone, 'Super admin', 'tk']) {
      await eventually(() => facts.textContent()).toContain(text)
    }
    expect(await page.getByRole('main').locator('input').count()).toBe(0)
  })

  test('the password changes: faults at their field, then the toast, still signed in', async () => {
    const page = await openAs(browser, 'nadia', '/profile')
    const elsewhere = await app.signIn('nadia')
    await page.getByRole('navigation', { name: 'Profile menu' }).getByRole('link', { name: 'Change password' }).click()
    const fill = async (old: string, next: string, again: string) => {
      await page.locator('input[name="old_password"]').fill(old)
      await page.locator('input[name="new_password"]').fill(next)
      await page.locator('input[name="confirm_password"]').fill(again)
      await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
    }
    await fill('', '', '')
    for (const name of ['old_password', 'new_password', 'confirm_password']) {
      await page.locator(`input[name="${name}"][aria-invalid="true"]`).waitFor()
    }
    await fill(PASSWORD, 'a longer sentence', 'another sentence')
    await page.getByText('Passwords do not match').waitFor()
    await fill('not the old one', 'a longer sentence', 'a longer sentence')
    await page.locator('input[name="old_password"][aria-invalid="true"]').waitFor()
    await eventually(() => page.locator('input[name="new_password"]').inputValue()).toBe('a longer sentence')
    await page.getByRole('navigation', { name: 'Profile menu' }).getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByRole('alertdialog', { name: 'Are you sure' }).getByRole('button', { name: 'No, go back' }).click()
    const go = await hold(page, '**/api/admin/change-password')
    await page.locator('input[name="old_password"]').fill(PASSWORD)
    await page.keyboard.press('Control+Enter')
    await page.locator('form[aria-busy="true"]').waitFor()
    go()
    await toast(page, 'Password changed successfully')
    await eventually(() => page.locator('input[name="old_password"]').inputValue()).toBe('')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('old_password')
    // Changed, but nobody was told.
    await loseAnswer(page, '**/api/admin/change-password')
    await fill('a longer sentence', 'yet another sentence', 'yet another sentence')
    await page.getByText('Your password may already have changed.').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
    await page.locator('input[name="old_password"][aria-invalid="true"]').waitFor()
    await page.getByText('If the old one is now wrong, the new one applies.').waitFor()
    await fill('yet another sentence', 'a longer sentence', 'a longer sentence')
    await toast(page, 'Password changed successfully')
    await endRoutes(page)
    await page.goto('/profile')
    await heading(page, 'Profile').waitFor()
    expect((await fetch(`${app.url}/api/admin/profile`, { headers: { authorization: elsewhere } })).status).toBe(401)
    expect(await app.logIn('nadia', 'a longer sentence')).toBeTruthy()
  })
})
