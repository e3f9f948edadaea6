import { WAITING_LONG_MINUTES, WAITING_TOO_LONG_MINUTES } from '#contract/limits.ts'
import { howLong } from '../../ui/text/how-long.ts'
import { useT } from '../../ui/text/i18n.ts'
import classes from './cells.module.css'
import { useNow } from './now.ts'

/** Time waited since `since`; marked as late after 10 minutes, very late after 30. */
export function Waiting({ since }: { since: string }) {
  const t = useT()
  const minutes = Math.floor((useNow() - Date.parse(since)) / 60_000)
  const level = minutes > WAITING_TOO_LONG_MINUTES ? 'very late' : minutes > WAITING_LONG_MINUTES ? 'late' : undefined
  return (
    <span className={classes.waiting} data-level={level}>
      {minutes < 1 ? t('just now') : howLong(minutes, t)}
      {level && <small>{t(level)}</small>}
    </span>
  )
}
