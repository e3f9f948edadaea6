import type { T } from './i18n.ts'

const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN

/** A duration in its two largest units. Negative durations, from a slow clock, count as 0. */
export function howLong(minutes: number, t: T): string {
  const whole = Math.max(0, Math.floor(minutes))
  if (whole < HOUR_MIN) return t('{{count}} min', { count: whole })
  if (whole < DAY_MIN) return t('{{hours}} h {{minutes}} min', { hours: Math.floor(whole / HOUR_MIN), minutes: whole % HOUR_MIN })
  return t('{{days}} d {{hours}} h', { days: Math.floor(whole / DAY_MIN), hours: Math.floor((whole % DAY_MIN) / HOUR_MIN) })
}
