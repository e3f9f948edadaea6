import { chromium, type Locator, type Page } from 'playwright-core'
import { executablePath } from '../../test/support/chromium.ts'

export const LAPTOP = { width: 1366, height: 768 }
export const PHONE = { width: 390, height: 844 }
/** Who signs in; the same settings start a shop. */
export const OWNER = {
  ADMIN_EMAIL: process.env.ADMIN_EMAIL ?? 'owner@shop.example',
  ADMIN_PASSWORD: process.env.ADMIN_PASSWORD ?? 'measured every month',
}

interface Goal {
  readonly text: string
  readonly isMet: (value: string | number) => boolean
}
export const atMost = (most: number): Goal => ({
  text: `<= ${most}`,
  isMet: (value) => Number(value) >= 0 && Number(value) <= most,
})
export const atLeast = (least: number): Goal => ({ text: `>= ${least}`, isMet: (value) => Number(value) >= least })
export const exactly = (wanted: string | number): Goal => ({
  text: wanted === '' ? 'none' : String(wanted),
  isMet: (value) => value === wanted,
})
export const like = (text: string, pattern: RegExp): Goal => ({ text, isMet: (value) => pattern.test(String(value)) })
/** All of these in this order, perhaps with others between. */
export const inOrder = (...names: string[]): Goal =>
  like(names.join(', '), new RegExp(names.map((name) => `(?:^|, )${name}(?=,|$)`).join('.*')))

export const figures: { what: string; value: string | number; goal: string; isMet: boolean }[] = []
export const figure = (what: string, value: string | number, { text, isMet }: Goal) =>
  figures.push({ what, value, goal: text, isMet: isMet(value) })

export const browser = await chromium.launch({ executablePath })

export async function post(url: string, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  return (await reply.json()).data
}

const owners: Record<string, Promise<{ user: object; token: string }>> = {}
export const ownerOf = (url: string) => {
  owners[url] ??= post(url, '/admin/login', { identity: OWNER.ADMIN_EMAIL, password: OWNER.ADMIN_PASSWORD, remember: 1 })
  return owners[url]
}

interface Look {
  readonly size?: typeof LAPTOP
  readonly stored?: Readonly<Record<string, string>>
}

/** Measures on a page of the owner's, in a new profile. What cannot be measured counts as missed. */
export async function visit(url: string, name: string, measure: (page: Page) => Promise<unknown>, look: Look = {}) {
  const { size = LAPTOP, stored = {} } = look
  const isPhone = size === PHONE
  const context = await browser.newContext({ baseURL: url, viewport: size, hasTouch: isPhone, isMobile: isPhone })
  const { user, token } = await ownerOf(url)
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage[key] ??= value
    },
    { user: JSON.stringify(user), token, ...stored },
  )
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await measure(page).catch((error: Error) => figure(name, error.message.split('\n', 1)[0] ?? '', like('can be measured', /^$/)))
  await context.close()
}

/** Opens an address and waits for what it lists, or that there is nothing. */
export async function go(page: Page, path: string) {
  await page.goto(path)
  await page.locator('main :is(tr[data-id], p[role="status"], summary, fieldset)').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
}

export const firstRow = (page: Page) => page.locator('tr[data-id]').first()

export const press = (within: Page | Locator, name: string | RegExp) =>
  within
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
