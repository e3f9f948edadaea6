import { sql } from 'kysely'
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
import { hold, leave, markChanged, routeOnce, startBrowser, type TestBrowser, untilQuiet } from './browser.ts'
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
const expectDot = (page: Page, text: string) => expect.poll(() => dot(page).textContent(), { interval: 20 }).toBe(text)
/** As its clock goes on by polls and pauses between attempts. */
const expectDotLater = (page: Page, text: string) => {
  const pass = async () => {
    await page.clock.fastForward(LIST_POLL_MS)
    return dot(page).textContent()
  }
  return expect.poll(pass, { interval: 500 }).toBe(text)
}
/** How many orders wait, as it stands beside 'Order' in the sidebar. */
const waiting = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^Order/ })
    .getByRole('img', { name: /waiting$/ })
/** By the news: sooner than the next time that the page asks by itself. */
const expectWaiting = (page: Page, count: number) =>
  expect.poll(() => waiting(page).textContent(), { timeout: COUNTS_POLL_MS * 0.75, interval: 20 }).toBe(String(count))

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

test('of three tabs one has the stream and renews claims; another takes over', async () => {
  const first = await browser.newPage()
  const context = first.context()
  await context.clock.install()
  const streams = watch(context, desk.events.path)
  // Those of a closed tab are told no end.
  const runningStreams = () => [...streams.open].filter((request) => !request.frame().page().isClosed()).length
  const renewals = watch(context, desk.renewClaims.path)
  await arriveAs(first, 'karim', '/', { remember: true })
  await expectDot(first, 'Live')
  const second = await openTab(first)
  await expectDot(second, 'Live')
  const third = await openTab(first)
  await expectDot(third, 'Live')
  await placeOrder()
  for (const tab of [first, second, third]) await expectWaiting(tab, placed)
  expect([streams.all.length, runningStreams(), renewals.all.length]).toEqual([1, 1, 1])
  for (const tab of [first, second, third]) await setHidden(tab, true)
  for (const minute of [1, 2]) {
    await context.clock.fastForward(CLAIM_RENEW_MS)
    await eventually(() => renewals.all.length).toBe(1 + minute)
  }
  // A stream that was silent for that minute is opened again.
  await expectDot(first, 'Live')
  await eventually(runningStreams).toBe(1)
  const opened = streams.all.length
  await first.close()
  await eventually(() => [streams.all.length, renewals.all.length]).toEqual([opened + 1, 4])
  await placeOrder()
  for (const tab of [second, third]) await expectWaiting(tab, placed)
  expect([streams.all.length, runningStreams()]).toEqual([opened + 1, 1])
  // As one that sleeps, it keeps its locks and says nothing.
  await second.evaluate(() => {
    const { postMessage } = BroadcastChannel.prototype
    BroadcastChannel.prototype.postMessage = () => undefined
    Object.assign(window, { wake: () => (BroadcastChannel.prototype.postMessage = postMessage) })
  })
  const renewed = third.waitForRequest(`**${desk.renewClaims.path}`)
  // It asks, and waits for the answer.
  await context.clock.fastForward(30_000)
  await context.clock.fastForward(10_000)
  await renewed
  await eventually(() => [streams.all.length, runningStreams()]).toEqual([opened + 2, 1])
  await expectDot(third, 'Live')
  await placeOrder()
  await expectWaiting(third, placed)
  // It finds its own stream cut, and says so before it hears that another has gone on.
  await second.evaluate((id) => {
    ;(window as unknown as { wake: () => void }).wake()
    new BroadcastChannel(`live:${id}`).postMessage({ type: 'cut' })
  }, app.world.admins.karim)
  for (const tab of [second, third]) await expectDot(tab, 'Live')
  await placeOrder()
  for (const tab of [second, third]) await expectWaiting(tab, placed)
  expect(streams.all.length).toBe(opened + 2)
  await third.close()
  await eventually(() => streams.all.length).toBe(opened + 3)
  await placeOrder()
  await expectWaiting(second, placed)
})

test('the dot shows no answer, no stream and offline, and is Live again unaided', async () => {
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
  await page.getByRole('tooltip', { name: 'No live updates: lists refresh at least every 20 seconds' }).waitFor()
  await page.unroute(`**${desk.events.path}`)
  await expectDotLater(page, 'Live')
  await page.context().setOffline(true)
  await expectDot(page, 'Offline')
  await page.context().setOffline(false)
  await expectDot(page, 'Live')
  await placeOrder()
  await expectWaiting(page, placed)
})

test('a revoked permission ends the stream; a granted one shows at once', async () => {
  const page = await browser.newPage()
  const streams = watch(page.context(), desk.events.path)
  await arriveAs(page, 'karim', '/')
  const cut = await open()
  const entry = (on: Page) => on.getByRole('navigation').getByRole('link', { name: /^Order/ })
  for (const one of [page, cut]) {
    await expectDot(one, 'Live')
    await entry(one).waitFor()
  }
  await cut.context().setOffline(true)
  await expectDot(cut, 'Offline')
  const [first] = [...streams.open]
  const taken = await app.db.deleteFrom('admin_modules').where('admin_id', '=', app.world.admins.karim).returningAll().execute()
  await expect.poll(() => first && streams.open.has(first), { interval: 20 }).toBe(false)
  await entry(page).waitFor({ state: 'detached' })
  await page.getByText('You have no permissions yet').waitFor()
  await expectDot(page, 'Live')
  await cut.context().setOffline(false)
  await expectDot(cut, 'Live')
  await entry(cut).waitFor({ state: 'detached' })
  // The next stream has nothing of it.
  await setHidden(page, true)
  await placeOrder()
  await page.waitForTimeout(1_000)
  expect(await page.title()).not.toContain('(')
  await app.db.insertInto('admin_modules').values(taken).execute()
  await entry(page).waitFor()
  await expectWaiting(page, placed)
  await entry(cut).waitFor()
})

test('new wallet adds and decisions show by news alone, without polling', async () => {
  const ask = () => askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 120 })
  const known = await ask()
  // It has been told by the time that the list is open.
  await expect.poll(async () => (await sql`select from money_count_deltas`.execute(app.db)).rows).toEqual([])
  const page = await openWithClock(browser, 'rahim', '/add-wallet')
  const status = (id: number) => rowOf(page, id).locator('td[data-label="Status"]').textContent()
  await eventually(() => status(known)).toBe('pending')
  await expectDot(page, 'Live')
  const requests = watch(page.context(), walletAdds.list.path)
  await page.clock.fastForward(LIST_POLL_MS)
  await page.waitForTimeout(1_000)
  expect(requests.all.length).toBe(0)
  const fresh = await ask()
  await page.getByRole('button', { name: '1 new transaction' }).click()
  await eventually(() => status(fresh)).toBe('pending')
  const colleague = await app.signIn('rahim')
  await app.call(walletAdds.setStatus, { transaction_id: known, status: 'completed' }, colleague)
  await eventually(() => status(known)).toBe('completed')
})

test('news faster than replies cut off no read, and are followed by one more', async () => {
  const page = await open('rahim')
  for (const [address, paths, sendEvent] of [
    ['/', [dashboard.stats.path], placeOrder],
    ['/order', [orders.list.path, orders.counts.path, pendingCounts.show.path], placeOrder],
    ['/add-wallet', [walletAdds.list.path], () => askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 120 })],
  ] as const) {
    await visit(page, address)
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
    expect(made(), address).toEqual(each(1, 1))
    for (const go of letGo) go()
    await eventually(made).toEqual(each(2, 0))
    await page.unrouteAll()
  }
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

test('an order taken elsewhere shows without a reload; the title counts unseen ones', async () => {
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

test('new orders sound only once switched on, in one tab; it is remembered', async () => {
  const listen = async (tab: Page) => {
    markChanged(tab)
    await tab.evaluate(() => {
      Object.assign(window, { tones: 0 })
      const start = OscillatorNode.prototype.start
      OscillatorNode.prototype.start = function (when?: number) {
        Object.assign(window, { tones: (window as unknown as { tones: number }).tones + 1 })
        start.call(this, when)
      }
    })
    // Browsers stay silent until then.
    await tab.getByRole('heading', { level: 1 }).click()
  }
  const tonesOf = (tab: Page) => tab.evaluate(() => (window as unknown as { tones: number }).tones)
  const choose = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Karim Hossain' }).click()
    return tab.getByRole('menuitemcheckbox', { name: 'Sound for new orders' })
  }
  const page = await open()
  await listen(page)
  await placeOrder()
  await expectWaiting(page, placed)
  expect(await tonesOf(page)).toBe(0)
  const choice = await choose(page)
  await eventually(() => choice.getAttribute('aria-checked')).toBe('false')
  await choice.click()
  await eventually(() => tonesOf(page)).toBe(1)
  const tab = await openTab(page)
  await expectDot(tab, 'Live')
  await listen(tab)
  await placeOrder()
  for (const one of [page, tab]) await expectWaiting(one, placed)
  await eventually(async () => (await tonesOf(page)) + (await tonesOf(tab))).toBe(2)
  await eventually(async () => (await choose(tab)).getAttribute('aria-checked')).toBe('true')
})

test('a holder learns in each tab that an order is taken over or decided, and by whom', async () => {
  const rename = (first_name: string, last_name: string) =>
    app.db.updateTable('admins').set({ first_name, last_name }).where('username', '=', 'karim').execute()
  await rename('Rahim', 'Uddin')
  onTestFinished(async () => void (await rename('Karim', 'Hossain')))
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
  const waitingBefore = Number(await waiting(first).textContent())
  const during = await take()
  for (const page of [first, tab]) await expectWaiting(page, waitingBefore - 1)
  await app.call(desk.claim, { id: before, take_over: 1 }, rahim)
  for (const page of [first, tab]) await page.getByText(`Rahim Uddin has taken over order ${before}: do not deliver it`).waitFor()
  await app.call(orders.setStatus, { id: during, status: 'completed', take_over: 1 }, rahim)
  for (const page of [first, tab])
    await page.getByText(`Rahim Uddin has decided order ${during} (completed): do not deliver it`).waitFor()
})

/** A screen of karim's that has no stream, whose clock can be moved, and which knows what karim holds. */
const openWithoutStream = async (address: string) => {
  const page = await browser.newPage()
  await page.route(`**${desk.events.path}`, (route) => route.abort())
  await page.clock.install()
  const renewals = watch(page.context(), desk.renewClaims.path)
  await arriveAs(page, 'karim', address)
  await eventually(() => [renewals.all.length, renewals.open.size]).toEqual([1, 0])
  return page
}

test('without a stream the holder learns it within a minute, the open order in 20 s', async () => {
  await placeOrder()
  await placeOrder()
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  const id = (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const page = await openWithoutStream(`/order?status=in_progress&order=${id}`)
  const warningOf = (order: number) => page.getByText(`Rahim Uddin has taken over order ${order}: do not deliver it`)
  const drawer = page.getByRole('region', { name: `Order ${id}` })
  await drawer.getByText(/^Reserved for you · /).waitFor()
  await app.call(desk.claim, { id, take_over: 1 }, rahim)
  await page.clock.fastForward(20_000)
  await drawer.getByText(/^Reserved for Rahim Uddin · /).waitFor()
  await page.clock.fastForward(CLAIM_RENEW_MS)
  await warningOf(id).waitFor()
  // Also of one that was just taken.
  await untilQuiet(page)
  const take = async () => {
    const reply = page.waitForResponse((got) => got.url().endsWith(desk.takeNext.path))
    await page.keyboard.press('KeyT')
    return ((await (await reply).json()) as { data: { order: { id: number } } }).data.order.id
  }
  const next = await take()
  expect((await app.call(desk.claim, { id: next, take_over: 1 }, rahim)).status).toBe(200)
  await page.clock.fastForward(CLAIM_RENEW_MS)
  await warningOf(next).waitFor()
  expect((await app.call(orders.setStatus, { id: next, status: 'pending' }, rahim)).status).toBe(200)
  expect(await take()).toBe(next)
  await warningOf(next).waitFor({ state: 'detached' })
  await warningOf(id).waitFor()
})

test('without a stream, released orders are neither new nor lost; gaps are read again', async () => {
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  await placeOrder()
  await placeOrder()
  const take = async () => (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const [taken, given] = [await take(), await take()]
  const page = await openWithoutStream('/')
  await eventually(() => page.title()).toBe('Dashboard · Topdeck')
  await waiting(page).waitFor()
  await setHidden(page, true)
  await routeOnce(page, `**${desk.details.path.replace(':id', String(taken))}`, (route) => route.abort())
  expect((await app.call(desk.claim, { id: taken, take_over: 1 }, rahim)).status).toBe(200)
  expect((await app.call(orders.setStatus, { id: given, status: 'pending' }, karim)).status).toBe(200)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/${taken}`))
  const notified = page.waitForResponse((reply) => reply.url().endsWith(desk.details.path.replace(':id', String(given))))
  await page.clock.fastForward(CLAIM_RENEW_MS)
  await failed
  await (await notified).finished()
  await page.waitForTimeout(500)
  expect(await page.title()).not.toContain('(')
  for (const count of [1, 2]) {
    await placeOrder()
    await page.clock.fastForward(COUNTS_POLL_MS)
    await eventually(() => page.title()).toBe(`(${count}) Dashboard · Topdeck`)
  }
  await setHidden(page, false)
  await eventually(() => page.title()).toBe('Dashboard · Topdeck')
  // A colleague takes what was given back, of which the holder has heard already.
  await untilQuiet(page)
  expect((await app.call(desk.claim, { id: given }, rahim)).status).toBe(200)
  await page.clock.fastForward(CLAIM_RENEW_MS)
  const warning = page.getByRole('alert').filter({ hasText: 'do not deliver it' })
  await eventually(() => warning.innerText()).toBe(`Rahim Uddin has taken over order ${taken}: do not deliver it`)
  expect(await page.evaluate((id) => localStorage.getItem(`held-orders:${id}`), app.world.admins.karim)).not.toContain(
    String(given),
  )
})

test('what happened to one’s orders during a cut or a closed page is shown once', async () => {
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  await placeOrder()
  await placeOrder()
  await placeOrder()
  const take = async () => (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const other = await take()
  const page = await open()
  const count = Number(await waiting(page).textContent())
  // Taken since the last renewal: only the stream has told of it.
  const id = await take()
  await expectWaiting(page, count - 1)
  await page.context().setOffline(true)
  await expectDot(page, 'Offline')
  expect((await app.call(desk.claim, { id, take_over: 1 }, rahim)).status).toBe(200)
  // Its news have gone out to those who have a stream.
  await page.waitForTimeout(2_000)
  await page.context().setOffline(false)
  const warningOf = (order: number) => page.getByText(`Rahim Uddin has taken over order ${order}: do not deliver it`)
  await warningOf(id).waitFor()
  await leave(page)
  expect((await app.call(desk.claim, { id: other, take_over: 1 }, rahim)).status).toBe(200)
  await page.goto('/')
  for (const order of [id, other]) await warningOf(order).waitFor()
  // Taken again: nothing keeps the holder from delivering it.
  expect((await app.call(orders.setStatus, { id, status: 'pending' }, rahim)).status).toBe(200)
  expect((await app.call(desk.claim, { id }, karim)).status).toBe(200)
  await warningOf(id).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await warningOf(other).waitFor({ state: 'detached' })
  await page.reload()
  await expectDot(page, 'Live')
  await untilQuiet(page)
  expect(await warningOf(other).count()).toBe(0)
})

test('an admin without access learns not to deliver what they held', async () => {
  const karim = await app.signIn('karim')
  for (let more = 0; more < 3; more += 1) await placeOrder()
  const take = async () => (await app.call(desk.takeNext, {}, karim)).body.data.order?.id ?? 0
  const [held, given] = [await take(), await take()]
  const page = await open()
  const known = () => page.evaluate((id) => localStorage.getItem(`held-orders:${id}`), app.world.admins.karim)
  await eventually(known).toContain(String(given))
  expect((await app.call(orders.setStatus, { id: given, status: 'pending' }, karim)).status).toBe(200)
  await eventually(known).not.toContain(String(given))
  const warning = page.getByRole('alert').filter({ hasText: 'do not deliver it' })
  const line = `Order ${held} is no longer open to you: do not deliver it`
  const expectWarned = async () => {
    await eventually(() => warning.innerText()).toContain(line)
    expect(await warning.innerText()).not.toContain(`Order ${given} `)
  }
  const dismiss = async () => {
    await warning.getByRole('button', { name: 'Dismiss' }).click()
    await warning.waitFor({ state: 'detached' })
  }
  let restore = await revoke('orders_view')
  await expectWarned()
  await page.reload()
  await expectWarned()
  await dismiss()
  // Told once, also to who opens the dashboard again.
  await page.reload()
  await expectDot(page, 'Live')
  await untilQuiet(page)
  expect(await warning.count()).toBe(0)
  for (const right of ['orders_work', 'admin_packages'] as const) {
    await restore()
    await eventually(known).toContain(String(held))
    restore = await revoke(right)
    await expectWarned()
    await dismiss()
  }
})

test('an order released during a renewal does not become one’s own again', async () => {
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

/** Takes karim's packages or one of karim's tasks away, until the test is over or gives it back. */
const revoke = async (right: 'admin_packages' | 'orders_view' | 'orders_work'): Promise<() => Promise<void>> => {
  const { karim } = app.world.admins
  let isTaken = true
  const restoring = (give: () => Promise<unknown>) => async () => {
    if (isTaken) await give()
    isTaken = false
  }
  const take = async () => {
    if (right === 'admin_packages') {
      const taken = await app.db.deleteFrom(right).where('admin_id', '=', karim).returningAll().execute()
      return restoring(() => app.db.insertInto(right).values(taken).execute())
    }
    const module = app.db.selectFrom('auth_modules').select('id').where('key', '=', right)
    await app.db.deleteFrom('admin_modules').where('admin_id', '=', karim).where('auth_module_id', '=', module).execute()
    return restoring(() => grant(app, 'karim', [right]))
  }
  const restore = await take()
  onTestFinished(restore)
  return restore
}

test('a reading that began before the news does not put the row back', async () => {
  const [karim, rahim] = [await app.signIn('karim'), await app.signIn('rahim')]
  // The column of statuses is there where they differ.
  await placeOrder()
  const [newest] = (await app.call(orders.list, { sort: 'id', order: 'desc' }, rahim)).body.data.orders
  expect((await app.call(orders.setStatus, { id: newest?.id, status: 'cancel' }, rahim)).status).toBe(200)
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

test('what must not be delivered stays until dismissed, and hides no other news', async () => {
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
  await page.getByText(/^Copied Order ID::/).waitFor()
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
