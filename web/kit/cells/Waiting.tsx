import { howLong } from '../how-long.ts'
import { useT } from '../i18n.ts'
import classes from './cells.module.css'
import { useNow } from './now.ts'

const LATE_MIN = 10
const VERY_LATE_MIN = 30

/** How long something has waited since `since`; said to be late after 10 minutes, very late after 30. */
export function Waiting({ since }: { since: string }) {
  const t = useT()
  const minutes = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 60_000))
  const level = minutes > VERY_LATE_MIN ? 'very late' : minutes > LATE_MIN ? 'late' : undefined
  return (
    <span className={classes.waiting} data-level={level}>
      {minutes < 1 ? t('just now') : howLong(minutes, t)}
      {level && <small>{t(level)}</small>}
    </span>
  )
}
