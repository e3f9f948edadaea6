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

/** Chooses an action from the menu of an admin's row. */
export async function act(within: Page | Locator, name: string, action: string): Promise<void> {
  await within.getByRole('button', { name: `More actions for ${name}` }).click()
  const menu = 'page' in within ? within.page() : within
  await menu
    .getByRole('dialog', { name: `More actions for ${name}` })
    .getByRole('button', { name: action, exact: true })
    .click()
}

/**
 * A double click on something that goes with the first one, the second as soon as it is gone. Answers after how many ms that was: it is
 * the machine's affair, and half a second is no double click any more.
 */
export async function clickTwice(page: Page, what: Locator): Promise<number> {
  const { x, y, width, height } = (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return page.evaluate(
    async (place) => {
      const click = () => {
        const target = document.elementFromPoint(place.clientX, place.clientY)
        target?.dispatchEvent(new MouseEvent('click', { ...place, bubbles: true, cancelable: true, detail: 1 }))
        return target
      }
      const began = performance.now()
      const clicked = click()
      while (clicked?.isConnected) await new Promise(requestAnimationFrame)
      click()
      return performance.now() - began
    },
    { clientX: x + width / 2, clientY: y + height / 2 },
  )
}

/**
 * Whether an Enter does nothing that comes as soon as a dialog stands there which this has opened, as of a key that bounces; undefined where
 * the machine took too long for it to be one.
 */
export const ignoresSecondEnter = (opener: Locator): Promise<boolean | undefined> =>
  opener.evaluate(async (button: HTMLElement) => {
    const began = performance.now()
    button.click()
    while (!document.querySelector('[role="dialog"] button')) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    const target = document.activeElement ?? document.body
    const isLate = performance.now() - began > 350
    target.dispatchEvent(enter)
    return isLate ? undefined : enter.defaultPrevented
  })

/** Where a click within half a second of another one at the same place is no double click that went through a closed dialog. */
export const ELSEWHERE = { position: { x: 3, y: 3 } }

/** Presses Enter as somebody does who has read the dialog that has just opened: within 400 ms it is that of a key that bounces. */
export async function pressEnter(page: Page): Promise<void> {
  await page.waitForTimeout(450)
  await page.keyboard.press('Enter')
}

/** The label of what has the focus; its tag where it has none. */
export const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
