import type { Locator, Page } from 'playwright-core'
import { actLater } from './clock.ts'

/** The title of the screen. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })

export const dialog = (page: Page): Locator => page.getByRole('dialog')
/** Chooses one of the statuses that the dialog offers. */
export const choose = (page: Page, value: string) => dialog(page).getByRole('radio', { name: value }).check()
/** Presses the dialog's Save. */
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()

/** Answers Yes to the question that is asked. */
export const sayYes = (page: Page) => page.getByRole('alertdialog').getByRole('button').last().click()
/** Presses the dialog's Save, and Yes where it asks before it moves money. */
export const saveYes = async (page: Page) => {
  await save(page)
  await sayYes(page)
}

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
 * A double click on something that goes with the first one, the second as soon as it is gone. By its own times the second comes 100 ms
 * after the first, as a person's does, and long before what the test clicks next.
 */
export async function clickTwice(page: Page, what: Locator): Promise<void> {
  const { x, y, width, height } = (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.evaluate(
    async (place) => {
      const click = (timeStamp: number) => {
        const target = document.elementFromPoint(place.clientX, place.clientY)
        const event = new MouseEvent('click', { ...place, bubbles: true, cancelable: true, detail: 1 })
        target?.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: timeStamp }))
        return target
      }
      const began = performance.now() - 1_000
      const clicked = click(began)
      while (clicked?.isConnected) await new Promise(requestAnimationFrame)
      click(began + 100)
    },
    { clientX: x + width / 2, clientY: y + height / 2 },
  )
}

/** Whether an Enter does nothing that comes as soon as a dialog stands there which this has opened, as of a key that bounces. */
export const ignoresSecondEnter = (opener: Locator): Promise<boolean> =>
  opener.evaluate(async (button: HTMLElement) => {
    const { now } = performance
    const began = performance.now()
    // Of a machine on which nothing takes time.
    performance.now = () => began
    button.click()
    while (!document.querySelector('[role="dialog"] button')) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    const target = document.activeElement ?? document.body
    target.dispatchEvent(enter)
    performance.now = now
    return enter.defaultPrevented
  })

/** Where a click within half a second of another one at the same place is no double click that went through a closed dialog. */
export const ELSEWHERE = { position: { x: 3, y: 3 } }

/** An Enter within this time of a dialog's opening is that of a key that bounces, and does nothing. */
export const BOUNCE_MS = 450

/** Presses Enter as somebody does who has read the dialog that has just opened. */
export const pressEnter = (page: Page): Promise<void> => actLater(page, BOUNCE_MS, () => page.keyboard.press('Enter'))

/** Presses a digit once the dialog has the focus: no person is faster. */
export async function pressDigit(page: Page, digit: number): Promise<void> {
  await dialog(page).locator(':focus').waitFor({ state: 'attached' })
  await page.keyboard.press(`Digit${digit}`)
}

/** The label of what has the focus; its tag where it has none. */
export const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
