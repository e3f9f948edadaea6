import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { settings } from '#contract/settings.ts'
import { status } from '#contract/status.ts'
import { startGateway } from '../support/sms-gateway.ts'
import { placeOrder } from '../world.ts'
import { loseAnswer, markChanged, toast } from './browser.ts'
import { arriveAs, openAs, visit } from './people.ts'
import { startShop } from './shop.ts'
import { eventually, expectText, headings, openMore } from './table.ts'

// The system status lists them.
const { app, browser } = await startShop(['erase in-game secrets'])
const rahim = await app.signIn('rahim')

beforeAll(async () => {
  await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100 })
})

const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(choice, { exact: true }).click()
const attribute = (page: Page, name: string) => page.locator('html').getAttribute(name)
const stored = async () => (await app.call(settings.show, {}, rahim)).body.data
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

describe('one’s own settings', () => {
  test('language, colours and rows act at once and are remembered', async () => {
    const page = await openAs(browser, 'karim', '/settings')
    await choose(page, 'Colour scheme', 'Dark')
    await eventually(() => attribute(page, 'data-mantine-color-scheme')).toBe('dark')
    await choose(page, 'Rows in tables', 'Compact')
    await choose(page, 'Language', 'বাংলা')
    await expectText(page, 'সেটিংস')
    expect(await field(page, 'shop_name').count()).toBe(0)
    await page.goto('/order')
    await page.locator('table').waitFor()
    expect(await attribute(page, 'data-mantine-color-scheme')).toBe('dark')
    expect(await attribute(page, 'lang')).toBe('bn')
    expect(await page.locator('table[data-density="compact"], [data-density="compact"] table').count()).toBe(1)
  })

  test('the menu leads there, and from there to the API reference and the tables', async () => {
    const page = await openAs(browser, 'karim', '/')
    await page.getByRole('button', { name: /Karim/ }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.waitForURL('**/settings')
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'API reference' }).click()
    await (await opened).getByRole('heading', { name: 'POST /api/admin/login', exact: true }).waitFor()
    expect((await page.request.get('/api/docs')).status()).toBe(401)
    await page.getByRole('link', { name: 'Columns of your tables' }).click()
    await page.waitForURL('**/tables')
    await expectText(page, 'No data to show')
  })
})

describe('/tables', () => {
  test('names what was hidden, and brings it back', async () => {
    const page = await openAs(browser, 'rahim', '/order')
    await openMore(page)
    for (const name of ['Phone', 'Account type']) await page.getByRole('checkbox', { name }).uncheck()
    await page.keyboard.press('Escape')
    await eventually(() => page.evaluate(() => localStorage.getItem('table:order'))).toMatch(
      /phone.*accounttype|accounttype.*phone/,
    )
    await visit(page, '/tables')
    await expectText(page, '2 columns hidden')
    await page.getByRole('button', { name: 'Reset: Topup Order' }).click()
    await expectText(page, 'No data to show')
    await visit(page, '/order')
    await eventually(() => headings(page)).toContain('Phone')
  })
})

describe('the shop’s settings', () => {
  test('the names of the parts lead to each of them', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    await page.getByRole('heading', { name: 'Staff notices' }).waitFor()
    const parts = page.getByRole('navigation', { name: 'On this page' }).getByRole('button')
    const names = await parts.allTextContents()
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) {
      await parts.getByText(name, { exact: true }).click()
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name)
      expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBeLessThan(700)
    }
  })

  test('a name and another claim time: saved, in the header, the form ready again', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    await field(page, 'shop_name').fill('Nilkanto Games')
    await field(page, 'claim_minutes').fill('২৫')
    await save(page)
    await expectText(page, 'Settings updated successfully')
    await eventually(stored).toMatchObject({ shop_name: 'Nilkanto Games', claim_minutes: 25 })
    // The form that takes its place has put the focus on its heading.
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('shop-settings')
    await field(page, 'low_stock_codes').fill('7')
    await page.keyboard.press('Control+Enter')
    await eventually(stored).toMatchObject({ low_stock_codes: 7, claim_minutes: 25 })
    await page.getByRole('banner').getByText('Nilkanto Games').waitFor()
    await visit(page, '/order')
    await page
      .getByRole('button', { name: /^Edit order/ })
      .first()
      .click()
    await expectText(page, 'Reserved for you for 25 minutes')
    // Who is not signed in reads it too.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/login')
    await expectText(page, 'Topdeck, the back office of Nilkanto Games')
  })

  test('a ready note: saved, and filled in where it is chosen for an order', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    await field(page, 'order_notes_cancel').fill('Nobody is {{player}}')
    await save(page)
    await expectText(page, 'Unknown placeholder {{player}}')
    await field(page, 'order_notes_cancel').fill('Nobody is {{playerid}}, so no {{package}}\nপ্লেয়ার আইডি ভুল')
    await field(page, 'product_order_notes_completed').fill('Your {{product}} is there')
    await save(page)
    await expectText(page, 'Settings updated successfully')
    await visit(page, '/order?status=pending')
    await page
      .getByRole('button', { name: /^Edit order/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'cancel' }).check()
    const ready = dialog.getByRole('list', { name: 'Ready-made notes' }).getByRole('button')
    await eventually(() => ready.count()).toBe(1)
    await ready.click()
    const { playerid, name } = await app.db
      .selectFrom('orders')
      .select(['playerid', 'name'])
      .where('status', '=', 'pending')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(await dialog.getByLabel('Note to the customer').inputValue()).toBe(`Nobody is ${playerid}, so no ${name}`)
  })

  test('times are those of the new zone, here and after the next load', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    await field(page, 'time_zone').selectOption('America/New_York')
    await save(page)
    await expectText(page, 'Settings updated successfully')
    const shown = async () => (await page.locator('tbody time').first().textContent())?.slice(-5)
    const placed = await app.db.selectFrom('orders').select('created_at').orderBy('id', 'desc').executeTakeFirstOrThrow()
    const time = (timeZone: string) =>
      new Date(placed.created_at).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
    expect(time('America/New_York')).not.toBe(time('Asia/Dhaka'))
    await visit(page, '/order')
    await eventually(shown).toBe(time('America/New_York'))
    await page.reload()
    await eventually(shown).toBe(time('America/New_York'))
  })

  test('mistakes of a gateway stand at their fields unless texts are kept; key hidden', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    await field(page, 'sms_gateway').selectOption('http')
    await field(page, 'sms_url').fill('https://sms.example/send?to={phone}&key={key}')
    await save(page)
    await expectText(page, 'Must contain {phone} and {message}')
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement)?.name)).toBe('sms_url')
    await field(page, 'sms_url').fill('https://sms.example/send?to={phone}&key={key}&text={message}')
    await field(page, 'sms_key').fill('key-of-the-gateway')
    await save(page)
    await expectText(page, 'Set. Leave empty to keep it.')
    expect(await field(page, 'sms_key').inputValue()).toBe('')
    expect(await stored()).toMatchObject({ sms_gateway: 'http', has_sms_key: true })
    await toast(page, 'Settings updated successfully')
    const { sms_url } = await stored()
    await field(page, 'sms_url').fill('sms.example/no-address')
    await save(page)
    await expectText(page, 'Enter an address that begins with http:// or https://')
    await field(page, 'sms_gateway').selectOption('outbox')
    await field(page, 'shop_name').fill('Kept here')
    await save(page)
    await toast(page, 'Settings updated successfully')
    expect(await stored()).toMatchObject({ sms_gateway: 'outbox', sms_url, shop_name: 'Kept here' })
    await field(page, 'webhook_url').fill('https://store.example/news')
    await save(page)
    await expectText(page, 'A webhook URL needs a signing secret')
    expect(await field(page, 'webhook_url').inputValue()).toBe('https://store.example/news')
  })

  test('a preset fills in the gateway, and a test message shows the answer in its words', async () => {
    const gateway = await startGateway('POST')
    const page = await openAs(browser, 'rahim', '/settings')
    await field(page, 'sms_gateway').selectOption('http')
    await page.getByLabel('Fill in for').selectOption('BulkSMSBD (to be checked)')
    expect(await field(page, 'sms_accepted').inputValue()).toBe('202')
    expect(await field(page, 'sms_accepted_field').inputValue()).toBe('response_code')
    await field(page, 'sms_url').fill(gateway.settings.url)
    expect(await page.getByLabel('Fill in for').inputValue()).toBe('')
    await field(page, 'sms_key').fill('key-of-the-gateway')
    await field(page, 'internal_hosts').fill('127.0.0.1')
    await save(page)
    await toast(page, 'Settings updated successfully')
    const number = page.getByLabel('Send a test message to')
    await number.fill('017')
    await number.press('Enter')
    await expectText(page, 'Not a Bangladeshi mobile number')
    gateway.behave(() => ({ words: '{"response_code":1007}' }))
    await number.fill('01711000009')
    await number.press('Enter')
    await page.getByRole('status').getByText('Refused · status 200: {"response_code":1007}').waitFor()
    gateway.behave(() => ({ words: '{"response_code":202}' }))
    await page.getByRole('button', { name: 'Send test message' }).click()
    await page.getByRole('status').getByText('Accepted · status 200: {"response_code":202}').waitFor()
    expect(gateway.taken.map(({ phone }) => phone)).toEqual(['8801711000009', '8801711000009'])
    await gateway.close()
  })

  test('a fault of something that is not on screen is said all the same', async () => {
    const page = await openAs(browser, 'rahim', '/profile')
    await page.route('**/api/admin/settings', async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, version: 0 } } })
    })
    await visit(page, '/settings')
    await field(page, 'shop_name').fill('Never sent')
    await save(page)
    await page.getByRole('alert').getByText('At least 1', { exact: true }).waitFor()
    expect((await stored()).shop_name).not.toBe('Never sent')
  })

  test('after a save the form stands ready also where it could not be read again', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    await field(page, 'shop_name').fill('Saved once')
    await page.route('**/api/admin/settings', (route) => route.abort())
    await save(page)
    await expectText(page, 'Settings updated successfully')
    await page.getByRole('banner').getByText('Saved once').waitFor()
    await field(page, 'shop_name').fill('Saved twice')
    await save(page)
    await eventually(async () => (await stored()).shop_name).toBe('Saved twice')
  })

  test('toasts may load late: no screen goes, typed text and messages stay', async () => {
    const page = await browser.newPage()
    await page.route('**/assets/Toasts-*', (route) => route.abort())
    await arriveAs(page, 'rahim', '/settings')
    await field(page, 'shop_name').fill('Late but there')
    await save(page)
    await eventually(async () => (await stored()).shop_name).toBe('Late but there')
    expect(await page.getByText('Settings updated successfully').count()).toBe(0)
    await page.unroute('**/assets/Toasts-*')
    await expectText(page, 'Settings updated successfully')
    await page.getByRole('banner').getByText('Late but there').waitFor()
  })

  test('what another admin saved meanwhile is not overwritten, and both end up saved', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    await field(page, 'shop_name').fill('Mine')
    const { has_sms_key, has_webhook_secret, webhook_url_of_environment, ...present } = await stored()
    await app.call(settings.update, { ...present, shop_name: 'Theirs', claim_minutes: 17 }, rahim)
    await save(page)
    await expectText(page, 'Another admin has changed this')
    // Save is at the end of a long form.
    const goOn = 'Continue with these changes'
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(goOn)
    const notice = page.getByRole('alert').filter({ hasText: 'Another admin has changed this' })
    const { y = 0 } = (await notice.boundingBox()) ?? {}
    expect(y).toBeGreaterThan((await page.getByRole('banner').boundingBox())?.height ?? 0)
    expect(await notice.getByRole('listitem').allInnerTexts()).toEqual([
      `Name: ${present.shop_name} → Theirs (you typed Mine)`,
      `Claim time (minutes): ${present.claim_minutes} → 17`,
    ])
    expect(await field(page, 'shop_name').inputValue()).toBe('Mine')
    expect((await stored()).shop_name).toBe('Theirs')
    await page.getByRole('button', { name: goOn }).click()
    await save(page)
    await expectText(page, 'Settings updated successfully')
    expect(await stored()).toMatchObject({ shop_name: 'Mine', claim_minutes: 17 })
  })

  test('one’s own save without an answer names no other admin; the next Save passes', async () => {
    const page = await openAs(browser, 'rahim', '/settings')
    await field(page, 'shop_name').fill('Mine in the end ')
    await field(page, 'low_stock_codes').fill('09')
    await loseAnswer(page, '**/api/admin/settings/update')
    const refetched = page.waitForResponse('**/api/admin/settings')
    await save(page)
    await expectText(page, 'No answer came. Check whether it went through.')
    await (await refetched).finished()
    expect(await stored()).toMatchObject({ shop_name: 'Mine in the end', low_stock_codes: 9 })
    await field(page, 'claim_minutes').fill('31')
    await save(page)
    await expectText(page, 'Settings updated successfully')
    expect(await stored()).toMatchObject({ shop_name: 'Mine in the end', low_stock_codes: 9, claim_minutes: 31 })
    // Where it could not be read again, the refusal tells what is set: there is nothing else to show.
    await field(page, 'shop_name').fill('Mine once more')
    await page.route('**/api/admin/settings', (route) => route.abort())
    await loseAnswer(page, '**/api/admin/settings/update')
    await save(page)
    await eventually(async () => (await stored()).shop_name).toBe('Mine once more')
    await eventually(() =>
      page
        .locator('form[aria-busy="false"]')
        .filter({ has: field(page, 'shop_name') })
        .count(),
    ).toBe(1)
    await field(page, 'claim_minutes').fill('32')
    await save(page)
    await page.getByText('This has changed. Review it and try again.').first().waitFor()
    expect(await page.getByText('Another admin has changed this').count()).toBe(0)
    await save(page)
    await eventually(stored).toMatchObject({ shop_name: 'Mine once more', claim_minutes: 32 })
  })
})

test('the system status begins with problems and names queues, database and jobs', async () => {
  const page = await openAs(browser, 'rahim', '/profile')
  // A browser that is some seconds behind the server.
  markChanged(page)
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() - 10_000
  })
  await page.route(`**${status.show.path}`, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, data: { ...data, database: { ...data.database, is_owner: true } } } })
  })
  await visit(page, '/test')
  const warning = await page.getByText(/^One database role does both/).boundingBox()
  const books = await page
    .getByText(/^Books /)
    .first()
    .boundingBox()
  expect(warning?.y).toBeLessThan(books?.y ?? 0)
  await page.unrouteAll({ behavior: 'wait' })

  const created_at = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const message = { event: 'order.completed', subject: 'order', subject_id: 1, payload: '{}', created_at }
  await app.db.insertInto('webhooks').values(message).execute()
  const again = async () => {
    await visit(page, '/profile')
    await visit(page, '/test')
  }
  await again()
  const late = page.getByRole('region', { name: 'Queues' }).getByRole('listitem').filter({ hasText: 'Webhooks' })
  await late.getByText('for 3 h 0 min').waitFor()
  expect(await late.getAttribute('data-broken')).toBe('true')
  expect(await page.locator('dl').innerText()).toMatch(/PostgreSQL\s+\d+\.\d+/)
  const backup = page.getByRole('listitem').filter({ hasText: 'Last backup' })
  await backup.getByText('never').waitFor()
  expect(await backup.getAttribute('data-broken')).toBe('true')
  const made = {
    kind: 'backup',
    moment: new Date(Date.now() - 2 * 3_600_000 - 30_000).toISOString(),
    bytes: 1_234_000,
    rows: 5_678,
    with_key: false,
  }
  await app.db.insertInto('backups').values(made).execute()
  await again()
  await backup.getByText('1,234 kB, 5,678 rows, without the key').waitFor()
  await backup.getByText('2 h 0 min ago').waitFor()
  expect(await backup.getAttribute('data-broken')).toBeNull()
  await app.db
    .insertInto('backups')
    .values({ ...made, moment: new Date().toISOString() })
    .execute()
  await again()
  await backup.getByText(/^just now/).waitFor()
  await page
    .getByRole('region', { name: 'Recurring jobs' })
    .getByText(/^All \d+ OK$/)
    .click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Erase in-game passwords of old orders' })
    .getByText('every 10 min')
    .waitFor()
})

test('a test event is sent by a button, and its result is shown', async () => {
  const store = createServer((_, reply) => reply.writeHead(isStoreUp ? 204 : 500).end())
  let isStoreUp = false
  await once(store.listen(0, '127.0.0.1'), 'listening')
  const { port } = store.address() as AddressInfo
  const set = { webhook_url: `http://127.0.0.1:${port}/news`, internal_hosts: '127.0.0.1' }
  const webhook_secret_sealed = app.vault.seal('the secret of the store', 'settings.webhook_secret')
  const page = await openAs(browser, 'rahim', '/settings')
  await field(page, 'webhook_url').waitFor()
  expect(await page.getByRole('button', { name: 'Send test event' }).count()).toBe(0)
  await app.db
    .updateTable('settings')
    .set({ ...set, webhook_secret_sealed })
    .execute()
  await visit(page, '/profile')
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expectText(page, 'The webhook URL did not accept it: status 500')
  isStoreUp = true
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expectText(page, 'Test event delivered')
  await app.db.updateTable('settings').set({ webhook_url: '', webhook_secret_sealed: null }).execute()
  store.close()
})

test('after a long outage one click retries all webhooks, failures on top', async () => {
  // What was decided before then is told to nobody.
  await sql`select fold_money_counts()`.execute(app.db)
  const webhook_secret_sealed = app.vault.seal('the secret of the store', 'settings.webhook_secret')
  await app.db.updateTable('settings').set({ webhook_url: 'http://127.0.0.1:9/', webhook_secret_sealed }).execute()
  await app.db.deleteFrom('webhooks').execute()
  const failed = { subject: 'order', payload: '{}', state: 'failed', attempts: 30, last_error: 'status 502' }
  const newer = { subject: 'order', payload: '{}', state: 'delivered', delivered_at: new Date().toISOString() }
  const messages = [
    ...[71, 72].map((subject_id) => ({ ...failed, subject_id, event: 'order.completed' })),
    ...Array.from({ length: 12 }, (_, nth) => ({ ...newer, subject_id: 80 + nth, event: 'order.cancel' })),
  ]
  for (const message of messages) await app.db.insertInto('webhooks').values(message).execute()
  const page = await openAs(browser, 'rahim', '/')
  await page.getByRole('link', { name: /^2\s*Failed webhooks/ }).click()
  const section = page.getByRole('region', { name: 'Webhooks' })
  await section.getByText('0 waiting, 2 failed').waitFor()
  const [first, last] = [section.getByRole('listitem').first(), section.getByRole('listitem').last()]
  await first.getByText('order.completed #72').waitFor()
  await first.getByText('failed', { exact: true }).waitFor()
  await first.getByText('status 502 after 30 attempts').waitFor()
  await last.getByText('delivered', { exact: true }).waitFor()
  const colours = () =>
    section.locator('[data-colour]').evaluateAll((badges) => badges.map((badge) => badge.getAttribute('data-colour')))
  expect(await colours()).toEqual([...Array(2).fill('red'), ...Array(8).fill('green')])
  for (const id of [71, 72]) {
    expect(await section.getByRole('button', { name: `Try again: order.completed #${id}`, exact: true }).count()).toBe(1)
  }
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await page.getByText('30 বার চেষ্টার পর স্ট্যাটাস 502').first().waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await section.getByRole('button', { name: 'Try all again' }).click()
  await expectText(page, 'Webhooks to be tried again: 2')
  await section.getByText('2 waiting, 0 failed').waitFor()
  expect(await section.getByRole('button').count()).toBe(0)
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('region', { name: 'Needs your attention' }).waitFor()
  await eventually(() => page.getByRole('link', { name: /Failed webhooks/ }).count()).toBe(0)
})
