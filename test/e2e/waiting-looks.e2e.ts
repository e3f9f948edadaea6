import { expect, test } from 'vitest'

import { orders } from '#contract/orders.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { startOrderDesk } from './order-desk.ts'
import { eventually, idsShown } from './table.ts'

const { many, open } = await startOrderDesk(5)

test('who wants nothing to move sees placeholders and the thin bar stand still', async () => {
  const page = await open('/profile')
  const waiting: (() => void)[] = []
  await page.route(`**${orders.list.path}*`, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  const moving = () => page.evaluate(() => document.getAnimations().map(({ effect }) => String(effect?.getTiming().iterations)))
  const release = async () => {
    await eventually(() => waiting.length).toBeGreaterThan(0)
    for (const go of waiting.splice(0)) go()
  }
  const table = page.getByRole('table')
  await page.goto('/order')
  await eventually(() => table.getAttribute('aria-busy')).toBe('true')
  expect(await moving()).toEqual([])
  await release()
  await eventually(async () => (await idsShown(page)).length).toBe(many.length)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await eventually(() => table.getAttribute('aria-busy')).toBe('true')
  expect(await moving()).toEqual([])
  await release()
})

test('a local table shows that it is read again; after a failure its search stays', async () => {
  const page = await open('/payment-method')
  const table = page.getByRole('table')
  await eventually(() => table.getAttribute('aria-busy')).toBe('false')
  let answer = () => {}
  await page.route(`**${paymentMethods.list.path}*`, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await eventually(() => table.getAttribute('aria-busy')).toBe('true')
  answer()
  await eventually(() => table.getAttribute('aria-busy')).toBe('false')
  await page.unroute(`**${paymentMethods.list.path}*`)
  await page.route(`**${paymentMethods.list.path}*`, (route) => route.abort())
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('sale')
  await page.unroute(`**${paymentMethods.list.path}*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No Result Found').waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('sale')
})
