import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { reconcile } from '#contract/reconcile.ts'
import { loadErrorMessage } from '../calls/errors.ts'
import { useData } from '../calls/use-data.ts'
import { dayAndTimeInWords, timeOfDay } from '../lists/cells/When.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './books-light.module.css'

/** How often the light polls; the checks run every minute. */
export const BOOKS_POLL_MS = 30_000

/** Green while all accounting checks pass, else the number that fail; links to the details. */
export function BooksLight() {
  const t = useT()
  const { data, error } = useData(reconcile.show, {}, { refetchInterval: BOOKS_POLL_MS })
  if (!data) return error && <p className={classes.light}>{loadErrorMessage(error)}</p>
  const broken = data.rules.filter(({ breaks }) => breaks.length > 0).length
  const isOld = data.is_behind || error !== null
  if (data.checked_at === null || (data.is_sound && isOld)) {
    return (
      <Link to="/test" className={classes.light} data-state="waiting">
        <IconClock size={20} aria-hidden />
        {data.checked_at === null
          ? t('Books not checked yet')
          : t('Books balanced at the last check: {{time}}', { time: dayAndTimeInWords(data.checked_at) })}
      </Link>
    )
  }
  const time = isOld ? dayAndTimeInWords(data.checked_at) : timeOfDay(data.checked_at)
  return data.is_sound ? (
    <Link to="/test" className={classes.light} data-state="sound">
      <IconCircleCheck size={20} aria-hidden />
      {t('Books balanced: checked at {{time}}', { time })}
    </Link>
  ) : (
    <Link to="/test" className={classes.light} data-state="failed">
      <IconCircleX size={20} aria-hidden />
      {t(broken === 1 ? '{{count}} accounting check failed at {{time}}' : '{{count}} accounting checks failed at {{time}}', {
        count: broken,
        time,
      })}
    </Link>
  )
}
