import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { journalsOf } from '../support/books.ts'
import { fundWallet, placeOrder } from '../world.ts'
import { hold, loseAnswer, markChanged, routeOnce, toast, untilQuiet } from './browser.ts'
import { edit, startOrderDesk, tab, watchFocus } from './order-desk.ts'
import { visit } from './people.ts'
import { answer, clickTwice, dialog } from './screen.ts'
import { eventually, expectQuery, expectRow, expectText, idsShown, openFilter, openMore, rowOf } from './table.ts'

const { app, ordersOfTanvir, orderOfShila, walletOfShila, open } = await startOrderDesk(0)
const { users, packages } = app.world
const drawer = (page: Page, id: number) => page.getByRole('region', { name: `Order ${id}`, exact: true })
const question = (page: Page) => page.getByRole('alertdialog')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const focusedRow = (page: Page) => page.evaluate(() => Number(document.activeElement?.closest('tr')?.getAttribute('data-id')))
const openDrawer = async (page: Page, id: number) => {
  await rowOf(page, id).click({ position: { x: 240, y: 12 } })
  await drawer(page, id).waitFor()
}

/** Of somebody who can pay for any number of them. */
const orderOfTanvir = (playerid: string) => placeOrder(app.db, { userId: users.tanvir, packageId: packages.seasonPass, playerid })

const complete = async (id: number) => app.call(orders.setStatus, { id, status: 'completed' }, await app.signIn('rahim'))

test('one order takes three clicks, its player id copied; a double click takes one', async () => {
  const id = await orderOfShila('90900001')
  const page = await open('/order')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => {
    const made = { clicks: 0, keys: 0 }
    Object.assign(window, { made })
    addEventListener('pointerdown', () => (made.clicks += 1), true)
    addEventListener('keydown', () => (made.keys += 1), true)
  })
  const button = page.getByRole('button', { name: 'Take next' })
  await button.click()
  await drawer(page, id).waitFor()
  await eventually(() => clipboard(page)).toBe('90900001')
  await drawer(page, id).getByRole('button', { name: 'Complete', exact: true }).click()
  await question(page)
    .getByRole('button', { name: /^Complete/ })
    .click()
  await expectText(page, 'Order updated successfully')
  await drawer(page, id).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => (window as unknown as { made: object }).made)).toEqual({ clicks: 3, keys: 0 })
  expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'completed'])

  const ids = [await orderOfShila('90900002'), await orderOfShila('90900003')]
  // As somebody does it over a quick network: the first has been answered when the second comes, or one that is no double click any more.
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // There the drawer has the arrow to the next order.
  const at = [x + width * 0.7, y + height / 2] as const
  const shownId = () => Number(new URL(page.url()).searchParams.get('order'))
  await page.mouse.click(...at)
  await drawer(page, ids[0] as number).waitFor()
  for (const clickCount of [2, 1]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    await untilQuiet(page)
    expect(shownId()).toBe(ids[0])
  }
  const taken = await app.db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'in_progress')
    .execute()
  expect(taken).toEqual([{ id: ids[0] }])
  await app.call(orders.setStatus, { id: ids[0] as number, status: 'cancel' }, await app.signIn('rahim'))
  await app.call(orders.setStatus, { id: ids[1] as number, status: 'cancel' }, await app.signIn('rahim'))
})

test('Take next under the pointer takes no click before it moves; touch and keys do', async () => {
  const ids: number[] = []
  for (let at = 0; at < 4; at++) ids.push(await orderOfShila(`9091000${at}`))
  const page = await open(`/order?user_id=${users.shila}`)
  await eventually(() => idsShown(page)).toEqual(ids)
  const { x, y, width, height } = (await page.getByRole('button', { name: 'Take next' }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  const [atX, atY] = [x + width * 0.7, y + height / 2]
  const shownId = () => Number(new URL(page.url()).searchParams.get('order'))
  const takeNext = async () => {
    if (shownId()) await page.keyboard.press('Escape')
    await eventually(shownId).toBe(0)
    // Elsewhere in between: soon after the arrow that has closed it would be a double click on that.
    await page.mouse.click(500, 700)
    await page.mouse.click(atX, atY)
    await eventually(shownId).not.toBe(0)
    await drawer(page, shownId()).waitFor()
    return shownId()
  }
  /** The arrow to the next order lies there. */
  const covering = () =>
    page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.ariaLabel, [atX, atY] as const)
  /** As a finger does. */
  const tap = (pointerId: number, detail: number) =>
    page.evaluate(
      ([clientX, clientY, id, count]) => {
        const touch = { clientX, clientY, pointerId: id, pointerType: 'touch', bubbles: true, cancelable: true }
        const target = document.elementFromPoint(clientX, clientY)
        target?.dispatchEvent(new PointerEvent('pointerdown', touch))
        target?.dispatchEvent(new PointerEvent('click', { ...touch, detail: count }))
      },
      [atX, atY, pointerId, detail] as const,
    )
  const first = await takeNext()
  expect(await covering()).toBe('Next order')
  await page.mouse.click(atX, atY)
  await page.mouse.click(atX + 2, atY + 2)
  await untilQuiet(page)
  expect(shownId()).toBe(first)
  await page.mouse.move(atX, atY + 200)
  await page.mouse.click(atX, atY)
  await eventually(shownId).not.toBe(first)

  const second = await takeNext()
  await tap(71, 2)
  await untilQuiet(page)
  expect(shownId()).toBe(second)
  await tap(72, 1)
  await eventually(shownId).not.toBe(second)

  const third = await takeNext()
  await drawer(page, third).getByRole('button', { name: 'Next order' }).press('Enter')
  await eventually(shownId).not.toBe(third)
  for (const id of ids) await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
})

describe('the cursor', () => {
  test('J, K, arrows, C, Shift+Enter, Esc, Enter work the rows; in fields they are text', async () => {
    const ids = [await orderOfShila('91000001'), await orderOfShila('91000002'), await orderOfShila('91000003')]
    const page = await open(`/order?user_id=${users.shila}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await eventually(() => idsShown(page)).toEqual(ids)
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.click()
    await page.keyboard.type('tcpjk')
    await eventually(() => box.inputValue()).toBe('tcpjk')
    expect(await page.getByText(/^No pending order|^Copied/).count()).toBe(0)
    await box.fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('KeyJ')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('KeyJ')
    await page.keyboard.press('KeyK')
    await eventually(() => focusedRow(page)).toBe(ids[1])
    const lost = await watchFocus(page)
    await page.keyboard.press('KeyC')
    await eventually(() => clipboard(page)).toBe('91000002')
    await page.keyboard.press('KeyP')
    await expectText(page, `Order ${ids[1]} has no in-game password`)
    await page.keyboard.press('Shift+Enter')
    await question(page).getByText('91000002').waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await eventually(() => focusedRow(page)).toBe(ids[1])
    // Leaving the question says no.
    await page.keyboard.press('Shift+Enter')
    await question(page).waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await question(page).waitFor({ state: 'detached' })
    await rowOf(page, ids[1] ?? 0).focus()
    await page.keyboard.press('Shift+Enter')
    await question(page).waitFor()
    await page.keyboard.press('Enter')
    await rowOf(page, ids[1] ?? 0).waitFor({ state: 'detached' })
    await eventually(() => focusedRow(page)).toBe(ids[2])
    // A colleague does the one that has the focus.
    const karim = await app.signIn('karim')
    await app.call(orders.setStatus, { id: ids[2] ?? 0, status: 'completed' }, karim)
    await page.locator(`tr[data-id="${ids[2]}"][data-left]`).waitFor()
    expect(await focusedRow(page)).toBe(ids[2])
    await app.call(orders.setStatus, { id: ids[0] ?? 0, status: 'completed' }, karim)
    await expectText(page, 'No Result Found')
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await lost()).toBe(0)
  })

  test('a second Enter is for the question too; toasts stand clear of questions', async () => {
    const ids = [await orderOfShila('91500001'), await orderOfShila('91500002')]
    const page = await open(`/order?user_id=${users.shila}`)
    await rowOf(page, ids[0] ?? 0).focus()
    await page.keyboard.press('KeyC')
    await page.keyboard.press('KeyP')
    const toasts = page.locator('.mantine-Notification-root')
    await toasts.nth(1).waitFor()
    const expectClear = (part: Locator) =>
      eventually(async () => {
        const box = await part.boundingBox()
        const shown = await toasts.evaluateAll((all) =>
          all.map((toast) => ({
            message: toast.textContent,
            top: toast.getBoundingClientRect().top,
            bottom: toast.getBoundingClientRect().bottom,
          })),
        )
        return shown.filter(({ top, bottom }) => box && bottom > box.y && top < box.y + box.height)
      }).toEqual([])
    await page.keyboard.press('Shift+Enter')
    await expectClear(question(page))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await rowOf(page, ids[0] ?? 0).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('order')).toBe(null)
    await eventually(() => focusedRow(page)).toBe(ids[1])
    await page.getByRole('checkbox', { name: `Select order ${ids[1]}`, exact: true }).check()
    await page.keyboard.press('KeyC')
    const bar = page.getByRole('region', { name: 'Selected orders' })
    await expectClear(bar)
    await bar.getByRole('button', { name: 'Complete selected' }).click()
    await dialog(page).getByLabel('Note to the customer').press('Control+Enter')
    await rowOf(page, ids[1] ?? 0).waitFor({ state: 'detached' })
  })

  test('T again after an answer that was lost opens the order that was taken', async () => {
    const ids = [await orderOfShila('91800001'), await orderOfShila('91800002')]
    const page = await open(`/order?user_id=${users.shila}`)
    await eventually(() => idsShown(page)).toEqual(ids)
    const path = `**${desk.takeNext.path}`
    let taken = 0
    await page.route(path, async (route) => {
      taken = ((await (await route.fetch()).json()) as { data: { order: { id: number } } }).data.order.id
      await route.abort()
    })
    await page.keyboard.press('KeyT')
    await expectText(page, 'No answer came. Check whether it went through.')
    await page.unroute(path)
    // Also while the lists are still being read again.
    await page.keyboard.press('KeyT')
    await drawer(page, taken).waitFor()
    expect(taken).toBe(ids[0])
    const rahim = await app.signIn('rahim')
    const { data } = (await app.call(desk.details, { id: ids[1] ?? 0 }, rahim)).body
    expect(data.order.status).toBe('pending')
    for (const id of ids) await app.call(orders.setStatus, { id, status: 'cancel' }, rahim)
  })

  test('T opens an order only where it was pressed; so does what an order leaves behind', async () => {
    const id = await orderOfTanvir('91810001')
    const page = await open('/order?limit=5')
    await eventually(() => idsShown(page)).toContain(id)
    await untilQuiet(page)
    const letGo = await hold(page, `**${desk.takeNext.path}`)
    await page.keyboard.press('KeyT')
    await expectText(page, 'Taking the next order...')
    await page.keyboard.press('KeyG')
    await page.keyboard.press('KeyA')
    await page.getByRole('heading', { level: 1, name: 'Add Wallet' }).waitFor()
    letGo()
    await page.getByText(/^Order \d+ is yours/).waitFor()
    await untilQuiet(page)
    await eventually(() => page.url()).toBe(`${app.url}/add-wallet`)
    await visit(page, `/order?status=all&limit=5&page=2&order=${id}`)
    const finish = await hold(page, `**${orders.setStatus.path.replace(':id', String(id))}`)
    await drawer(page, id).getByRole('button', { name: 'Complete', exact: true }).click()
    await question(page).waitFor()
    await page.keyboard.press('Enter')
    await expectText(page, 'Updating order...')
    await page.keyboard.press('KeyG')
    await page.keyboard.press('KeyA')
    await page.getByRole('heading', { level: 1, name: 'Add Wallet' }).waitFor()
    finish()
    await expectText(page, 'Order updated successfully')
    await untilQuiet(page)
    await eventually(() => page.url()).toBe(`${app.url}/add-wallet`)
  })

  test('a copy is announced once done; where impossible, that the order is one’s own', async () => {
    const secrets = { vault: app.vault, accounttype: 'Google', ingamepassword: 'Rupsha-1971', securitycode: '' }
    const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid: '91820001', secrets })
    const page = await open(`/order?user_id=${users.shila}`)
    await rowOf(page, id).waitFor()
    markChanged(page)
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('not focused')) } })
      document.execCommand = () => false
    })
    const message = () => page.evaluate(() => (window as unknown as { alerts: string[] }).alerts.join(' | '))
    await page.keyboard.press('KeyT')
    await page.getByText(/^Order \d+ is yours$/).waitFor()
    await expectText(page, 'Copying is blocked in this browser')
    await untilQuiet(page)
    await visit(page, `/order?status=all&user_id=${users.shila}&order=${id}`)
    await drawer(page, id).getByRole('textbox', { name: 'Internal note' }).waitFor()
    await rowOf(page, id).waitFor()
    const blocked = async () => (await message()).split('Copying is blocked in this browser').length - 1
    expect(await blocked()).toBe(1)
    await page.keyboard.press('KeyP')
    await eventually(blocked).toBe(2)
    await untilQuiet(page)
    expect(await message()).not.toContain('Copied')
    expect(await page.getByText('Reading the secret...').count()).toBe(0)
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
  })
})

describe('the drawer', () => {
  test('opens by Enter and click, walks with J and K; Back closes it for good', async () => {
    const ids = [await orderOfShila('92200001'), await orderOfShila('92200002'), await orderOfShila('92200003')]
    const [first = 0, second = 0] = ids
    const page = await open('/')
    await page.getByRole('link', { name: /^Order/ }).click()
    await eventually(() => idsShown(page)).toEqual(expect.arrayContaining(ids))
    const entries = () => page.evaluate(() => history.length)
    const before = await entries()
    for (const id of ids) {
      if (id === first) {
        await rowOf(page, id).focus()
        await page.keyboard.press('Enter')
        await drawer(page, first).waitFor()
        await expectQuery(page, { order: String(first) })
        await page.keyboard.press('KeyJ')
        await drawer(page, second).getByText('First order for this player ID').waitFor()
        await page.keyboard.press('KeyK')
        await drawer(page, first).waitFor()
      } else await openDrawer(page, id)
      expect(new URL(page.url()).searchParams.get('order')).toBe(String(id))
      await page.keyboard.press('Escape')
      await drawer(page, id).waitFor({ state: 'detached' })
      await eventually(() => focusedRow(page)).toBe(id)
      await expectQuery(page, {})
    }
    expect(await entries()).toBe(before + ids.length)
    await openDrawer(page, second)
    await page.goBack()
    await drawer(page, second).waitFor({ state: 'detached' })
    await eventually(() => focusedRow(page)).toBe(second)
    for (const _ of ids) {
      await page.goBack()
      await expectQuery(page, {})
      await untilQuiet(page)
      expect(await page.getByRole('region', { name: /^Order \d/ }).count()).toBe(0)
    }
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    for (const id of ids) await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
  })

  test('digits choose wherever the focus is, except in text, and save nothing', async () => {
    const id = await orderOfShila('92300001')
    const page = await open(`/order?order=${id}`)
    const chosen = () => drawer(page, id).getByRole('radio', { checked: true }).inputValue()
    const choices = drawer(page, id).getByRole('radio')
    await choices.first().waitFor()
    const [first = '', second = ''] = await choices.evaluateAll((radios) =>
      radios.map((radio) => (radio as HTMLInputElement).value),
    )
    await drawer(page, id).focus()
    await page.keyboard.press('Digit2')
    await eventually(chosen).toBe(second)
    await drawer(page, id).getByRole('button', { name: 'Copy all' }).press('Digit1')
    await eventually(chosen).toBe(first)
    const note = drawer(page, id).getByLabel('Note to the customer')
    await note.press('Digit2')
    expect([await note.inputValue(), await chosen()]).toEqual(['2', first])
    await note.fill('')
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed'])
    await drawer(page, id).getByRole('button', { name: 'Take', exact: true }).click()
    await drawer(page, id).locator('header').getByText('in_progress').waitFor()
    const back = drawer(page, id).getByRole('radio', { name: /^pending/ })
    await back.check()
    await back.press('Control+Enter')
    await drawer(page, id).locator('header').getByText('pending').waitFor()
    await eventually(() => drawer(page, id).evaluate((region) => region.contains(document.activeElement))).toBe(true)
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
  })

  test('Escape closes what lies above an order, and only the next one the order', async () => {
    const [id, other, held] = [await orderOfShila('92500001'), await orderOfShila('92500002'), await orderOfShila('92500003')]
    await app.call(orders.setStatus, { id: held, status: 'in_progress' }, await app.signIn('karim'))
    const page = await open(`/order?status=all&user_id=${users.shila}&order=${id}`)
    const leave = async (above: Locator) => {
      await above.waitFor()
      await page.keyboard.press('Escape')
      await above.waitFor({ state: 'detached' })
      await untilQuiet(page)
    }
    await drawer(page, id).getByRole('button', { name: 'Complete', exact: true }).click()
    await leave(question(page))
    await drawer(page, id).waitFor()
    await edit(page, other).click()
    await leave(dialog(page))
    await drawer(page, id).waitFor()
    await drawer(page, id).getByRole('link', { name: 'shila', exact: true }).click()
    await leave(dialog(page))
    await drawer(page, id).waitFor()
    await page.keyboard.press('Shift+Slash')
    await leave(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
    await drawer(page, id).waitFor()
    // Nor where the focus has been lost.
    await page.keyboard.press('Shift+Slash')
    await dialog(page).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await leave(dialog(page))
    await drawer(page, id).waitFor()
    await openDrawer(page, held)
    await drawer(page, held).getByRole('button', { name: 'Take over' }).click()
    await question(page).waitFor()
    // However long it is held.
    for (let times = 0; times < 3; times++) await page.keyboard.down('Escape')
    await question(page).waitFor({ state: 'detached' })
    for (let times = 0; times < 3; times++) await page.keyboard.down('Escape')
    await page.keyboard.up('Escape')
    await untilQuiet(page)
    await drawer(page, held).waitFor()
    await rowOf(page, held).focus()
    await page.keyboard.press('Escape')
    await drawer(page, held).waitFor({ state: 'detached' })
    for (const one of [id, other, held])
      await app.call(orders.setStatus, { id: one, status: 'cancel' }, await app.signIn('karim'))
  })

  test('copies each field and all, lists the customer’s orders, keeps an internal note', async () => {
    const id = await orderOfShila('93000001')
    await app.db.updateTable('orders').set({ reference: 'site-1001' }).where('id', '=', id).execute()
    const page = await open(`/order?order=${id}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const shown = drawer(page, id)
    await shown.getByRole('button', { name: 'Copy Player ID' }).click()
    await expectText(page, 'Copied Player ID:: 93000001')
    await eventually(() => clipboard(page)).toBe('93000001')
    await shown.getByRole('button', { name: 'Copy Reference' }).click()
    await eventually(() => clipboard(page)).toBe('site-1001')
    await shown.getByRole('button', { name: 'Copy all' }).click()
    await eventually(() => clipboard(page)).toContain('Package: Season Pass')
    const { data } = (await app.call(desk.details, { id }, await app.signIn('rahim'))).body
    await shown.getByText(`Orders: ${data.customer.today_order} today, ${data.customer.total_order} in total`).waitFor()
    await shown.getByRole('textbox', { name: 'Internal note' }).fill('Asked on the phone')
    await shown.getByRole('button', { name: 'Save note' }).click()
    await expectText(page, 'Order updated successfully')
    await shown.getByText('Rahim Uddin wrote the internal note').waitFor()
    await shown.getByRole('radio', { name: 'cancel' }).check()
    await shown.getByRole('button', { name: 'Out of stock, refunded' }).click()
    await shown.getByRole('button', { name: 'Save', exact: true }).click()
    await answer(page, 'Cancel the order')
    await shown.waitFor({ state: 'detached' })
    await visit(page, `/order?status=cancel&order_id=${id}&order=${id}`)
    await expectRow(page, id, ['cancel'])
    await shown.getByText('Rahim Uddin cancelled it: “Out of stock, refunded”').waitFor()
  })

  test('a note that another admin wrote meanwhile is shown before it is replaced', async () => {
    const id = await orderOfShila('93600001')
    const page = await open(`/order?user_id=${users.shila}&order=${id}`)
    const note = drawer(page, id).getByRole('textbox', { name: 'Internal note' })
    await note.fill('Wrong number')
    const colleagues = { id, internal_note: 'Calls back at five' }
    expect((await app.call(desk.writeInternalNote, colleagues, await app.signIn('karim'))).status).toBe(200)
    await note.press('Control+Enter')
    await expectText(page, 'This has changed. Review it and try again.')
    await drawer(page, id).getByText('Another admin wrote: “Calls back at five”. Saving replaces it.').waitFor()
    expect(await note.inputValue()).toBe('Wrong number')
    await note.press('Control+Enter')
    await drawer(page, id).getByText('Rahim Uddin wrote the internal note').waitFor()
    await drawer(page, id).getByText('Another admin wrote').waitFor({ state: 'detached' })
    expect(await note.inputValue()).toBe('Wrong number')
    // Bangla as most keyboards type it is kept in another spelling: no colleague wrote that.
    await note.fill('হ\u09dfে গেছে')
    await loseAnswer(page, `**${desk.writeInternalNote.path.replace(':id', String(id))}`)
    await note.press('Control+Enter')
    await toast(page, 'No answer came. Check whether it went through.')
    await eventually(() => note.inputValue()).toBe('হ\u09dfে গেছে'.normalize('NFC'))
    expect(await drawer(page, id).getByText('Another admin wrote').count()).toBe(0)
    // What failed is typed again in part: nothing of it is taken for what is saved, with its blank at the end.
    const address = `**${desk.writeInternalNote.path.replace(':id', String(id))}`
    await note.fill('Call them')
    await note.press('Control+Enter')
    await eventually(() => note.inputValue()).toBe('Call them')
    await untilQuiet(page)
    await note.fill('Call them tomorrow')
    await routeOnce(page, address, (route) => route.abort())
    await note.press('Control+Enter')
    await toast(page, 'No answer came. Check whether it went through.')
    await note.press('End')
    for (const _ of 'tomorrow') await note.press('Backspace')
    await note.pressSequentially('today')
    expect(await note.inputValue()).toBe('Call them today')
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
  })

  test('a begun note is there again in drawer and dialog until it is sent', async () => {
    const ids = [await orderOfShila('93500001'), await orderOfShila('93500002')]
    const page = await open(`/order?user_id=${users.shila}&order=${ids[0]}`)
    await rowOf(page, ids[1] ?? 0).waitFor()
    const internal = (id = 0) => drawer(page, id).getByRole('textbox', { name: 'Internal note' })
    await internal(ids[0]).fill('Calls back at five')
    await drawer(page, ids[0] ?? 0)
      .getByRole('textbox', { name: 'Note to the customer' })
      .fill('One moment')
    await drawer(page, ids[0] ?? 0)
      .getByRole('button', { name: 'Next order' })
      .click()
    await internal(ids[1]).waitFor()
    await eventually(() => internal(ids[1]).inputValue()).toBe('')
    await drawer(page, ids[1] ?? 0)
      .getByRole('button', { name: 'Previous order' })
      .click()
    await eventually(() => internal(ids[0]).inputValue()).toBe('Calls back at five')
    await internal(ids[0]).press('Control+Enter')
    await drawer(page, ids[0] ?? 0)
      .getByText('Rahim Uddin wrote the internal note')
      .waitFor()
    // Saving leaves the focus where it was, and the field goes on with what colleagues make of it.
    await eventually(() => internal(ids[0]).evaluate((field) => field === document.activeElement)).toBe(true)
    const colleagues = { id: ids[0] ?? 0, internal_note: 'Called back' }
    expect((await app.call(desk.writeInternalNote, colleagues, await app.signIn('karim'))).status).toBe(200)
    await eventually(() => internal(ids[0]).inputValue()).toBe('Called back')
    await internal(ids[0]).press('Escape')
    await drawer(page, ids[0] ?? 0).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Edit order ${ids[0]}`, exact: true }).click()
    await eventually(() => dialog(page).getByLabel('Note to the customer').inputValue()).toBe('One moment')
    await dialog(page).getByRole('radio', { name: 'completed' }).check()
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await answer(page, 'Complete')
    await rowOf(page, ids[0] ?? 0).waitFor({ state: 'detached' })
    await visit(page, `/order?status=completed&order_id=${ids[0]}`)
    await expectRow(page, ids[0] ?? 0, ['One moment'])
  })

  test('of a saved note only text typed meanwhile is left, and no other admin is named', async () => {
    const ids = [await orderOfShila('93700001'), await orderOfShila('93700002')] as const
    const [id, other] = ids
    const page = await open(`/order?user_id=${users.shila}&order=${id}`)
    await rowOf(page, other).waitFor()
    const internal = (order: number) => drawer(page, order).getByRole('textbox', { name: 'Internal note' })
    const saved = async () => {
      const { data } = (await app.call(desk.details, { id }, await app.signIn('rahim'))).body
      return data.internal_note
    }
    // The server keeps no blanks at the end.
    await internal(id).fill('Calls back at five \n')
    await internal(id).press('Control+Enter')
    await eventually(() => internal(id).inputValue()).toBe('Calls back at five')
    const path = `**${desk.writeInternalNote.path.replace(':id', String(id))}`
    const letGo = await hold(page, path)
    await internal(id).fill('First')
    await internal(id).press('Control+Enter')
    await expectText(page, 'Saving the note...')
    await internal(id).pressSequentially(', and second')
    letGo()
    await eventually(saved).toBe('First')
    await untilQuiet(page)
    const there = async () => {
      await drawer(page, id).getByRole('button', { name: 'Next order' }).click()
      await internal(other).waitFor()
      await drawer(page, other).getByRole('button', { name: 'Previous order' }).click()
      await internal(id).waitFor()
    }
    await there()
    expect(await internal(id).inputValue()).toBe('First, and second')
    // The answer finds another field than the one that asked.
    await page.unroute(path)
    const resume = await hold(page, path)
    await internal(id).press('Control+Enter')
    await expectText(page, 'Saving the note...')
    await there()
    await internal(id).press('End')
    await internal(id).pressSequentially(', and third')
    resume()
    await eventually(saved).toBe('First, and second')
    await untilQuiet(page)
    await there()
    expect(await internal(id).inputValue()).toBe('First, and second, and third')
    await internal(id).press('Control+Enter')
    await eventually(saved).toBe('First, and second, and third')
    await untilQuiet(page)
    // The answer comes while another order is open: an admin who comes back sees what was saved, before it is read again.
    await page.unroute(path)
    const answer = await hold(page, path)
    await internal(id).fill('Fourth')
    await internal(id).press('Control+Enter')
    await expectText(page, 'Saving the note...')
    await drawer(page, id).getByRole('button', { name: 'Next order' }).click()
    await internal(other).waitFor()
    answer()
    await eventually(saved).toBe('Fourth')
    await untilQuiet(page)
    const read = await hold(page, `**${desk.details.path.replace(':id', String(id))}`)
    await drawer(page, other).getByRole('button', { name: 'Previous order' }).click()
    await internal(id).waitFor()
    expect(await internal(id).inputValue()).toBe('Fourth')
    read()
    const message = await page.evaluate(() => (window as unknown as { alerts: string[] }).alerts.join(' | '))
    expect(message).not.toContain('Another admin')
    for (const one of ids) await app.call(orders.setStatus, { id: one, status: 'cancel' }, await app.signIn('rahim'))
  })

  test('in-game secrets are copied unseen or shown to the holder, on the timeline', async () => {
    const password = randomBytes(6).toString('hex')
    const secrets = { vault: app.vault, accounttype: 'Google', ingamepassword: password, securitycode: '443322' }
    const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid: '94000001', secrets })
    const page = await open(`/order?order_id=${id}`, 'karim')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await expectRow(page, id, ['Google', '••••'])
    const expectHidden = async (...texts: string[]) => {
      const content = await page.content()
      expect(texts.filter((text) => content.includes(text))).toEqual([])
    }
    await expectHidden(password, '443322')
    await page.keyboard.press('KeyJ')
    await page.keyboard.press('KeyP')
    await eventually(() => clipboard(page)).toBe(password)
    await expectHidden(password, '443322')
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await visit(page, `/order?status=in_progress&order_id=${id}`)
    const copies = page.getByRole('button', { name: `Copy without showing: In-game password, #${id}` })
    await copies.click()
    await eventually(() => clipboard(page)).toBe(password)
    const size = await copies.boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(24)
    expect(await page.content()).not.toContain(password)
    await visit(page, `/order?status=in_progress&order_id=${id}&order=${id}`)
    const shown = drawer(page, id)
    await shown.getByText(/^Reserved for you · (10:00|9:\d\d) left$/).waitFor()
    // Who has it is announced; the seconds that go by are not.
    const announced = async () => (await shown.getByRole('status').allTextContents()).filter(Boolean)
    await eventually(announced).toEqual(['Reserved for you'])
    await shown.getByRole('button', { name: 'Show: Security code' }).click()
    await shown.getByText('443322').waitFor()
    // Once by its key, once from its cell.
    await eventually(() => shown.getByText('Karim Hossain read the In-game password').count()).toBe(2)
    await shown.getByText('Karim Hossain read the Security code').waitFor()
    expect(await page.content()).not.toContain(password)
    await app.call(orders.setStatus, { id, status: 'completed' }, await app.signIn('karim'))
    await eventually(() => shown.getByRole('button', { name: 'Show: Security code' }).count()).toBe(0)
    await visit(page, `/order?status=all&order_id=${id}`)
    await untilQuiet(page)
    await expectRow(page, id, ['completed', '••••'])
    expect(await copies.count()).toBe(0)
  })

  test('a double click on a secret is one reveal and one claim; its blanks are kept', async () => {
    const ingamepassword = ' two  blanks '
    const secrets = { vault: app.vault, accounttype: 'Google', ingamepassword, securitycode: '665544' }
    const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid: '94000301', secrets })
    const revealed = async () => {
      const of = app.db.selectFrom('audit').select('action').where('subject', '=', 'order').where('subject_id', '=', id)
      const actions = (await of.execute()).map(({ action }) => action)
      return [
        actions.filter((action) => action === 'desk.claim').length,
        actions.filter((action) => action === 'desk.reveal').length,
      ]
    }
    const page = await open(`/order?status=all&order_id=${id}&order=${id}`, 'karim')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await drawer(page, id).getByRole('button', { name: 'Show: In-game password' }).dblclick()
    const shown = drawer(page, id).locator('code')
    await eventually(() => shown.innerText()).toBe(ingamepassword)
    await untilQuiet(page)
    expect(await revealed()).toEqual([1, 1])
    // Hidden as fast as somebody can click.
    await drawer(page, id).getByRole('button', { name: 'Hide: In-game password' }).click({ clickCount: 3 })
    await shown.waitFor({ state: 'detached' })
    await drawer(page, id).getByRole('button', { name: 'Copy without showing: Security code' }).dblclick()
    await eventually(() => clipboard(page)).toBe('665544')
    await toast(page, `Order ${id}: copied without showing`)
    await page.getByRole('button', { name: `Copy without showing: In-game password, #${id}` }).dblclick()
    await toast(page, `Order ${id}: copied without showing`)
    await eventually(() => clipboard(page)).toBe(ingamepassword)
    await untilQuiet(page)
    expect(await revealed()).toEqual([1, 3])
    // Karim holds it; its money is needed by the orders below.
    const back = await app.call(orders.setStatus, { id, status: 'cancel', take_over: 1 }, await app.signIn('rahim'))
    expect(back.status).toBe(200)
  })

  test('a late secret does not replace what was copied after it was asked for', async () => {
    const passwords = [randomBytes(6).toString('hex'), randomBytes(6).toString('hex')]
    const ids: number[] = []
    for (const [at, ingamepassword] of passwords.entries()) {
      const secrets = { vault: app.vault, accounttype: 'Google', ingamepassword, securitycode: '' }
      const order = { userId: users.shila, packageId: packages.seasonPass, playerid: `9400010${at}`, secrets }
      ids.push(await placeOrder(app.db, order))
    }
    const [one, other] = ids as [number, number]
    for (const id of ids) await app.call(desk.claim, { id }, await app.signIn('karim'))
    const page = await open(`/order?status=in_progress&user_id=${users.shila}`, 'karim')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const holdAnswer = (id: number) => hold(page, `**${desk.reveal.path.replace(':id', String(id))}`)
    const press = async (id: number, key: string) => {
      await rowOf(page, id).focus()
      await page.keyboard.press(key)
    }
    const answers = [await holdAnswer(one)]
    await press(one, 'KeyP')
    await expectText(page, 'Reading the secret...')
    await press(one, 'KeyC')
    await eventually(() => clipboard(page)).toBe('94000100')
    answers[0]?.()
    await toast(page, 'Not copied: something else was copied since')
    expect(await clipboard(page)).toBe('94000100')
    // Another one's is there first.
    answers.push(await holdAnswer(one))
    await press(one, 'KeyP')
    await press(other, 'KeyP')
    await toast(page, `Order ${other}: copied without showing`)
    answers[1]?.()
    await toast(page, 'Not copied: something else was copied since')
    expect(await clipboard(page)).toBe(passwords[1])
    // In their turn, both are copied.
    answers.push(await holdAnswer(one), await holdAnswer(other))
    await press(one, 'KeyP')
    await press(other, 'KeyP')
    answers[2]?.()
    await toast(page, `Order ${one}: copied without showing`)
    expect(await clipboard(page)).toBe(passwords[0])
    answers[3]?.()
    await toast(page, `Order ${other}: copied without showing`)
    expect(await clipboard(page)).toBe(passwords[1])
    for (const id of ids) await app.call(orders.setStatus, { id, status: 'cancel', take_over: 1 }, await app.signIn('rahim'))
  })

  test('nor does the player id of the next order, which T takes', async () => {
    const [held, next] = [await orderOfShila('94000200'), await orderOfShila('94000201')]
    await app.call(desk.claim, { id: held }, await app.signIn('karim'))
    const page = await open(`/order?status=all&user_id=${users.shila}`, 'karim')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await rowOf(page, next).waitFor()
    const letGo = await hold(page, `**${desk.takeNext.path}`)
    await page.keyboard.press('KeyT')
    await expectText(page, 'Taking the next order...')
    // C would wait for it.
    await rowOf(page, held).getByRole('button', { name: '94000200' }).click()
    await eventually(() => clipboard(page)).toBe('94000200')
    letGo()
    await expectText(page, 'Not copied: something else was copied since')
    const message = await page.getByText(/^Order \d+ is yours$/).innerText()
    expect(await clipboard(page)).toBe('94000200')
    const taken = Number(/\d+/.exec(message)?.[0])
    const rahim = await app.signIn('rahim')
    for (const id of new Set([held, next, taken])) await app.call(orders.setStatus, { id, status: 'cancel', take_over: 1 }, rahim)
  })

  test('a super admin takes over after a second question; the former holder is informed', async () => {
    const id = await orderOfShila('95000001')
    const karim = await open(`/order?order_id=${id}&order=${id}`, 'karim')
    await drawer(karim, id).getByRole('button', { name: 'Take', exact: true }).click()
    await expectText(karim, `Order ${id} is yours`)
    const rahim = await open(`/order?status=all&order_id=${id}&order=${id}`)
    const shown = drawer(rahim, id)
    await shown.getByText(/^Reserved for Karim Hossain · (10:00|9:\d\d) left$/).waitFor()
    await shown.getByRole('button', { name: 'Take over' }).click()
    await question(rahim)
      .getByText(/^Karim Hossain holds this order until \d\d:\d\d and may be delivering it right now\.$/)
      .waitFor()
    await question(rahim).getByRole('button', { name: 'Take over' }).click()
    await shown.getByText(/^Reserved for you · /).waitFor()
    await expectText(karim, `Rahim Uddin has taken over order ${id}: do not deliver it`)
    await drawer(karim, id)
      .getByText(/^Reserved for Rahim Uddin · /)
      .waitFor()
    await shown.getByText('Rahim Uddin took it (overriding the current holder)').waitFor()
    await shown.getByRole('button', { name: 'Complete', exact: true }).click()
    await rahim.keyboard.press('Enter')
    await shown.waitFor({ state: 'detached' })
  })

  test('back on the list, acts are on the order as it stands there, not in the drawer', async () => {
    const id = await orderOfShila('95000003')
    const page = await open(`/order?order_id=${id}&status=all&order=${id}`)
    await drawer(page, id).getByText('shila').first().waitFor()
    await page.keyboard.press('Escape')
    await drawer(page, id).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Banner' }).click()
    await page.getByRole('heading', { level: 1, name: 'Banner' }).waitFor()
    await app.call(desk.claim, { id }, await app.signIn('karim'))
    await page.goBack()
    await expectRow(page, id, ['in_progress'])
    await rowOf(page, id).focus()
    await page.keyboard.press('Shift+Enter')
    await question(page).getByText('95000003').waitFor()
    await page.keyboard.press('Enter')
    await question(page)
      .getByText(/^Karim Hossain holds this order/)
      .waitFor()
    await page.keyboard.press('Escape')
    await app.call(orders.setStatus, { id, status: 'cancel', take_over: 1 }, await app.signIn('rahim'))
  })

  test('a question about one holder is not applied to the next, and ends with the claim', async () => {
    const id = await orderOfShila('95000002')
    const karim = await app.signIn('karim')
    await app.call(desk.claim, { id }, karim)
    const page = await open(`/order?status=all&order_id=${id}&order=${id}`)
    const shown = drawer(page, id)
    await shown.getByText(/^Reserved for Karim Hossain · /).waitFor()
    await shown.getByRole('radio', { name: 'completed' }).check()
    await shown.getByRole('button', { name: 'Save', exact: true }).click()
    await answer(page, 'Complete')
    await shown.getByText(/^Karim Hossain holds this order until/).waitFor()
    const allTheSame = shown.getByRole('button', { name: 'Save anyway' })
    await allTheSame.waitFor()
    // Only a super admin who takes it first can put it back into the queue.
    expect(await shown.getByRole('radio', { name: 'pending' }).count()).toBe(0)
    await app.call(orders.setStatus, { id, status: 'pending' }, karim)
    await allTheSame.waitFor({ state: 'detached' })
    await shown.getByText(/^Karim Hossain holds this order until/).waitFor({ state: 'detached' })
    await shown.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await app.call(orders.setStatus, { id, status: 'cancel' }, karim)
  })

  test('an answer that comes late leaves the dialog of another order as it is', async () => {
    const [first, other] = [await orderOfShila('95000003'), await orderOfShila('95000004')]
    const page = await open(`/order?status=all&user_id=${users.shila}`)
    const letGo = await hold(page, `**${orders.setStatus.path.replace(':id', String(first))}`)
    await edit(page, first).click()
    await dialog(page).getByRole('radio', { name: 'cancel' }).check()
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await answer(page, 'Cancel the order')
    // The question would take the key.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await edit(page, other).click()
    await dialog(page).getByRole('radio', { name: 'completed' }).check()
    letGo()
    await expectText(page, 'Order updated successfully')
    await expectRow(page, first, ['cancel'])
    await untilQuiet(page)
    await dialog(page).getByText(`Order ${other}`).waitFor()
    expect(await dialog(page).getByRole('radio', { name: 'completed' }).isChecked()).toBe(true)
    await app.call(orders.setStatus, { id: other, status: 'cancel' }, await app.signIn('rahim'))
  })

  test('a lapsed claim warns, and is taken by opening the order', async () => {
    const id = await orderOfShila('96000001')
    // Nobody's dashboard renews nadia's claim.
    const lapsed = { holder_id: app.world.admins.nadia, held_until: new Date(Date.now() - 60_000).toISOString() as never }
    await app.db
      .updateTable('orders')
      .set({ status: 'in_progress', ...lapsed })
      .where('id', '=', id)
      .execute()
    const page = await open(`/order?status=in_progress&order=${id}`, 'karim')
    const shown = drawer(page, id)
    await shown.getByText(/^left by Nadia Islam at \d\d:\d\d: check before delivering$/).waitFor()
    expect(await shown.getByRole('button', { name: 'Complete', exact: true }).count()).toBe(0)
    await page.getByRole('checkbox', { name: `Select order ${id}` }).check()
    await page.getByRole('button', { name: 'Complete selected' }).click()
    await dialog(page).getByText('0 can be completed, total 0 tk').waitFor()
    await dialog(page).getByText(`#${id} Order was left by Nadia Islam: take it and check before delivering`).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await shown.getByRole('button', { name: 'Take', exact: true }).click()
    await shown.getByText(/^Reserved for you · /).waitFor()
    await shown.getByText('Karim Hossain took it (after another admin left it)').waitFor()
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('karim'))
  })

  test('a secret of an order that another admin left is not copied before it is open', async () => {
    const secrets = { vault: app.vault, accounttype: 'Google', ingamepassword: 'left behind', securitycode: '' }
    const { users, packages, admins } = app.world
    const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid: '96000002', secrets })
    const lapsed = { holder_id: admins.nadia, held_until: new Date(Date.now() - 60_000).toISOString() as never }
    await app.db
      .updateTable('orders')
      .set({ status: 'in_progress', ...lapsed })
      .where('id', '=', id)
      .execute()
    const holder = async () =>
      (await app.db.selectFrom('orders').select('holder_id').where('id', '=', id).executeTakeFirstOrThrow()).holder_id
    const page = await open(`/order?status=in_progress&q=%23${id}`, 'karim')
    await page.getByRole('button', { name: `Copy without showing: In-game password, #${id}` }).click()
    await expectText(page, 'Order was left by Nadia Islam: take it and check before delivering')
    await drawer(page, id)
      .getByText(/^left by Nadia Islam at \d\d:\d\d: check before delivering$/)
      .waitFor()
    expect(await holder()).toBe(admins.nadia)
    // With its warning in sight it is taken.
    await page.keyboard.press('KeyP')
    await toast(page, `Order ${id}: copied without showing`)
    expect(await holder()).toBe(admins.karim)
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('karim'))
  })

  test('a note alone is saved on an order in one’s hands; the timeline has both notes', async () => {
    const id = await orderOfShila('98000011')
    await app.call(orders.setStatus, { id, status: 'in_progress', order_note: 'We look at it' }, await app.signIn('karim'))
    const page = await open(`/subadmin-order?status=in_progress&order=${id}`, 'karim')
    const shown = drawer(page, id)
    expect(await shown.getByRole('button', { name: 'Save the note alone' }).count()).toBe(0)
    await shown.getByLabel('Note to the customer').fill('Wait until six')
    await shown.getByRole('button', { name: 'Save the note alone' }).click()
    await shown.getByText('Karim Hossain wrote to the customer: “We look at it” → “Wait until six”').waitFor()
    const { status, brief_note, holder_id } = await app.db
      .selectFrom('orders')
      .select(['status', 'brief_note', 'holder_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([status, brief_note, holder_id]).toEqual(['in_progress', 'Wait until six', app.world.admins.karim])
    await eventually(() => shown.getByLabel('Note to the customer').inputValue()).toBe('')
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('karim'))
  })

  test('a super admin refunds a part, asked once with amount and whose; then the rest', async () => {
    const id = await orderOfShila('98000021')
    await complete(id)
    const before = await walletOfShila()
    const page = await open(`/order?status=completed&order=${id}`)
    const shown = drawer(page, id)
    await shown.getByRole('button', { name: 'Correct this order' }).waitFor()
    await page.keyboard.press('r')
    await shown.getByText('250 tk is left of this order').waitFor()
    await shown.getByRole('button', { name: 'Refund', exact: true }).click()
    await shown.getByText('Enter an amount in tk').waitFor()
    await shown.getByLabel('Amount').fill('১০০.৫০')
    await shown.getByLabel('Reason').fill('Came in half')
    await shown.getByRole('button', { name: 'Refund', exact: true }).click()
    await question(page).getByText(`100.50 tk of order ${id} will be refunded to shila. The order stays completed.`).waitFor()
    await question(page).getByRole('button', { name: 'Refund 100.50 tk' }).click()
    await shown.getByText('Rahim Uddin refunded 100.50 tk: “Came in half”').waitFor()
    await shown.getByText('Refunded in part').waitFor()
    expect(await walletOfShila()).toBe(before + 100.5)
    await shown.getByRole('button', { name: 'Correct this order' }).click()
    await shown.getByRole('button', { name: 'Refund 149.50 tk' }).waitFor()
  })

  test('the player id of an open order is corrected in its drawer', async () => {
    const id = await orderOfShila('98000031')
    const page = await open(`/order?order=${id}`)
    const shown = drawer(page, id)
    await shown.getByRole('button', { name: 'Correct the player ID' }).click()
    await shown.getByRole('textbox', { name: 'Player ID' }).fill('98000032')
    await shown.getByRole('button', { name: 'Save the player ID' }).click()
    await shown.getByText('Rahim Uddin corrected the player ID: 98000031 → 98000032').waitFor()
    await eventually(() => shown.getByRole('button', { name: 'Correct the player ID' }).count()).toBe(1)
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('karim'))
  })

  test('a super admin corrects a completed order once, with a reason; credit is named', async () => {
    const page = await open('/order?status=completed')
    const correct = async (id: number, tk: number) => {
      const shown = drawer(page, id)
      await shown.getByRole('button', { name: `Refund ${tk} tk` }).click()
      await question(page).getByRole('button', { name: 'Correct the order' }).click()
      await shown.getByText('Rahim Uddin corrected it: “Delivered to another player”').waitFor()
      await eventually(() => shown.getByRole('button', { name: 'Correct this order' }).count()).toBe(0)
      return shown.getByText('(supplier credit returned)').count()
    }
    const id = await orderOfShila('98000001')
    await complete(id)
    const before = await walletOfShila()
    await visit(page, `/order?status=completed&order=${id}`)
    const shown = drawer(page, id)
    await shown.getByRole('button', { name: 'Correct this order' }).press('Enter')
    await eventually(() => shown.getByLabel('Reason').evaluate((field) => field === document.activeElement)).toBe(true)
    await shown.getByRole('button', { name: 'Refund 250 tk' }).click()
    await shown.getByText('Reason is required').waitFor()
    await shown.getByLabel('Reason').fill('Delivered to another player')
    await shown.getByLabel('Return supplier credit').check()
    // Nothing was taken for it.
    expect(await correct(id, 250)).toBe(0)
    expect(await walletOfShila()).toBe(before + 250)

    const supplied = await placeOrder(app.db, { userId: users.tanvir, packageId: packages.gems100, playerid: '98100001' })
    await complete(supplied)
    await visit(page, `/order?status=completed&order=${supplied}`)
    await drawer(page, supplied).getByRole('button', { name: 'Correct this order' }).waitFor()
    await page.keyboard.press('x')
    await drawer(page, supplied).getByLabel('Reason').fill('Delivered to another player')
    await drawer(page, supplied).getByLabel('Return supplier credit').check()
    expect(await correct(supplied, 80)).toBe(1)
  })

  test('the choice about the code stands in the dialog too, and Complete keeps to it', async () => {
    const code = { userId: users.shila, packageId: packages.gemsCard }
    const [saved, id] = [
      await placeOrder(app.db, { ...code, playerid: '98500001' }),
      await placeOrder(app.db, { ...code, playerid: '98500002' }),
    ]
    const storedOf = (order: number) =>
      app.db.selectFrom('orders').select(['voucher_id', 'brief_note', 'status']).where('id', '=', order).executeTakeFirstOrThrow()
    const page = await open(`/order?user_id=${users.shila}&order=${saved}`)
    await drawer(page, saved).getByRole('radio', { name: 'completed' }).check()
    await drawer(page, saved).getByRole('checkbox', { name: 'Deliver a voucher code' }).uncheck()
    await page.keyboard.press('Escape')
    await drawer(page, saved).waitFor({ state: 'detached' })
    await edit(page, saved).click()
    await dialog(page).getByRole('radio', { name: 'completed' }).check()
    expect(await dialog(page).getByRole('checkbox', { name: 'Deliver a voucher code' }).isChecked()).toBe(false)
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await answer(page, 'Complete')
    await rowOf(page, saved).waitFor({ state: 'detached' })
    expect(await storedOf(saved)).toMatchObject({ voucher_id: null, status: 'completed' })

    await openDrawer(page, id)
    const shown = drawer(page, id)
    await shown.getByRole('radio', { name: 'completed' }).check()
    await shown.getByRole('checkbox', { name: 'Deliver a voucher code' }).uncheck()
    await shown.getByRole('textbox', { name: 'Note to the customer' }).fill('Loaded by hand')
    await shown.getByRole('button', { name: 'Complete', exact: true }).click()
    await question(page).getByText('With your note “Loaded by hand”').waitFor()
    await question(page).getByText('No voucher code is delivered').waitFor()
    await page.keyboard.press('Enter')
    await shown.waitFor({ state: 'detached' })
    expect(await storedOf(id)).toEqual({ voucher_id: null, brief_note: 'Loaded by hand', status: 'completed' })
  })
})

describe('the dialog', () => {
  test('stays open after a double click and follows other admins; Close gets the focus', async () => {
    const id = await orderOfShila('98600001')
    const page = await open(`/order?status=all&order_id=${id}`)
    // The first opening fetches its code.
    await edit(page, id).click()
    await dialog(page).getByRole('radio', { name: 'completed' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await edit(page, id).dblclick()
    await dialog(page).getByRole('radio', { name: 'completed' }).check()
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
    await eventually(() => dialog(page).getByRole('radio').count()).toBe(0)
    await dialog(page).getByText('cancel', { exact: true }).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Close')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
  })
})

test('the second click of a double click that closes a dialog hits no row behind it', async () => {
  await ordersOfTanvir(12, 98_650_000)
  const id = await orderOfShila('98650099')
  const page = await open('/order?status=all&limit=25')
  await edit(page, id).click()
  await dialog(page).getByRole('radio', { name: 'completed' }).waitFor()
  const close = dialog(page).locator('button', { hasText: 'Close' })
  const { x, y } = (await close.boundingBox()) ?? { x: 0, y: 0 }
  await clickTwice(page, close)
  await dialog(page).waitFor({ state: 'detached' })
  await untilQuiet(page)
  expect(new URL(page.url()).searchParams.has('order')).toBe(false)
  // A row lies there, and its own click opens it.
  await page.mouse.click(x + 5, y + 5)
  await eventually(() => new URL(page.url()).searchParams.has('order')).toBe(true)
})

test('the second click of a double click on a drawer’s cross takes no order', async () => {
  const [first = 0] = await ordersOfTanvir(2, 98_660_000)
  const page = await open(`/order?order=${first}`)
  const isOpen = () => new URL(page.url()).searchParams.has('order')
  const cross = drawer(page, first).getByRole('button', { name: 'Close', exact: true })
  await cross.waitFor()
  const { x, y } = (await cross.boundingBox()) ?? { x: 0, y: 0 }
  await clickTwice(page, cross)
  await untilQuiet(page)
  expect(isOpen()).toBe(false)
  // 'Take next' lies there, and its own click takes one.
  await page.mouse.click(x + 12, y + 12)
  await eventually(isOpen).toBe(true)
})

describe('many at once', () => {
  test('the box in the header ticks the page on screen, also one just turned to', async () => {
    await ordersOfTanvir(10, 98_000_000)
    const page = await open(`/order?user_id=${users.tanvir}&limit=5`)
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    const boxes = page.getByRole('checkbox', { name: /^Select order/ })
    const ticked = () => boxes.evaluateAll((inputs: HTMLInputElement[]) => inputs.filter(({ checked }) => checked).length)
    const bar = page.getByRole('region', { name: 'Selected orders' })
    await boxes.first().waitFor()
    await all.check()
    await bar.getByText('5 selected').waitFor()
    const first = await idsShown(page)
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await eventually(() => idsShown(page)).not.toEqual(first)
    await eventually(() => all.isChecked()).toBe(false)
    await all.check()
    await bar.getByText('10 selected').waitFor()
    expect(await ticked()).toBe(5)
  })

  test('all that match are selected as they are now, asked with count and sum, and done', async () => {
    await ordersOfTanvir(7, 97_000_000)
    const page = await open(`/order?user_id=${users.tanvir}&limit=5`)
    const bar = page.getByRole('region', { name: 'Selected orders' })
    await page
      .getByRole('checkbox', { name: /^Select order/ })
      .first()
      .check()
    const all = bar.getByRole('button', { name: /^Select all \d+ matching$/ })
    const count = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0])
    expect(count).toBeGreaterThan(6)
    await all.click()
    await bar.getByText(`${count} selected`).waitFor()
    await all.waitFor({ state: 'detached' })
    const [later] = await ordersOfTanvir(1, 97_500_000)
    await bar.getByRole('button', { name: 'Cancel selected' }).click()
    await dialog(page)
      .getByText(new RegExp(`^${count} can be cancelled: .* will be refunded$`))
      .waitFor()
    await dialog(page)
      .getByRole('button', { name: `Cancel ${count} orders` })
      .click()
    await toast(page, `${count} done, 0 refused`)
    const left = await app.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', users.tanvir)
      .where('status', '=', 'pending')
      .execute()
    expect(left.map(({ id }) => id)).toEqual([later])
  })

  test('one that leaves the tab by an own decision is ticked no more', async () => {
    const first = await orderOfShila('98900001')
    const second = await orderOfShila('98900002')
    const third = await orderOfShila('98900003')
    const page = await open(`/order?user_id=${users.shila}`)
    const box = (id: number) => page.getByRole('checkbox', { name: `Select order ${id}`, exact: true })
    const bar = page.getByRole('region', { name: 'Selected orders' })
    for (const id of [first, second, third]) await box(id).check()
    await bar.getByText('3 selected').waitFor()
    await edit(page, first).click()
    await dialog(page).getByRole('radio', { name: 'completed' }).check()
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await answer(page, 'Complete')
    await rowOf(page, first).waitFor({ state: 'detached' })
    await bar.getByText('2 selected').waitFor()
    await rowOf(page, second).focus()
    await page.keyboard.press('Shift+Enter')
    await question(page).waitFor()
    await page.keyboard.press('Enter')
    await rowOf(page, second).waitFor({ state: 'detached' })
    await bar.getByText('1 selected').waitFor()
  })

  test('a range by Shift over pages; what cannot be done is listed and stays selected', async () => {
    // Whatever the tests before it have left her.
    await fundWallet(app.db, app.world, { userId: users.shila, amount: 5_000, trx_id: 'DESK5000' })
    const ids: number[] = []
    for (let at = 0; at < 6; at++) ids.push(await orderOfShila(`9900000${at}`))
    // Two ready codes for three orders.
    for (let at = 0; at < 3; at++) ids.push(await placeOrder(app.db, { userId: users.shila, packageId: packages.gemsCard }))
    await app.call(orders.setStatus, { id: ids[1] ?? 0, status: 'in_progress' }, await app.signIn('karim'))
    const page = await open(`/order?status=all&user_id=${users.shila}&limit=5`)
    const box = (id: number | undefined) => page.getByRole('checkbox', { name: `Select order ${id}`, exact: true })
    await box(ids[8]).check()
    await box(ids[4]).click({ modifiers: ['Shift'] })
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    await eventually(() => all.isChecked()).toBe(true)
    const bar = page.getByRole('region', { name: 'Selected orders' })
    await bar.getByText('5 selected').waitFor()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await box(ids[1]).check()
    await eventually(() => all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true)
    await bar.getByText('6 selected').waitFor()
    await bar.getByRole('button', { name: 'Complete selected' }).click()
    await dialog(page).getByText('5 can be completed').waitFor()
    await dialog(page).getByText('Order is being handled by Karim Hossain').waitFor()
    await dialog(page).getByRole('button', { name: 'Complete 5 orders' }).waitFor()
    await dialog(page).getByLabel('Note to the customer').fill('All at once')
    await page.keyboard.press('Control+Enter')
    await dialog(page).getByText('4 done, 1 refused').waitFor()
    await dialog(page).getByText('No ready voucher code for this package').waitFor()
    // It is read and left by keyboard, and nothing sent is called unsaved.
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Close')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await question(page).count()).toBe(0)
    await bar.getByText('2 selected').waitFor()
    await openFilter(page)
    await page.getByRole('textbox', { name: 'Player ID' }).fill('99000000')
    await bar.waitFor({ state: 'detached' })
    const done = await app.db.selectFrom('orders').select('id').where('brief_note', '=', 'All at once').orderBy('id').execute()
    expect(done.map(({ id }) => id)).toEqual(ids.slice(4, 8))
  })
})

describe('the list as a whole', () => {
  test('is exported as filtered, by admins who may, and saved as own or shared view', async () => {
    const id = await orderOfTanvir('99200001')
    await complete(id)
    const page = await open('/order?status=completed&playerid=99200001')
    await rowOf(page, id).waitFor()
    const download = page.waitForEvent('download')
    await openMore(page)
    await page.getByRole('button', { name: 'CSV' }).click()
    const stream = await (await download).createReadStream()
    let csv = ''
    for await (const part of stream) csv += String(part)
    expect(csv.trim().split('\n').length).toBe(2)
    expect(csv).toContain('99200001')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByLabel('View name').fill('The first one')
    await page.getByRole('checkbox', { name: 'Share with other admins' }).check()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: /^The first one/ }).waitFor()
    const karim = await open('/order', 'karim')
    await tab(karim, 'All').waitFor()
    await openMore(karim)
    await karim.getByText('Compact rows').waitFor()
    expect(await karim.getByRole('button', { name: 'CSV' }).count()).toBe(0)
    await karim.keyboard.press('Escape')
    await karim.getByRole('button', { name: 'Views' }).click()
    await karim.getByRole('button', { name: /^The first one\s*shared by Rahim Uddin/ }).click()
    await expectQuery(karim, { status: 'completed', playerid: '99200001' })
    await eventually(() => idsShown(karim)).toEqual([id])
    await karim.getByRole('button', { name: 'Views' }).click()
    await karim.getByRole('list', { name: 'Saved views' }).waitFor()
    expect(await karim.getByRole('button', { name: 'Delete view The first one' }).count()).toBe(0)
    const remove = page.getByRole('button', { name: 'Delete view The first one' })
    await remove.click()
    await question(page).getByText('View “The first one” will be deleted for all admins.').waitFor()
    const no = question(page).getByRole('button', { name: 'No, go back' })
    await eventually(() => no.evaluate((element) => element === document.activeElement)).toBe(true)
    await no.click()
    await remove.click()
    await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expectText(page, 'View deleted successfully')
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('UL')
    await page.getByText('No saved views yet').waitFor()
  })

  test('Admins Order is narrowed to one sub-admin by a super admin', async () => {
    // More than a page of those that a sub-admin sees.
    const [other] = await ordersOfTanvir(15, 99_300_000)
    const page = await open('/subadmin-order?status=all')
    await openFilter(page)
    await page.getByLabel('Admin', { exact: true }).selectOption({ label: 'Nadia Islam' })
    await expectQuery(page, { status: 'all', admin: String(app.world.admins.nadia) })
    await expectText(page, 'No Result Found')
    await tab(page, 'All 0').waitFor()
    await page.getByRole('button', { name: 'Remove Admin: Nadia Islam' }).click()
    await eventually(async () => (await idsShown(page)).length).toBe(10)
    // As a view that was shared with karim leads there: karim may not ask that, and sees karim's own orders.
    const karim = await open(`/subadmin-order?status=all&admin=${app.world.admins.nadia}`, 'karim')
    await eventually(async () => (await idsShown(karim)).length).toBe(10)
    expect(await karim.getByLabel('Admin', { exact: true }).count()).toBe(0)
    expect(await karim.getByRole('button', { name: /^Remove Admin/ }).count()).toBe(0)
    // What a drawer counts is not in this list alone.
    await visit(page, `/subadmin-order?status=all&order=${other}`)
    const counted = page.getByRole('link', { name: /^Orders: \d+ today, \d+ in total$/ })
    await eventually(() => counted.getAttribute('href')).toBe(`/order?status=all&user_id=${users.tanvir}`)
  })
})
