import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { desk } from '#contract/desk.ts'
import { CLAIM_RENEW_MS, COUNTS_POLL_MS, LIST_POLL_MS, TOAST_CLOSE_MS } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { LIVE_JOBS, STORE_KEY, startApp, startSecondServer, type TestApp } from '../support/app.ts'
import { askForWalletAdd, fundWallet } from '../world.ts'
import { hold, routeOnce, startBrowser, type TestBrowser, untilQuiet } from './browser.ts'
import { arriveAs, grant, letArrive, type Name, openWithClock, visit } from './people.ts'
import { eventually, rowOf } from './table.ts'

let app: TestApp
let browser: TestBrowser
let secondServer: Awaited<ReturnType<typeof startSecondServer>>
let secondUrl: string

beforeAll(async () => {
  app = await startApp({ pages: true, jobs: LIVE_JOBS })
  // The page talks to the second server, the store to the first; they share nothing but the database.
  secondServer = await startSecondServer(app, { pages: true })
  secondUrl = secondServer.url
  letArrive(secondUrl, app)
  browser = await startBrowser(secondUrl)
})

afterAll(async () => {
  await browser?.close()
  await secondServer?.close()
  await app?.close()
})

/** Changes of more orders at once are told as one. */
const MAX_EVENTS = 50

let placed = 0
const placeOrder = async () => {
  placed += 1
  const order = { user_id: app.world.users.shila, package_id: app.world.packages.gems100, playerid: `9100${placed}` }
  const reply = await app.call(store.placeOrder, order, STORE_KEY, `live-${placed}`)
  expect(reply.status).toBe(200)
}

const dot = (page: Page) => page.getByRole('banner').getByRole('status')
const expectDot = (page: Page, text: string, timeout = 15_000) =>
  expect.poll(() => dot(page).textContent(), { timeout, interval: 20 }).toBe(text)
/** As its clock goes on by polls and pauses between attempts. */
const expectDotLater = (page: Page, text: string) => {
  const pass = async () => {
    await page.clock.fastForward(LIST_POLL_MS)
    return dot(page).textContent()
  }
  return expect.poll(pass, { timeout: 15_000, interval: 500 }).toBe(text)
}
/** How many orders wait, as it stands beside 'Order' in the sidebar. */
const waiting = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^Order/ })
    .getByRole('img', { name: /waiting$/ })
const expectWaiting = (page: Page, count: number) =>
  expect.poll(() => waiting(page).textContent(), { timeout: 5_000, interval: 20 }).toBe(String(count))

/** A dashboard that is live. */
const open = async (name: Name = 'karim') => {
  const page = await browser.newPage()
  await arriveAs(page, name, '/', { remember: true })
  await expectDot(page, 'Live')
  // It has been told which orders it holds.
  await untilQuiet(page)
  return page
}

/** Another tab of the same browser. */
const openTab = async (page: Page) => {
  const tab = await page.context().newPage()
  await tab.goto('/')
  return tab
}

/** Calls to one endpoint of all tabs: every one, and those that have no end yet. */
const watch = (context: BrowserContext, path: string) => {
  const all: Request[] = []
  const open = new Set<Request>()
  context.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith(path)) return
    all.push(request)
    open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return { all, open }
}

test('a new order that another server took shows without a reload', async () => {
  const page = await open()
  await placeOrder()
  await expectWaiting(page, placed)
  await placeOrder()
  await expectWaiting(page, placed)
})

test('three tabs have one stream; when its tab is closed another goes on', async () => {
  const first = await open()
  const streams = watch(first.context(), desk.events.path)
  await first.reload()
  await expectDot(first, 'Live')
  const tabs = [await openTab(first), await openTab(first)]
  for (const tab of tabs) await expectDot(tab, 'Live')
  await placeOrder()
  for (const tab of [first, ...tabs]) await expectWaiting(tab, placed)
  expect([streams.all.length, streams.open.size]).toEqual([1, 1])
  await first.close()
  await eventually(() => streams.all.length).toBe(2)
  await placeOrder()
  for (const tab of tabs) await expectWaiting(tab, placed)
  expect(streams.all.length).toBe(2)
})

test('where the stream is cut the dot says so, and it comes back by itself', async () => {
  const page = await browser.newPage()
  await page.clock.install()
  await page.route(`**${desk.events.path}`, (route) => route.abort())
  await arriveAs(page, 'karim', '/')
  await expectDot(page, 'Online')
  await dot(page).hover()
  await page.getByRole('tooltip', { name: 'No live updates: lists refresh at least every 20 seconds' }).waitFor()
  await page.unroute(`**${desk.events.path}`)
  await expectDotLater(page, 'Live')
})

test('a server that does not answer is no more online, until it answers again', async () => {
  const page = await openWithClock(browser, 'karim', '/')
  await expectDot(page, 'Live')
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expectDot(page, 'Offline')
  await dot(page).hover()
  await page
    .getByRole('tooltip', {
      name: 'The server does not answer: lists show the last loaded data and refresh at least every 20 seconds',
    })
    .waitFor()
  await page.route(`**${desk.events.path}`, (route) => route.abort())
  await page.unroute('**/api/**')
  await expectDotLater(page, 'Online')
  await page.unroute(`**${desk.events.path}`)
  await expectDotLater(page, 'Live')
})

test('offline the dot says so, and online it is live at once', async () => {
  const page = await open()
  await page.context().setOffline(true)
  await expectDot(page, 'Offline')
  await page.context().setOffline(false)
  await expectDot(page, 'Live', 5_000)
  await placeOrder()
  await expectWaiting(page, placed)
})

test('a permission that is taken away ends the stream within 2 s; the next one has nothing of it', async () => {
  const page = await open()
  const streams = watch(page.context(), desk.events.path)
  await page.reload()
  await expectDot(page, 'Live')
  const [first] = [...streams.open]
  const taken = await app.db.deleteFrom('admin_modules').where('admin_id', '=', app.world.admins.karim).returningAll().execute()
  await expect.poll(() => first && streams.open.has(first), { timeout: 2_000, interval: 20 }).toBe(false)
  await page.getByRole('link', { name: /^Order/ }).waitFor({ state: 'detached' })
  await expectDot(page, 'Live')
  await setHidden(page, true)
  await placeOrder()
  await page.waitForTimeout(1_000)
  expect(await page.title()).not.toContain('(')
  await app.db.insertInto('admin_modules').values(taken).execute()
  await page.getByRole('link', { name: /^Order/ }).waitFor({ timeout: 2_000 })
  await expectWaiting(page, placed)
})

test('a right that was lost while the stream was down goes when it is back', async () => {
  const [page, notified] = [await open(), await open()]
  const entry = (on: Page) => on.getByRole('link', { name: /^Order/ })
  await entry(page).waitFor()
  await page.context().setOffline(true)
  await expectDot(page, 'Offline')
  const taken = await app.db.deleteFrom('admin_modules').where('admin_id', '=', app.world.admins.karim).returningAll().execute()
  await entry(notified).waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await expectDot(page, 'Live', 5_000)
  await entry(page).waitFor({ state: 'detached' })
  await app.db.insertInto('admin_modules').values(taken).execute()
  await entry(page).waitFor()
})

test('what is granted to somebody shows at once', async () => {
  const page = await open('nadia')
  await page.getByText('You have no permissions yet').waitFor()
  await grant(app, 'nadia', ['withdrawals_view'])
  await page.getByRole('link', { name: /^Withdraw Earn Wallet/ }).waitFor({ timeout: 2_000 })
})

test('wallet adds that come in, and what colleagues decide of them, show in under 2 s; nobody asks meanwhile', async () => {
  const ask = () => askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 120 })
  const known = await ask()
  // It has been told by the time that the list is open.
  await expect.poll(() => app.db.selectFrom('money_count_deltas').selectAll().execute()).toEqual([])
  const page = await openWithClock(browser, 'rahim', '/add-wallet')
  const status = (id: number) => rowOf(page, id).locator('td[data-label="Status"]').textContent()
  await eventually(() => status(known)).toBe('pending')
  await expectDot(page, 'Live')
  const requests = watch(page.context(), walletAdds.list.path)
  await page.clock.fastForward(LIST_POLL_MS)
  await page.waitForTimeout(1_000)
  expect(requests.all.length).toBe(0)
  const fresh = await ask()
  await page.getByRole('button', { name: '1 new transaction' }).click({ timeout: 2_000 })
  await eventually(() => status(fresh)).toBe('pending')
  const colleague = await app.signIn('rahim')
  await app.call(walletAdds.setStatus, { transaction_id: known, status: 'completed' }, colleague)
  await expect.poll(() => status(known), { timeout: 2_000, interval: 20 }).toBe('completed')
})

test.each([
  ['/order', [orders.list.path, orders.counts.path, pendingCounts.show.path]],
  ['/', [dashboard.stats.path]],
  ['/add-wallet', [walletAdds.list.path]],
])('%s: news that come faster than replies cut off no reading, and are followed by one more', async (address, paths) => {
  const sendEvent = () =>
    address === '/add-wallet' ? askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 120 }) : placeOrder()
  const page = await open('rahim')
  await visit(page, address)
  await expectDot(page, 'Live')
  await untilQuiet(page)
  const readings = paths.map((path) => watch(page.context(), path))
  const letGo = await Promise.all(paths.map((path) => hold(page, `**${path}*`)))
  const each = (all: number, open: number) => readings.map(() => [all, open])
  const made = () => readings.map(({ all, open }) => [all.length, open.size])
  await sendEvent()
  await eventually(made).toEqual(each(1, 1))
  for (let more = 0; more < 2; more += 1) {
    await page.waitForTimeout(1_500)
    await sendEvent()
  }
  await page.waitForTimeout(1_500)
  expect(made()).toEqual(each(1, 1))
  for (const go of letGo) go()
  await eventually(made).toEqual(each(2, 0))
})

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

/** Waits until the stream has told karim's page of an order: counts may be read before that. */
async function nextNews(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((id) => {
    const notified = new Promise<void>((resolve) => {
      new BroadcastChannel(`live:${id}`).onmessage = ({ data }) => data.type === 'order' && resolve()
    })
    Object.assign(window, { notified })
  }, app.world.admins.karim)
  return () => page.evaluate(() => (window as unknown as { notified: Promise<void> }).notified)
}

test('the tab’s title counts what came in while nobody looked', async () => {
  const page = await open()
  const news = await nextNews(page)
  await placeOrder()
  await news()
  await expectWaiting(page, placed)
  await eventually(() => page.title()).toBe('Dashboard · Topdeck')
  await setHidden(page, true)
  for (const count of [1, 2]) {
    await placeOrder()
    await eventually(() => page.title()).toBe(`(${count}) Dashboard · Topdeck`)
  }
  await setHidden(page, false)
  await eventually(() => page.title()).toBe('Dashboard · Topdeck')
})

test('new orders are heard only once that is switched on, in one of the tabs; it is remembered', async () => {
  const page = await open()
  await page.context().addInitScript(() => {
    Object.assign(window, { tones: 0 })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when?: number) {
      Object.assign(window, { tones: (window as unknown as { tones: number }).tones + 1 })
      start.call(this, when)
    }
  })
  await page.reload()
  const tab = await openTab(page)
  const tones = async () => {
    const counts = await Promise.all([page, tab].map((one) => one.evaluate(() => (window as unknown as { tones: number }).tones)))
    return counts.reduce((sum, count) => sum + count)
  }
  for (const one of [page, tab]) {
    await expectDot(one, 'Live')
    await one.getByRole('heading', { level: 1 }).click()
  }
  await placeOrder()
  for (const one of [page, tab]) await expectWaiting(one, placed)
  expect(await tones()).toBe(0)
  const sound = async () => {
    await page.getByRole('button', { name: 'Karim Hossain' }).click()
    return page.getByRole('menuitemcheckbox', { name: 'Sound for new orders' })
  }
  const choice = await sound()
  await eventually(() => choice.getAttribute('aria-checked')).toBe('false')
  await choice.click()
  await eventually(tones).toBe(1)
  await placeOrder()
  for (const one of [page, tab]) await expectWaiting(one, placed)
  await eventually(tones).toBe(2)
  await page.reload()
  await eventually(async () => (await sound()).getAttribute('aria-checked')).toBe('true')
})

test('claims are renewed each minute by exactly one tab, also when nobody looks at it', async () => {
  const first = await open()
  const renewals = watch(first.context(), desk.renewClaims.path)
  await first.close()
  // Its own first one may have come late.
  renewals.all.length = 0
  const context = first.context()
  await context.clock.install()
  const tabs: Page[] = []
  for (let at = 0; at < 3; at += 1) {
    const tab = await context.newPage()
    await tab.goto('/')
    await expectDot(tab, 'Live')
    tabs.push(tab)
  }
  expect(renewals.all.length).toBe(1)
  for (const tab of tabs) await setHidden(tab, true)
  for (const minute of [1, 2]) {
    await context.clock.fastForward(CLAIM_RENEW_MS)
    await eventually(() => renewals.all.length).toBe(1 + minute)
  }
  await tabs[0]?.close()
  await eventually(() => renewals.all.length).toBe(4)
})

test('where the tab sleeps that has the stream and renews claims another goes on, and one of each is left when it wakes', async () => {
  const page = await browser.newPage()
  const context = page.context()
  await context.clock.install()
  const streams = watch(context, desk.events.path)
  await arriveAs(page, 'karim', '/', { remember: true })
  await expectDot(page, 'Live')
  const tab = await openTab(page)
  await expectDot(tab, 'Live')
  await tab.getByRole('link', { name: /^Order/ }).waitFor()
  // As one that sleeps, it keeps its locks and says nothing.
  await page.evaluate(() => {
    const { postMessage } = BroadcastChannel.prototype
    BroadcastChannel.prototype.postMessage = () => undefined
    Object.assign(window, { wake: () => (BroadcastChannel.prototype.postMessage = postMessage) })
  })
  const renewed = tab.waitForRequest(`**${desk.renewClaims.path}`)
  // It asks, and waits for the answer.
  await context.clock.fastForward(30_000)
  await context.clock.fastForward(10_000)
  await renewed
  await eventually(() => [streams.all.length, streams.open.size]).toEqual([2, 1])
  await expectDot(tab, 'Live')
  await placeOrder()
  await expectWaiting(tab, placed)
  // It finds its own stream cut, and says so before it hears that another has gone on.
  await page.evaluate((id) => {
    ;(window as unknown as { wake: () => void }).wake()
    new BroadcastChannel(`live:${id}`).postMessage({ type: 'cut' })
  }, app.world.admins.karim)
  for (const one of [page, tab]) await expectDot(one, 'Live')
  await placeOrder()
  for (const one of [page, tab]) await expectWaiting(one, placed)
  expect(streams.all.length).toBe(2)
  await tab.close()
  await eventually(() => streams.all.length).toBe(3)
  await placeOrder()
  await expectWaiting(page, placed)
})

test('who held an order is told on whatever screen he is, in each tab, when it is taken over or decided', async () => {
  await placeOrder()
  await placeOrder()
  const karim = await app.signIn('karim')
  const rahim = await app.signIn('rahim')
  const take = async () => (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  // One is held since before the dashboard was opened, the other is taken while it is.
  const before = await take()
  const first = await open()
  const tab = await openTab(first)
  await expectDot(tab, 'Live')
  const during = await take()
  for (const page of [first, tab]) await expectWaiting(page, placed - 2)
  await app.call(desk.claim, { id: before, take_over: 1 }, rahim)
  for (const page of [first, tab]) await page.getByText(`Rahim Uddin has taken over order ${before}: do not deliver it`).waitFor()
  await app.call(orders.setStatus, { id: during, status: 'completed', take_over: 1 }, rahim)
  for (const page of [first, tab])
    await page.getByText(`Rahim Uddin has decided order ${during} (completed): do not deliver it`).waitFor()
})

/** A screen of karim's that has no stream, whose clock can be moved, and which knows what he holds. */
const openWithoutStream = async (address: string) => {
  const page = await browser.newPage()
  await page.route(`**${desk.events.path}`, (route) => route.abort())
  await page.clock.install()
  const renewals = watch(page.context(), desk.renewClaims.path)
  await arriveAs(page, 'karim', address)
  await eventually(() => [renewals.all.length, renewals.open.size]).toEqual([1, 0])
  return page
}

test('without a stream he is told within a minute, and the open order shows it within 20 s', async () => {
  await placeOrder()
  const karim = await app.signIn('karim')
  const id = (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const page = await openWithoutStream(`/order?status=in_progress&order=${id}`)
  const drawer = page.getByRole('region', { name: `Order ${id}` })
  await drawer.getByText(/^Reserved for you · /).waitFor()
  await app.call(desk.claim, { id, take_over: 1 }, await app.signIn('rahim'))
  await page.clock.fastForward(20_000)
  await drawer.getByText(/^Reserved for Rahim Uddin · /).waitFor()
  await page.clock.fastForward(CLAIM_RENEW_MS)
  await page.getByText(`Rahim Uddin has taken over order ${id}: do not deliver it`).waitFor()
})

test('without a stream the title counts what came in too', async () => {
  await placeOrder()
  const page = await openWithoutStream('/')
  await eventually(() => page.title()).toBe('Dashboard · Topdeck')
  await page
    .getByRole('link', { name: /^Order/ })
    .getByRole('img', { name: /waiting$/ })
    .waitFor()
  await setHidden(page, true)
  for (const count of [1, 2]) {
    await placeOrder()
    await page.clock.fastForward(COUNTS_POLL_MS)
    await eventually(() => page.title()).toBe(`(${count}) Dashboard · Topdeck`)
  }
  await setHidden(page, false)
  await eventually(() => page.title()).toBe('Dashboard · Topdeck')
})

test('without a stream an order that he gives back does not ring as a new one', async () => {
  await placeOrder()
  const karim = await app.signIn('karim')
  const id = (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const page = await openWithoutStream('/')
  await setHidden(page, true)
  await app.call(orders.setStatus, { id, status: 'pending' }, karim)
  const notified = page.waitForResponse((reply) => reply.url().endsWith(desk.details.path.replace(':id', String(id))))
  await page.clock.fastForward(CLAIM_RENEW_MS)
  await (await notified).finished()
  await page.waitForTimeout(500)
  expect(await page.title()).not.toContain('(')
})

test('without a stream he is told of an order that he has just taken, until he takes it again', async () => {
  const rahim = await app.signIn('rahim')
  await placeOrder()
  const page = await openWithoutStream('/order')
  await untilQuiet(page)
  const take = async () => {
    const reply = page.waitForResponse((got) => got.url().endsWith(desk.takeNext.path))
    await page.keyboard.press('KeyT')
    return ((await (await reply).json()) as { data: { order: { id: number } } }).data.order.id
  }
  const id = await take()
  expect((await app.call(desk.claim, { id, take_over: 1 }, rahim)).status).toBe(200)
  await page.clock.fastForward(CLAIM_RENEW_MS)
  const warning = page.getByText(`Rahim Uddin has taken over order ${id}: do not deliver it`)
  await warning.waitFor()
  expect((await app.call(orders.setStatus, { id, status: 'pending' }, rahim)).status).toBe(200)
  expect(await take()).toBe(id)
  await warning.waitFor({ state: 'detached' })
})

test('of what happened to his orders while the stream was cut he is told as soon as it is back', async () => {
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  await placeOrder()
  await placeOrder()
  const page = await open()
  await untilQuiet(page)
  const count = Number(await waiting(page).textContent())
  // Taken since the last renewal: only the stream has told of it.
  const id = (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  await expectWaiting(page, count - 1)
  await page.context().setOffline(true)
  await expectDot(page, 'Offline')
  expect((await app.call(desk.claim, { id, take_over: 1 }, rahim)).status).toBe(200)
  // Its news have gone out to those who have a stream.
  await page.waitForTimeout(2_000)
  await page.context().setOffline(false)
  const warning = page.getByText(`Rahim Uddin has taken over order ${id}: do not deliver it`)
  await warning.waitFor()
  await page.reload()
  await warning.waitFor()
  // It is his again: nothing keeps him from delivering it.
  expect((await app.call(orders.setStatus, { id, status: 'pending' }, rahim)).status).toBe(200)
  expect((await app.call(desk.claim, { id }, karim)).status).toBe(200)
  await warning.waitFor({ state: 'detached' })
})

test('what could not be read of a lost order is asked for again; one that he gave back is not told as lost', async () => {
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  await placeOrder()
  await placeOrder()
  const take = async () => (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const [taken, given] = [await take(), await take()]
  const page = await openWithoutStream('/')
  const details = (id: number) => `**${desk.details.path.replace(':id', String(id))}`
  await routeOnce(page, details(taken), (route) => route.abort())
  expect((await app.call(desk.claim, { id: taken, take_over: 1 }, rahim)).status).toBe(200)
  expect((await app.call(orders.setStatus, { id: given, status: 'pending' }, karim)).status).toBe(200)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/${taken}`))
  await page.clock.fastForward(CLAIM_RENEW_MS)
  await failed
  // A colleague takes what was given back, of which he has heard by then.
  await untilQuiet(page)
  expect((await app.call(desk.claim, { id: given }, rahim)).status).toBe(200)
  await page.clock.fastForward(CLAIM_RENEW_MS)
  const warning = page.getByRole('alert').filter({ hasText: 'do not deliver it' })
  await eventually(() => warning.innerText()).toBe(`Rahim Uddin has taken over order ${taken}: do not deliver it`)
  expect(await page.evaluate((id) => localStorage.getItem(`held-orders:${id}`), app.world.admins.karim)).not.toContain(
    String(given),
  )
})

test('what happened to his orders while no page of his was open is told when he opens one', async () => {
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  await placeOrder()
  const id = (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const page = await open()
  await untilQuiet(page)
  const context = page.context()
  await page.close()
  expect((await app.call(desk.claim, { id, take_over: 1 }, rahim)).status).toBe(200)
  const tab = await context.newPage()
  await tab.goto('/')
  const warning = tab.getByText(`Rahim Uddin has taken over order ${id}: do not deliver it`)
  await warning.waitFor()
  await tab.getByRole('button', { name: 'Dismiss' }).click()
  await warning.waitFor({ state: 'detached' })
  await tab.reload()
  await expectDot(tab, 'Live')
  await untilQuiet(tab)
  expect(await warning.count()).toBe(0)
})

test.each([
  ['its package', 'admin_packages'],
  ['seeing orders', 'orders_view'],
  ['working on orders', 'orders_work'],
] as const)('from whom %s is taken away is told not to deliver what he held, not what he gave back', async (_, right) => {
  const karim = await app.signIn('karim')
  for (let more = 0; more < 3; more += 1) await placeOrder()
  const take = async () => (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const [held, given] = [await take(), await take()]
  const page = await open()
  await untilQuiet(page)
  const news = await nextNews(page)
  expect((await app.call(orders.setStatus, { id: given, status: 'pending' }, karim)).status).toBe(200)
  await news()
  await revoke(right)
  const warning = page.getByRole('alert').filter({ hasText: 'do not deliver it' })
  const line = `Order ${held} is no longer open to you: do not deliver it`
  await eventually(() => warning.innerText()).toContain(line)
  await page.reload()
  await eventually(() => warning.innerText()).toContain(line)
  expect(await warning.innerText()).not.toContain(`Order ${given} `)
  await warning.getByRole('button', { name: 'Dismiss' }).click()
  await warning.waitFor({ state: 'detached' })
  // Told once, also to who opens the dashboard anew.
  await page.reload()
  await expectDot(page, 'Live')
  await untilQuiet(page)
  expect(await warning.count()).toBe(0)
})

test('what he gave back while his claims were being renewed does not become his again by the answer', async () => {
  const karim = await app.signIn('karim')
  await placeOrder()
  await placeOrder()
  const take = async () => (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const [held, given] = [await take(), await take()]
  const page = await browser.newPage()
  let letGo: () => void = () => undefined
  const isReleased = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isRenewed = false
  await routeOnce(page, `**${desk.renewClaims.path}`, async (route) => {
    const reply = await route.fetch()
    isRenewed = true
    await isReleased
    await route.fulfill({ response: reply })
  })
  await arriveAs(page, 'karim', `/order?status=in_progress&order_id=${given}`)
  await eventually(() => isRenewed).toBe(true)
  await expectDot(page, 'Live')
  await rowOf(page, given).waitFor()
  expect((await app.call(orders.setStatus, { id: given, status: 'pending' }, karim)).status).toBe(200)
  await rowOf(page, given).waitFor({ state: 'detached' })
  const answered = page.waitForResponse((reply) => reply.url().endsWith(desk.renewClaims.path))
  letGo()
  await answered
  await revoke('orders_work')
  const warning = page.getByRole('alert').filter({ hasText: 'do not deliver it' })
  await eventually(() => warning.innerText()).toContain(`Order ${held} is no longer open to you: do not deliver it`)
  expect(await warning.innerText()).not.toContain(`Order ${given} `)
})

/** Takes karim's packages or one of his tasks away, until the test is over. */
const revoke = async (right: 'admin_packages' | 'orders_view' | 'orders_work') => {
  const { karim } = app.world.admins
  if (right === 'admin_packages') {
    const taken = await app.db.deleteFrom(right).where('admin_id', '=', karim).returningAll().execute()
    onTestFinished(async () => void (await app.db.insertInto(right).values(taken).execute()))
    return
  }
  const module = app.db.selectFrom('auth_modules').select('id').where('key', '=', right)
  await app.db.deleteFrom('admin_modules').where('admin_id', '=', karim).where('auth_module_id', '=', module).execute()
  onTestFinished(() => grant(app, 'karim', [right]))
}

test('a reading that began before the news does not put the row back', async () => {
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  await placeOrder()
  const page = await open('rahim')
  await visit(page, '/order?status=all')
  await expectDot(page, 'Live')
  await untilQuiet(page)
  const id = Number(await page.locator('tr[data-id]').first().getAttribute('data-id'))
  const status = rowOf(page, id).locator('td[data-label="Status"]')
  await eventually(() => status.innerText()).toContain('pending')
  let isRead = false
  let letGo: () => void = () => undefined
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const late = async (route: Route) => {
    const reply = await route.fetch()
    isRead = true
    await isLetGo
    await route.fulfill({ response: reply })
  }
  await routeOnce(page, `**${orders.list.path}*`, late)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await eventually(() => isRead).toBe(true)
  // The reading itself, or the one in its place where the news have ended it.
  const followed = page.waitForResponse((reply) => reply.url().includes(orders.list.path))
  expect((await app.call(desk.claim, { id }, karim)).status).toBe(200)
  await eventually(() => status.innerText()).toContain('in_progress')
  await status.evaluate((cell) => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => seen.push(cell.textContent ?? '')).observe(cell, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  letGo()
  await followed
  await untilQuiet(page)
  expect(await status.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
  expect((await app.call(orders.setStatus, { id, status: 'cancel', take_over: 1 }, rahim)).status).toBe(200)
})

test('he is told by who somebody is, not by his name, which another may have too', async () => {
  const rename = (first_name: string, last_name: string) =>
    app.db.updateTable('admins').set({ first_name, last_name }).where('username', '=', 'karim').execute()
  await rename('Rahim', 'Uddin')
  await placeOrder()
  const id = (await app.call(desk.takeNext, {}, await app.signIn('karim'))).body.data.order?.id ?? 0
  const page = await open()
  await expectDot(page, 'Live')
  await app.call(orders.setStatus, { id, status: 'completed', take_over: 1 }, await app.signIn('rahim'))
  await page.getByText(`Rahim Uddin has decided order ${id} (completed): do not deliver it`).waitFor()
  await rename('Karim', 'Hossain')
})

test('what must not be delivered is said until it is dismissed, and keeps nothing else from being said', async () => {
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  const held: number[] = []
  for (let taken = 0; taken < 5; taken += 1) {
    await placeOrder()
    held.push((await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0)
  }
  await placeOrder()
  const page = await browser.newPage()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const claimsRenewed = page.waitForResponse((reply) => reply.url().endsWith(desk.renewClaims.path))
  await arriveAs(page, 'karim', '/order')
  await claimsRenewed
  await expectDot(page, 'Live')
  await untilQuiet(page)
  for (const id of held) expect((await app.call(desk.claim, { id, take_over: 1 }, rahim)).status).toBe(200)
  const warning = page.getByRole('alert').filter({ hasText: 'do not deliver it' })
  const lines = held.map((id) => `Rahim Uddin has taken over order ${id}: do not deliver it`).join('\n')
  await eventually(() => warning.innerText()).toBe(lines)
  await setHidden(page, true)
  await page.waitForTimeout(TOAST_CLOSE_MS + 1_000)
  await setHidden(page, false)
  expect(await warning.innerText()).toBe(lines)
  await page.locator('tr[data-id]').first().locator('td[data-label="Order ID"] button').click()
  await page.getByText(/^Copied Order ID::/).waitFor({ timeout: 3_000 })
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.dataset.id)
  const working = await focused()
  await warning.getByRole('button', { name: 'Dismiss' }).click()
  await warning.waitFor({ state: 'detached' })
  expect([working === undefined, await focused()]).toEqual([false, working])
  // What was dismissed is not said again with what comes after it.
  const another = (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  await rowOf(page, another).getByText('in_progress').first().waitFor()
  expect((await app.call(desk.claim, { id: another, take_over: 1 }, rahim)).status).toBe(200)
  await eventually(() => warning.innerText()).toBe(`Rahim Uddin has taken over order ${another}: do not deliver it`)
})

test('who holds more orders than news tell one by one renews them once, not for ever', async () => {
  const karim = await app.signIn('karim')
  await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 20_000, trx_id: 'MP20000SHILA' })
  for (let taken = 0; taken <= MAX_EVENTS; taken += 1) {
    await placeOrder()
    expect((await app.call(desk.takeNext, {}, karim)).body.data.order).not.toBeNull()
  }
  const page = await browser.newPage()
  const renewals = watch(page.context(), desk.renewClaims.path)
  await arriveAs(page, 'karim', '/')
  await expectDot(page, 'Live')
  await eventually(() => [renewals.all.length > 0, renewals.open.size]).toEqual([true, 0])
  const before = renewals.all.length
  // As old as a minute makes them, which is told as news of too many.
  await app.db
    .updateTable('orders')
    .set({ held_until: new Date(Date.now() + 5 * 60_000).toISOString() })
    .where('status', '=', 'in_progress')
    .execute()
  await eventually(() => renewals.all.length).toBeGreaterThan(before)
  // If it went on for ever each would follow the one before within a second.
  let [seen, since] = [before, performance.now()]
  const quietMs = () => {
    if (renewals.all.length > seen) [seen, since] = [renewals.all.length, performance.now()]
    return performance.now() - since
  }
  await eventually(quietMs).toBeGreaterThan(2_000)
  // When the stream is there, at the news of what was aged, and at its own.
  expect(renewals.all.length - before).toBeLessThanOrEqual(3)
})
