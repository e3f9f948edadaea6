import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_TIME_ZONE } from '#contract/limits.ts'
import { PATIENCE_MS } from './patience.ts'

const DAY_MS = 86_400_000
/** Longer than a file of such tests takes. */
const NEAR_MS = 4 * PATIENCE_MS

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE })
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: SHOP_TIME_ZONE, timeStyle: 'medium' })

/** Milliseconds until the shop's day ends, by whole seconds: rather a little more. */
export const untilMidnight = (now: Date): number => DAY_MS - Date.parse(`1970-01-01T${clock.format(now)}Z`)

/** A day of the shop as yyyy-mm-dd: today, or so many days ago. */
export const shopDay = (daysAgo = 0): string => calendar.format(new Date(Date.now() - daysAgo * DAY_MS))

/** Waits for the next day of the shop where this one is about to end: what is compared would be of two days. */
export const awayFromMidnight = async (): Promise<void> => {
  for (let left = untilMidnight(new Date()); left <= NEAR_MS; left = untilMidnight(new Date())) await sleep(left)
}
