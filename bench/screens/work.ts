import type { Page } from 'playwright-core'
import { sayYes } from './clicks.ts'
import { columnsInView, hiddenActions } from './in-page.ts'
import { atLeast, atMost, exactly, figure, firstRow, go, inOrder, LAPTOP, like, PHONE, press, visit } from './visit.ts'

/** What opens each dialog or drawer, and what it is. */
const DIALOGS: readonly [name: string, path: string, open: (page: Page) => Promise<unknown>, within: string][] = [
  [
    'order drawer',
    '/order',
    async (page) => page.goto(`/order?order=${await firstRow(page).getAttribute('data-id')}`),
    '[data-beside]',
  ],
  ['order dialog', '/order', (page) => press(firstRow(page), /^Edit order/), '[role="dialog"]'],
  [
    'bulk dialog',
    '/order',
    async (page) => {
      await firstRow(page).getByRole('checkbox').check()
      await press(page, 'Cancel selected')
    },
    '[role="dialog"]',
  ],
  ['product order dialog', '/product-order', (page) => press(firstRow(page), /^Edit order/), '[role="dialog"]'],
  ['wallet add: status', '/add-wallet?status=pending', (page) => press(firstRow(page), /^Edit Status/), '[role="dialog"]'],
  ['wallet add: numbers', '/add-wallet?status=pending', (page) => press(firstRow(page), /^Edit transaction/), '[role="dialog"]'],
  [
    'withdrawal: status',
    '/withdraw-earn-wallet?status=pending',
    (page) => press(firstRow(page), /^Edit Status/),
    '[role="dialog"]',
  ],
  ['hand-over: status', '/admin-wallet?status=pending', (page) => press(firstRow(page), /^Edit Status/), '[role="dialog"]'],
]

export async function measureActions(url: string) {
  for (const size of [LAPTOP, PHONE]) {
    for (const [name, path, open, within] of DIALOGS) {
      const what = `${name}, ${size.width}x${size.height}: actions out of view`
      await visit(
        url,
        what,
        async (page) => {
          await go(page, path)
          await open(page)
          const part = page.locator(`${within} form, ${within} button[type="submit"]`).first()
          await part.waitFor()
          const choices = page.locator(`${within} input[type="radio"]`)
          if ((await choices.count()) > 0) await choices.last().check()
          await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))))
          figure(what, await page.evaluate(hiddenActions, within), exactly(''))
          if (name !== 'order drawer' || size === PHONE) return
          const player = await firstRow(page).locator('[data-large]').boundingBox()
          const drawer = await page.locator(within).boundingBox()
          const isSeen = player && drawer && player.x + player.width <= drawer.x
          figure('order drawer: player id beside it', isSeen ? 'seen' : 'hidden', exactly('seen'))
          for (const [key, answer] of [
            ['Digit2', /completed.*\d tk/],
            ['Digit3', /cancelled and [\d,.]+ tk refunded/],
          ] as const) {
            await page.locator(within).focus()
            await page.keyboard.press(key)
            await page.keyboard.press('Enter')
            const question = await page.getByRole('alertdialog').innerText()
            figure(`order drawer: ${key.slice(-1)} and Enter asks`, question.replaceAll(/\s+/g, ' '), like('the amount', answer))
            await page.getByRole('button', { name: 'No, go back' }).click()
          }
        },
        { size },
      )
    }
  }
}

export async function measureDesk(url: string) {
  await visit(
    url,
    'desk on a phone',
    async (page) => {
      await go(page, '/order')
      const take = page.getByRole('button', { name: 'Take next' })
      figure('/order, phone: Take next at y', Math.round((await take.boundingBox())?.y ?? -1), atLeast(PHONE.height - 120))
      const edit = await firstRow(page)
        .getByRole('button', { name: /^Edit order/ })
        .boundingBox()
      figure('/order, phone: height of a card’s action', edit?.height ?? 0, atLeast(40))
      figure(
        '/order, phone: a card copies its player id',
        await firstRow(page).locator('button[data-large], [data-large] button').count(),
        atLeast(1),
      )
    },
    { size: PHONE },
  )
  await visit(url, 'desk', async (page) => {
    await page.addInitScript(() => {
      Object.assign(window, { Notification: { permission: 'default', requestPermission: async () => 'granted' } })
    })
    await go(page, '/order')
    const offer = page.getByRole('button', { name: 'Tell me about new orders' })
    const before = await offer.count()
    await offer.click()
    await page.reload()
    await firstRow(page).waitFor()
    figure('notifications: offered, and after a reload', `${before}, ${await offer.count()}`, exactly('1, 0'))
    const tabs = page.getByRole('navigation', { name: 'Orders by status' })
    await page
      .getByRole('searchbox')
      .first()
      .fill(await firstRow(page).locator('[data-large]').innerText())
    await page.keyboard.press('Enter')
    const isFound = () => {
      const all = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Orders by status"] a')].at(-1)
      return Number(all?.innerText.replaceAll(/\D/g, '')) <= 100
    }
    await page.waitForFunction(isFound).catch(() => undefined)
    const counts = (await tabs.getByRole('link').allInnerTexts()).map((text) => Number(text.replaceAll(/\D/g, '')))
    figure('/order: All after a search of a player id', counts.at(-1) ?? 0, atMost(100))
    await go(page, '/order')
    await press(page, 'Filter')
    const filter = page.getByRole('dialog', { name: 'Filter' })
    await filter.getByRole('button', { name: 'Today' }).waitFor()
    const presets = (await filter.getByRole('button').allInnerTexts()).join(', ')
    figure('dates: presets', presets, inOrder('Today', 'Yesterday', 'Last 7 days', 'Last 30 days', 'This month'))
    figure('dates: native boxes (mm/dd/yyyy)', await filter.locator('input[type="date"]:not([aria-hidden])').count(), exactly(0))
    await go(page, '/order?status=completed')
    const when = await firstRow(page).locator('time').first().innerText()
    figure(
      'dates: as day month year',
      when.replaceAll(/\s+/g, ' '),
      like('5 Nov, of another year 5 Nov 2025', /^\d{1,2} [A-Z][a-z]{2} \d/),
    )
  })
}

const names = (all: string[]) => all.map((text) => text.trim().replaceAll(/\s+/g, ' ')).join(', ')

export async function measureShop(url: string) {
  await visit(url, 'shop', async (page) => {
    await page.goto('/')
    const chart = page.locator('.recharts-surface').first()
    await chart.waitFor()
    const box = await chart.boundingBox()
    figure('dashboard: chart ends at y', Math.round((box?.y ?? 0) + (box?.height ?? 999)), atMost(LAPTOP.height))
    figure('dashboard: unfinished day dashed', await page.locator('.recharts-line-curve[stroke-dasharray]').count(), atLeast(1))
    figure('dashboard: figures with the period before', await page.getByText(/ before$/).count(), atLeast(6))
    figure(
      'dashboard: cards of what waits, on one row',
      await page
        .getByRole('link', { name: /Pending orders/ })
        .locator('..')
        .evaluate(countRows),
      exactly(1),
    )
    await go(page, '/admins')
    const row = page.locator('tr[data-id]').nth(1)
    figure('/admins: menus in a row', await row.getByRole('button', { name: /^More actions/ }).count(), exactly(1))
    figure('/admins: height of a row', (await row.boundingBox())?.height ?? 999, atMost(50))
    const id = await row.getAttribute('data-id')
    await page.goto(`/manage-auth-permission/${id}`)
    await page.locator('main section[aria-label]').first().waitFor()
    const tasks = await page.locator('main section[aria-label]').evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
    figure('/manage-auth-permission: groups of tasks', tasks.length, atLeast(5))
    figure('/manage-auth-permission: groups named by a URL', tasks.filter((name) => name.startsWith('/')).join(), exactly(''))
    await page.goto(`/manage-order-permission/${id}`)
    figure(
      '/manage-order-permission: all products',
      names([await page.locator('main label', { hasText: /^All/ }).first().innerText()]),
      like('All n products', /^All \d+ products/),
    )
    await go(page, '/topup-packages')
    const bars = await page.locator('main summary').allInnerTexts()
    figure(
      '/topup-packages: bars with count and price span',
      `${bars.filter((bar) => /\d+ packages?\s+[\d,.]+ tk/.test(bar)).length} of ${bars.length}`,
      exactly(`${bars.length} of ${bars.length}`),
    )
    figure('/topup-packages: bars with stock', bars.filter((bar) => /Stock [\d,]+/.test(bar)).length, atLeast(1))
    await page.locator('main summary').first().click()
    await firstRow(page).waitFor()
    figure(
      '/topup-packages: columns on screen',
      await page.evaluate(columnsInView),
      inOrder('Name', 'Sell price', 'Buy price', 'Margin'),
    )
    const change = firstRow(page).getByRole('button', { name: /^Change the price of/ })
    const old = ((await change.innerText()).match(/[\d,.]+/)?.[0] ?? '').replaceAll(',', '')
    for (const [price, what] of [
      ['0.01', 'below cost'],
      [old, ''],
    ] as const) {
      // A second click at once on the place of a button that has gone would be ignored.
      await change.press('Enter')
      await page.keyboard.type(price)
      await page.keyboard.press('Enter')
      if (what) await sayYes(page)
      // The next change needs the row's new version.
      await change.filter({ hasText: `${Number(price).toLocaleString('en-IN')} tk` }).waitFor()
      if (what) await page.locator('main summary').first().getByText(what).waitFor()
    }
    figure('/topup-packages: a price below cost, on its bar', 'said', exactly('said'))
    await go(page, '/settings')
    figure('/settings: named sections', await page.locator('main :is(h2, legend)').count(), atLeast(6))
    await go(page, '/audit?limit=50')
    const sentences = names(await page.locator('tr[data-id] td:nth-child(3)').allInnerTexts()).split(', ')
    figure(
      '/audit: rows in the words of code',
      sentences.filter((text) => /_|\/api|^[a-z]|\w\.\w+\(/.test(text)).join(' | '),
      exactly(''),
    )
    figure('/audit: a row', sentences[0] ?? '', like('a sentence', /^[A-Z]\S* .+/))
  })
}

/** In the page: how many lines a list's entries stand on. */
const countRows = (list: Element) => new Set([...list.children].map((one) => Math.round(one.getBoundingClientRect().top))).size

const FIRST_STEPS = [
  '/topup-product',
  '/topup-packages',
  '/payment-method',
  '/physical-product',
  '/upins',
  '/banner',
  '/notice',
  '/order',
]

export async function measureEmptyShop(url: string) {
  await visit(url, 'empty shop', async (page) => {
    await page.goto('/')
    const list = page.getByRole('region', { name: /^Set up your shop/ })
    await list.waitFor()
    const steps = names(await list.locator('li > div > :first-child').allInnerTexts()).toLowerCase()
    figure(
      'empty shop: steps on the dashboard',
      steps,
      inOrder('.*product', '.*package.*', '.*method', '.*key', '.*store', '.*colleague', '.*gateway'),
    )
    for (const path of FIRST_STEPS) {
      await go(page, path)
      const step = page.locator('main :is(a, button)', { hasText: /add|new|set|connect|first/i })
      // It comes once the shop's state is read; a missing one counts as missed.
      await step
        .first()
        .waitFor({ timeout: 5_000 })
        .catch(() => undefined)
      figure(`empty shop: first step at ${path}`, names((await step.allInnerTexts()).slice(0, 1)), like('a link', /./))
    }
  })
}
