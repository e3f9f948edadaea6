import { globSync, readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { askForWalletAdd, placeOrder } from '../world.ts'
import { untilQuiet } from './browser.ts'
import { type Seeds, seedEverything } from './look-seed.ts'
import { openAs, signInElsewhere } from './people.ts'
import { dialog, heading } from './screen.ts'
import { startShop } from './shop.ts'
import { stops } from './stops.ts'
import { eventually } from './table.ts'

const { app, browser } = await startShop()
let seeds: Seeds
let page: Page
let own: Record<string, number>
beforeAll(async () => {
  seeds = await seedEverything(app)
  const rahim = await app.signIn('rahim')
  const { users, packages } = app.world
  const place = (packageId: number) => placeOrder(app.db, { userId: users.shila, packageId })
  const ask = (trx_id: string) => askForWalletAdd(app.db, { userId: users.shila, amount: 640, trx_id })
  own = {
    openOrder: await place(packages.gemsCard),
    closedOrder: await place(packages.gems100),
    openAdd: await ask('KEPT1'),
    closedAdd: await ask('KEPT2'),
  }
  await app.call(orders.setStatus, { id: own.closedOrder ?? 0, status: 'completed' }, rahim)
  await app.call(walletAdds.setStatus, { transaction_id: own.closedAdd ?? 0, status: 'completed' }, rahim)
})

interface Form {
  readonly address: string
  /** Opens the form on its screen. */
  readonly open?: () => Promise<unknown>
}

const press = (name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const rowAction = () => page.locator('tbody [data-action] button').first().click()

/** Forms that are a part of their screen, or a dialog over it. */
const PARTS: Readonly<Record<string, Form>> = {
  'dollar rate': {
    address: '/topup-packages',
    // What was typed opens its section.
    open: async () => (await page.locator('details[open]').count()) === 0 && page.locator('details summary').first().click(),
  },
  recipient: { address: '/send-sms' },
  message: {
    address: '/send-sms',
    open: async () => {
      await page.locator('input[inputmode="tel"]').fill('01711000099')
      await page.keyboard.press('Enter')
      await page.locator('button[data-next]').click()
    },
  },
  'order, note of a status': { address: '/order?status=pending', open: rowAction },
  'order, drawer': { address: '/order?order=$openOrder' },
  'order, correction': { address: '/order?status=completed&order=$closedOrder', open: () => press('Correct this order') },
  'orders, several at once': {
    address: '/order?status=all',
    open: async () => {
      await page.locator('tbody input[type=checkbox]').first().check()
      await page.locator('section:has(> b[role=status]) button').first().click()
    },
  },
  'orders, saved view': {
    address: '/order?status=all',
    open: () => page.locator('button[aria-haspopup=dialog]:has(.tabler-icon-bookmark)').click(),
  },
  'product order': {
    address: '/product-order?status=pending',
    open: rowAction,
  },
  'auth module': { address: '/auths', open: rowAction },
  'wallet add': { address: '/add-wallet?status=pending', open: () => press(/^Edit transaction/) },
  'wallet add, reversal': {
    address: '/add-wallet?status=completed',
    open: async () => {
      await press(`Edit transaction ${own.closedAdd}`)
      const opener = dialog(page).getByRole('button', { name: 'Reverse this wallet add', expanded: false })
      if (await opener.count()) await opener.click()
    },
  },
  withdrawal: { address: '/withdraw-earn-wallet', open: () => press(/^Edit transaction/) },
  'hand-over': { address: '/admin-wallet', open: () => press(/^Edit transaction/) },
  'hand-over that is recorded': { address: '/admin-wallet', open: () => press('Record a hand-over') },
}

/** A screen that is a form as a whole. Of a voucher only the code is typed, which is a secret. */
const isForm = (path: string) =>
  /\/(add|edit)(\/|$)|^\/(settings|admin-wallet-request)$/.test(path) && !path.startsWith('/unipin')
const SCREENS = stops.filter(({ name }) => isForm(name)).map(({ name, address }) => [name, { address }] as const)
const FORMS: readonly (readonly [string, Form])[] = [...SCREENS, ...Object.entries(PARTS)]

/** What is typed and sent. Filters are in the address, and secrets are never kept. */
const TEXTS = 'form :is(input:not([type]), input[type="text"], input[type="email"], textarea, [contenteditable="true"]), textarea'
const NOT_SENT =
  '[readonly], [disabled], [role="combobox"], [name="password"], [role="search"] *, [inputmode="numeric"]:not([name])'

/** The boxes to type in, by what stays the same when the form opens again. */
async function findBoxes(): Promise<Locator[]> {
  const found: Locator[] = []
  for (const box of await page.locator(TEXTS).all()) {
    if ((await box.isVisible()) && !(await box.evaluate((element, not) => element.matches(not), NOT_SENT))) found.push(box)
  }
  return found
}

const textOf = (box: Locator): Promise<string> =>
  box.evaluate((element) => ('value' in element ? String(element.value) : (element.textContent ?? '')))

async function openForm({ address, open }: Form): Promise<void> {
  await untilQuiet(page)
  await open?.()
  await eventually(async () => (await findBoxes()).length).toBeGreaterThan(0)
  if (/product\//.test(address)) await page.locator('.tiptap').first().waitFor()
  await untilQuiet(page)
}

const keptKeys = new Set<string>()
const readKeys = async () => {
  for (const key of await page.evaluate(() => Object.keys(sessionStorage))) keptKeys.add(key.replace(/^(form|draft):\d+:/, ''))
}

test.each(FORMS)(
  '%s keeps its text through an ended session',
  async (_, form) => {
    const address = form.address.replace(/\$(\w+)/g, (__, name: string) => String(own[name] ?? seeds.ids[name]))
    page = await openAs(browser, 'rahim', address)
    await openForm({ ...form, address })
    const boxes = await findBoxes()
    const typed: string[] = []
    for (const [at, box] of boxes.entries()) {
      const isFigure = await box.evaluate((element) => /decimal|numeric|tel/.test(element.getAttribute('inputmode') ?? ''))
      await box.fill(isFigure ? `1${at}` : `Typed ${at}`)
      typed.push(await textOf(box))
    }
    await readKeys()
    await app.db.deleteFrom('sessions').where('admin_id', '=', app.world.admins.rahim).execute()
    const submit = boxes[0]?.locator('xpath=ancestor::form//button[@type="submit"][not(@aria-disabled)]').first()
    if (await submit?.count()) await submit?.click()
    // Where a field is refused nothing is sent, and the next read ends the session.
    await eventually(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return heading(page, 'Sign in').count()
    }).toBe(1)
    await signInElsewhere(page, 'rahim')
    await page.waitForURL((url) => url.pathname + url.search === address)
    await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
    await openForm({ ...form, address })
    await eventually(async () => Promise.all((await findBoxes()).map(textOf))).toEqual(typed)
  },
  60_000,
)

test('every text that a form stores was among them', () => {
  const root = new URL('../../web/', import.meta.url).pathname
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) => readFileSync(root + file, 'utf8'))
  const beginnings = sources.flatMap((source) =>
    [...source.matchAll(/\buse(?:RestoredState|Draft)(?:<[^(]*>)?\(\s*(?:[`'])([^`'$]+)/g)].map(([, key = '']) => key),
  )
  expect(beginnings.length).toBeGreaterThan(8)
  expect(beginnings.filter((key) => ![...keptKeys].some((kept) => kept.startsWith(key)))).toEqual([])
})
