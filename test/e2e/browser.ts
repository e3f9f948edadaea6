import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import axe, { type RunOptions } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request, type Route } from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
import { desk } from '#contract/desk.ts'
import { executablePath } from '../support/chromium.ts'
import { PATIENCE_MS } from '../support/patience.ts'

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives too briefly for its code to be optimised.
  '--js-flags=--no-opt --no-maglev',
]

export type Language = 'en' | 'bn'

export interface Look {
  readonly width?: number
  readonly language?: Language
}

/** A browser over one running app; every page of it collects what broke the content security policy or threw. */
export interface TestBrowser {
  /** A page of a profile in which nothing is stored; a test's own goes with the test, so that it does not ask the server any more. */
  newPage(look?: Look): Promise<Page>
  /** Fails where any of its pages broke the content security policy or threw. */
  close(): Promise<void>
}

/** Those that run now. */
const browsers = new Set<Browser>()
/** The one that the files of a worker share. */
let shared: Promise<Browser> | undefined

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS })
  browsers.add(browser)
  browser.on('disconnected', () => browsers.delete(browser))
  return browser
}

/** Writes a picture of every open page, and what was done in each profile since its test began, into a folder. */
export async function saveArtifacts(folder: string): Promise<void> {
  const contexts = [...browsers].flatMap((browser) => browser.contexts())
  for (const [at, context] of contexts.entries()) {
    const pages = context.pages().filter((page) => new URL(page.url()).pathname !== BLANK)
    for (const [number, page] of pages.entries()) {
      await page.screenshot({ path: join(folder, `${at + 1}-${number + 1}.png`), timeout: 5_000 }).catch(() => undefined)
    }
    if (pages.length > 0) await context.tracing.stopChunk({ path: join(folder, `${at + 1}.trace.zip`) }).catch(() => undefined)
  }
}

/** A profile with its page: the next test takes it over, emptied, so that the dashboard's scripts stay compiled. */
interface Profile {
  readonly page: Page
  /** A clock or a script was installed, which a profile keeps for good. */
  isSpoiled: boolean
}

/** An address of the app that brings no scripts and shows nothing. */
const BLANK = '/favicon.svg'

/** A browser for the app at `url`: the worker's, or one with a clipboard that no other page reads. */
export async function startBrowser(url: string, { ownClipboard = false } = {}): Promise<TestBrowser> {
  shared ??= launch()
  const browser = ownClipboard ? await launch() : await shared
  const faults: string[] = []
  const idle = (ownClipboard ? undefined : kept.get(url)?.splice(0)) ?? []
  const profiles = [...idle]

  const openProfile = async (): Promise<Profile> => {
    const options: BrowserContextOptions = {
      baseURL: url,
      colorScheme: 'light',
      // Contrast is measured on what stays, not in the middle of a fade.
      reducedMotion: 'reduce',
    }
    const context = await browser.newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    await context.addInitScript(keepAlerts)
    await context.tracing.start({ snapshots: false })
    await context.tracing.stopChunk()
    const page = await context.newPage()
    const profile = { page, isSpoiled: false }
    noticeSpoiling(profile)
    awaitInterception(page)
    profiles.push(profile)
    return profile
  }

  return {
    newPage: async ({ width = 1350, language = 'en' }: Look = {}) => {
      const profile = idle.pop() ?? (await openProfile())
      const { page } = profile
      if (TestRunner.getCurrentTest()) {
        // Without screenshots of every frame: pictures of the page as it failed are enough.
        await page.context().tracing.startChunk()
        onTestFinished(async ({ task }) => {
          if (await empty(profile, task.result?.state === 'pass')) idle.push(profile)
        })
      }
      followRequests(page)
      page.on('pageerror', (error) => faults.push(String(error)))
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) faults.push(message.text())
      })
      await page.setViewportSize({ width, height: 800 })
      if (language === 'bn') {
        await leave(page)
        await page.evaluate(() => localStorage.setItem('language', 'bn'))
      } else if (!running.has(page)) await leave(page)
      return page
    },
    close: async () => {
      for (const profile of profiles) if (ownClipboard || !idle.includes(profile)) await profile.page.context().close()
      if (ownClipboard) await browser.close()
      else await keep(url, idle)
      expect(faults).toEqual([])
    },
  }
}

/** Emptied profiles of earlier files, by the address of their shop: the next one there finds the scripts compiled. */
const kept = new Map<string, Profile[]>()

/** Keeps profiles for another file, with nothing of this shop. */
async function keep(url: string, profiles: readonly Profile[]): Promise<void> {
  for (const { page } of profiles) await leave(page)
  kept.set(url, [...(kept.get(url) ?? []), ...profiles])
}

/** Clocks and scripts come with the next load, and stay for good. */
function noticeSpoiling(profile: Profile): void {
  const context = profile.page.context()
  const spoil = <T extends object, K extends keyof T>(target: T, name: K) => {
    const original = (target[name] as (...given: unknown[]) => unknown).bind(target)
    const noticed = (...given: unknown[]) => {
      profile.isSpoiled = true
      running.delete(profile.page)
      return original(...given)
    }
    Object.assign(target, { [name]: noticed })
  }
  spoil(context, 'addInitScript')
  spoil(profile.page, 'addInitScript')
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) spoil(context.clock, name)
}

/** An address that only a page's own route answers. */
const PROBE = '/intercepted'

/**
 * A page that runs already learns after `route` has returned that its requests are intercepted, and sends what it sends before then
 * past every route. So the first route of a page counts from its first intercepted request on.
 */
function awaitInterception(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (address, handler, ...options) => {
    const deal: typeof handler = (part, request) => {
      dealtWith.add(request)
      return handler(part, request)
    }
    const routing = await route(address, deal, ...options)
    if (intercepted.has(page)) return routing
    intercepted.add(page)
    // It stays, so that interception does: the last one that is taken away ends it for all.
    await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }))
    const isIntercepted = () =>
      page.evaluate(async (address) => {
        const { status } = await fetch(address, { method: 'HEAD' })
        return status === 204
      }, PROBE)
    await expect.poll(isIntercepted, { interval: 5 }).toBe(true)
    return routing
  }
}
const intercepted = new WeakSet<Page>()
/** Requests that a route of a test got, which may hold them back. */
const dealtWith = new WeakSet<Request>()

/** Takes all routes of a page away: while it has one, a load has every file fetched again, past the cache. */
export async function endRoutes(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  intercepted.delete(page)
}

const LISTENED = [
  'request',
  'requestfinished',
  'requestfailed',
  'response',
  'pageerror',
  'console',
  'dialog',
  'download',
] as const

/** Pages in which the dashboard still runs after a test, with nobody signed in: to arrive there takes a fifth of a load. */
const running = new WeakSet<Page>()

/** Whether somebody can arrive without a load: once, and not where the test deals with requests of the page. */
export const takeRunning = (page: Page): boolean =>
  running.delete(page) && !intercepted.has(page) && new URL(page.url()).pathname === '/login'

/** For a page whose own code a test has changed, or that remembers a failed connection or file: nobody else arrives there. */
export const markChanged = (page: Page) => void changed.add(page)
const changed = new WeakSet<Page>()

/** Ends what runs in the page: its scripts would write over what is stored next. */
export async function leave(page: Page): Promise<void> {
  running.delete(page)
  if (new URL(page.url()).pathname !== BLANK) await page.goto(BLANK)
}

/** Signs out in the page and empties its stores; false where no dashboard runs there, or one in other colours or words. */
async function signOutInPlace(page: Page): Promise<boolean> {
  const isDashboard = await page.evaluate(() => {
    const { lang, dataset } = document.documentElement
    if (!document.querySelector('#root > *') || lang !== 'en' || dataset.mantineColorScheme !== 'light') return false
    const { alerts } = window as unknown as { alerts: string[] }
    alerts.splice(0)
    // Nobody clicks twice so fast as two tests: the page would take the second for a slip.
    for (const type of ['mousedown', 'click']) document.body.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }))
    const nobody = { id: 2 ** 31, first_name: '', last_name: '', username: '', email: '', role: 'sub' }
    // What is typed outlives the end of a session, but not the arrival of another admin.
    for (const stored of [{ user: JSON.stringify(nobody), token: 'none' }, {}]) {
      localStorage.clear()
      sessionStorage.clear()
      Object.assign(sessionStorage, stored)
      dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: null }))
    }
    return true
  })
  if (!isDashboard) return false
  const form = page.locator('input[name="identity"]')
  return await form.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  )
}

/** Makes a profile as good as new; false, and it is closed, where that cannot be. */
async function empty({ page, isSpoiled }: Profile, isPassed: boolean): Promise<boolean> {
  const context = page.context()
  const extra = context.pages().filter((other) => other !== page)
  if (isSpoiled || page.isClosed()) {
    await context.close()
    return false
  }
  for (const other of extra) await other.close()
  // A failed test's part is kept already.
  await context.tracing.stopChunk().catch(() => undefined)
  for (const event of LISTENED) {
    page.removeAllListeners(event)
    context.removeAllListeners(event)
  }
  await endRoutes(page)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: null, contrast: null, media: null })
  if (!changed.delete(page) && isPassed && (await signOutInPlace(page))) running.add(page)
  else await leave(page)
  // Back leads nowhere, and a test may count the entries: a browser keeps fifty.
  await forgetHistory(page)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  return true
}

export async function forgetHistory(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.resetNavigationHistory')
  await session.detach()
}

/** How many elements the browser computed the styles of while `act` ran. */
export async function countStyled(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  let count = 0
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { args } of value as { args?: { elementCount?: number } }[]) count += args?.elementCount ?? 0
  })
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline' })
  await act()
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await ended
  await session.detach()
  return count
}

/** Requests of a page that have no answer yet; the live stream never has its last word. */
const unanswered = new WeakMap<Page, Set<Request>>()
const STREAM = desk.events.path
const QUIET_MS = 300

function followRequests(page: Page): void {
  const open = new Set<Request>()
  unanswered.set(page, open)
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith(STREAM)) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => {
    open.delete(request)
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') markChanged(page)
  })
  page.on('response', (reply) => {
    if (reply.status() >= 400 && new URL(reply.url()).pathname.startsWith('/assets/')) markChanged(page)
  })
}

/** A route that does not hold its request back has dealt with it by then. */
const HELD_MS = 2_000

/** Waits until what the page has asked for is answered, but for what a test holds back. */
export async function untilAnswered(page: Page): Promise<void> {
  const begun = performance.now()
  const isOver = () => {
    const held = performance.now() - begun > HELD_MS
    return [...(unanswered.get(page) ?? [])].every((request) => held && dealtWith.has(request))
  }
  while (!isOver()) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error('What the page asked for was not answered')
    await sleep(5)
  }
}

/** Runs in the page: until it has nothing to do, and so has drawn what came. Not by a timer, which a test's clock may hold. */
const untilIdle = () =>
  (window as unknown as { scheduler: { postTask(task: () => void, options: object): Promise<void> } }).scheduler.postTask(
    () => {},
    {
      priority: 'background',
    },
  )

/** Waits until everything that the page asked for is there, and drawn: 'networkidle', but for the live stream. */
export async function untilQuiet(page: Page): Promise<void> {
  let since = performance.now()
  const isQuiet = async () => {
    if (unanswered.get(page)?.size) since = performance.now()
    if (performance.now() - since <= QUIET_MS) return false
    await page.evaluate(untilIdle)
    return !unanswered.get(page)?.size
  }
  await expect.poll(isQuiet, { interval: 25 }).toBe(true)
}

/** Holds back what is asked of this address until it is let go. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** Runs in the page: keeps what alerts say, in order, also of those that have gone and those whose text was replaced. */
function keepAlerts(): void {
  const alerts: string[] = []
  const received = new WeakMap<Element, string>()
  const listen = () => {
    for (const alert of document.querySelectorAll('[role="alert"]')) {
      const text = alert.textContent
      if (text && received.get(alert) !== text) alerts.push(text)
      received.set(alert, text)
    }
  }
  Object.assign(window, { alerts })
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Waits for a toast that says this. Each counts for one call, so that of two alike the second is waited for. */
export async function toast(page: Page, text: string): Promise<void> {
  const openToasts = () =>
    page.evaluate((part) => {
      const { alerts } = window as unknown as { alerts: string[] }
      const at = alerts.findIndex((alert) => alert.includes(part))
      return at < 0 ? alerts : alerts.splice(at, 1)
    }, text)
  await expect.poll(openToasts, { interval: 50 }).toEqual([expect.stringContaining(text)])
}

/** Rules of WCAG A and AA and of best practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Those of them that depend on colours. */
const COLOUR_RULES = axe
  .getRules(['cat.color'])
  .filter(({ tags }) => tags.some((tag) => TAGS.includes(tag)))
  .map(({ ruleId }) => ruleId)

export type Scheme = 'dark' | 'light'
export type Rules = 'all' | 'colour'

/** As a system does that goes dark at night: the page follows, and no colour is half way. */
export async function turn(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.waitForFunction((name) => document.documentElement.dataset.mantineColorScheme === name, scheme)
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/**
 * What axe finds on the page as it stands, or on the part of it that `within` selects: a dialog half covers what is behind it. Asked in
 * the page itself: a driver in between takes three times as long as axe. Foreign frames are not asked; there are none.
 */
export async function findViolations(page: Page, rules: Rules, within?: string): Promise<string[]> {
  // A page that has axe already needs no second one.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly: RunOptions['runOnly'] = rules === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOUR_RULES }
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false }
  return await page.evaluate(
    async ([part, chosen]) => {
      // The page's own: what is imported above is the test's.
      const there = (window as unknown as { axe: typeof axe }).axe
      const { violations } = await there.run(part === undefined ? document : { include: [part] }, chosen)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`)
    },
    [within, options] as const,
  )
}

/** No sideways scroll of the page, once it is laid out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Deals with the next call to an address alone. */
export async function routeOnce(page: Page, address: string, deal: (route: Route) => Promise<void>): Promise<void> {
  let isDone = false
  await page.route(address, (route) => {
    if (isDone) return route.fallback()
    isDone = true
    return deal(route)
  })
}

/** The next call to an address is carried out, but its answer gets lost on the way. */
export const loseAnswer = (page: Page, address: string) =>
  routeOnce(page, address, async (route) => {
    await route.fetch()
    await route.abort()
  })
