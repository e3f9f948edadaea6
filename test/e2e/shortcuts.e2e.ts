import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { FILTER_DEBOUNCE_MS, MAX_SEARCH } from '#contract/limits.ts'
import { profile } from '#contract/sessions.ts'
import { askForWalletAdd, placeOrder } from '../world.ts'
import { hold, leave } from './browser.ts'
import { arriveAs, type Name, openAs, signInElsewhere, visit } from './people.ts'
import { focused, heading } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const { app, browser } = await startShop()

beforeAll(async () => {
  for (let at = 0; at < 12; at += 1) {
    const { users, packages } = app.world
    await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100, playerid: `9200${at}` })
  }
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const box = (page: Page) => palette(page).getByRole('combobox')
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

const open = async (address = '/profile', name: Name = 'karim') => {
  const page = await openAs(browser, name, address)
  if (name === 'karim') await grantsKnown(page)
  return page
}
const grantsKnown = (page: Page) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: /^Order/ })
    .waitFor()

/** Somebody else signs in, as in another tab; the screen stays. */
const giveTo = async (page: Page, name: 'Karim Hossain' | 'Nadia Islam') => {
  await signInElsewhere(page, name === 'Karim Hossain' ? 'karim' : 'nadia')
  await page.getByRole('banner').getByRole('button', { name }).waitFor()
  if (name === 'Karim Hossain') await grantsKnown(page)
}

/** Presses keys one after the other. */
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

describe('the palette', () => {
  test('goes to a screen by keys alone, and the focus goes along', async () => {
    const page = await open()
    await press(page, 'Control+k')
    await eventually(() => focused(page)).toBe('Search and commands')
    await page.keyboard.type('admin ord')
    await eventually(() => chosen(page).innerText()).toContain('Admin Order')
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'))
    await press(page, 'Enter')
    await heading(page, 'Admins Order').waitFor()
    await palette(page).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe('H1')
  })

  test('searches orders by id or player id; the focus comes back, or to the title', async () => {
    const page = await open()
    await press(page, 'Control+k')
    await box(page).waitFor()
    await page.keyboard.type('92007')
    await eventually(() => chosen(page).innerText()).toContain('Search orders for 92007')
    await press(page, 'Enter')
    await page.getByRole('button', { name: '92007', exact: true }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ status: 'all', q: '92007' })

    await page.locator('tbody tr').first().focus()
    await press(page, 'Control+k')
    await box(page).waitFor()
    await page.keyboard.type('92009')
    await press(page, 'Enter')
    await page.getByRole('button', { name: '92009', exact: true }).waitFor()
    await eventually(() => page.locator('tbody tr').count()).toBe(1)
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(?:H1|TR)$/)
  })

  test('does what the keys of the screen do, on the row that had the focus', async () => {
    const page = await open('/order?status=all&q=92004')
    await page.locator('tbody tr').first().focus()
    await press(page, 'Control+k')
    await box(page).waitFor()
    await eventually(() => chosen(page).innerText()).toContain('Take the next order')
    await page.keyboard.type('copy the player')
    await press(page, 'ArrowDown')
    await eventually(() => chosen(page).innerText()).toContain('Copy the player ID')
    await press(page, 'Enter')
    await page.getByText('Copied Player ID:: 92004').waitFor()
    await press(page, 'Control+k')
    await box(page).waitFor()
    await page.keyboard.type('order')
    await eventually(() => chosen(page).innerText()).toMatch(/^Order\b/)
  })

  test('begins with what was opened or done last, the latest first', async () => {
    const page = await open('/order?status=all', 'rahim')
    await page.locator('tr[data-id]').first().waitFor()
    const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')
    await press(page, 'Control+k')
    await box(page).waitFor()
    await page.keyboard.type('dark')
    await press(page, 'Enter')
    await palette(page).waitFor({ state: 'detached' })
    const id = Number(await page.locator('tr[data-id]').first().getAttribute('data-id'))
    await page.locator('tr[data-id]').first().press('Enter')
    await page
      .getByRole('region', { name: `Order ${id}`, exact: true })
      .getByText('Unclaimed')
      .waitFor()
    await press(page, 'Control+k')
    await box(page).waitFor()
    await eventually(async () => (await recent.allInnerTexts()).slice(0, 2)).toEqual([
      expect.stringMatching(`^Order ${id} · `),
      'Dark colours',
    ])
    await press(page, 'ArrowDown', 'Enter')
    await eventually(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  })

  test('finds the screens of the profile menu, those that one may see', async () => {
    const page = await open('/', 'rahim')
    for (const [words, name] of [
      ['shift', 'Shift sheet'],
      ['system status', 'System status'],
    ] as const) {
      await press(page, 'Control+k')
      await box(page).waitFor()
      await page.keyboard.type(words)
      await eventually(() => chosen(page).innerText()).toContain(name)
      await press(page, 'Enter')
      await heading(page, name).waitFor()
      await palette(page).waitFor({ state: 'detached' })
    }
    await visit(page, '/profile')
    await giveTo(page, 'Karim Hossain')
    await press(page, 'Control+k')
    await box(page).waitFor()
    await page.keyboard.type('s')
    await palette(page).getByRole('option', { name: 'Shift sheet' }).waitFor()
    expect(await palette(page).getByRole('option', { name: 'System status' }).count()).toBe(0)
  })

  test('finds customers by name and phone for admins who may, and opens the drawer', async () => {
    const page = await open('/order?status=all', 'rahim')
    for (const words of ['shil', '01811000001']) {
      await press(page, 'Control+k')
      await box(page).waitFor()
      await page.keyboard.type(words)
      await palette(page)
        .getByRole('option', { name: /^shila · .*01811000001$/ })
        .click()
      await page.getByRole('dialog', { name: `shila #${app.world.users.shila}` }).waitFor()
      expect(new URL(page.url()).search).toBe(`?status=all&customer=${app.world.users.shila}`)
      await press(page, 'Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('shila')
    }
    await giveTo(page, 'Karim Hossain')
    const requests: string[] = []
    page.on('request', (request) => void requests.push(new URL(request.url()).pathname))
    await press(page, 'Control+k')
    await box(page).waitFor()
    await page.keyboard.type('shil')
    await page.waitForTimeout(FILTER_DEBOUNCE_MS * 2)
    expect(requests.filter((path) => path.endsWith('/admin/users'))).toEqual([])
  })

  test('shows orders and payments of a number with their status, each where it is', async () => {
    const trx_id = 'PQ7X2M9K4L'
    const id = await askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount: 75, trx_id })
    const page = await open('/profile', 'rahim')
    await press(page, 'Control+k')
    await box(page).waitFor()
    await page.keyboard.type('92003')
    await palette(page)
      .getByRole('option', { name: /^Order \d+ · pending · 80 tk · 100 Gems · shila$/ })
      .click()
    await heading(page, 'Topup Order').waitFor()
    await page.getByRole('button', { name: '92003', exact: true }).first().waitFor()
    // Of a pasted message its TrxID.
    await press(page, 'Control+k')
    await box(page).evaluate((input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, `You have received Tk 75.00 from 01811000002. Fee Tk 0.00. Balance Tk 9,075.00. TrxID ${trx_id} at 01/11/2026 10:10`)
    expect(await box(page).inputValue()).toBe(trx_id)
    await palette(page)
      .getByRole('option', { name: `Wallet add ${id} · pending · 75 tk · tanvir` })
      .click()
    await heading(page, 'Add Wallet').waitFor()
    await eventually(() => new URL(page.url()).searchParams.get('q')).toBe(`#${id}`)
  })

  test('walks with the arrows, shows an empty result, returns the focus on Escape', async () => {
    const page = await open()
    const button = page.getByRole('banner').getByRole('button', { name: 'Search and commands' })
    await button.focus()
    await press(page, 'Enter')
    await box(page).waitFor()
    await press(page, 'ArrowDown', 'ArrowDown')
    const third = await palette(page).getByRole('option').nth(2).innerText()
    await eventually(() => chosen(page).innerText()).toBe(third)
    await press(page, 'Escape')
    await palette(page).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe('Search and commands Ctrl K')
    await giveTo(page, 'Nadia Islam')
    await press(page, 'Control+k')
    await palette(page).getByRole('option').first().waitFor()
    expect(await palette(page).getByText('Order', { exact: true }).count()).toBe(0)
    await page.keyboard.type('zzz')
    await palette(page).getByText('No Result Found').waitFor()
  })

  test('changes colours and language, finds dotted letters, limits length, signs out', async () => {
    const page = await open('/profile', 'rahim')
    const typing = page.getByRole('combobox')
    const run = async (words: string) => {
      await press(page, 'Control+k')
      await typing.waitFor()
      await page.keyboard.type(words)
      await page.getByRole('option').first().waitFor()
      await press(page, 'Enter')
      await typing.waitFor({ state: 'detached' })
    }
    await run('dark')
    await eventually(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    await run('bangla')
    await heading(page, 'প্রোফাইল').waitFor()

    await press(page, 'Control+k')
    await typing.waitFor()
    for (const word of ['ও\u09dfালেট', 'ও\u09af\u09bcালেট']) {
      await typing.fill('')
      await page.keyboard.insertText(`অ্যাডমিন ${word}`)
      await eventually(() => page.getByRole('option', { selected: true }).innerText()).toContain('অ্যাডমিন ও\u09af\u09bcালেট')
    }
    await typing.fill('')
    await page.keyboard.insertText('9'.repeat(MAX_SEARCH + 50))
    await eventually(async () => (await typing.inputValue()).length).toBe(MAX_SEARCH)
    await press(page, 'Escape')
    await typing.waitFor({ state: 'detached' })

    await run('english')
    await heading(page, 'Profile').waitFor()
    await run('logout')
    await page.waitForURL('**/login')
  })

  test('what is typed while it comes over the wire does nothing on the screen', async () => {
    const page = await browser.newPage()
    // A page that has run before has it already.
    await leave(page)
    await arriveAs(page, 'karim', '/order')
    await grantsKnown(page)
    const letGo = await hold(page, '**/assets/Palette-*.js')
    const asked = page.waitForRequest('**/assets/Palette-*.js')
    await press(page, 'Control+k', 'g', 'd', ']', '/')
    await asked
    letGo()
    await box(page).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/order')
  })
})

describe('single keys', () => {
  test('G and a letter open one’s screens, also on a Bangla keyboard', async () => {
    const page = await open()
    await press(page, 'g', 'o')
    await heading(page, 'Topup Order').waitFor()
    await press(page, 'g', 'd')
    await heading(page, 'Dashboard').waitFor()
    const type = (code: string, key: string) =>
      page.evaluate(
        (init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
        { code, key },
      )
    await type('KeyG', 'গ')
    await type('KeyO', 'ও')
    await heading(page, 'Topup Order').waitFor()

    await visit(page, '/profile')
    await giveTo(page, 'Nadia Islam')
    await press(page, 'g', 'o', 'g', 'd')
    await heading(page, 'Dashboard').waitFor()
    await page.goBack()
    await heading(page, 'Profile').waitFor()
  })

  test('a super admin’s work before the profile has come', async () => {
    const page = await browser.newPage()
    const release = await hold(page, `**${profile.show.path}`)
    await arriveAs(page, 'rahim', '/')
    await press(page, 'g', 'a')
    await heading(page, 'Add Wallet').waitFor()
    release()
  })

  test("'/' goes to the search, '[' and ']' turn pages, and none of them in a field", async () => {
    const page = await open('/order')
    await page.getByRole('button', { name: 'Page 2', exact: true }).waitFor()
    await press(page, ']')
    await page.waitForURL('**/order?page=2')
    const second = page.getByRole('button', { name: 'Page 2', exact: true })
    await eventually(() => second.getAttribute('aria-current')).toBe('page')
    await press(page, ']', '[')
    await page.waitForURL('**/order')
    await press(page, '/')
    await eventually(() => focused(page)).toBe('Search')
    await page.keyboard.type('g/d]?')
    await eventually(() => page.getByRole('searchbox').inputValue()).toBe('g/d]?')
    await heading(page, 'Topup Order').waitFor()
    expect(await sheet(page).count()).toBe(0)
  })

  test('the sheet shows what works here; the screen behind it hears no key', async () => {
    const page = await open('/order')
    await page.getByRole('button', { name: 'Page 2', exact: true }).waitFor()
    await press(page, '?')
    await sheet(page).waitFor()
    const lines = await sheet(page).locator('dl > div').allInnerTexts()
    for (const line of ['Next page\n]', 'Search\n/', 'Order\nG\nO', 'Search and commands\nCtrl\nK']) {
      expect(lines.map((one) => one.replace(/\n+/g, '\n'))).toContain(line)
    }
    await press(page, ']', 'g', 'd')
    await sheet(page).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/order')
    await press(page, 'Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await visit(page, '/profile')
    await press(page, '?')
    await sheet(page).waitFor()
    expect(await sheet(page).getByText('Next page').count()).toBe(0)
  })

  test('they can be switched off, which is remembered; the palette still opens', async () => {
    const page = await open('/order')
    await press(page, '?')
    await sheet(page).waitFor()
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).focus()
    await press(page, 'Space', 'Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Page 2', exact: true }).waitFor()
    await press(page, 'g', 'd', ']', '?', 'Control+k')
    await box(page).waitFor()
    expect([await sheet(page).count(), new URL(page.url()).pathname]).toEqual([0, '/order'])
    await press(page, 'Escape')
    await page
      .locator('tbody tr')
      .first()
      .click({ position: { x: 240, y: 12 } })
    const choices = page.getByRole('region', { name: /^Order \d+$/ }).getByRole('radio')
    const chosen = () => choices.evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).checked))
    await choices.first().waitFor()
    await press(page, '2')
    expect(await chosen()).not.toContain(true)
    await choices.first().focus()
    await press(page, '2')
    await eventually(chosen).toEqual([false, true, false, false])
    await press(page, 'Escape', 'Control+k')
    await box(page).waitFor()
    await page.keyboard.type('keyboard')
    await press(page, 'Enter')
    await sheet(page).waitFor()
    await sheet(page).getByRole('switch', { name: 'Single-key shortcuts' }).focus()
    await press(page, 'Space', 'Escape', 'g', 'd')
    await heading(page, 'Dashboard').waitFor()
  })
})
