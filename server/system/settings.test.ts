import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { desk } from '#contract/desk.ts'
import { CLAIM_LEASE_MINUTES, LOW_STOCK_CODES, SECRETS_KEPT_DAYS, SHOP_TIME_ZONE } from '#contract/limits.ts'
import { NOTES_SETTINGS } from '#contract/ready-notes.ts'
import { type Settings, settings } from '#contract/settings.ts'
import type { ShopFacts } from '#contract/shop-facts.ts'
import { statements } from '#contract/statements.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { webhooks } from '#contract/webhooks.ts'
import { request, startApp, startSecondServer } from '../../test/support/app.ts'
import { expectSoundBooks } from '../../test/support/books.ts'
import { pastOrder } from '../../test/support/figures.ts'
import { askForWalletAdd, placeOrder } from '../../test/world.ts'
import { shopTime } from '../core/exports/csv.ts'
import { readSmsGateway, readStoreAddress } from '../core/settings/read-settings.ts'
import { readFacts, shopZone } from '../core/settings/shop-facts.ts'
import { query } from '../platform/db/connect.ts'
import { installation } from '../platform/installation.ts'
import { openVault } from '../platform/vault/vault.ts'

const ALLOWED = '127.0.0.1'
const SECRET = 'only the store and we know it'
const KEY = 'gateway key $47{phone}'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
let first: Settings
beforeAll(async () => {
  await save({ internal_hosts: ALLOWED })
  first = await show()
})
afterAll(() => app.close())
afterEach(async () => {
  await save({ ...first, version: (await show()).version })
  await expectSoundBooks(app.db)
})

const show = async () => (await app.call(settings.show, {}, rahim)).body.data
/** Saves some fields over what is there now. */
const save = async (change: Partial<Record<keyof Settings | 'sms_key' | 'webhook_secret', unknown>>) => {
  const { has_sms_key, has_webhook_secret, webhook_url_of_environment, ...present } = await show()
  return app.call(settings.update, { ...present, ...change }, rahim)
}
const stored = () => query<Record<string, unknown>>(app.db, 'select * from settings')

test('a new shop has what the rules say', () => {
  expect(first).toMatchObject({
    time_zone: SHOP_TIME_ZONE,
    low_stock_codes: LOW_STOCK_CODES,
    wallet_changes_per_day: 20_000,
    claim_minutes: CLAIM_LEASE_MINUTES,
    secrets_kept_days: SECRETS_KEPT_DAYS,
    sms_gateway: 'outbox',
    webhook_url: '',
    has_sms_key: false,
    has_webhook_secret: false,
  })
})

test('a super admin sets them; everybody else is refused, and nothing is changed', async () => {
  const reply = await save({ shop_name: '  Nilkanto Games ', low_stock_codes: '5', claim_minutes: 3, secrets_kept_days: 30 })
  expect(reply).toMatchObject({ status: 200, body: { message: 'Settings updated successfully' } })
  expect(reply.body.data).toMatchObject({
    shop_name: 'Nilkanto Games',
    low_stock_codes: 5,
    claim_minutes: 3,
    secrets_kept_days: 30,
  })
  expect((await app.call(settings.show, {}, karim)).status).toBe(403)
  expect((await app.call(settings.update, { ...(await show()), shop_name: 'Mine' }, karim)).status).toBe(403)
  expect((await show()).shop_name).toBe('Nilkanto Games')
})

test.each([
  ['low_stock_codes', -1],
  ['low_stock_codes', 2.5],
  ['claim_minutes', 1],
  ['claim_minutes', 241],
  ['secrets_kept_days', 0],
  ['time_zone', 'Asia/Nowhere'],
  ['time_zone', '+06:00'],
  ['time_zone', 'BDT'],
  ['shop_name', 'x'.repeat(121)],
  ['sms_gateway', 'pigeon'],
  ['sms_per_second', 0],
  ['webhook_url', 'ftp://store.example/news'],
  ['webhook_url', 'https://'],
  ['webhook_url', 'http://[bad/news'],
  ['webhook_url', 'http://store.example:99999/news'],
  ['webhook_url', 'http://user:password@store.example/news'],
  ['webhook_secret', 'too short'],
  ['internal_hosts', 'http://10.0.0.5'],
  ['internal_hosts', '10.0.0.5:8080'],
  ['internal_hosts', '10.0.0.0/8'],
  ['order_notes_cancel', 'x'.repeat(2001)],
  ['order_notes_completed', 'Delivered to {{player}}'],
  ['order_notes_completed', 'Delivered to {{ playerid }}'],
  ['product_order_notes_pending', 'For {{playerid}}'],
])('%s cannot be %s: the field is named and nothing is changed', async (field, value) => {
  const before = await stored()
  const { status, body } = await save({ [field]: value })
  expect(status).toBe(422)
  expect(body.errors).toEqual([expect.objectContaining({ param: field })])
  expect(await stored()).toEqual(before)
})

test('ready notes: with every page, in the audit log, unchanged where not sent', async () => {
  expect(first.order_notes_cancel).toContain('Wrong player ID: please check it and order again\n')
  const order_notes_completed = '{{package}} is on {{playerid}}\nধন্যবাদ, অর্ডার #{{order}}'
  expect((await save({ order_notes_completed: `${order_notes_completed}\n\n  ধন্যবাদ, অর্ডার #{{order}} ` })).status).toBe(200)
  const { product_order_notes_pending: _, ...others } = await show()
  expect((await save({ ...others, product_order_notes_pending: undefined })).status).toBe(200)
  expect(await show()).toMatchObject({ ...others, version: others.version + 1 })
  const notes = (installation() as ShopFacts).notes
  expect(notes).toMatchObject({ order_notes_completed, order_notes_cancel: first.order_notes_cancel })
  expect(Object.keys(notes)).toEqual(NOTES_SETTINGS)
  const rows = await app.db
    .selectFrom('audit')
    .select('facts')
    .where('action', '=', 'settings.update')
    .orderBy('id', 'desc')
    .execute()
  expect(rows[1]?.facts).toEqual({ before: { order_notes_completed: first.order_notes_completed }, order_notes_completed })
})

test.each([
  ['https://sms.example/send', 'Must contain {phone} and {message}'],
  ['https://sms.example/send?to={phone}&text={message}&from={sender}', 'Unknown placeholder {sender}'],
  ['https://sms.example/#{phone}{message}', 'Enter an address that begins with http:// or https://'],
  ['https://user:p%zz@sms.example/?p={phone}&m={message}', 'Must not contain a user name or password'],
  ['https://{phone}.example/{message}', 'Enter an address that begins with http:// or https://'],
])('a gateway at %s is refused', async (sms_url, message) => {
  const { status, body } = await save({ sms_gateway: 'http', sms_url })
  expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ msg: message, param: 'sms_url' }] })
})

const INTERNAL = {
  code: 'address_internal',
  msg: 'This address is in a private network. Enter its host under Allowed internal hosts to allow it',
}

test.each([
  '127.0.0.2',
  '10.0.0.5',
  '169.254.169.254',
  '[::1]',
  '[fd00::5]',
  '[::ffff:10.0.0.5]',
  '167772165',
  '0x0a000005',
  '0',
  'localhost',
])('at %s neither gateway nor store may be without a super admin’s permission', async (host) => {
  const sms = { sms_gateway: 'http', sms_url: `http://${host}/?to={phone}&text={message}` }
  const webhook = { webhook_url: `https://${host}/news`, webhook_secret: SECRET }
  const before = await stored()
  const refused = await save(sms)
  expect([refused.status, refused.body.errors]).toEqual([422, [{ ...INTERNAL, param: 'sms_url' }]])
  expect((await save(webhook)).body.errors).toEqual([{ ...INTERNAL, param: 'webhook_url' }])
  expect(await stored()).toEqual(before)
  const internal_hosts = `sms.lan, ${host}`
  expect((await save({ ...sms, ...webhook, internal_hosts })).body.data).toMatchObject({ internal_hosts, sms_url: sms.sms_url })
  expect((await save({ internal_hosts: 'sms.lan' })).body.errors).toEqual([{ ...INTERNAL, param: 'sms_url' }])
})

test('of two who edit at once the second gets a conflict with the present state', async () => {
  const { version } = await show()
  await save({ shop_name: 'First' })
  const { status, body } = await save({ shop_name: 'Second', version })
  expect(status).toBe(409)
  expect(body.data).toMatchObject({ shop_name: 'First' })
  const { has_sms_key, has_webhook_secret, webhook_url_of_environment, ...present } = await show()
  const names = Array.from({ length: 10 }, (_, at) => `Shop ${at}`)
  // Else the first is done before the others have a connection.
  await Promise.all(names.map(show))
  const all = await Promise.all(names.map((shop_name) => app.call(settings.update, { ...present, shop_name }, rahim)))
  expect(all.map((reply) => reply.status).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('secrets are sealed, kept when left empty, and nowhere to be read', async () => {
  const sms_url = 'https://sms.example/send?to={phone}&text={message}&key={key}'
  const keyless = await save({ sms_gateway: 'http', sms_url })
  expect(keyless.body.errors).toEqual([
    { code: 'sms_key_required', msg: 'The URL uses a key, but none is set', param: 'sms_key' },
  ])
  await save({ sms_gateway: 'http', sms_url, sms_key: KEY, webhook_url: 'http://127.0.0.1:9/news', webhook_secret: SECRET })
  const { body } = await save({ sms_key: '', webhook_secret: '', sms_per_second: 20 })
  expect(body.data).toMatchObject({ has_sms_key: true, has_webhook_secret: true, sms_per_second: 20 })
  expect(await readStoreAddress(app.db, app.vault)).toEqual({
    url: 'http://127.0.0.1:9/news',
    secret: SECRET,
    internalHosts: ALLOWED,
  })
  expect(await readSmsGateway(app.db, app.vault)).toEqual({
    kind: 'http',
    url: 'https://sms.example/send?to={phone}&text={message}&key=gateway%20key%20%2447%7Bphone%7D',
    method: 'POST',
    per_second: 20,
    internalHosts: ALLOWED,
  })
  const audit = await query<{ facts: Record<string, unknown> }>(
    app.db,
    `select facts from audit where subject = 'settings' order by id`,
  )
  expect(audit.at(-2)?.facts).toMatchObject({
    sms_key_changed: true,
    webhook_secret_changed: true,
    before: { sms_gateway: 'outbox' },
  })
  expect(audit.at(-1)?.facts).toEqual({ before: { sms_per_second: 10 }, sms_per_second: 20 })
  const everywhere = JSON.stringify([body, audit, (await stored()).map((row) => Object.values(row).map(String))])
  for (const secret of [KEY, SECRET]) expect(everywhere).not.toContain(secret)
})

test('a gateway’s sign of acceptance is set, kept where not sent, and read with it', async () => {
  const sms_url = 'https://sms.example/send?to={phone}&text={message}'
  const rule = { sms_accepted_field: 'response_code', sms_accepted: ' 202 ' }
  const valueless = await save({ sms_gateway: 'http', sms_url, ...rule, sms_accepted: '' })
  expect(valueless.body.errors).toEqual([
    { code: 'sms_accepted_required', msg: 'Enter the value of this field', param: 'sms_accepted' },
  ])
  expect((await save({ sms_gateway: 'http', sms_url, ...rule })).status).toBe(200)
  const accepted = { field: 'response_code', value: '202' }
  expect(await readSmsGateway(app.db, app.vault)).toMatchObject({ kind: 'http', accepted })
  const { has_sms_key, has_webhook_secret, webhook_url_of_environment, sms_accepted_field, sms_accepted, ...others } =
    await show()
  expect((await app.call(settings.update, { ...others, shop_name: 'Other' }, rahim)).body.data).toMatchObject({
    shop_name: 'Other',
    sms_accepted_field: 'response_code',
    sms_accepted: '202',
  })
})

test('the gateway’s key goes nowhere but where it was given for', async () => {
  const at = (host: string) => `https://${host}/send?to={phone}&text={message}&key={key}`
  await save({ sms_gateway: 'http', sms_url: at('sms.example'), sms_key: KEY })
  const elsewhere = await save({ sms_url: at('other.example') })
  expect(elsewhere.body.errors).toEqual([
    { code: 'other_sms_key_required', msg: 'Another gateway needs its own key', param: 'sms_key' },
  ])
  expect((await save({ sms_url: at('sms.example').replace('send', 'v2/send') })).status).toBe(200)
  expect((await save({ sms_gateway: 'outbox', sms_url: at('other.example') })).body.data.has_sms_key).toBe(false)
  expect((await save({ sms_gateway: 'http' })).status).toBe(422)
})

describe('another time zone', () => {
  const chart = async () => (await app.call(dashboard.ordersChart, { days: 7 }, rahim)).body.data

  test('puts the past on other days, at once and for good', async () => {
    const day = (await chart()).dates[3] ?? ''
    // 23:30 in Dhaka, 13:30 in New York.
    await pastOrder(app.db, app.world, { package: 'gems100', createdAt: `${day}T17:30:00Z` })
    // 03:00 in Dhaka, 17:00 of the day before in New York.
    await pastOrder(app.db, app.world, { package: 'gems100', createdAt: `${day}T21:00:00Z` })
    const inDhaka = await chart()
    expect([inDhaka.data[3], inDhaka.data[4]]).toEqual([1, 1])
    await save({ time_zone: 'America/New_York' })
    await expectSoundBooks(app.db)
    const inNewYork = await chart()
    expect(inNewYork.data[inNewYork.dates.indexOf(day)]).toBe(2)
    expect(shopZone()).toBe('America/New_York')
    const id = app.world.users.shila
    await placeOrder(app.db, { userId: id, packageId: app.world.packages.gems100 })
    const statement = await fetch(`${app.url}/api${statements.exportUser.path.replace(':id', String(id))}`, {
      method: 'POST',
      headers: { authorization: rahim, 'content-type': 'application/json' },
      body: '{}',
    })
    const saved = await statement.text()
    expect(saved).toContain('At (America/New_York)')
    const [{ at } = { at: '' }] = (await app.call(statements.user, { id }, rahim)).body.data.lines
    expect(saved).toContain(shopTime(at, 'America/New_York'))
    await query(app.db, `update settings set time_zone = 'Asia/Dhaka'`)
    await readFacts(app.db)
    expect(shopZone()).toBe('Asia/Dhaka')
    await query(app.db, `update settings set time_zone = 'America/New_York'`)
    await readFacts(app.db)
  })

  test('while admins go on working: every figure is what the rows say', async () => {
    const adds = await Promise.all(
      Array.from({ length: 40 }, () => askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })),
    )
    const approvals = adds.map((id) => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim))
    const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Dhaka'].map((time_zone) => save({ time_zone }))
    const placed = Array.from({ length: 20 }, () =>
      placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100 }),
    )
    const replies = await Promise.all([...approvals, ...zones])
    await Promise.all(placed)
    expect(replies.slice(0, 40).every(({ status }) => status === 200)).toBe(true)
    expect(replies.slice(40).some(({ status }) => status === 200)).toBe(true)
    await expectSoundBooks(app.db)
  })
})

test('a claim lasts as long as is set, and codes are few below what is set', async () => {
  await save({ claim_minutes: 45, low_stock_codes: 2 })
  const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100 })
  const { body } = await app.call(desk.claim, { id: order }, rahim)
  const minutes = (Date.parse(body.data.order.held_until ?? '') - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(44)
  expect(minutes).toBeLessThan(46)
  const counts = async () => (await app.call(vouchers.counts, {}, rahim)).body.data
  const isLow = async () => (await counts()).packages.find(({ package_id }) => package_id === app.world.packages.gemsCard)?.is_low
  expect(await isLow()).toBe(false)
  await save({ low_stock_codes: 3 })
  expect(await isLow()).toBe(true)
})

test('a store address needs a secret; with both, decisions are kept until it is gone', async () => {
  await query(app.db, 'update settings set webhook_url = $1, webhook_secret_sealed = null', [''])
  const refused = await save({ webhook_url: 'http://127.0.0.1:9/news' })
  expect(refused.body.errors).toEqual([expect.objectContaining({ param: 'webhook_secret' })])
  const hasWebhooks = async () => (await app.call(webhooks.list, {}, rahim)).body.data.is_configured
  expect(await hasWebhooks()).toBe(false)
  await save({ webhook_url: 'http://127.0.0.1:9/news', webhook_secret: SECRET })
  expect(await hasWebhooks()).toBe(true)
  await save({ webhook_url: '' })
  expect([await hasWebhooks(), await readStoreAddress(app.db, app.vault)]).toEqual([false, undefined])
})

test('with an address from the environment, another below it needs a secret', async () => {
  const lost = openVault(randomBytes(32)).seal(SECRET, 'settings.webhook_secret')
  await query(app.db, 'update settings set webhook_url = $1, webhook_secret_sealed = $2', ['http://127.0.0.1:9/news', lost])
  const storeAddress = { url: 'http://127.0.0.1:9/environment', secret: SECRET, internalHosts: '' }
  const second = await startSecondServer(app, { storeAddress })
  const { has_sms_key, has_webhook_secret, webhook_url_of_environment, ...present } = await show()
  const saveThere = (change: object) => request(second.url, settings.update, { ...present, ...change }, rahim)
  const other = await saveThere({ webhook_url: 'http://127.0.0.1:9/other' })
  const saved = await saveThere({ low_stock_codes: 6 })
  await second.close()
  expect(saved).toMatchObject({
    status: 200,
    body: { data: { low_stock_codes: 6, webhook_url: 'http://127.0.0.1:9/news', webhook_url_of_environment: storeAddress.url } },
  })
  const requested = [expect.objectContaining({ param: 'webhook_secret' })]
  expect(other.body.errors).toEqual(requested)
  expect((await save({ low_stock_codes: 7 })).body.errors).toEqual(requested)
})

test('what a lost key sealed is missing: it is asked for, and its users say so', async () => {
  await save({ sms_gateway: 'http', sms_url: 'https://sms.example/send?to={phone}&text={message}&key={key}', sms_key: KEY })
  await save({ webhook_url: 'http://127.0.0.1:9/news', webhook_secret: SECRET })
  const lost = openVault(randomBytes(32))
  await query(app.db, 'update settings set sms_key_sealed = $1, webhook_secret_sealed = $2', [
    lost.seal(KEY, 'settings.sms_key'),
    lost.seal(SECRET, 'settings.webhook_secret'),
  ])
  expect(await show()).toMatchObject({ has_sms_key: false, has_webhook_secret: false })
  const output = /^settings\.(sms_key|webhook_secret) is encrypted with a lost key: enter it again on \/settings$/
  await expect(readStoreAddress(app.db, app.vault)).rejects.toThrow(output)
  await expect(readSmsGateway(app.db, app.vault)).rejects.toThrow(output)
  expect((await save({ low_stock_codes: 4 })).body.errors).toEqual([expect.objectContaining({ param: 'webhook_secret' })])
  expect((await save({ sms_key: KEY, webhook_secret: SECRET })).status).toBe(200)
  expect(await readStoreAddress(app.db, app.vault)).toMatchObject({ secret: SECRET })
  await save({ sms_gateway: 'outbox', webhook_url: '' })
})

test('only known places are offered as time zones', async () => {
  const { data } = (await app.call(settings.timeZones, {}, rahim)).body.data
  expect(data).toEqual(expect.arrayContaining(['Asia/Dhaka', 'Asia/Kolkata', 'Europe/Berlin', 'UTC']))
  for (const name of data) expect(() => new Intl.DateTimeFormat('en', { timeZone: name })).not.toThrow()
})
