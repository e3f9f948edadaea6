import { type T, useT } from '../i18n.ts'
import classes from './cells.module.css'
import { useNow } from './now.ts'

const LATE_MIN = 10
const VERY_LATE_MIN = 30
const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN

/** How long something has waited since `since`; said to be late after 10 minutes, very late after 30. */
export function Waiting({ since }: { since: string }) {
  const t = useT()
  const minutes = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 60_000))
  const level = minutes > VERY_LATE_MIN ? 'very late' : minutes > LATE_MIN ? 'late' : undefined
  return (
    <span className={classes.waiting} data-level={level}>
      {howLong(minutes, t)}
      {level && <small>{t(level)}</small>}
    </span>
  )
}

function howLong(minutes: number, t: T): string {
  if (minutes < 1) return t('just now')
  if (minutes < HOUR_MIN) return t('{{count}} min', { count: minutes })
  if (minutes < DAY_MIN)
    return t('{{hours}} h {{minutes}} min', { hours: Math.floor(minutes / HOUR_MIN), minutes: minutes % HOUR_MIN })
  return t('{{days}} d {{hours}} h', { days: Math.floor(minutes / DAY_MIN), hours: Math.floor((minutes % DAY_MIN) / HOUR_MIN) })
}
