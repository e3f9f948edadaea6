import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { startGateway, startSending } from '../server/testing/sms-gateway.ts'
import { expectAccessible, expectNoSidewaysScroll, looks } from './browser.ts'
import { openAs } from './people.ts'
import { startShop } from './shop.ts'

const { app, browser } = await startShop()
/** A message with a number in every state that can be seen for long. */
let campaign: number

beforeAll(async () => {
  const rahim = await app.signIn('rahim')
  await app.db.insertInto('users').values({ username: 'abroad', phone: '+14155550100' }).execute()
  const gateway = await startGateway()
  const answers = [200, 400, 500] as const
  gateway.behave((phone) => answers[Number(phone) % 3] ?? 200)
  const phones = Array.from({ length: 12 }, (_, nth) => `017110000${String(nth).padStart(2, '0')}`)
  campaign = (await app.call(campaigns.send, { phones, message: 'আজ 5% ছাড়।\nToday only.' }, rahim)).body.data.campaign_id
  const worker = startSending(app.db, gateway.settings)
  const sent = async () => (await app.call(campaigns.show, { id: campaign }, rahim)).body.data.campaign.counts.sent
  while ((await sent()) < 4) await sleep(20)
  await worker.stop()
  await gateway.close()
  await app.call(campaigns.send, { phones: ['01811000001'], message: 'Waits' }, rahim)
})

const LONG_MS = 300_000

const ready = async (page: Page) => {
  await page.locator('tbody input[type="checkbox"]').first().waitFor()
  await expect
    .poll(() => page.locator('[aria-busy="true"], [role="status"]:has(.mantine-Skeleton-root)').count(), { timeout: 15_000 })
    .toBe(0)
}

/** Each state of the screen in turn. */
const walk = async (page: Page, look: (within?: string) => Promise<void>) => {
  await ready(page)
  await page.locator('input[inputmode="tel"]').fill('01711000099, nobody')
  await page.keyboard.press('Enter')
  await page.locator('tbody input[type="checkbox"]').nth(1).check()
  await look()
  await page.locator('thead input[type="checkbox"]').click()
  await page.locator('[aria-live="polite"], [role="status"]').first().waitFor({ state: 'attached' })
  // What is no number is mended, or taken away, before one goes on.
  await page.locator('input[inputmode="tel"]').fill('')
  await page.locator('button[data-next]').click()
  await page.locator('textarea').fill('আ'.repeat(671))
  await page.locator('textarea[aria-invalid="true"]').waitFor()
  await look()
  await page.locator('textarea').fill('Hello')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alertdialog').waitFor()
  await look('[role="alertdialog"]')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await page.getByRole('progressbar').waitFor()
  await look()
  await page.goto(`/send-sms?campaign=${campaign}`)
  await page.getByRole('dialog').locator('tbody td').first().waitFor()
  await look('[role="dialog"]')
}

test.each(looks)(
  'axe finds nothing: $width px, $language',
  async (look) => {
    const page = await openAs(browser, 'rahim', '/send-sms', look)
    await walk(page, (within) => expectAccessible(page, within))
  },
  LONG_MS,
)

test.each(['en', 'bn'] as const)(
  '320 px wide, nothing scrolls sideways: %s',
  async (language) => {
    const page = await openAs(browser, 'rahim', '/send-sms', { width: 320, language })
    await walk(page, () => expectNoSidewaysScroll(page))
  },
  LONG_MS,
)
