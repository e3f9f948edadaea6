import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY } from '../support/app.ts'
import { addPhysicalProduct, orderProduct } from '../support/product-orders.ts'
import { askForWalletAdd, placeOrder } from '../world.ts'
import { untilQuiet } from './browser.ts'
import { openAs, visit } from './people.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

/** Between the margins of A4, lying. */
const PAPER = { width: 1_032, height: 700 }

const { app, browser } = await startShop()
const { users, packages } = app.world
let order = 0
beforeAll(async () => {
  const rahim = await app.signIn('rahim')
  const name = `Nazmul${'Chowdhury'.repeat(6)}`
  const { id } = (await app.call(store.addUser, { username: name, phone: '01911000001' }, STORE_KEY)).body.data
  await askForWalletAdd(app.db, { userId: id, amount: 9_812_345.5 })
  order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100, playerid: '9'.repeat(40) })
  await placeOrder(app.db, { userId: users.tanvir, packageId: packages.gems500 })
  await app.call(orders.setStatus, { id: order, status: 'in_progress', order_note: 'Asked for the zone. '.repeat(20) }, rahim)
  await orderProduct(app, users.shila, await addPhysicalProduct(app.db))
})

/** What is wrong on paper: what is not black, has a ground, is cut off, stands over something else or can only be clicked. */
const findFaults = (width: number) => {
  const faults: string[] = []
  const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1
  for (const one of document.querySelectorAll<HTMLElement>('body *')) {
    if (!isShown(one)) continue
    const { color, backgroundColor, backgroundImage, position, overflowX, clipPath } = getComputedStyle(one)
    const about = `${one.tagName} ${one.textContent?.trim().slice(0, 40)}`
    const hasText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const isHidden = one.closest('[role="status"], .mantine-VisuallyHidden-root, option, svg, img')
    if (isHidden || clipPath !== 'none') continue
    if (hasText && color !== 'rgb(0, 0, 0)') faults.push(`${about}: ${color}`)
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none')
      faults.push(`${about}: ${backgroundColor} ${backgroundImage}`)
    if (position === 'fixed' || position === 'sticky') faults.push(`${about}: ${position}`)
    if (one.querySelector('table') && overflowX !== 'visible') faults.push(`${about}: cuts its table`)
    if (hasText && one.getBoundingClientRect().right > width + 1) faults.push(`${about}: beyond the paper`)
    if (hasText && overflowX === 'hidden' && one.scrollWidth > one.clientWidth + 1) faults.push(`${about}: cut`)
    if (
      one.matches('nav, search, [data-action], .mantine-Button-root, .mantine-Notifications-root > *, button:not(:has(img))') &&
      (one.matches(':not(button)') || !one.textContent)
    )
      faults.push(`${about}: of no use`)
  }
  return faults
}

const drawerText = (page: Page, text: string) =>
  page.locator('[data-beside], [role="dialog"]').getByText(text, { exact: true }).first()

const LISTS = [
  '/order?status=all',
  '/subadmin-order?status=all',
  '/product-order?status=all',
  '/add-wallet',
  '/withdraw-earn-wallet',
  '/admin-wallet',
  '/my-wallet-request',
  '/user',
  '/admins',
  '/auths',
  '/upins',
  '/topup-product',
  '/physical-product',
  '/payment-method',
  '/banner',
  '/notice',
  '/send-sms',
  '/payments',
  '/shift',
  '/audit',
  '/',
]
/** What a drawer says that the list behind it does not. */
const DRAWERS = () =>
  [
    [`/order?status=all&order=${order}`, `Order ${order}`],
    ['/product-order?status=all&order=1', 'Address'],
    [`/user?customer=${users.shila}`, 'Earn wallet'],
    ['/upins?upin=1', 'Voucher 1'],
  ] as const

test('on paper every list is black on white, whole, without controls', async () => {
  const page = await openAs(browser, 'rahim', '/profile')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PAPER)
  for (const address of LISTS) {
    await page.emulateMedia({ media: 'screen' })
    await visit(page, address)
    await untilQuiet(page)
    await page.emulateMedia({ media: 'print' })
    expect([address, await page.evaluate(findFaults, PAPER.width)]).toEqual([address, []])
    expect([address, await page.getByRole('heading', { level: 1 }).isVisible()]).toEqual([address, true])
  }
})

test('an open drawer is printed in place of the list', async () => {
  const page = await openAs(browser, 'rahim', '/profile')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PAPER)
  for (const [address, text] of DRAWERS()) {
    await page.emulateMedia({ media: 'screen' })
    await visit(page, address)
    await drawerText(page, text).waitFor()
    await untilQuiet(page)
    await page.emulateMedia({ media: 'print' })
    await eventually(() => drawerText(page, text).isVisible()).toBe(true)
    expect([address, await page.evaluate(findFaults, PAPER.width)]).toEqual([address, []])
    expect([address, await page.locator('main table').isVisible()]).toEqual([address, false])
  }
})
