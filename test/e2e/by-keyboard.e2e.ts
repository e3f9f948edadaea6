import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import { permissions } from '#contract/permissions.ts'
import { vouchers } from '#contract/vouchers.ts'
import { askForWalletAdd, PASSWORD, people } from '../world.ts'
import { markChanged, toast, untilQuiet } from './browser.ts'
import { picture } from './forms.ts'
import { openAs } from './people.ts'
import { heading } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'
import { walletsOf } from './wallets.ts'

/** Whole tasks by somebody who has no mouse: to the toast with nothing but keys. */
const { app, browser } = await startShop()
const rahim = await app.signIn('rahim')

/** More stops than any screen has. */
const MANY_STOPS = 200

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  let element = await target.elementHandle()
  // Looked for again only where it was replaced: by its role that takes longer than the key.
  const focusState = () =>
    element?.evaluate((one) => (one === document.activeElement ? 'here' : one.isConnected ? 'elsewhere' : 'gone'))
  for (let stops = 0; stops < MANY_STOPS; stops++) {
    let state = await focusState()
    if (state === 'gone') {
      element = await target.elementHandle()
      state = await focusState()
    }
    if (state === 'here') return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

const press = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
const type = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true })
const focus = (page: Page) => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')

/** From now on a pointer is a fault; answers how many there were. */
async function countPointers(page: Page): Promise<() => Promise<number>> {
  markChanged(page)
  await page.evaluate(() => {
    const seen = { pointers: 0 }
    Object.assign(window, { seen })
    addEventListener('pointerdown', () => (seen.pointers += 1), true)
  })
  return () => page.evaluate(() => (window as unknown as { seen: { pointers: number } }).seen.pointers)
}

/** Signed in already, as the first test shows that keys do. */
async function begin(): Promise<{ page: Page; pointers: () => Promise<number> }> {
  const page = await openAs(browser, 'rahim', '/profile')
  const pointers = await countPointers(page)
  // Shortcuts are there a moment after the title.
  await untilQuiet(page)
  return { page, pointers }
}

test('a person signs in, and approves a wallet add', async () => {
  const id = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 730, trx_id: 'KEYS730' })
  const { wallet } = await walletsOf(app, app.world.users.shila)
  const page = await browser.newPage()
  await page.goto('/login')
  await heading(page, 'Sign in').waitFor()
  const pointers = await countPointers(page)
  await page.keyboard.type(people.rahim.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await heading(page, 'Dashboard').waitFor()
  await untilQuiet(page)
  await page.keyboard.press('KeyG')
  await page.keyboard.press('KeyA')
  await heading(page, 'Add Wallet').waitFor()
  await press(page, page.getByRole('button', { name: `Edit Status ${id}`, exact: true }))
  const dialog = page.getByRole('dialog')
  await press(page, dialog.getByRole('radio', { name: 'completed' }), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await press(page, page.getByRole('button', { name: 'Approve 730 tk' }))
  await toast(page, 'Transaction updated successfully')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => focus(page)).not.toBe('BODY')
  expect((await walletsOf(app, app.world.users.shila)).wallet).toBe(wallet + 730)
  expect(await pointers()).toBe(0)
})

test('a banner is added with its picture', async () => {
  const { page, pointers } = await begin()
  await press(page, entry(page, 'Banner'))
  await heading(page, 'Banner').waitFor()
  // Of an empty list the link moves below, once it is known to be empty.
  await untilQuiet(page)
  await press(page, page.getByRole('link', { name: 'Add new' }))
  await heading(page, 'Create new banner').waitFor()
  await type(page, page.getByRole('textbox', { name: /^Note/ }), 'Without a mouse')
  await type(page, page.getByRole('textbox', { name: /^Link/ }), 'https://shop.example/keys')
  // Asked for before the key, which would else be heard before the browser knows that it shall hand the chooser over.
  const chosen = page.waitForEvent('filechooser')
  await press(page, page.locator('input[type="file"]'))
  const chooser = await chosen
  const arrived = page.waitForResponse((reply) => reply.url().endsWith('/api/v1/upload/image') && reply.ok())
  await chooser.setFiles(await picture('green.png', '#2b8a3e'))
  await arrived
  await press(page, page.getByRole('button', { name: 'Save', exact: true }))
  await toast(page, 'Banner created successfully')
  await page.waitForURL((url) => url.pathname === '/banner')
  await heading(page, 'Banner').waitFor()
  await eventually(() => focus(page)).not.toBe('BODY')
  const { data } = (await app.call(banners.list, {}, rahim)).body.data
  expect(data).toMatchObject([{ note: 'Without a mouse', link: 'https://shop.example/keys' }])
  expect(await pointers()).toBe(0)
})

test('an admin is granted a task and a package', async () => {
  const karim = app.world.admins.karim
  const { page, pointers } = await begin()
  await press(page, entry(page, 'Admin'))
  await heading(page, 'Admins').waitFor()
  await press(page, page.getByRole('link', { name: 'Manage Auth Permission of Karim Hossain' }))
  await heading(page, 'Manage Auth Permission').waitFor()
  await press(page, page.getByRole('checkbox', { name: 'Banners', exact: true }), 'Space')
  await press(page, page.getByRole('button', { name: 'Save', exact: true }))
  await toast(page, 'Permission updated successfully')
  await eventually(() => focus(page)).not.toBe('BODY')
  await press(page, page.getByRole('link', { name: 'Manage Order Permission', exact: true }))
  await heading(page, 'Manage Order Permission').waitFor()
  const starfall = page.locator('details').filter({ hasText: 'Starfall Arena' })
  await press(page, starfall.getByRole('checkbox', { name: 'Gems Card', exact: true }), 'Space')
  await press(page, page.getByRole('button', { name: 'Save', exact: true }))
  await toast(page, 'Permission updated successfully')
  await eventually(() => focus(page)).not.toBe('BODY')
  const keys = await app.db
    .selectFrom('admin_modules')
    .innerJoin('auth_modules', 'auth_modules.id', 'admin_modules.auth_module_id')
    .select('auth_modules.key')
    .where('admin_modules.admin_id', '=', karim)
    .execute()
  expect(keys.map(({ key }) => key)).toContain('banners')
  const { topup_package_id } = (await app.call(permissions.packages, { admin_id: karim }, rahim)).body.data
  const { gems100, seasonPass, gemsCard } = app.world.packages
  expect([...topup_package_id].sort()).toEqual([gems100, seasonPass, gemsCard].sort())
  expect(await pointers()).toBe(0)
})

test('voucher codes are added, and one is deleted', async () => {
  const { page, pointers } = await begin()
  await page.keyboard.press('KeyG')
  await page.keyboard.press('KeyV')
  await heading(page, 'UniPin Voucher').waitFor()
  await press(page, page.getByRole('link', { name: 'Add Voucher' }))
  await heading(page, 'Create New Voucher').waitFor()
  await tabTo(page, page.getByRole('textbox', { name: 'Voucher Code' }))
  await page.keyboard.type('KEYS-0001')
  await page.keyboard.press('Enter')
  await page.keyboard.type('KEYS-0002')
  await type(page, page.getByRole('combobox', { name: /^Package ID/ }), 'Gems Card')
  await page.getByRole('option', { name: /^Gems Card/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Create Voucher', exact: true }))
  await toast(page, 'UniPin created successfully')
  await page.waitForURL((url) => url.pathname === '/upins')
  const added = (await app.call(vouchers.list, { voucher: 'KEYS-0002' }, rahim)).body.data.vouchers
  expect(added).toMatchObject([{ package_id: app.world.packages.gemsCard, status: 1 }])
  await press(page, page.getByRole('button', { name: `Delete voucher ${added[0]?.id}`, exact: true }))
  const question = page.getByRole('alertdialog', { name: 'Are you sure' })
  await question.waitFor()
  await press(page, question.getByRole('button', { name: 'Delete', exact: true }))
  await toast(page, 'UniPin deleted successfully')
  await question.waitFor({ state: 'detached' })
  await eventually(() => focus(page)).not.toBe('BODY')
  expect((await app.call(vouchers.list, { voucher: 'KEYS-0002' }, rahim)).body.data.vouchers).toEqual([])
  expect(await pointers()).toBe(0)
})
