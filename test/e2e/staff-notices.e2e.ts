import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { toast } from './browser.ts'
import { openAs } from './people.ts'
import { dialog, sayYes } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const { app, browser } = await startShop()
const texts: string[] = []
const chat = createServer(async (request, reply) => {
  let body = ''
  for await (const chunk of request) body += chunk
  texts.push(JSON.parse(body).text)
  reply.end('{}')
})
await once(chat.listen(0, '127.0.0.1'), 'listening')
const url = `http://127.0.0.1:${(chat.address() as AddressInfo).port}`
await sql`update settings set internal_hosts = '127.0.0.1'`.execute(app.db)
afterAll(() => chat.close())

test('a receiver is added, tested, changed and deleted; its whole URL shows once', async () => {
  const page = await openAs(browser, 'rahim', '/settings')
  const receivers = page.getByRole('list', { name: 'Receivers' })
  await page.getByRole('button', { name: 'Add receiver' }).click()
  const form = dialog(page)
  await form.getByRole('textbox', { name: 'Name' }).fill('Owner')
  await form.getByRole('combobox', { name: 'Told by' }).selectOption('Webhook')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Must be like the example').waitFor()
  await form.getByRole('textbox', { name: 'URL' }).fill(`${url}/secret-path`)
  await form.getByRole('checkbox', { name: 'Large wallet adds' }).uncheck()
  await form.getByRole('textbox', { name: 'Quiet from' }).fill('22:00')
  await form.getByRole('textbox', { name: 'Quiet until' }).fill('08:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Receiver added')
  await receivers.getByText(`Webhook: ${url}`, { exact: true }).waitFor()
  await receivers.getByText('Quiet from 22:00 to 08:00').waitFor()
  await page.getByRole('button', { name: 'Test Owner' }).click()
  await toast(page, 'Test notice sent')
  expect(texts).toEqual(['Test notice'])
  await page.getByRole('button', { name: 'Edit Owner' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Owner at home')
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Receiver updated')
  // The URL that was not typed again still works.
  await page.getByRole('button', { name: 'Test Owner at home' }).click()
  await eventually(() => Promise.resolve(texts.length)).toBe(2)
  await page.getByRole('button', { name: 'Delete Owner at home' }).click()
  await sayYes(page)
  await toast(page, 'Receiver deleted')
  await eventually(() => receivers.getByRole('listitem').count()).toBe(0)
})

test('a bot’s token is checked, set and not shown again', async () => {
  const page = await openAs(browser, 'rahim', '/settings')
  const bot = page.getByRole('form', { name: 'Telegram bot' })
  await bot.getByLabel('Token of the bot').fill('nonsense')
  await bot.getByRole('button', { name: 'Update' }).click()
  await bot.getByText('Must be like the example').waitFor()
  await bot.getByLabel('Token of the bot').fill('123456:invented-token-of-the-tests')
  await bot.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Channel updated')
  await bot.getByText('Telegram bot: set up').waitFor()
  expect(await bot.getByLabel('Token of the bot').inputValue()).toBe('')
})
