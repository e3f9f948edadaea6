import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { journalsOf } from '../support/books.ts'
import { startBrowser } from './browser.ts'
import { startOrderDesk, watchFocus } from './order-desk.ts'
import { arriveAs } from './people.ts'
import { eventually } from './table.ts'

/** `npm run prove` takes the full round. */
const RACE = process.env.PROVE ? 50 : 6
const { app, ordersOfTanvir, open } = await startOrderDesk(0)
// Its own clipboard.
const second = await startBrowser(app.url, { ownClipboard: true })

afterAll(() => second.close())

const drawer = (page: Page, id: number) => page.getByRole('region', { name: `Order ${id}`, exact: true })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test(`two clerks at once complete ${RACE} orders by keyboard: none twice, 3 keys each`, async () => {
  const first = 70_000_000
  const many = await ordersOfTanvir(RACE, first)
  const clerks = [await open('/order', 'karim'), await second.newPage()]
  const [, other] = clerks as [Page, Page]
  await arriveAs(other, 'rahim', '/order')
  const done = new Map<number, string>()
  let keys = 0
  const openDeskAs = async (page: Page, name: string) => {
    const lost = await watchFocus(page)
    const press = (key: string) => {
      keys += 1
      return page.keyboard.press(key)
    }
    for (;;) {
      const before = page.url()
      await press('KeyT')
      const isDone = page.getByText('No pending order')
      await eventually(async () => page.url() !== before || (await isDone.count()) > 0).toBe(true)
      const id = Number(new URL(page.url()).searchParams.get('order'))
      if (!id) break
      await drawer(page, id).waitFor()
      const playerid = String(first + many.indexOf(id))
      await eventually(() => clipboard(page)).toBe(playerid)
      await press('Shift+Enter')
      await page.getByRole('alertdialog').getByText(playerid).waitFor()
      await press('Enter')
      await drawer(page, id).waitFor({ state: 'detached' })
      expect(done.has(id)).toBe(false)
      done.set(id, name)
    }
    keys -= 1
    expect(await lost()).toBe(0)
  }
  for (const page of [clerks[0] as Page, other]) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('tbody tr[data-id]').first().waitFor()
    await page.keyboard.press('KeyJ')
  }
  await Promise.all([openDeskAs(clerks[0] as Page, 'karim'), openDeskAs(other, 'rahim')])
  expect([...done.keys()].sort((a, b) => a - b)).toEqual(many)
  expect(new Set(done.values()).size).toBe(2)
  expect(keys / done.size).toBeLessThanOrEqual(4)
  for (const id of many) expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'completed'])
})
