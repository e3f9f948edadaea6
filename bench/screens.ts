// Prints the figures of docs/design/screens.md from a real browser: node bench/screens.ts [address of a running demo].
import { chromium, type Page } from 'playwright-core'

const ADDRESS = process.argv[2] ?? 'http://127.0.0.1:3000'
const CREDENTIALS = { identity: process.env.ADMIN_EMAIL, password: process.env.ADMIN_PASSWORD, remember: 1 }
const LAPTOP = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 844 }

const reply = await fetch(`${ADDRESS}/api/admin/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(CREDENTIALS),
})
if (!reply.ok) throw new Error(`Sign-in failed with ${reply.status}: set ADMIN_EMAIL and ADMIN_PASSWORD`)
const { data } = await reply.json()

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell' })
const rows: Record<string, Record<string, string | number>> = {}

async function open(path: string, viewport: typeof LAPTOP, stored: Record<string, string> = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: ADDRESS,
    viewport,
    hasTouch: viewport === PHONE,
    isMobile: viewport === PHONE,
  })
  await context.addInitScript((entries) => Object.assign(localStorage, entries), {
    user: JSON.stringify(data.user),
    token: data.token,
    ...stored,
  })
  const page = await context.newPage()
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page
    .locator('tr[data-id]')
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined)
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Runs in the page. */
const measureRows = () => {
  const shown = [...document.querySelectorAll('tr[data-id]')].map((row) => row.getBoundingClientRect())
  const table = document.querySelector('[data-scroll-restoration-id="table"]')
  const edge = Math.min(innerHeight, table?.getBoundingClientRect().bottom ?? innerHeight)
  return {
    'first row at y': Math.round(shown[0]?.top ?? -1),
    'rows in view': shown.filter(({ top, bottom }) => top >= 0 && bottom <= edge + 1).length,
  }
}

/** Runs in the page: headings of columns that are wholly within the table's visible part, and those that are not. */
const measureColumns = () => {
  const frame = document.querySelector('[data-scroll-restoration-id="table"]')?.getBoundingClientRect()
  const sticky = document.querySelector('th[data-action]')?.getBoundingClientRect().left
  const heads = [...document.querySelectorAll<HTMLElement>('thead th')]
  const edge = Math.min(frame?.right ?? 0, sticky ?? Number.POSITIVE_INFINITY)
  const isSeen = (head: HTMLElement) => head.hasAttribute('data-action') || head.getBoundingClientRect().right <= edge + 1
  const name = (head: HTMLElement) => head.innerText.trim() || '(select)'
  return {
    seen: heads.filter(isSeen).map(name).join(', '),
    'off-screen': heads
      .filter((head) => !isSeen(head))
      .map(name)
      .join(', '),
  }
}

/** Runs in the page: cells whose text is cut off, in the visible rows of the visible columns. */
const countCut = () => {
  const frame = document.querySelector('[data-scroll-restoration-id="table"]')?.getBoundingClientRect()
  return [...document.querySelectorAll<HTMLElement>('tr[data-id] td, tr[data-id] td *')].filter((part) => {
    const { right } = part.getBoundingClientRect()
    return (
      right <= (frame?.right ?? 0) && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden'
    )
  }).length
}

const isInView = (page: Page, label: RegExp, within: string) =>
  page.evaluate(
    ([source, place]) => {
      const buttons = [...document.querySelectorAll<HTMLElement>(`${place} button`)]
      const button = buttons.filter(({ innerText }) => new RegExp(source).test(innerText.trim())).at(-1)
      if (!button) return 'missing'
      const { top, bottom, left, width, height } = button.getBoundingClientRect()
      const at = document.elementFromPoint(left + width / 2, top + height / 2)
      return bottom <= innerHeight && (at === button || button.contains(at))
        ? 'yes'
        : `no (bottom ${Math.round(bottom)} of ${innerHeight})`
    },
    [label.source, within] as const,
  )

for (const tab of ['pending', 'completed', 'cancel', 'all']) {
  const page = await open(`/order?status=${tab}&limit=25`, LAPTOP)
  rows[`/order ${tab}, comfortable`] = { ...(await page.evaluate(measureRows)), ...(await page.evaluate(measureColumns)) }
  await page.context().close()
}
{
  const page = await open('/order?status=all&limit=25', LAPTOP, { density: 'compact' })
  rows['/order all, compact'] = await page.evaluate(measureRows)
  await page.context().close()
}
for (const path of ['/add-wallet', '/admin-wallet', '/withdraw-earn-wallet', '/product-order', '/user', '/upins']) {
  const page = await open(`${path}?limit=25&status=${path === '/product-order' ? 'all' : ''}`, LAPTOP)
  rows[path] = {
    ...(await page.evaluate(measureRows)),
    'cut cells': await page.evaluate(countCut),
    ...(await page.evaluate(measureColumns)),
  }
  await page.context().close()
}
for (const viewport of [LAPTOP, PHONE]) {
  const size = `${viewport.width}x${viewport.height}`
  const page = await open('/order', viewport)
  const id = await page.locator('tr[data-id]').first().getAttribute('data-id')
  await page.goto(`/order?order=${id}`)
  await page.locator('[data-beside] form').first().waitFor()
  const player = await page.evaluate(() => {
    const cell = document.querySelector('tr[data-id] [data-large]')?.getBoundingClientRect()
    const drawer = document.querySelector('[data-beside]')?.getBoundingClientRect()
    return cell && drawer && cell.right <= drawer.left && cell.left >= 0 ? 'yes' : 'no'
  })
  rows[`drawer, ${size}`] = {
    'Complete in view': await isInView(page, /^Complete/, '[data-beside]'),
    'Save in view': await isInView(page, /^Save$/, '[data-beside]'),
    'player ID beside it': player,
  }
  await page.goto('/order')
  await page.locator('tr[data-id]').first().waitFor()
  await page
    .getByRole('button', { name: /^Edit order/ })
    .first()
    .click()
  await page.locator('[role="dialog"] form').waitFor()
  await page.locator('[role="dialog"] input[type="radio"]').nth(2).check()
  rows[`order dialog, ${size}`] = { 'Save in view': await isInView(page, /^Save$/, '[role="dialog"]') }
  await page.goto('/add-wallet?status=pending')
  await page
    .getByRole('button', { name: /^Edit Status/ })
    .first()
    .click()
  await page.locator('[role="dialog"] form').waitFor()
  rows[`wallet dialog, ${size}`] = { 'Save in view': await isInView(page, /^Save$/, '[role="dialog"]') }
  await page.context().close()
}
{
  const page = await open('/order?limit=25', PHONE)
  rows['/order, phone'] = await page.evaluate(() => {
    const cards = [...document.querySelectorAll('tr[data-id]')].map((card) => card.getBoundingClientRect())
    const fixed = document.querySelector('[aria-keyshortcuts="T"]')?.getBoundingClientRect()
    const fonts = [...document.querySelectorAll('input:not([type="checkbox"]), select, textarea')].map((one) =>
      Number.parseFloat(getComputedStyle(one).fontSize),
    )
    return {
      'first card at y': Math.round(cards[0]?.top ?? -1),
      'card height': Math.round(cards[0]?.height ?? -1),
      'cards in view': cards.filter(
        ({ bottom }) => bottom <= Math.min(innerHeight, fixed && fixed.top > innerHeight / 2 ? fixed.top : innerHeight),
      ).length,
      'Take next at y': Math.round(fixed?.top ?? -1),
      'smallest input font': Math.min(...fonts),
    }
  })
  await page.context().close()
}
{
  const page = await open('/order', LAPTOP)
  rows.sidebar = await page.evaluate(() => {
    const links = [...document.querySelectorAll('nav[aria-label="Screens"] a')].map((link) => link.getBoundingClientRect())
    return { links: links.length, 'in view': links.filter(({ bottom }) => bottom <= innerHeight).length }
  })
  rows.amounts = await page.evaluate(async () => {
    const cell = [...document.querySelectorAll<HTMLElement>('tr[data-id] td')].find(({ innerText }) =>
      / tk$/.test(innerText.trim()),
    )
    const style = cell && getComputedStyle(cell)
    return { align: style?.textAlign ?? 'none', figures: style?.fontVariantNumeric ?? 'none' }
  })
  await page.context().close()
}
/** Runs in the page: how many lines the tools above the table take. */
const countToolLines = () => {
  const title = document.querySelector('h1')?.getBoundingClientRect().bottom ?? 0
  const table = document.querySelector('[data-scroll-restoration-id="table"]')?.getBoundingClientRect().top ?? 0
  const middles = [...document.querySelectorAll<HTMLElement>('main button, main input, main select')]
    .map((one) => one.getBoundingClientRect())
    .filter(({ top, bottom, height }) => height > 0 && top >= title - 8 && bottom <= table + 8)
    .map(({ top, height }) => Math.round((top + height / 2) / 24))
  return new Set(middles).size
}
{
  const page = await open('/order', LAPTOP)
  const counts = () => page.getByRole('navigation', { name: 'Orders by status' }).getByRole('link').allInnerTexts()
  const before = await counts()
  rows['/order, one line'] = { 'lines of tools': await page.evaluate(countToolLines) }
  const player = await page.locator('[data-large]').first().innerText()
  await page.getByRole('searchbox').first().fill(player)
  await page.getByRole('searchbox').first().press('Enter')
  const follow = (was: string) => document.querySelector('nav[aria-label="Orders by status"]')?.textContent !== was
  const shown = await page.getByRole('navigation', { name: 'Orders by status' }).textContent()
  await page.waitForFunction(follow, shown ?? '', { timeout: 10_000 }).catch(() => undefined)
  rows['/order, search'] = { 'counts follow it': String((await counts()).join() !== before.join()) }
  rows.news = { 'offers a notification': await page.getByRole('button', { name: 'Tell me about new orders' }).count() }
  await page.goto('/order')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filter.locator('input[type="date"]').first().waitFor()
  rows.dates = { presets: (await filter.getByRole('button').allInnerTexts()).join(', ') }
  await page.goto('/order')
  const id = await page.locator('tr[data-id]').first().getAttribute('data-id')
  await page.goto(`/order?order=${id}`)
  await page.locator('[data-beside] form').first().waitFor()
  await page.locator('[data-beside]').focus()
  await page.keyboard.press('Digit3')
  await page.keyboard.press('Enter')
  rows['3 and Enter'] = { asks: (await page.getByRole('alertdialog').innerText()).replaceAll('\n', ' ') }
  await page.getByRole('button', { name: 'No, go back' }).click()
  await page.goto('/')
  await page.locator('.recharts-surface').first().waitFor()
  rows.dashboard = await page.evaluate(() => {
    const bottom = (selector: string) => Math.round(document.querySelector(selector)?.getBoundingClientRect().bottom ?? -1)
    return {
      'chart ends at y': bottom('.recharts-surface'),
      dashed: document.querySelectorAll('.recharts-line-curve[stroke-dasharray]').length > 0 ? 'yes' : 'no',
      'set-up list': document.querySelectorAll('main ol').length,
    }
  })
  await page.goto('/admins')
  await page.locator('tr[data-id]').nth(1).waitFor()
  rows['/admins'] = await page.evaluate(() => {
    const row = document.querySelectorAll<HTMLElement>('tr[data-id]')[1]
    const actions = row?.querySelector('td:last-child')
    return {
      'row height': Math.round(row?.offsetHeight ?? -1),
      'buttons in a row': actions?.querySelectorAll('a, button').length ?? -1,
    }
  })
  await page.goto('/topup-packages')
  await page.locator('summary').first().waitFor()
  rows['/topup-packages'] = { 'a closed bar': (await page.locator('summary').first().innerText()).replaceAll('\n', ' ') }
  await page.goto('/settings')
  await page.locator('legend').first().waitFor()
  rows['/settings'] = { sections: (await page.locator('main :is(h2, legend)').allInnerTexts()).join(', ') }
  await page.goto('/audit')
  await page.locator('tr[data-id] td').nth(2).waitFor()
  rows['/audit'] = { ...(await page.evaluate(measureRows)), 'a row': await page.locator('tr[data-id] td').nth(2).innerText() }
  await page.context().close()
}
for (const path of ['/order', '/add-wallet', '/topup-packages', '/admins', '/upins', '/audit', '/settings']) {
  const page = await open(path, LAPTOP, { language: 'bn' })
  rows[`${path}, Bangla`] = {
    'cut cells': await page.evaluate(countCut),
    'cut headings and buttons': await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('th, main button, nav a')].filter(
          (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'hidden',
        ).length,
    ),
  }
  await page.context().close()
}
await browser.close()
for (const [what, figures] of Object.entries(rows)) {
  console.log(
    `${what}: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join('; ')}`,
  )
}
