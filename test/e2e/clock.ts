import type { Page } from 'playwright-core'
import { eventually } from './table.ts'

/** Stops the clock of a page that was opened with one. */
export async function stopClock(page: Page): Promise<void> {
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  // Where that second went by before the clock was told, it stands already.
  await stop().catch(stop)
}

export const pass = (page: Page, ms: number): Promise<void> => page.clock.runFor(ms)

/** Lets time pass in small steps until it is so, and not longer. */
export const passUntil = (page: Page, isSo: () => Promise<boolean>) =>
  eventually(async () => {
    const already = await isSo()
    if (!already) await pass(page, 20)
    return already
  }).toBe(true)

/** What `act` does happens in the page as if it were so much later: what is ignored for a moment after a dialog opens is not any more. */
export async function actLater(page: Page, ms: number, act: () => Promise<unknown>): Promise<void> {
  const origin = await page.evaluateHandle(async (later) => {
    // What has just been drawn takes note of the time before.
    await new Promise(requestAnimationFrame)
    await new Promise((settle) => setTimeout(settle))
    const { now } = performance
    performance.now = () => now.call(performance) + later
    return now
  }, ms)
  await act()
  await page.evaluate((now) => {
    performance.now = now
  }, origin)
}
