import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { askForWalletAdd, placeOrder } from '../world.ts'
import { untilQuiet } from './browser.ts'
import { type Seeds, seedEverything } from './look-seed.ts'
import { openAs, signInElsewhere, visit } from './people.ts'
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
  await app.call(vouchers.add, { code: 'KEPT-0001', package_id: packages.gems500, status: 2 }, rahim)
  const used = await app.db.selectFrom('vouchers').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  own = {
    usedVoucher: used.id,
    openOrder: await place(packages.gemsCard),
    closedOrder: await place(packages.gems100),
    openAdd: await ask('KEPT1'),
    closedAdd: await ask('KEPT2'),
  }
  await app.call(orders.setStatus, { id: own.closedOrder ?? 0, status: 'completed' }, rahim)
  await app.call(walletAdds.setStatus, { transaction_id: own.closedAdd ?? 0, status: 'completed' }, rahim)
})

interface Form {
  /** Its own address once it is open, to which the sign-in leads back. */
  readonly opened?: string
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
      await page.waitForURL(/step=message/)
    },
    opened: '/send-sms?step=message',
  },
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
  'order, partial refund': {
    address: '/order?status=completed&order=$closedOrder',
    open: async () => {
      const opener = page.getByRole('button', { name: 'Refund a part' })
      if (await opener.count()) await opener.click()
    },
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
  'voucher, set back': { address: '/upins?upin=$usedVoucher', open: () => press('Set back to Ready') },
  'payment, match': { address: '/payments?payment=$payment' },
  'payments, pasted': { address: '/payments', open: () => press('Paste messages') },
  'payment rule': {
    address: '/settings',
    open: () => page.getByLabel('Complete paid wallet adds automatically').first().check(),
  },
  'payment phone': { address: '/settings', open: () => press('Add phone') },
  'store key': { address: '/settings', open: () => press('Add store key') },
  'staff receiver': { address: '/settings', open: () => press('Add receiver') },
  'hand-over that is recorded': { address: '/admin-wallet', open: () => press('Record a hand-over') },
}

/** Notes of orders and customers, of which several can be begun; one after the other is on another screen or of another order. */
const NOTES: readonly Form[] = [
  { address: '/order?status=pending', open: rowAction },
  { address: '/product-order?status=pending', open: rowAction },
  {
    address: '/order?order=$openOrder',
    open: async () => {
      await page.getByRole('button', { name: /the player ID$/ }).waitFor()
      const opener = page.getByRole('button', { name: 'Correct the player ID' })
      if (await opener.count()) await opener.click()
    },
  },
  { address: '/user?customer=$shila' },
  { address: '/order?status=completed&order=$closedOrder', open: () => press('Correct this order') },
]

/** A screen that is a form as a whole. Of a voucher only the code is typed, which is a secret. */
const isForm = (path: string) =>
  /\/(add|edit)(\/|$)|^\/(settings|admin-wallet-request)$/.test(path) && !path.startsWith('/unipin')
/**
 * Forms that store as others do, whose round `npm run prove` takes. What a screen of a record stores is up to `useRecordForm`, for all of
 * them (web/forms/every-form.test.ts); the money forms that are left out here are typed in, lost and sent again in lost-replies.e2e.ts.
 */
const ALIKE =
  /^\/(admin\/edit|user\/earn-wallet|payment-method|topup-package|physical-product|banner|notice|upin|admin-wallet-request)\b|^(withdrawal|hand-over)$/
const SCREENS = stops.filter(({ name }) => isForm(name)).map(({ name, address }) => [name, { address }] as const)
const FORMS = [...SCREENS, ...Object.entries<Form>(PARTS)].filter(([name]) => process.env.PROVE || !ALIKE.test(name))

/** What is typed and sent. Filters are in the address, and secrets are never kept. */
const TEXTS = 'form :is(input:not([type]), input[type="text"], input[type="email"], textarea, [contenteditable="true"]), textarea'
const NOT_SENT =
  '[readonly], [disabled], [role="combobox"], [name="password"], [role="search"] *, [inputmode="numeric"]:not([name])'

/** The boxes to type in, by what stays the same when the form opens again. */
const findBoxes = () =>
  page.locator(TEXTS).evaluateAll(
    (elements, not) =>
      elements.flatMap((element, at) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(not)) return []
        const text = 'value' in element ? String(element.value) : (element.textContent ?? '')
        return { at, text, isFigure: /decimal|numeric|tel/.test(element.getAttribute('inputmode') ?? '') }
      }),
    NOT_SENT,
  )
const readTexts = async () => (await findBoxes()).map(({ text }) => text)

async function openForm({ address, open }: Form): Promise<void> {
  await untilQuiet(page)
  await open?.()
  await eventually(async () => (await findBoxes()).length).toBeGreaterThan(0)
  if (/product\//.test(address)) await page.locator('.tiptap').first().waitFor()
  await untilQuiet(page)
}

/** Types into each box; answers what they then hold. */
async function fillBoxes(): Promise<string[]> {
  for (const [nth, { at, isFigure }] of (await findBoxes()).entries()) {
    await page
      .locator(TEXTS)
      .nth(at)
      .fill(isFigure ? `1${nth}` : `Typed ${nth}`)
  }
  return await readTexts()
}

/** The session ends while somebody types, who then signs in again and is led back. */
async function outliveSession(address: string): Promise<void> {
  await readKeys()
  const [box] = await findBoxes()
  const form = page
    .locator(TEXTS)
    .nth(box?.at ?? 0)
    .locator('xpath=ancestor::form')
  const submit = form.locator('button[type="submit"]:not([aria-disabled])').first()
  const canSend = (await submit.count()) > 0
  await app.db.deleteFrom('sessions').where('admin_id', '=', app.world.admins.rahim).execute()
  // Live news may have something read before the click, which then finds no form.
  if (canSend) await submit.click({ timeout: 2_000 }).catch(() => undefined)
  // Where a field is refused nothing is sent, and the next read ends the session.
  const isSignedOut = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    return await heading(page, 'Sign in').isVisible()
  }
  await expect.poll(isSignedOut, { interval: 400 }).toBe(true)
  await signInElsewhere(page, 'rahim')
  await page.waitForURL((url) => url.pathname + url.search === address)
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
}

const addressOf = ({ address }: Form) => address.replace(/\$(\w+)/g, (_, name: string) => String(own[name] ?? seeds.ids[name]))

const keptKeys = new Set<string>()
const readKeys = async () => {
  for (const key of await page.evaluate(() => Object.keys(sessionStorage))) keptKeys.add(key.replace(/^(form|draft):\d+:/, ''))
}

test.each(FORMS)('%s keeps its text through an ended session', async (_, form: Form) => {
  const address = addressOf(form)
  page = await openAs(browser, 'rahim', address)
  await openForm(form)
  const typed = await fillBoxes()
  await outliveSession(form.opened ?? address)
  if (!form.opened) await openForm(form)
  await eventually(readTexts).toEqual(typed)
})

test('order notes keep their text through an ended session, open or closed', async () => {
  const typed: string[][] = []
  const [first, ...others] = NOTES as [Form, ...Form[]]
  page = await openAs(browser, 'rahim', addressOf(first))
  await openForm(first)
  typed.push(await fillBoxes())
  for (const form of others) {
    await visit(page, addressOf(form))
    await openForm(form)
    typed.push(await fillBoxes())
  }
  const last = NOTES.at(-1) as Form
  await outliveSession(addressOf(last))
  for (const [at, form] of [...NOTES.entries()].reverse()) {
    if (form !== last) await visit(page, addressOf(form))
    await openForm(form)
    await eventually(readTexts).toEqual(typed[at])
  }
})

test('every text that a form stores was among them', () => {
  const root = new URL('../../web/', import.meta.url).pathname
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) => readFileSync(root + file, 'utf8'))
  const beginnings = sources.flatMap((source) =>
    [...source.matchAll(/\buse(?:RestoredState|Draft)(?:<[^(]*>)?\(\s*(?:[`'])([^`'$]+)/g)].map(([, key = '']) => key),
  )
  expect(beginnings.length).toBeGreaterThan(8)
  expect(beginnings.filter((key) => ![...keptKeys].some((kept) => kept.startsWith(key)))).toEqual([])
})
