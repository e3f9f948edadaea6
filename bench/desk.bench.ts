/**
 * The order desk in a browser, on the demo world, with a CPU made 4 times slower: the longest event of each interaction with 50 rows
 * on screen, and the largest contentful paint over slow 4G. DESK_URL names a server that runs already (with ADMIN_PASSWORD for rahim);
 * else one is started in a new folder.
 */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { executablePath } from '../test/support/chromium.ts'
import { median } from './load.ts'
import { record } from './record.ts'
import { startShop } from './start-shop.ts'

const PORT = 4931
const PASSWORD = process.env.ADMIN_PASSWORD ?? 'measured every month'
const EMAIL = 'rahim@demo.topdeck.example'
const CPU_TIMES_SLOWER = 4
const ROUNDS = 5
const PAINT_ROUNDS = 3
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

const signIn = async (page: Page) => {
  await page.goto('/login')
  await page.locator('input[name="identity"]').fill(EMAIL)
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

/** Notes events from input to the next paint, and what was painted largest. */
const observe = () => {
  const seen = { longest: 0, lcp: 0, shift: 0 }
  Object.assign(window, { seen })
  const follow = (type: string, note: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  follow('event', ({ duration }) => (seen.longest = Math.max(seen.longest, duration)), { durationThreshold: 16 })
  follow('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  follow('layout-shift', (entry) => (seen.shift += (entry as PerformanceEntry & { value: number }).value))
}

type Seen = { longest: number; lcp: number; shift: number }
const read = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

/** The longest event of what `act` does; what is faster than the browser tells counts as 16 ms. */
const longest = async (page: Page, act: () => Promise<unknown>): Promise<number> => {
  await page.waitForTimeout(300)
  await page.evaluate(() => ((window as unknown as { seen: Seen }).seen.longest = 0))
  await act()
  await page.waitForTimeout(600)
  return Math.max(16, (await read(page)).longest)
}

const repeated = async (measure: () => Promise<number>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await measure())
  return median(times)
}

const slowDown = (cdp: CDPSession) => cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES_SLOWER })

const interactions = async (context: BrowserContext) => {
  const page = await context.newPage()
  await page.addInitScript(observe)
  await signIn(page)
  await page.goto('/order?status=all&limit=50')
  await page.locator('tbody tr[data-id]').nth(49).waitFor()
  await page.waitForTimeout(1_000)
  await slowDown(await context.newCDPSession(page))
  const press = (key: string) => () => page.keyboard.press(key)
  await page.keyboard.press('KeyJ')
  const cursor = await repeated(() => longest(page, press('KeyJ')))
  const sort = await repeated(() =>
    longest(page, () => page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()),
  )
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const hide = await repeated(() => longest(page, () => page.getByRole('checkbox', { name: 'Note', exact: true }).click()))
  await page.keyboard.press('Escape')
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  const select = await repeated(() => longest(page, () => all.click()))
  if (await all.isChecked()) await all.click()
  await page.goto('/order?limit=50')
  await page.locator('tbody tr[data-id]').first().waitFor()
  const rows = await page.locator('tbody tr[data-id]').count()
  const dialog = await repeated(async () => {
    const edit = page.locator('tbody [data-action] button').first()
    const opened = await longest(page, async () => {
      await edit.click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    })
    await page.keyboard.press('Escape')
    return opened
  })
  await page.keyboard.press('KeyJ')
  const complete = await repeated(() =>
    longest(page, async () => {
      await page.keyboard.press('Shift+Enter')
      await page.getByRole('alertdialog').waitFor()
      await page.keyboard.press('Enter')
    }),
  )
  await page.close()
  return {
    'open rows beside a dialog': rows,
    'row cursor, ms': cursor,
    'complete, ms': complete,
    'sort, ms': sort,
    'hide, ms': hide,
    'select all, ms': select,
    'dialog, ms': dialog,
  }
}

/** Opens an address over slow 4G with a slow CPU until nothing more comes. */
const paint = async (page: Page, path: string, ready: string) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
  await slowDown(cdp)
  await page.addInitScript(observe)
  await page.goto(path)
  await page.locator(ready).first().waitFor()
  await page.waitForTimeout(1_000)
  return read(page)
}

const paints = async (browser: Browser, baseURL: string) => {
  const cold = async (path: string, ready: string, signedIn: boolean) => {
    const first = await browser.newContext({ baseURL, viewport: { width: 1350, height: 800 } })
    const page = await first.newPage()
    if (signedIn) await signIn(page)
    const session = signedIn ? await page.evaluate(() => ({ ...sessionStorage })) : {}
    await first.close()
    const context = await browser.newContext({ baseURL, viewport: { width: 1350, height: 800 } })
    await context.addInitScript((stored) => location.protocol !== 'about:' && Object.assign(sessionStorage, stored), session)
    const fresh = await context.newPage()
    const seen = await paint(fresh, path, ready)
    const warm = await paint(fresh, path, ready)
    await context.close()
    return { seen, warm }
  }
  const login: number[] = []
  const order: { cold: Seen; warm: Seen }[] = []
  for (let round = 0; round < PAINT_ROUNDS; round++) {
    login.push((await cold('/login', 'input[name="identity"]', false)).seen.lcp)
    const { seen, warm } = await cold('/order', 'tbody tr[data-id]', true)
    order.push({ cold: seen, warm })
  }
  const seconds = (times: number[]) => Math.round(median(times) / 10) / 100
  return {
    'LCP login cold, s': seconds(login),
    'LCP order cold, s': seconds(order.map(({ cold: { lcp } }) => lcp)),
    'LCP order warm, s': seconds(order.map(({ warm }) => warm.lcp)),
    'layout shift, order cold': Math.round(median(order.map(({ cold: { shift } }) => shift)) * 1_000) / 1_000,
  }
}

const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
try {
  const demo = process.env.DESK_URL
    ? { url: process.env.DESK_URL, stop: async () => undefined }
    : await startShop('demo', PORT, { ADMIN_PASSWORD: PASSWORD })
  try {
    const context = await browser.newContext({ baseURL: demo.url, viewport: { width: 1350, height: 800 } })
    record('desk', {
      'CPU, times slower': CPU_TIMES_SLOWER,
      ...(await interactions(context)),
      ...(await paints(browser, demo.url)),
    })
  } finally {
    await demo.stop()
  }
} finally {
  await browser.close()
}
