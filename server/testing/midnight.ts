import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_TIME_ZONE } from '#contract/limits.ts'

const DAY_MS = 86_400_000
/** Longer than a test that compares two readings of today's figures takes. */
const NEAR_MS = 60_000

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: SHOP_TIME_ZONE, timeStyle: 'medium' })

/** Milliseconds until the shop's day ends, by whole seconds: rather a little more. */
export const untilMidnight = (now: Date): number => DAY_MS - Date.parse(`1970-01-01T${clock.format(now)}Z`)

/** Waits for the next day of the shop where this one is about to end: what is compared would be of two days. */
export const awayFromMidnight = async (): Promise<void> => {
  for (let left = untilMidnight(new Date()); left <= NEAR_MS; left = untilMidnight(new Date())) await sleep(left)
}
