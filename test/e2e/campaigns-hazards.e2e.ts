import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { startGateway, startSending } from '../support/sms-gateway.ts'
import { fundWallet, placeOrder } from '../world.ts'
import { loseAnswer, toast } from './browser.ts'
import { addNumber, allBox, boxOf, button, list, messageBox, numberBox, search, toMessage } from './campaigns.ts'
import { grant, openAs } from './people.ts'
import { answer, dialog } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectText, rowOf } from './table.ts'

const { app, browser } = await startShop()
const rahim = await app.signIn('rahim')

beforeAll(async () => {
  const many = Array.from({ length: 120 }, (_, nth) => ({
    username: `many${nth + 1}`,
    phone: `017${String(nth + 1).padStart(8, '0')}`,
  }))
  await app.db.insertInto('users').values(many).execute()
})

const warning = (page: Page) => page.getByText('No answer came: it may already be sending.').last()
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element?.getAttribute('aria-label') ?? `${element?.getAttribute('role') ?? element?.localName} ${element?.textContent}`
  })
const isInDialog = (page: Page) => page.evaluate(() => Boolean(document.activeElement?.closest('[role="dialog"]')))
const messages = async (text: string) =>
  (await app.call(campaigns.list, {}, rahim)).body.data.campaigns.filter(({ message }) => message === text).length

describe('a send whose answer is lost', () => {
  const loseAnswers = (page: Page) =>
    page.route('**/admin/send-sms', async (route) => {
      await route.fetch()
      await route.abort()
    })

  test('goes to each once, though one went back and came again; a warning after a 500', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await toMessage(page, '01711000003', 'Failed')
    await page.route('**/admin/send-sms', (route) => route.fulfill({ status: 500, json: { success: false } }))
    await button(page, 'Send').click()
    await page.locator('form').getByText('The server answered 500: it may already be sending.').waitFor()
    expect(await page.getByText('No answer came').count()).toBe(0)
    await page.unroute('**/admin/send-sms')
    await button(page, 'Send').click()
    await toast(page, 'Message is sending to the server..')
    await button(page, 'New campaign').click()

    await toMessage(page, '01711000001', 'Once')
    await loseAnswers(page)
    await button(page, 'Send').click()
    await warning(page).waitFor()
    await eventually(() => messageBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await page.unroute('**/admin/send-sms')
    await button(page, 'Back').click()
    await button(page, 'Next').click()
    await page.locator('form').getByText('No answer came').waitFor()
    await button(page, 'Send').click()
    await toast(page, 'Message is sending to the server..')
    expect(await messages('Once')).toBe(1)
    await eventually(() => focused(page)).toContain('New campaign')
    await button(page, 'New campaign').click()
    await eventually(() => focused(page)).toBe('h1 Send Sms')
  })

  test('meets, with another text, a refusal that is said as the same warning', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await toMessage(page, '01711000002', 'First')
    await loseAnswers(page)
    await button(page, 'Send').click()
    await warning(page).waitFor()
    await page.unroute('**/admin/send-sms')
    await messageBox(page).fill('Second')
    await button(page, 'Send').click()
    await eventually(() => page.getByRole('alert').filter({ hasText: 'No answer came' }).count()).toBe(2)
    expect(await page.getByText('Idempotency-Key').count()).toBe(0)
    expect([await messages('First'), await messages('Second')]).toEqual([1, 0])
    await page.locator('form').getByText('No answer came').waitFor()
    await button(page, 'Send').click()
    await toast(page, 'Message is sending to the server..')
    expect(await messages('Second')).toBe(1)
  })
})

describe('step 1', () => {
  test('in a search the box above is about shown rows, with the number of those found', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'many120').check()
    await search(page, 'many11')
    await expectText(page, '11 found')
    await allBox(page).click()
    await expectText(page, 'Total 122 - Selected 12')
    expect(await button(page, 'Select all 122').count()).toBe(0)
    await allBox(page).click()
    await expectText(page, 'Total 122 - Selected 1')
    await page.getByRole('button', { name: 'Clear', exact: true }).first().click()
    await page.getByText('11 found', { exact: true }).waitFor({ state: 'detached' })
    await allBox(page).click()
    await button(page, 'Select all 122').click()
    await search(page, 'many11')
    await expectText(page, '11 found')
    await allBox(page).click()
    await expectText(page, 'Total 122 - Selected 111')
  })

  test("a typed number that is a listed customer's ticks that customer; with everybody chosen the count is 'up to', and its tick leaves the customer out", async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'many120').check()
    await addNumber(page, '01700000120, 01700000119')
    await expectText(page, 'Total 122 - Selected 2')
    expect(await boxOf(page, 'many119').isChecked()).toBe(true)
    await allBox(page).click()
    await button(page, 'Select all 122').click()
    await addNumber(page, '01700000001')
    await button(page, 'Next').click()
    await messageBox(page).fill('All')
    await button(page, 'Send').click()
    expect(await page.getByRole('alertdialog').innerText()).toContain('up to 123 numbers · up to 123 segments in total')
    await answer(page, 'No, go back')

    // The customer is not loaded: only the number is there.
    await button(page, 'Back').click()
    await list(page)
      .getByRole('checkbox', { name: /8801700000001/ })
      .uncheck()
    await expectText(page, 'Up to 122 of all 123 are selected.')
    await expectText(page, 'Total 123 - Selected up to 122')
    await button(page, 'Next').click()
    await messageBox(page).fill('All but one')
    await button(page, 'Send').click()
    expect(await page.getByRole('alertdialog').innerText()).toContain('up to 122 numbers')
    await answer(page, 'Send')
    await toast(page, 'Message is sending to the server..')
    const [sent] = (await app.call(campaigns.list, {}, rahim)).body.data.campaigns
    expect(sent).toMatchObject({ message: 'All but one', total: 121 })
    const { numbers } = (await app.call(campaigns.numbers, { id: sent?.id ?? 0, phone: '01700000001' }, rahim)).body.data
    expect(numbers).toEqual([])
  })

  test('of those found, the ones left out are counted, and Next loses no typed number', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await allBox(page).check()
    await page.getByRole('button', { name: /^Select all \d+$/ }).click()
    await search(page, 'many')
    await page.getByText('120 found').waitFor()
    const note = page.getByText('Only the 50 loaded results are left out.')
    expect(await note.count()).toBe(0)
    await allBox(page).uncheck()
    await note.waitFor()
    await numberBox(page).fill('01912345678')
    await button(page, 'Next').click()
    await eventually(() => numberBox(page).inputValue()).toBe('')
    await list(page)
      .getByRole('checkbox', { name: /01912345678/ })
      .waitFor()
    expect(await messageBox(page).count()).toBe(0)
    await numberBox(page).fill('no number')
    await button(page, 'Next').click()
    await page.getByText('Not a Bangladeshi mobile number').waitFor()
    await numberBox(page).fill('')
    await button(page, 'Next').click()
    await messageBox(page).waitFor()
  })

  test('with everybody chosen one goes on once their number is known', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'many120').check()
    await allBox(page).click()
    await button(page, 'Select all 122').click()
    await addNumber(page, '01911000001')
    await button(page, 'Next').click()
    await messageBox(page).waitFor()
    let letGo = () => {}
    const held = new Promise<void>((done) => {
      letGo = done
    })
    await page.route('**/users-for-send-sms*', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await expectText(page, 'Total … - Selected …')
    await button(page, 'Next').click()
    await page.keyboard.press('Control+Enter')
    await expectText(page, 'Total … - Selected …')
    letGo()
    await messageBox(page).fill('All of them')
    await button(page, 'Send').click()
    expect(await page.getByRole('alertdialog').innerText()).toContain('up to 123 numbers')
    await page.keyboard.press('Escape')
    expect(await messages('All of them')).toBe(0)
  })

  test('everybody is asked about, also where all but one are left out', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'many120').check()
    await allBox(page).click()
    await button(page, 'Select all 122').click()
    const region = page.getByRole('region', { name: 'Recipients' })
    for (const [name, last] of [
      ['many', 'many1 '],
      ['tanvir', 'Tanvir'],
    ] as const) {
      await search(page, name)
      await expectText(page, `${name === 'many' ? 120 : 1} found`)
      await eventually(async () => {
        await region.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
        return boxOf(page, last).count()
      }).toBe(1)
      await allBox(page).click()
    }
    await expectText(page, 'Total 122 - Selected 1')
    await button(page, 'Next').click()
    await messageBox(page).fill('Nearly nobody')
    await button(page, 'Send').click()
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    expect(await messages('Nearly nobody')).toBe(0)
  })

  test('a pasted column is as many numbers', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'many120').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => navigator.clipboard.writeText('01911000001\n01911000002\n'))
    await numberBox(page).focus()
    await page.keyboard.press('Control+v')
    await page.keyboard.press('Enter')
    await expectText(page, 'Total 124 - Selected 2')
  })

  test('is one stop of Tab: keys move along it, and behind it comes Next', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'many120').waitFor()
    await allBox(page).focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toContain('many120')
    for (const [key, name] of [
      ['ArrowDown', 'many119'],
      ['End', 'many71'],
      ['Home', 'many120'],
    ] as const) {
      await page.keyboard.press(key)
      await eventually(() => focused(page)).toContain(name)
    }
    await page.keyboard.press('PageDown')
    await eventually(() => focused(page)).not.toContain('many120')
    await page.keyboard.press('Space')
    await expectText(page, 'Total 122 - Selected 1')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toContain('Next')
    await page.keyboard.press('Shift+Tab')
    // Scrolled far out of sight, what had the focus leaves the page.
    const region = page.getByRole('region', { name: 'Recipients' })
    await eventually(async () => {
      await region.evaluate((element) => element.scrollTo({ top: 1900 }))
      return boxOf(page, 'many77').count()
    }).toBe(1)
    expect(await focused(page)).not.toMatch(/^body/)
    await page.keyboard.press('Control+Enter')
    await messageBox(page).waitFor()
  })

  test('320 px wide, names can be read', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms', { width: 320 })
    await boxOf(page, 'many120').waitFor()
    await search(page, 'Shila')
    const cell = list(page).getByRole('cell', { name: /^Shila/ })
    expect(await cell.innerText()).toMatch(/^Shila Akter\s+01811000001$/)
    expect(await cell.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  })
})

describe('what was sent', () => {
  let id: number

  /** A message whose numbers are refused if they end in 9, and unclear otherwise. */
  const sendUndelivered = async (phones: string[], message: string) => {
    const gateway = await startGateway()
    gateway.behave((number) => (number.endsWith('9') ? 400 : 'takes it and hangs up'))
    const worker = startSending(app.db, gateway.settings)
    const campaign = (await app.call(campaigns.send, { phones, message }, rahim)).body.data.campaign_id
    const counts = async () => (await app.call(campaigns.show, { id: campaign }, rahim)).body.data.campaign.counts
    while ((await counts()).unclear + (await counts()).refused < phones.length) await sleep(20)
    await worker.stop()
    await gateway.close()
    return campaign
  }

  beforeAll(async () => {
    id = await sendUndelivered(['01811000001', '01711000029', '01711000022'], 'Unclear')
  })

  test('one Escape closes the upper of two drawers, and the focus goes into the lower', async () => {
    const page = await openAs(browser, 'rahim', `/send-sms?campaign=${id}`)
    await dialog(page).getByRole('button', { name: 'Send again: 8801811000001' }).waitFor()
    const link = dialog(page)
      .getByRole('row', { name: /8801811000001/ })
      .getByRole('link')
    await link.click()
    await eventually(() => dialog(page).count()).toBe(2)
    await eventually(() => isInDialog(page)).toBe(true)
    await page.keyboard.press('Escape')
    await eventually(() => dialog(page).count()).toBe(1)
    await dialog(page).getByText('Unclear: 2').waitFor()
    await eventually(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
    await dialog(page).getByRole('button', { name: 'Send all again' }).click()
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await dialog(page).count()).toBe(1)
    await page.keyboard.press('Escape')
    await eventually(() => dialog(page).count()).toBe(0)
  })

  test("one Escape closes a customer over an order, and not the order's drawer", async () => {
    const { users, packages } = app.world
    await fundWallet(app.db, app.world, { userId: users.shila, amount: 1_000, trx_id: 'MPHAZARDS1' })
    const order = await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid: '93000001' })
    const page = await openAs(browser, 'rahim', `/order?status=all&order=${order}&customer=${users.shila}`)
    await dialog(page).waitFor()
    await page.getByRole('region', { name: `Order ${order}` }).waitFor({ state: 'attached' })
    await eventually(() => isInDialog(page)).toBe(true)
    await page.keyboard.press('Escape')
    await eventually(() => dialog(page).count()).toBe(0)
    await eventually(() => focused(page)).toBe(`Order ${order}`)
    expect(new URL(page.url()).searchParams.get('order')).toBe(String(order))
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: `Order ${order}` }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
  })

  test('after a decision on all the focus stays in the drawer, without empty offers', async () => {
    const page = await openAs(browser, 'rahim', `/send-sms?campaign=${id}&state=unclear`)
    await dialog(page).getByRole('searchbox').fill('01711000029')
    await page.keyboard.press('Enter')
    // In whatever state it is.
    await eventually(() => dialog(page).locator('tbody tr').count()).toBe(1)
    await dialog(page).locator('tbody').getByText('01711000029').waitFor()
    await dialog(page).getByRole('button', { name: 'Unclear 2' }).click()
    await dialog(page).getByRole('button', { name: 'Mark all as sent' }).click()
    await answer(page, 'Mark as sent')
    await dialog(page).getByText('No Result Found').waitFor()
    await eventually(() => isInDialog(page)).toBe(true)
    await dialog(page).getByRole('button', { name: 'Clear', exact: true }).last().click()
    await eventually(() => dialog(page).locator('tbody tr').count()).toBe(3)
    await dialog(page).getByRole('button', { name: 'Send all refused again' }).click()
    await answer(page, 'Send again')
    await dialog(page).getByRole('button', { name: 'Waiting 1' }).waitFor()
    await eventually(() => isInDialog(page)).toBe(true)
  })

  test('what one gateway accepted and another kept is shown; stopped, focus stays', async () => {
    await app.db
      .updateTable('campaigns')
      .set({ gateways: ['http', 'outbox'] })
      .where('id', '=', id)
      .execute()
    const page = await openAs(browser, 'rahim', '/send-sms')
    await eventually(() => rowOf(page, id).innerText()).toContain('Sent or saved 2')
    const stop = rowOf(page, id).getByRole('button', { name: `Stop sending campaign ${id}` })
    expect(
      await stop.evaluate(
        (element) => element.getBoundingClientRect().right <= (element.closest('td')?.getBoundingClientRect().right ?? 0),
      ),
    ).toBe(true)
    await stop.click()
    await answer(page, 'Stop sending')
    await toast(page, 'Sending was stopped')
    const worker = startSending(app.db)
    await eventually(() => rowOf(page, id).innerText()).toContain('Stopped 1')
    await eventually(() => focused(page)).not.toMatch(/^body|^Stop/)
    await worker.stop()
  })

  test('once all kept ones are sent, nothing offers to send them again', async () => {
    const phones = ['01711000031', '01711000032']
    const stored = (await app.call(campaigns.send, { phones, message: 'Kept at first' }, rahim)).body.data.campaign_id
    const outbox = startSending(app.db)
    const counts = async () => (await app.call(campaigns.show, { id: stored }, rahim)).body.data.campaign.counts
    await eventually(async () => (await counts()).sent).toBe(2)
    await outbox.stop()
    const gateway = await startGateway()
    const worker = startSending(app.db, gateway.settings)
    await eventually(async () => (await app.call(campaigns.list, {}, rahim)).body.data.gateway.kind).toBe('http')
    const page = await openAs(browser, 'rahim', `/send-sms?campaign=${stored}`)
    await dialog(page).getByText('none: saved only').waitFor()
    await dialog(page).getByRole('button', { name: 'Send all saved' }).click()
    await answer(page, 'Send again')
    await dialog(page).getByRole('button', { name: 'Sent 2', exact: true }).waitFor()
    expect(gateway.taken.filter(({ message }) => message === 'Kept at first')).toHaveLength(2)
    expect(await dialog(page).getByRole('button', { name: 'Send all saved' }).count()).toBe(0)
    expect(
      await dialog(page)
        .getByTitle(/Nobody received those/)
        .count(),
    ).toBe(0)
    await page.keyboard.press('Escape')
    await eventually(() => rowOf(page, stored).innerText()).toContain('Sent 2')
    expect(
      await rowOf(page, stored)
        .getByTitle(/Nobody received those/)
        .count(),
    ).toBe(0)
    await worker.stop()
    await gateway.close()
  })

  test('after an answer that was lost another number is sent again as it is wanted', async () => {
    const refused = await sendUndelivered(['01711000039', '01711000049'], 'One by one')
    const page = await openAs(browser, 'rahim', `/send-sms?campaign=${refused}&state=refused`)
    await loseAnswer(page, `**${campaigns.sendAgain.path.replace(':id', String(refused))}`)
    await dialog(page).getByRole('button', { name: 'Send again: 8801711000039' }).click()
    await answer(page, 'Send again')
    await toast(page, 'No answer came. Check whether it went through.')
    await dialog(page).getByRole('button', { name: 'Send again: 8801711000049' }).click()
    await answer(page, 'Send again')
    await toast(page, 'Will be sent again')
    await dialog(page).getByRole('button', { name: 'Waiting 2' }).waitFor()
    await app.call(campaigns.stop, { id: refused }, rahim)
  })

  test('a number is sent again as its row was seen, not as another admin left it', async () => {
    const refused = await sendUndelivered(['01711000059'], 'Seen once')
    const page = await openAs(browser, 'rahim', `/send-sms?campaign=${refused}&state=refused`)
    const again = dialog(page).getByRole('button', { name: 'Send again: 8801711000059' })
    await again.waitFor()
    // The list stays as it was read, and the message itself is read again.
    const list = `**${campaigns.numbers.path.replace(':id', String(refused))}*`
    await page.route(list, (route) => route.abort())
    expect((await app.call(campaigns.sendAgain, { id: refused, state: 'refused' }, rahim)).status).toBe(200)
    await sendUndelivered(['01711000069'], 'Seen later')
    const known = page.waitForResponse((reply) => reply.url().endsWith(campaigns.show.path.replace(':id', String(refused))))
    await app.call(campaigns.sendAgain, { id, state: 'unclear' }, rahim)
    await known
    await again.click()
    await answer(page, 'Send again')
    await toast(page, 'Already decided, or its status has changed')
  })
})

test('after Save the focus of a permission screen is on Save again', async () => {
  await grant(app, 'karim', ['campaigns_send'])
  const page = await openAs(browser, 'rahim', `/manage-auth-permission/${app.world.admins.karim}`)
  await page.getByRole('checkbox').nth(1).click()
  await button(page, 'Save').click()
  await expectText(page, 'No changes')
  await eventually(() => focused(page)).toBe('button Save')
})
