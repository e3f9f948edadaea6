import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import { desk } from '#contract/desk.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { lookups } from '#contract/lookups.ts'
import { orders } from '#contract/orders.ts'
import { permissions } from '#contract/permissions.ts'
import { profile } from '#contract/sessions.ts'
import { settings } from '#contract/settings.ts'
import { vouchers } from '#contract/vouchers.ts'
import { uploadPicture } from '../support/pictures.ts'
import { markChanged, toast, untilQuiet } from './browser.ts'
import { actLater } from './clock.ts'
import { box, fill, picture, saveButton, saveTo } from './forms.ts'
import { startOrderDesk, tab } from './order-desk.ts'
import { arriveAs, grant, openAs, visit } from './people.ts'
import { BOUNCE_MS, sayYes } from './screen.ts'
import { eventually, expectQuery, expectRows, idsShown, openFilter } from './table.ts'

const { app, browser, many, open } = await startOrderDesk(32)
const blue = await picture('blue.png', '#1864ab')

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ has: page.getByText(text, { exact: true }) })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click()
/** The same where what failed may have been read again by itself, and the button with it gone. */
const tryAgainIfThere = (page: Page) =>
  eventually(async () => {
    const button = page.getByRole('button', { name: 'Try again' })
    if (await button.count())
      await button
        .first()
        .click({ timeout: 500 })
        .catch(() => undefined)
    return button.count()
  }).toBe(0)

/** Leaves requests to this address without any answer; `asked` resolves at the first. */
const leaveUnanswered = async (page: Page, address: string) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, () => {
    resolve()
    return new Promise(() => undefined)
  })
  return { asked: promise }
}

/** From now on time limits of calls pass when `pass` is called, for all that are under way; `limits` are those that the page has set. */
const holdTimeLimits = async (page: Page) => {
  markChanged(page)
  await page.evaluate(() => {
    const limits: { ms: number; end: () => void }[] = []
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      limits.push({ ms, end: () => controller.abort(new DOMException('The time is up', 'TimeoutError')) })
      return controller.signal
    }
    Object.assign(window, { limits })
  })
  const limits = () => page.evaluate(() => (window as unknown as { limits: { ms: number }[] }).limits.map(({ ms }) => ms))
  const pass = () =>
    page.evaluate(() => {
      for (const { end } of (window as unknown as { limits: { end: () => void }[] }).limits) end()
    })
  return { limits, pass }
}

test('an unanswered call fails after 10 s: lists offer Try again, forms keep text', async () => {
  const page = await open('/profile')
  const { limits, pass } = await holdTimeLimits(page)
  const list = await leaveUnanswered(page, '**/api/admin/orders?*')
  await visit(page, '/order')
  await list.asked
  // News of other tests' changes may have the list read once more meanwhile.
  await eventually(async () => {
    await pass()
    return alert(page, 'Something went wrong').count()
  }).toBe(1)
  expect(new Set(await limits())).toEqual(new Set([REQUEST_TIMEOUT_MS]))
  await openFilter(page)
  await eventually(() => page.getByRole('textbox', { name: 'Player ID' }).isEnabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.unroute('**/api/admin/orders?*')
  await tryAgain(page)
  await expectRows(page, many.slice(0, 10))
  await alert(page, 'Something went wrong').waitFor({ state: 'detached' })

  await visit(page, '/banner/add')
  await fill(page, { texts: { Note: 'Asked twice', Link: 'https://shop.example/twice' }, image: blue })
  const form = await leaveUnanswered(page, '**/api/admin/banner/create')
  await saveButton(page).click()
  await form.asked
  await pass()
  await alert(page, 'No answer came. Check whether it went through.').waitFor()
  expect((await limits()).at(-1)).toBe(REQUEST_TIMEOUT_MS)
  expect(new URL(page.url()).pathname).toBe('/banner/add')
  expect(await box(page, 'Note').inputValue()).toBe('Asked twice')
  expect(await box(page, 'Link').inputValue()).toBe('https://shop.example/twice')
  await page.unroute('**/api/admin/banner/create')
  await saveTo(page, 'Banner created successfully', '/banner')
  await page.locator('tbody tr').filter({ hasText: 'Asked twice' }).waitFor()
})

/** Answers that are not the server's: of a proxy, or cut off. */
const FOREIGN = [
  { status: 500, body: '{}' },
  { status: 500, body: '' },
  { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
  { status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' },
  { status: 401, contentType: 'text/html', body: '<h1>401 Authorization Required</h1>' },
  { status: 200, contentType: 'text/html', body: '<h1>Sign in to this Wi-Fi</h1>' },
  { status: 200, body: '{}' },
  { status: 500, body: 'null' },
  { status: 500, body: '{"success":false,"errors":{"name":["taken"]}}' },
]
const GENERAL = 'Something went wrong! Try again.'
const CHECK = 'Check whether it went through.'

describe('an answer that is not ours', () => {
  const answer = (page: Page, address: string, foreign: object) => page.route(address, (route) => route.fulfill(foreign))
  /** Sends the form for each of the answers; the toast says these lines and no others, and the form stays as it is. */
  const sendForEach = async (page: Page, address: string, send: () => Promise<void>, lines: readonly string[]) => {
    for (const foreign of FOREIGN) {
      await answer(page, address, foreign)
      await send()
      const shown = page.locator('[data-mantine-shared-portal-node]').getByText(lines.join('\n'), { exact: true })
      await shown.waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await shown.waitFor({ state: 'detached' })
      await page.unroute(address)
    }
  }

  test('shows the specified texts; where money moves, also to check, with the same key', async () => {
    const page = await open('/admin-wallet-request')
    await page.locator('input[name="amount"]').fill('10')
    await page.locator('input[name="number"]').fill('01700000099')
    const keys = new Set<string | undefined>()
    page.on('request', (request) => {
      if (request.url().endsWith(handOvers.request.path)) keys.add(request.headers()['idempotency-key'])
    })
    const send = async () => {
      await page.getByRole('button', { name: 'Edit transaction', exact: true }).click()
      await sayYes(page)
    }
    await sendForEach(page, `**${handOvers.request.path}`, send, [GENERAL, CHECK])
    expect([keys.size, keys.has(undefined)]).toEqual([1, false])
    await send()
    await toast(page, 'Transaction updated successfully')
  })

  test('says no more than that where no money moves, and where a list is asked for', async () => {
    const page = await open('/banner/add')
    await fill(page, { texts: { Note: 'Answered by a proxy' }, image: blue })
    await sendForEach(page, `**${banners.create.path}`, () => saveButton(page).click(), [GENERAL])
    await saveTo(page, 'Banner created successfully', '/banner')
    await visit(page, '/profile')
    for (const foreign of FOREIGN) {
      await answer(page, '**/api/admin/banners*', foreign)
      await visit(page, '/banner')
      await alert(page, 'Something went wrong').waitFor()
      await visit(page, '/profile')
      await page.unroute('**/api/admin/banners*')
    }
  })
})

test('a list that fails shows the reply’s message or a general one, and Try again', async () => {
  const page = await open('/profile')
  for (const [path, address] of [
    ['/order', '**/api/admin/orders?*'],
    ['/add-wallet', '**/api/admin/transaction?*'],
    ['/payment-method', '**/api/admin/payment-methods*'],
    ['/user', '**/api/admin/users?*'],
  ] as const) {
    await page.route(address, (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'The cellar is flooded' } }),
    )
    await visit(page, path)
    await alert(page, 'The cellar is flooded').waitFor()
    // What a proxy says in HTML is not for people; from now on, without a moment in which the list could read itself.
    await page.route(address, (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>500 Internal Server Error</h1>' }),
    )
    await tryAgain(page)
    await alert(page, 'Something went wrong').waitFor()
    await page.unroute(address)
    // That the button does something is seen above.
    await tryAgainIfThere(page)
    await page.locator('tbody tr[data-id]').first().waitFor()
  }
})

describe('a read beside the list that fails', () => {
  const flood = (page: Page, path: string) =>
    page.route(`**/api${path}*`, (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'The cellar is flooded' } }),
    )
  /** Reads again what is said to have failed. */
  const restoreNetwork = async (page: Page, path: string) => {
    await alert(page, 'The cellar is flooded').waitFor()
    await page.unroute(`**/api${path}*`)
    await tryAgainIfThere(page)
    await alert(page, 'The cellar is flooded').waitFor({ state: 'detached' })
  }

  test('the profile: the menu gets its entries back', async () => {
    await grant(app, 'nadia', ['banners', 'payment_methods'])
    const page = await openAs(browser, 'nadia', '/banner')
    await flood(page, profile.show.path)
    await page.reload()
    const entry = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Payment Method' })
    await alert(page, 'The cellar is flooded').waitFor()
    expect(await entry.count()).toBe(0)
    // Once, also where the screen is about the profile.
    for (const address of ['/profile', '/']) {
      await visit(page, address)
      await alert(page, 'The cellar is flooded').waitFor()
    }
    await restoreNetwork(page, profile.show.path)
    await entry.waitFor()
  })

  test('failed counts, choices and views are marked, and Try again reads them', async () => {
    const page = await open('/profile')
    for (const [address, path] of [
      ['/order', orders.counts.path],
      ['/upins', vouchers.counts.path],
      ['/subadmin-order', desk.admins.path],
    ] as const) {
      await flood(page, path)
      await visit(page, address)
      // The admins are asked for by the filter of one.
      if (address === '/subadmin-order') await openFilter(page)
      await restoreNetwork(page, path)
    }
    await page.keyboard.press('Escape')
    await flood(page, desk.views.path)
    await page.getByRole('button', { name: 'Views' }).click()
    await restoreNetwork(page, desk.views.path)
    await page.getByText('No saved views yet').waitFor()
  })

  test('whose permissions these are is said to have failed, and Try again reads it', async () => {
    const page = await open('/profile')
    await flood(page, desk.admins.path)
    await visit(page, `/manage-auth-permission/${app.world.admins.karim}`)
    await restoreNetwork(page, desk.admins.path)
  })
})

/** Lets the read fail, then be answered again, and asks for it by the key. */
const mendByKey = async (page: Page, path: string, address: string) => {
  const reads = `**/api${path.replace(/:\w+/, '*')}*`
  await page.route(reads, (route) => route.fulfill({ status: 500, json: { success: false, message: 'The cellar is flooded' } }))
  await visit(page, address)
  const message = page.getByRole('alert').filter({ hasText: 'The cellar is flooded' })
  const button = message.getByRole('button', { name: 'Try again' })
  await button.waitFor()
  // The live stream, once it is up, has everything read again.
  await untilQuiet(page)
  // Said again, the button may be another one: the focus does not wait for it.
  await Promise.all([page.waitForResponse(reads), actLater(page, BOUNCE_MS, () => button.press('Enter'))])
  await untilQuiet(page)
  await button.waitFor()
  await eventually(() => hasLostFocus(page)).toBe(false)
  await page.unroute(reads)
  await button.press('Enter')
  await message.waitFor({ state: 'detached' })
}
const hasLostFocus = (page: Page) => page.evaluate(() => document.activeElement === document.body)
const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)

test('Try again by keyboard: the focus goes to the title, the field, or stays', async () => {
  const banner = await uploadPicture(app.url, await app.signIn('rahim'))
  await app.call(banners.create, { note: 'Race week', banner, link: '', isactive: 1 }, await app.signIn('rahim'))
  const page = await open('/profile')
  for (const [path, address, title] of [
    [banners.show.path, '/banner/edit/1', 'Edit banner'],
    [settings.show.path, '/settings', 'Settings'],
    [permissions.auths.path, `/manage-auth-permission/${app.world.admins.karim}`, 'Manage Auth Permission'],
  ] as const) {
    await mendByKey(page, path, address)
    await page.getByRole('main').getByRole('button', { name: 'Save' }).first().waitFor()
    await eventually(() => hasFocus(page.getByRole('heading', { level: 1, name: title }))).toBe(true)
  }
  await mendByKey(page, lookups.topupProducts.path, `/topup-package/edit/${app.world.packages.gems500}`)
  await eventually(() => hasFocus(page.getByRole('combobox', { name: /^Product/ }))).toBe(true)
  await mendByKey(page, vouchers.life.path, '/upins?upin=1')
  await eventually(() => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
})

describe('an address in a new tab', () => {
  /** The list as another tab of the same browser shows it, that was given nothing but the address. */
  const inNewTab = async (page: Page): Promise<Page> => {
    const second = await page.context().newPage()
    await second.goto(page.url())
    await second.locator('tbody tr[data-id]').first().waitFor()
    return second
  }
  const openRemembered = async (address: string) => {
    const page = await browser.newPage()
    await arriveAs(page, 'rahim', address, { remember: true })
    await page.locator('tbody tr[data-id]').first().waitFor()
    return page
  }

  test('shows the same orders: tab, filter, rows per page, sort and page', async () => {
    const { tanvir } = app.world.users
    const page = await openRemembered('/order')
    await tab(page, 'All').click()
    await openFilter(page)
    await page.getByRole('textbox', { name: 'User ID' }).fill(String(tanvir))
    await expectQuery(page, { status: 'all', user_id: String(tanvir) })
    await page.keyboard.press('Escape')
    await page.getByLabel('Rows per page').selectOption('5')
    await page.getByRole('button', { name: 'Price', exact: true }).click()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    const query = { status: 'all', user_id: String(tanvir), limit: '5', sort: 'amount', page: '2' }
    await eventually(() => Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(query)
    const cheapest = many.filter((_, at) => at % 4 !== 0)
    await expectRows(page, cheapest.slice(5, 10))

    const second = await inNewTab(page)
    await expectRows(second, cheapest.slice(5, 10))
    await eventually(() => tab(second, 'All').getAttribute('aria-current')).toBe('page')
    await openFilter(second)
    await eventually(() => second.getByRole('textbox', { name: 'User ID' }).inputValue()).toBe(String(tanvir))
    await second.keyboard.press('Escape')
    await eventually(() => second.getByLabel('Rows per page').inputValue()).toBe('5')
    await eventually(() => second.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('ascending')
    const here = second.getByRole('button', { name: 'Page 2', exact: true })
    await eventually(() => here.getAttribute('aria-current')).toBe('page')
  })

  test('shows the same rows of a list that is searched where it is', async () => {
    await app.db
      .insertInto('payment_methods')
      .values(['Amber', 'Coral', 'Indigo'].map((name) => ({ name: `${name} Pay`, info: '01700000001' })))
      .execute()
    const page = await openRemembered('/payment-method')
    await page.getByRole('searchbox', { name: 'Search' }).fill(' pay')
    await expectQuery(page, { q: 'pay' })
    const name = (where: Page) => where.getByRole('columnheader', { name: 'Name' })
    for (const sorted of ['ascending', 'descending']) {
      await name(page).getByRole('button').click()
      await eventually(() => name(page).getAttribute('aria-sort')).toBe(sorted)
    }
    const shown = await idsShown(page)
    const second = await inNewTab(page)
    await expectRows(second, shown)
    await eventually(() => name(second).getAttribute('aria-sort')).toBe('descending')
    await eventually(() => second.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('pay')
  })
})
