import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { productOrders } from '#contract/product-orders.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY } from '../support/app.ts'
import { addPhysicalProduct, orderProduct } from '../support/product-orders.ts'
import { askForWalletAdd } from '../world.ts'
import { markChanged, untilQuiet } from './browser.ts'
import { edit, startOrderDesk, tab } from './order-desk.ts'
import { grant, openAs, visit } from './people.ts'
import { answer, choose, dialog, save, saveYes } from './screen.ts'
import { eventually, expectRows, idsShown } from './table.ts'
import { editStatus } from './wallets.ts'

const { app, browser, orderOfShila, open } = await startOrderDesk(0)
const { users } = app.world
let karim = ''

beforeAll(async () => {
  await grant(app, 'karim', ['wallet_adds_approve', 'withdrawals_approve', 'hand_overs_approve', 'product_orders_work'])
  karim = await app.signIn('karim')
  const transaction_id = await askForWalletAdd(app.db, { userId: users.tanvir, amount: 500 })
  await app.call(walletAdds.setStatus, { transaction_id, status: 'completed' }, karim)
})

const row = (page: Page, id: number) => page.locator(`tr[data-id="${id}"]`)
const top = async (page: Page, id: number) => (await row(page, id).boundingBox())?.y
const left = (page: Page) => page.locator('tr[data-left]').evaluateAll((rows) => rows.map((row) => Number(row.dataset.id)))
const expectLeft = (page: Page, ids: number[]) => eventually(() => left(page)).toEqual(ids)
const note = (page: Page, id: number) => row(page, id).locator('td[data-action]').innerText()
const focusedRow = (page: Page) => page.evaluate(() => Number(document.activeElement?.closest('tr')?.dataset.id ?? 0))
const setStatus = (id: number, status: 'pending' | 'in_progress' | 'completed' | 'cancel') =>
  app.call(orders.setStatus, { id, status }, karim)

/** Some pending orders of shila's, and nobody else's, on screen. */
const openOrders = async (address: string, count: number, look: Parameters<typeof openAs>[3] = {}) => {
  const known = (await app.call(orders.list, { limit: 100 }, karim)).body.data.orders
  for (const { id, status } of known) if (['pending', 'in_progress'].includes(status)) await setStatus(id, 'cancel')
  const ids: number[] = []
  for (let at = 0; at < count; at++) ids.push(await orderOfShila(`9300000${at}`))
  const page = await openAs(browser, 'rahim', address, look)
  await expectRows(page, ids.slice(0, 10))
  await page.locator('header [data-connection="live"]').waitFor()
  return { page, ids, id: (at: number) => ids[at] ?? 0 }
}

describe('an order that another admin takes or closes', () => {
  test('keeps its place, greyed, with status and holder; counts are exact', async () => {
    const { page, ids, id } = await openOrders('/order', 12)
    const before = await top(page, id(3))
    await setStatus(id(0), 'in_progress')
    await setStatus(id(1), 'completed')
    await expectLeft(page, [id(0), id(1)])
    expect(await top(page, id(3))).toBe(before)
    expect(await note(page, id(0))).toBe('in_progress\nby Karim Hossain')
    expect(await note(page, id(1))).toBe('completed\nby Karim Hossain')
    // The next ones of the list came in below: ten can be worked on.
    await expectRows(page, ids)
    await tab(page, 'Pending 10').waitFor()
    await page.getByText('1-10 of 10').waitFor()
  })

  test('takes no place on a phone, where its holder stands without the badge', async () => {
    const { page, id } = await openOrders('/order', 4, { width: 390 })
    const before = await top(page, id(2))
    await setStatus(id(0), 'in_progress')
    await expectLeft(page, [id(0)])
    expect(await top(page, id(2))).toBe(before)
    expect(await note(page, id(0))).toBe('in_progress\nby Karim Hossain')
    await visit(page, '/order?status=in_progress')
    const state = row(page, id(0)).locator('td[data-card="state"]')
    await eventually(() => state.innerText()).toMatch(/^Karim Hossain, \d+ min left$/)
  })

  test('cannot be used by mouse or key; a drawer open on it walks on from its place', async () => {
    const { page, id } = await openOrders('/order', 6)
    await row(page, id(1)).focus()
    await page.getByRole('checkbox', { name: `Select order ${id(1)}`, exact: true }).check()
    await page.getByRole('checkbox', { name: `Select order ${id(2)}`, exact: true }).check()
    await row(page, id(1)).focus()
    await setStatus(id(1), 'in_progress')
    await expectLeft(page, [id(1)])
    await page.getByText('1 selected', { exact: true }).waitFor()
    expect(await edit(page, id(1)).count()).toBe(0)
    expect(await row(page, id(1)).getByRole('checkbox').count()).toBe(0)
    // The focus stays: a key that comes a moment too late is nobody else's order.
    expect(await focusedRow(page)).toBe(id(1))
    for (const key of ['KeyC', 'Shift+Enter', 'Enter']) await page.keyboard.press(key)
    await row(page, id(1)).click({ position: { x: 300, y: 8 }, force: true })
    await row(page, id(1)).locator('td').last().click()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await page.getByText(/^Copied/).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('order')).toBeNull()
    await page.keyboard.press('KeyK')
    expect(await focusedRow(page)).toBe(id(0))
    await page.keyboard.press('KeyJ')
    expect(await focusedRow(page)).toBe(id(2))
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByText('5 selected', { exact: true }).waitFor()
    await row(page, id(3)).press('Enter')
    const drawer = page.getByRole('region', { name: `Order ${id(3)}`, exact: true })
    await drawer.waitFor()
    await setStatus(id(3), 'completed')
    await setStatus(id(4), 'completed')
    await expectLeft(page, [id(1), id(3), id(4)])
    await drawer.getByText('completed', { exact: true }).first().waitFor()
    await page.keyboard.press('KeyJ')
    await page.getByRole('region', { name: `Order ${id(5)}`, exact: true }).waitFor()
  })

  test('comes back where it is released, and is gone after an own act, by key or button', async () => {
    const { page, ids, id } = await openOrders('/order', 4)
    await setStatus(id(0), 'in_progress')
    await expectLeft(page, [id(0)])
    await setStatus(id(0), 'pending')
    await expectLeft(page, [])
    await edit(page, id(0)).waitFor()
    await setStatus(id(0), 'in_progress')
    await expectLeft(page, [id(0)])
    await row(page, id(1)).focus()
    await page.keyboard.press('Shift+Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Enter')
    await expectRows(page, ids.slice(2))
    await eventually(() => focusedRow(page)).toBe(id(2))
    await setStatus(id(2), 'cancel')
    await expectLeft(page, [id(2)])
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expectRows(page, [id(3)])
  })

  test('is gone after an own act also where the clock of the PC was set back meanwhile', async () => {
    const { page, ids, id } = await openOrders('/order', 3)
    markChanged(page)
    await page.evaluate(() => {
      const now = Date.now
      let aheadMs = 7_200_000
      Date.now = () => now() + aheadMs
      addEventListener('clock-set-right', () => {
        aheadMs = 0
      })
    })
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
    await refresh.click()
    await untilQuiet(page)
    await expectRows(page, ids)
    await page.evaluate(() => dispatchEvent(new Event('clock-set-right')))
    await setStatus(id(0), 'in_progress')
    await refresh.click()
    await expectRows(page, ids.slice(1))
    await setStatus(id(1), 'in_progress')
    await expectLeft(page, [id(1)])
    await refresh.click()
    await expectRows(page, ids.slice(2))
  })

  test('that went from above does not make the focus skip a row after an own act', async () => {
    const { page, ids, id } = await openOrders('/order', 5)
    await edit(page, id(2)).click()
    await setStatus(id(0), 'in_progress')
    await setStatus(id(1), 'in_progress')
    await expectLeft(page, [id(0), id(1)])
    await dialog(page).getByRole('radio', { name: 'completed' }).check()
    await save(page)
    await answer(page, 'Complete')
    await expectRows(page, ids.slice(3))
    await eventually(() => focusedRow(page)).toBe(id(3))
  })

  test('another tab, /subadmin-order and a page beyond the first do the same', async () => {
    const { page, id } = await openOrders('/subadmin-order', 4)
    const before = await top(page, id(2))
    await setStatus(id(0), 'in_progress')
    await expectLeft(page, [id(0)])
    expect(await top(page, id(2))).toBe(before)
    await setStatus(id(1), 'in_progress')
    await tab(page, 'In progress').click()
    await expectRows(page, [id(1), id(0)])
    await setStatus(id(1), 'completed')
    await expectLeft(page, [id(1)])
    const more = [await orderOfShila('94000001'), await orderOfShila('94000002'), await orderOfShila('94000003')]
    const last = [await orderOfShila('94000004'), await orderOfShila('94000005')]
    await visit(page, '/order?limit=5&page=2')
    await expectRows(page, last)
    const there = await top(page, last[1] ?? 0)
    await setStatus(more[0] ?? 0, 'completed')
    await tab(page, 'Pending 6').waitFor()
    await setStatus(last[0] ?? 0, 'completed')
    await expectLeft(page, [last[0] ?? 0])
    expect(await top(page, last[1] ?? 0)).toBe(there)
    expect(await idsShown(page)).toEqual(last)
  })
})

test('a new order comes to the open list below the others or in the pill above', async () => {
  const { page, ids } = await openOrders('/order', 2)
  const all = await open('/order?status=all', 'karim')
  await eventually(async () => (await idsShown(all)).length).toBeGreaterThan(1)
  await all.locator('header [data-connection="live"]').waitFor()
  const before = await idsShown(all)
  const input = { user_id: users.shila, package_id: app.world.packages.gems100, playerid: '95000001' }
  const reply = await app.call(store.placeOrder, input, STORE_KEY, 'steady-new')
  expect(reply.status).toBe(200)
  await Promise.all([
    eventually(async () => (await idsShown(page)).length).toBe(ids.length + 1),
    all.getByRole('button', { name: '1 new order' }).waitFor(),
  ])
  // So that no row moves before one asks for it.
  expect(await idsShown(all)).toEqual(before)
  await all.getByRole('button', { name: '1 new order' }).click()
  const placed = (reply.body.data as { id: number }).id
  await expectRows(all, [placed, ...before.slice(0, 9)])
})

describe('money', () => {
  const askForAdds = async () => {
    const ids: number[] = []
    for (let at = 0; at < 12; at++) ids.push(await askForWalletAdd(app.db, { userId: users.shila, amount: 100 + at }))
    return ids.reverse()
  }
  const approve = (id: number) => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, karim)

  test('a wallet add that another admin approves takes no place or focus on a phone', async () => {
    const [first = 0, second = 0, third = 0] = await askForAdds()
    const page = await openAs(browser, 'rahim', '/add-wallet', { width: 390 })
    await editStatus(page, second).focus()
    const before = await top(page, third)
    await approve(first)
    await approve(second)
    await expectLeft(page, [first, second])
    expect(await top(page, third)).toBe(before)
    expect(await focusedRow(page)).toBe(second)
  })

  test('a wallet add that another admin approves keeps place and focus until one’s own', async () => {
    const ids = await askForAdds()
    const [first = 0, second = 0, third = 0, fourth = 0] = ids
    const page = await openAs(browser, 'rahim', '/add-wallet')
    await expectRows(page, ids.slice(0, 10))
    await page.getByRole('checkbox', { name: `Select wallet add ${second}`, exact: true }).check()
    await editStatus(page, second).focus()
    const before = await top(page, third)
    await approve(first)
    await app.call(walletAdds.setStatus, { transaction_id: second, status: 'cancel' }, karim)
    await expectLeft(page, [first, second])
    expect(await top(page, third)).toBe(before)
    expect(await focusedRow(page)).toBe(second)
    expect(await note(page, first)).toBe('completed\nby Karim Hossain')
    expect(await row(page, second).getByRole('button', { name: /^Edit/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    await editStatus(page, third).click()
    await choose(page, 'completed')
    await saveYes(page)
    await expectLeft(page, [])
    await eventually(async () => (await idsShown(page))[0]).toBe(fourth)
    await eventually(() => focusedRow(page)).toBe(fourth)
  })

  test('so do withdrawals', async () => {
    await app.call(store.earn, { user_id: users.shila, amount: 900, reason: 'Referral' }, STORE_KEY, 'earn')
    for (const key of ['1', '2', '3'])
      await app.call(store.withdraw, { user_id: users.shila, amount: 100, number: '01811000001' }, STORE_KEY, `withdraw-${key}`)
    const page = await openAs(browser, 'rahim', '/withdraw-earn-wallet?status=pending')
    await eventually(async () => (await idsShown(page)).length).toBe(3)
    await untilQuiet(page)
    const [first = 0, second = 0] = await idsShown(page)
    const before = await top(page, second)
    await app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: first, status: 'cancel' }, karim)
    await expectLeft(page, [first])
    expect(await top(page, second)).toBe(before)
  })

  test('new hand-overs wait in a pill; a confirmed one keeps its place on both lists', async () => {
    const ask = async () => (await app.call(handOvers.request, { amount: 10, number: '01700000099' }, karim)).body.data.id
    const ids = [await ask(), await ask(), await ask()].reverse()
    const [first = 0, second = 0] = ids
    const all = await openAs(browser, 'rahim', '/admin-wallet?status=pending')
    const own = await openAs(browser, 'karim', '/my-wallet-request?status=pending')
    const rahim = await app.signIn('rahim')
    for (const page of [all, own]) {
      await expectRows(page, ids)
      await untilQuiet(page)
    }
    const before = await Promise.all([all, own].map((page) => top(page, second)))
    await app.call(handOvers.setStatus, { transaction_id: first, status: 'completed' }, rahim)
    for (const page of [all, own]) {
      await expectLeft(page, [first])
      expect(await note(page, first)).toBe('completed\nby Rahim Uddin')
    }
    const fresh = await ask()
    for (const page of [all, own]) await page.getByRole('button', { name: '1 new transaction' }).waitFor()
    expect(await Promise.all([all, own].map((page) => top(page, second)))).toEqual(before)
    for (const page of [all, own]) {
      await page.getByRole('button', { name: '1 new transaction' }).click()
      await expectRows(page, [fresh, ...ids.slice(1)])
    }
  })
})

test('a product order that another admin closes keeps its place until one’s own save', async () => {
  const cap = await addPhysicalProduct(app.db, { name: 'Racing cap', price: 50, quantity: 200 })
  const ids: number[] = []
  for (let at = 0; at < 3; at++) ids.push(await orderProduct(app, users.shila, cap, 1))
  const [first = 0, second = 0, third = 0] = ids
  const page = await openAs(browser, 'rahim', '/product-order')
  await expectRows(page, ids)
  await untilQuiet(page)
  const before = await top(page, third)
  await app.call(productOrders.setStatus, { id: first, status: 'completed' }, karim)
  await expectLeft(page, [first])
  expect(await top(page, third)).toBe(before)
  expect(await edit(page, first).count()).toBe(0)
  await edit(page, second).click()
  await dialog(page).getByRole('radio', { name: 'in_progress' }).check()
  await save(page)
  await expectRows(page, [third])
})
