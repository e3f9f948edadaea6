import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLAIM_LEASE_MINUTES } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { recountDays } from '../support/books.ts'
import { expectNoSidewaysScroll } from './browser.ts'
import { edit, startOrderDesk } from './order-desk.ts'
import { arriveAs, openAs, visit } from './people.ts'
import { ELSEWHERE } from './screen.ts'
import { expectRows, openMore } from './table.ts'

const { app, browser, many, orderOfShila, open } = await startOrderDesk(41)

describe('for everybody', () => {
  beforeAll(async () => {
    const token = await app.signIn('rahim')
    for (const status of ['in_progress', 'completed', 'cancel'] as const) {
      await app.call(orders.setStatus, { id: await orderOfShila('82000000'), status }, token)
    }
    await orderOfShila('82000000')
  })

  /** The four orders came in so long ago, and the one in progress was taken then; the database lets nobody say so otherwise. */
  const age = (minutes: number) =>
    app.db.transaction().execute(async (own) => {
      await sql`set local session_replication_role = replica`.execute(own)
      await own
        .updateTable('orders')
        .set({
          created_at: sql`now() - make_interval(mins => ${minutes})`,
          held_until: sql`case when held_until is not null then now() - make_interval(mins => ${minutes - CLAIM_LEASE_MINUTES}) end`,
        })
        .where('playerid', '=', '82000000')
        .execute()
      // Soon after midnight they are orders of the day before.
      await recountDays(own)
    })

  test('an order that waits is late after 10 minutes and very late after 30, in words', async () => {
    // Rahim's own dashboard would renew his claim.
    const page = await open('/order?playerid=82000000', 'karim')
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
    await page.getByText('just now').waitFor()
    await age(12)
    await refresh.click()
    await page.getByText(/^1[23] min/).waitFor()
    await page.getByText('late', { exact: true }).waitFor()
    await age(95)
    await refresh.click(ELSEWHERE)
    await page.getByText(/^1 h 3[56] min/).waitFor()
    await page.getByText('very late', { exact: true }).waitFor()
    await visit(page, '/order?playerid=82000000&status=in_progress')
    const left = page.getByText(/^check: left \d\d:\d\d$/)
    await left.waitFor()
    const sentence = /^left by Rahim Uddin at \d\d:\d\d: check before delivering$/
    expect(await left.getAttribute('title')).toMatch(sentence)
    await page.getByRole('row').getByText(sentence).waitFor()
    const heightPx = () =>
      page
        .locator('tr[data-id]')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height)
    expect(await heightPx()).toBe(49)
    await openMore(page)
    await page.getByRole('checkbox', { name: 'Compact rows' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(heightPx).toBe(32)
    expect(await left.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('how long it has waited is one line, in Bangla too', async () => {
    await age(9 * 60 + 30)
    const page = await openAs(browser, 'rahim', '/order?playerid=82000000', { language: 'bn' })
    const waited = page.getByText(/^9 ঘ 3\d মি/)
    await waited.waitFor()
    const lines = await waited.evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell.firstChild ?? cell)
      return text.getClientRects().length
    })
    expect(lines).toBe(1)
  })

  test('on a phone each order is a card with its action at its end; a long search leaves the page as wide, and can be taken off', async () => {
    const page = await open('/order', 'rahim', 390)
    const action = edit(page, many[0] ?? 0)
    await action.waitFor()
    // In reach of the right thumb, beside the id.
    expect((await action.boundingBox())?.width).toBeGreaterThan(150)
    expect((await page.locator('tr[data-id]').first().boundingBox())?.height).toBeLessThan(180)
    expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('textbox', { name: 'Player ID' }).fill('70000040')
    await expectRows(page, [many[40] ?? 0])
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit(page, '/order?status=all&playerid=82000000')
    await page.locator('tr[data-id] [data-action]', { hasText: '---' }).first().waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await visit(page, `/order?status=all&q=${'a'.repeat(190)}`)
    const chip = page.getByRole('list', { name: 'Filters' }).getByRole('button').first()
    await chip.waitFor()
    await expectNoSidewaysScroll(page)
    const place = await chip.boundingBox()
    expect((place?.x ?? 390) + (place?.width ?? 0)).toBeLessThanOrEqual(390)
    // Its cross is not squeezed.
    expect((await chip.locator('svg').boundingBox())?.width).toBe(14)
    await chip.click()
    await chip.waitFor({ state: 'detached' })
  })

  test('an email address as player id stands there whole, and the sorted column is in sight', async () => {
    const email = 'shadow.hunter.2024@example.com'
    await orderOfShila(email)
    const page = await open('/order?status=all')
    const id = page.getByRole('button', { name: email, exact: true }).first()
    await id.waitFor()
    expect(
      await id.evaluate(
        (button) => button.scrollWidth <= button.clientWidth + 1 && button.scrollHeight <= button.clientHeight + 1,
      ),
    ).toBe(true)
    const sorted = await page.locator('th[aria-sort="descending"]').boundingBox()
    expect((sorted?.x ?? 2_000) + (sorted?.width ?? 0)).toBeLessThan(1350)
  })
})

test('times are told by the server’s clock on a PC whose own is hours off', async () => {
  const page = await browser.newPage()
  await page.clock.setFixedTime(Date.now() + 3 * 3_600_000)
  await arriveAs(page, 'rahim', '/order')
  const id = await orderOfShila('82000001')
  await app.call(orders.setStatus, { id, status: 'in_progress' }, await app.signIn('karim'))
  const waits = await orderOfShila('82000001')
  await visit(page, `/order?status=all&playerid=82000001&order=${id}`)
  await expectRows(page, [waits, id])
  await page.getByText('just now').first().waitFor()
  await page.getByText('Karim Hossain, 10 min left').first().waitFor()
  // A reply tells the second that it was sent in, which may be the claim's.
  await page.getByText(/^Reserved for Karim Hossain · (10:0[01]|9:\d\d) left$/).waitFor()
  expect(await page.getByText(/late$|left \d/).count()).toBe(0)
})
