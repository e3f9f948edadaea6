import type { Locator, Page } from 'playwright-core'

/** The title of the screen. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })

export const dialog = (page: Page): Locator => page.getByRole('dialog')
/** Chooses one of the statuses that the dialog offers. */
export const choose = (page: Page, value: string) => dialog(page).getByRole('radio', { name: value }).check()
/** Presses the dialog's Save. */
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()

/** Presses one of the buttons under the question that is asked. */
export const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** Presses Enter as somebody does who has read the dialog that has just opened: within 400 ms it is that of a key that bounces. */
export async function pressEnter(page: Page): Promise<void> {
  await page.waitForTimeout(450)
  await page.keyboard.press('Enter')
}

/** The label of what has the focus; its tag where it has none. */
export const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
