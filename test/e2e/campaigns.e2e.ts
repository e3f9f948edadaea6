import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { campaigns } from '#contract/campaigns.ts'
import { SEARCH_CANDIDATES } from '#contract/limits.ts'
import { startGateway, startSending } from '../support/sms-gateway.ts'
import { toast } from './browser.ts'
import { addNumber, allBox, boxOf, button, list, messageBox, numberBox, search, toMessage } from './campaigns.ts'
import { grant, openAs, visit } from './people.ts'
import { answer, dialog } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery, expectText, headings, idsShown, rowOf } from './table.ts'

const { app, browser } = await startShop()
const rahim = await app.signIn('rahim')
const gateway = await startGateway()
let worker = startSending(app.db, gateway.settings)

afterAll(async () => {
  await worker.stop()
  await gateway.close()
})

const isPartial = (page: Page) => allBox(page).evaluate((box: HTMLInputElement) => box.indeterminate)
const newest = async () => (await app.call(campaigns.list, { limit: 1 }, rahim)).body.data.campaigns[0]
const linesInPage = (page: Page) => list(page).locator('tbody tr').count()

/** Through both steps, to one typed number. */
const sendTo = async (page: Page, number: string, message: string) => {
  await toMessage(page, number, message)
  await button(page, 'Send').click()
  await toast(page, 'Message is sending to the server..')
}

describe('step 1', () => {
  test('is the last that was specified; opens by G S; lists Name, Phone and Is Verified', async () => {
    const page = await openAs(browser, 'rahim', '/')
    const entries = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
    const last = async () => (await entries.allInnerTexts()).slice(-3).map((text) => text.trim())
    await eventually(last).toEqual(['Profile', 'Send Sms', 'Shift sheet'])
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('heading', { level: 1, name: 'Send Sms' }).waitFor()
    await boxOf(page, 'Shila Akter').waitFor()
    expect((await headings(page)).slice(1, 4)).toEqual(['Name', 'Phone', 'Is Verified'])
    expect(await boxOf(page, 'Shila Akter').locator('xpath=ancestor::tr').innerText()).toMatch(
      /Shila Akter\s*shila\s+01811000001\s+No/,
    )
    await expectText(page, 'Total 2 - Selected 0')
    await button(page, 'Next').click()
    expect(await messageBox(page).count()).toBe(0)
  })

  test('numbers come from a list or an Excel file with names; the rest is listed', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'Shila Akter').waitFor()
    await button(page, 'From a file or list').click()
    await dialog(page).getByLabel('Or paste a list').fill('Mina, 1948776144\n+880 01948776144\nRafi 0194877614\n০১৭১১০০০০০৯,')
    await button(page, 'Read the list').click()
    await dialog(page).getByText('Numbers found: 2, repeated: 1').waitFor()
    await dialog(page).getByText('Line 3: Rafi 0194877614 (too few digits)').waitFor()
    await button(page, 'Add to the recipients').click()
    await expectText(page, 'Total 4 - Selected 2')
    await button(page, 'From a file or list').click()
    const buffer = await writeExcelFile([
      ['Name', 'Phone'],
      ['Mina', 1948776145],
    ]).toBuffer()
    await dialog(page)
      .getByLabel('File')
      .setInputFiles({ name: 'people.xlsx', mimeType: '', buffer: buffer as Buffer })
    await dialog(page).getByText('Numbers found: 1, repeated: 0').waitFor()
    await button(page, 'Add to the recipients').click()
    await expectText(page, 'Total 5 - Selected 3')
  })

  test('the box above shows one, some or all; an added number is trimmed and ticked', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'Shila').check()
    await expectText(page, 'Total 2 - Selected 1')
    expect(await isPartial(page)).toBe(true)
    await allBox(page).click()
    await expectText(page, 'Total 2 - Selected 2')
    expect([await isPartial(page), await allBox(page).isChecked()]).toEqual([false, true])
    await allBox(page).click()
    await expectText(page, 'Total 2 - Selected 0')
    expect(await boxOf(page, 'Shila').isChecked()).toBe(false)
    await addNumber(page, '   ')
    await expectText(page, 'Total 2 - Selected 0')
    await addNumber(page, '  +880 1711-000 009 ')
    await expectText(page, 'Total 3 - Selected 1')
    const line = list(page).locator('tbody tr').first()
    expect([await line.innerText(), await line.getByRole('checkbox').isChecked()]).toEqual([
      expect.stringMatching(/^\s*Added number\s+8801711000009/),
      true,
    ])
    const colour = (at: number) =>
      list(page)
        .locator('tbody tr')
        .nth(at)
        .locator('td')
        .nth(1)
        .evaluate((cell) => getComputedStyle(cell).backgroundColor)
    expect(await colour(0)).not.toBe(await colour(1))
    // Another spelling of the same, and something that is none.
    await addNumber(page, '০১৭১১০০০০০৯, 12345')
    await page.getByText(/^Not a Bangladeshi mobile number \(/).waitFor()
    expect(await numberBox(page).inputValue()).toBe('12345')
    await expectText(page, 'Total 3 - Selected 1')
    await boxOf(page, '8801711000009').uncheck()
    await expectText(page, 'Total 3 - Selected 0')
  })
})

describe('step 2', () => {
  test('has an address: Back leads to the chosen recipients, and a reload stays', async () => {
    const page = await openAs(browser, 'rahim', '/profile')
    await visit(page, '/send-sms')
    await addNumber(page, '01711000009')
    await button(page, 'Next').click()
    await messageBox(page).fill('Open until ten')
    await page.goBack()
    await expectText(page, 'Total 3 - Selected 1')
    expect(new URL(page.url()).pathname).toBe('/send-sms')
    await page.goForward()
    expect(await messageBox(page).inputValue()).toBe('Open until ten')
    await page.reload()
    expect(await messageBox(page).inputValue()).toBe('Open until ten')
    await expectText(page, '1 number · 1 segment in total')
    await button(page, 'Back').click()
    await boxOf(page, '8801711000009').uncheck()
    await expectText(page, 'Total 3 - Selected 0')

    // Opened where nobody is chosen, it is the first step, and stays that while one chooses.
    await visit(page, '/send-sms?step=message')
    await boxOf(page, '8801711000009').check()
    await expectText(page, 'Total 3 - Selected 1')
    await page.goBack()
    await button(page, 'Next').waitFor()
  })

  test('Back keeps the choice, Send asks with count and segments, the bar shows progress', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await allBox(page).click()
    await addNumber(page, '01711000009')
    await button(page, 'Next').click()
    await button(page, 'Send').click()
    await messageBox(page).fill('Eid Mubarak €')
    await expectText(page, '13 characters · 1 segment (GSM-7) · 146 left')
    await messageBox(page).fill('আ'.repeat(71))
    await expectText(page, '71 characters · 2 segments (UCS-2) · 63 left')
    await expectText(page, '3 numbers · 6 segments in total')
    await button(page, 'Back').click()
    await expectText(page, 'Total 3 - Selected 3')
    await button(page, 'Next').click()
    expect(await messageBox(page).inputValue()).toBe('আ'.repeat(71))
    await worker.stop()
    await button(page, 'Send').click()
    expect(await page.getByRole('alertdialog').innerText()).toMatch(/^Are you sure[\s\S]*3 numbers · 6 segments in total/)
    await answer(page, 'Send')
    await toast(page, 'Message is sending to the server..')
    await expectText(page, "Please dont't close this window.")
    await expectText(page, 'Sending continues if you close it.')
    await expectText(page, '0 of 3')
    expect(
      await page.getByRole('progressbar', { name: 'Progress' }).evaluate((bar: HTMLProgressElement) => [bar.value, bar.max]),
    ).toEqual([0, 3])
    worker = startSending(app.db, gateway.settings)
    const { id = 0 } = (await newest()) ?? {}
    await expectText(page, `Campaign ${id} is done.`)
    await eventually(() => rowOf(page, id).innerText()).toContain('Sent 3')
    expect(
      gateway.taken
        .filter((one) => one.message === 'আ'.repeat(71))
        .map((one) => one.phone)
        .sort(),
    ).toEqual([...['8801711000009', '8801811000001', '8801811000002']])
    await button(page, 'New campaign').click()
    await expectText(page, 'Total 2 - Selected 0')
  })

  test('a failure says so and loses nothing', async () => {
    await grant(app, 'karim', ['campaigns_send'])
    const page = await openAs(browser, 'karim', '/send-sms')
    await addNumber(page, '01711000010')
    await button(page, 'Next').click()
    await messageBox(page).fill('Kept')
    await app.db.deleteFrom('admin_modules').where('admin_id', '=', app.world.admins.karim).execute()
    await button(page, 'Send').click()
    await toast(page, 'Failed to send message')
    expect(await messageBox(page).inputValue()).toBe('Kept')
    await grant(app, 'karim', ['campaigns_send'])
    await button(page, 'Send').click()
    await toast(page, 'Message is sending to the server..')
    await eventually(() => gateway.taken.filter((one) => one.message === 'Kept').length).toBe(1)
  })

  test('leaving asks while something is chosen or typed; reading an old message does not', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'Shila').check()
    await page.getByRole('link', { name: /^Campaign \d+: Kept/ }).click()
    await dialog(page).getByText('chosen numbers').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await boxOf(page, 'Shila').isChecked()).toBe(true)
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
    await answer(page, 'No, go back')
    expect(new URL(page.url()).pathname).toBe('/send-sms')
    await expectText(page, 'Total 2 - Selected 1')
  })

  test('all of it by keyboard', async () => {
    const page = await openAs(browser, 'rahim', '/send-sms')
    await boxOf(page, 'Tanvir').focus()
    await page.keyboard.press('ArrowDown')
    await eventually(() => boxOf(page, 'Shila').evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    await expectText(page, 'Total 2 - Selected 1')
    await button(page, 'Next').focus()
    await page.keyboard.press('Enter')
    // The box has the focus.
    await messageBox(page).waitFor()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Control+Enter')
    await toast(page, 'Message is sending to the server..')
    await eventually(() => gateway.taken.filter((one) => one.message === 'By keyboard').map((one) => one.phone)).toEqual([
      '8801811000001',
    ])
  })
})

describe('what was sent', () => {
  test('is stopped after a question; what waits gets nothing', async () => {
    await worker.stop()
    const page = await openAs(browser, 'rahim', '/send-sms')
    await sendTo(page, '01711000011', 'Never')
    const { id = 0 } = (await newest()) ?? {}
    await rowOf(page, id)
      .getByRole('button', { name: `Stop sending campaign ${id}` })
      .click()
    expect(await page.getByRole('alertdialog').innerText()).toContain(`1 number is waiting. It will not get campaign ${id}.`)
    await answer(page, 'Stop sending')
    await toast(page, 'Sending was stopped')
    worker = startSending(app.db, gateway.settings)
    await eventually(() => rowOf(page, id).innerText()).toContain('Stopped 1')
    expect(gateway.taken.filter((one) => one.message === 'Never')).toEqual([])
    await page.getByRole('link', { name: new RegExp(`^Campaign ${id}: `) }).click()
    await dialog(page).getByRole('button', { name: 'Send all stopped' }).click()
    expect(await page.getByRole('alertdialog').innerText()).toContain('No number gets it twice.')
    await answer(page, 'Send again')
    await toast(page, 'Will be sent again')
    await eventually(() => gateway.taken.filter((one) => one.message === 'Never').length).toBe(1)
  })

  test('what is unclear is decided by an admin, one by one or all', async () => {
    gateway.behave((number) => (number.endsWith('9') ? 400 : 'takes it and hangs up'))
    const phones = ['01711000021', '01711000022', '01711000023', '01711000029']
    const id = (await app.call(campaigns.send, { phones, message: 'Unclear' }, rahim)).body.data.campaign_id
    const isUnclear = async () => (await app.call(campaigns.show, { id }, rahim)).body.data.campaign.counts.unclear
    await eventually(isUnclear).toBe(3)
    const page = await openAs(browser, 'rahim', '/')
    await page.getByRole('link', { name: /^3\s*SMS to decide/ }).click()
    await expectQuery(page, { has: 'unclear' })
    await eventually(() => idsShown(page)).toEqual([id])
    await eventually(() => rowOf(page, id).innerText()).toMatch(/Refused 1[\s\S]*Unclear 3/)
    gateway.behave(() => 200)
    await app.db.updateTable('sms_pace').set({ paused_until: '-infinity', failures: 0 }).execute()
    await page.getByRole('link', { name: `Campaign ${id}: Unclear` }).click()
    await expectQuery(page, { campaign: String(id), has: 'unclear' })
    await dialog(page).getByText('Unclear: 3').waitFor()
    await dialog(page).getByRole('button', { name: 'Mark as sent: 8801711000021' }).click()
    await toast(page, 'Marked as sent')
    await dialog(page).getByRole('button', { name: 'Send again: 8801711000022' }).click()
    expect(await page.getByRole('alertdialog').innerText()).toContain('1 may have got it already. They may get it twice.')
    await answer(page, 'Send again')
    await toast(page, 'Will be sent again')
    await dialog(page).getByText('Unclear: 1').waitFor()
    await dialog(page).getByRole('button', { name: 'Send all refused again' }).click()
    await answer(page, 'Send again')
    await dialog(page).getByRole('button', { name: 'Mark all as sent' }).click()
    expect(await page.getByRole('alertdialog').innerText()).toContain('Nothing more is sent to 1 number.')
    await answer(page, 'Mark as sent')
    await dialog(page).getByRole('button', { name: 'Sent 4' }).click()
    await expectQuery(page, { campaign: String(id), has: 'unclear', state: 'sent' })
    const times = new Map([...gateway.timesOf()].filter(([phone]) => phone.startsWith('880171100002')))
    expect(Object.fromEntries(times)).toEqual({ '8801711000021': 1, '8801711000022': 2, '8801711000023': 1, '8801711000029': 1 })
    await dialog(page).getByRole('searchbox').fill('০১৭১১০০০০২২')
    await page.keyboard.press('Enter')
    await eventually(() => dialog(page).locator('tbody tr').count()).toBe(1)
  })

  test('which of its numbers are shown is in the address', async () => {
    const phones = Array.from({ length: 23 }, (_, at) => `017110001${String(at).padStart(2, '0')}`)
    const id = (await app.call(campaigns.send, { phones, message: 'Twenty-three' }, rahim)).body.data.campaign_id
    const page = await openAs(browser, 'rahim', `/send-sms?campaign=${id}`)
    const numbers = dialog(page).getByRole('table', { name: 'Numbers' })
    await dialog(page).getByRole('button', { name: 'Page 3', exact: true }).click()
    await expectQuery(page, { campaign: String(id), numbers_page: '3' })
    await visit(page, '/profile')
    await visit(page, `/send-sms?campaign=${id}&numbers_page=3`)
    await eventually(() => numbers.locator('tbody tr').count()).toBe(3)
    await dialog(page).getByRole('searchbox').fill('01711000107')
    await page.keyboard.press('Enter')
    await expectQuery(page, { campaign: String(id), phone: '01711000107' })
    await eventually(() => numbers.locator('tbody tr').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expectQuery(page, {})
  })

  test('without a gateway the screen says that no customer receives anything', async () => {
    await worker.stop()
    worker = startSending(app.db)
    await eventually(async () => (await app.call(campaigns.list, {}, rahim)).body.data.gateway.kind).toBe('outbox')
    const page = await openAs(browser, 'rahim', '/send-sms')
    await page.getByText('SMS are only saved').waitFor()
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/admin/send-sms'))
    await sendTo(page, '01711000031', '  Into the outbox\n')
    expect((await sent).postDataJSON().message).toBe('Into the outbox')
    const { id = 0 } = (await newest()) ?? {}
    await eventually(() => rowOf(page, id).innerText()).toContain('Saved only 1')
  })
})

test('an admin who may not send reads that and nothing else', async () => {
  const page = await openAs(browser, 'nadia', '/send-sms')
  await toast(page, 'Access Denied')
  await eventually(() => button(page, 'Next').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(1)
  expect(await page.getByRole('main').getByRole('heading').allTextContents()).toEqual(['Send Sms'])
})

test('10,000 recipients: at most 60 rows in the page; all, all but one, a wide search', async () => {
  const many = Array.from({ length: 9_998 }, (_, nth) => ({
    username: `many${nth + 1}`,
    phone: `017${String(nth + 1).padStart(8, '0')}`,
  }))
  await app.db.insertInto('users').values(many).execute()
  await app.db.insertInto('users').values({ username: 'abroad', phone: '+14155550100' }).execute()
  const page = await openAs(browser, 'rahim', '/send-sms')
  await expectText(page, 'Total 10,000 - Selected 0')
  await expectText(page, '1 customer has no Bangladeshi mobile number and cannot get SMS.')
  expect(await boxOf(page, 'abroad').count()).toBe(0)
  const scroller = page.getByRole('region', { name: 'Recipients' })
  const requests: number[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('users-for-send-sms')) requests.push(Number(url.searchParams.get('page')))
  })
  expect(await linesInPage(page)).toBeLessThan(60)
  // Far from the end nothing is asked for.
  await scroller.evaluate((element) => element.scrollTo({ top: 500 }))
  await boxOf(page, 'many9980').waitFor()
  expect(requests).toEqual([])
  for (let step = 2; step <= 8; step++) {
    await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight - element.clientHeight - 350 }))
    await eventually(() => requests.at(-1)).toBe(step)
    await eventually(() => scroller.evaluate((element) => element.scrollHeight)).toBeGreaterThan(step * 50 * 43)
    expect(await linesInPage(page)).toBeLessThan(60)
  }
  await allBox(page).click()
  // 400 are loaded, one of them cannot be written to.
  await expectText(page, 'Total 10,000 - Selected 399')
  await expectText(page, 'The 399 loaded ones are selected.')
  await button(page, 'Select all 10,000').click()
  await expectText(page, 'Total 10,000 - Selected 10,000')
  await scroller.evaluate((element) => element.scrollTo({ top: 0 }))
  await boxOf(page, 'many9998').uncheck()
  await expectText(page, 'Total 10,000 - Selected 9,999')
  await expectText(page, '9,999 of all 10,000 are selected.')
  expect(await isPartial(page)).toBe(true)
  await button(page, 'Next').click()
  await messageBox(page).fill('To all but one')
  await button(page, 'Send').click()
  await answer(page, 'Send')
  await toast(page, 'Message is sending to the server..')
  const { id = 0, total } = (await newest()) ?? {}
  expect(total).toBe(9_999)
  await page.getByText(`Campaign ${id} is done.`, { exact: true }).waitFor()
  await button(page, 'New campaign').click()

  // All but one of the 10,000 have these digits.
  await search(page, '0170000')
  await expectText(page, `${SEARCH_CANDIDATES + 1}+ found`)
  await allBox(page).click()
  await expectText(page, 'The 50 loaded ones are selected. There are too many results to load them all.')
  await search(page, '01700000001')
  await expectText(page, '1 found')
  await allBox(page).click()
  await expectText(page, 'The loaded one is selected.')
})
