import type { Locator, Page } from 'playwright-core'

export const list = (page: Page): Locator => page.getByRole('table', { name: 'Recipients' })
export const boxOf = (page: Page, name: string): Locator =>
  list(page).getByRole('checkbox', { name: new RegExp(`^Select ${name}`) })
export const allBox = (page: Page): Locator => page.getByRole('checkbox', { name: 'Select all', exact: true })
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const messageBox = (page: Page): Locator => page.getByRole('textbox', { name: /^Message/ })
export const numberBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Phone number' })

/** Searches for customers. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').first().fill(text)
  await page.keyboard.press('Enter')
}

/** Adds what is typed, a number or several, to the recipients. */
export async function addNumber(page: Page, typed: string): Promise<void> {
  await numberBox(page).fill(typed)
  await button(page, 'Add Number').click()
}

/** Goes on to the second step with one typed number, and writes the message. */
export async function toMessage(page: Page, number: string, text: string): Promise<void> {
  await addNumber(page, number)
  await button(page, 'Next').click()
  await messageBox(page).fill(text)
}
