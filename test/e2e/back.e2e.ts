import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { askForWalletAdd, placeOrder } from '../world.ts'
import { openAs } from './people.ts'
import { act, dialog } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'
import { pencil } from './wallets.ts'

const { app, browser } = await startShop()
const { users, packages } = app.world
const add = await askForWalletAdd(app.db, { userId: users.shila, amount: 40 })
const order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })

const at = (page: Page) => new URL(page.url()).pathname

test('Back closes a dialog and the palette, asks about typed text, then leaves', async () => {
  const page = await openAs(browser, 'rahim', '/')
  await page.keyboard.press('KeyG')
  await page.keyboard.press('KeyA')
  await pencil(page, add).click()
  await dialog(page).getByLabel('Amount').fill('77')
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await question.getByText('What you typed here is not saved.').waitFor()
  await question.getByRole('button', { name: 'No, go back' }).click()
  await eventually(() => at(page)).toBe('/add-wallet')
  expect(await dialog(page).getByLabel('Amount').inputValue()).toBe('77')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await eventually(() => at(page)).toBe('/add-wallet')
  await pencil(page, add).waitFor()
  await page.goBack()
  await eventually(() => at(page)).toBe('/')

  await page.keyboard.press('KeyG')
  await page.keyboard.press('KeyO')
  await page.getByRole('button', { name: `Edit order ${order}`, exact: true }).click()
  await dialog(page).waitFor()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await eventually(() => at(page)).toBe('/order')
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
  await page.goBack()
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor({ state: 'detached' })
  await eventually(() => at(page)).toBe('/order')
})

test('Back does not close a one-time password', async () => {
  const page = await openAs(browser, 'rahim', '/')
  await page.keyboard.press('Control+KeyK')
  await page.keyboard.type('Admin')
  await page.getByRole('option', { name: 'Admin', exact: true }).click()
  await act(page, 'Nadia Islam', 'Reset password')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset password' }).click()
  const shown = page.getByRole('dialog', { name: 'One-time password' })
  const password = await shown.locator('code').innerText()
  await page.goBack()
  await eventually(() => at(page)).toBe('/admins')
  expect(await shown.locator('code').innerText()).toBe(password)
})

test('Back shuts a phone’s menu', async () => {
  const page = await openAs(browser, 'rahim', '/', { width: 390 })
  const menu = page.getByRole('button', { name: 'More screens' })
  await menu.click()
  await dialog(page).getByRole('link', { name: 'Add Wallet' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add Wallet' }).waitFor()
  await menu.click()
  await dialog(page).waitFor()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await eventually(() => at(page)).toBe('/add-wallet')
  await page.goBack()
  await eventually(() => at(page)).toBe('/')
})
