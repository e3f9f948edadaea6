import type { T } from './i18n.ts'

const HOUR_MIN = 60
const LONG_MIN = 10 * HOUR_MIN
const DAY_MIN = 24 * HOUR_MIN

/** A duration in its two largest units, from 10 hours on without minutes. Negative durations, from a slow clock, count as 0. */
export function howLong(minutes: number, t: T): string {
  const whole = Math.max(0, Math.floor(minutes))
  if (whole < HOUR_MIN) return t('{{count}} min', { count: whole })
  if (whole >= LONG_MIN && whole < DAY_MIN) return t('{{count}} h', { count: Math.floor(whole / HOUR_MIN) })
  if (whole < DAY_MIN) return t('{{hours}} h {{minutes}} min', { hours: Math.floor(whole / HOUR_MIN), minutes: whole % HOUR_MIN })
  return t('{{days}} d {{hours}} h', { days: Math.floor(whole / DAY_MIN), hours: Math.floor((whole % DAY_MIN) / HOUR_MIN) })
}
