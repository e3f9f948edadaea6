import type { Page } from 'playwright-core'
import type { ModuleKey } from '#contract/access.ts'
import { desk } from '#contract/desk.ts'
import type { TestApp } from '../support/app.ts'
import { grant as grantModules } from '../support/books.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { PASSWORD, people } from '../world.ts'
import { forgetHistory, type Look, leave, type TestBrowser, takeRunning, untilAnswered } from './browser.ts'

export type Name = keyof typeof people

/** Hired by a test's seed. */
type HiredName = 'arif'

/** Fills the sign-in form in and sends it. */
export async function fillSignIn(page: Page, identity: string, password: string, remember = false): Promise<void> {
  await page.locator('input[name="identity"]').fill(identity)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="remember"]').setChecked(remember)
  await page.locator('button[type="submit"]').click()
}

/** Signs one of the world's people in, through the screen, and waits for the dashboard. */
export async function signInAs(page: Page, name: Name, { remember = false, password = PASSWORD } = {}): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, people[name].email, password, remember)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The servers that run now, by their addresses. */
const apps = new Map<string, TestApp>()

/** From now on people arrive at this address with sessions that need no password. */
export const letArrive = (url: string, app: TestApp) => apps.set(url, app)

/** Stores a new session of somebody for the page; answers whose. */
async function storeSession(page: Page, name: Name | HiredName, remember: boolean): Promise<Record<string, unknown>> {
  const app = apps.get(new URL(page.url()).origin)
  if (!app) throw new Error(`No shop runs at ${page.url()}`)
  const { user, token } = await app.openSession(name)
  const store = ([kept, stored]: [boolean, object]) => void Object.assign(kept ? localStorage : sessionStorage, stored)
  await page.evaluate(store, [remember, { user: JSON.stringify(user), token }] as [boolean, object])
  return user
}

/** On a page that asks to sign in: as somebody does it in another tab, which leads on to where the session ended, or to `address`. */
export async function signInElsewhere(
  page: Page,
  name: Name | HiredName,
  { address, remember = false }: { address?: string; remember?: boolean } = {},
): Promise<void> {
  const { id } = await storeSession(page, name, remember)
  await page.evaluate(
    (ended) => {
      if (ended) sessionStorage.setItem('ended-at', ended)
      dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: null }))
    },
    address && JSON.stringify({ id, href: address }),
  )
}

/** Opens an address as somebody who signed in before: on this tab, or with `remember` on any of the profile's. */
export async function arriveAs(page: Page, name: Name | HiredName, address: string, { remember = false } = {}): Promise<void> {
  if (takeRunning(page)) {
    await signInElsewhere(page, name, { address, remember })
    await page.locator('input[name="identity"]').waitFor({ state: 'detached' })
    await forgetHistory(page)
  } else {
    await leave(page)
    await storeSession(page, name, remember)
    await page.goto(address)
  }
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Goes to another screen as by a link in the page: a load costs five times as much. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate(
    async ([href, patienceMs]) => {
      const title = location.pathname === new URL(href, location.href).pathname ? null : document.querySelector('h1')
      history.pushState(null, '', href)
      const giveUpAt = performance.now() + patienceMs
      while (title?.isConnected) {
        if (performance.now() > giveUpAt) throw new Error(`'${title.textContent}' did not give way to ${href}`)
        await new Promise(requestAnimationFrame)
      }
    },
    [address, PATIENCE_MS] as const,
  )
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Rows that were read before stand there until they are read again.
  await untilAnswered(page)
}

/** A fresh page, signed in, at an address. */
export async function openAs(browser: TestBrowser, name: Name, address: string, look: Look = {}): Promise<Page> {
  const page = await browser.newPage(look)
  await arriveAs(page, name, address)
  return page
}

/** Arrives on a fresh screen whose clock goes as all do until a test moves it: `page.clock`. */
export async function openWithClock(browser: TestBrowser, name: Name, address: string): Promise<Page> {
  const page = await browser.newPage()
  await page.clock.install()
  await arriveAs(page, name, address)
  return page
}

/** Arrives on a fresh screen that live news do not reach. */
export async function openWithoutStream(browser: TestBrowser, name: Name, address: string): Promise<Page> {
  const page = await browser.newPage()
  await page.route(`**${desk.events.path}`, (route) => route.abort())
  await arriveAs(page, name, address)
  return page
}

/** Grants one of the world's people tasks. */
export const grant = (app: TestApp, name: Name, modules: readonly ModuleKey[]): Promise<void> =>
  grantModules(app.db, app.world.admins[name], modules)
