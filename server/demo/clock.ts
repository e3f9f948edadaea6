import type { Random } from './random.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DHAKA_OFFSET_MS = 6 * HOUR_MS
/** Staff sleep from 3 to 8. */
const NIGHT_ENDS_HOUR = 8
const NIGHT_BEGINS_HOUR = 3

const HOURS = [34, 20, 11, 6, 4, 4, 6, 12, 22, 34, 44, 52, 58, 60, 54, 52, 58, 68, 82, 98, 112, 118, 100, 64]
/** Sunday first; the weekend is Friday and Saturday. */
const WEEKDAYS = [0.92, 0.9, 0.94, 0.98, 1.12, 1.3, 1.16]
const GROWTH = 0.5

const dhaka = (at: number) => new Date(at + DHAKA_OFFSET_MS)

/** Sorted instants, denser where the shop is busy. The same seed gives the same sequence, whenever the history ends. */
export const busyTimes = (random: Random, count: number, from: number, to: number): number[] => {
  const step = 10 * MINUTE_MS
  const steps = Math.ceil((to - from) / step)
  const mass = new Float64Array(steps + 1)
  for (let at = 0; at < steps; at++) {
    const time = dhaka(from + at * step)
    const busy = (HOURS[time.getUTCHours()] ?? 1) * (WEEKDAYS[time.getUTCDay()] ?? 1) * (1 + (GROWTH * at) / steps)
    mass[at + 1] = (mass[at] ?? 0) + busy
  }
  const total = mass[steps] ?? 0
  const draws = Array.from({ length: count }, () => random.next() * total).sort((a, b) => a - b)
  let at = 0
  return draws.map((draw) => {
    while ((mass[at + 1] ?? total) < draw) at++
    const [low, high] = [mass[at] ?? 0, mass[at + 1] ?? total]
    return Math.min(to - 1, Math.floor(from + (at + (draw - low) / (high - low)) * step))
  })
}

/** When staff decide what was asked for: not at night, and clamped to the present, because it must be decided then. */
export const decidedAt = (random: Random, now: number, asked: number, waitMinutes: number): number => {
  const due = nextAttendedAt(random, asked, random.minutes(waitMinutes))
  const share = random.next()
  return Math.floor(due < now ? due : asked + (now - asked) * share)
}

const nextAttendedAt = (random: Random, at: number, waitMinutes: number): number => {
  const due = at + waitMinutes * MINUTE_MS
  const hour = dhaka(due).getUTCHours()
  if (hour < NIGHT_BEGINS_HOUR || hour >= NIGHT_ENDS_HOUR) return due
  const midnight = Math.floor((due + DHAKA_OFFSET_MS) / DAY_MS) * DAY_MS - DHAKA_OFFSET_MS
  return midnight + NIGHT_ENDS_HOUR * HOUR_MS + random.next() * 45 * MINUTE_MS
}
