import { serverNow } from '../../calls/clock.ts'
import { type Column, column, type Listed } from '../../ui/table/columns.ts'
import { perTimeZone } from '../../ui/text/shop.ts'
import { shopDay } from '../filters/days.ts'
import classes from './cells.module.css'
import { Nothing } from './Nothing.tsx'

// Latin digits and one spelling in both languages, as staff read dates out and compare them.
const clock = perTimeZone((timeZone) => ({
  time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  day: new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }),
}))

/** Time of day in the shop's time zone: '14:05'. */
export const timeOfDay = (instant: string): string => clock().time.format(new Date(instant))

/** Day and time in the shop's time zone, for copying: '2026-02-01 14:05'. */
export const dayAndTime = (instant: string): string => `${shopDay(new Date(instant))} ${timeOfDay(instant)}`

/** The same within a sentence: '1 Feb 2026 14:05'. */
export const dayAndTimeInWords = (instant: string): string => `${clock().day.format(new Date(instant))} ${timeOfDay(instant)}`

/** '29 Nov 2026' fits. */
const WHOLE_PX = 96

/** The column of when a record was made. A narrow one has no room for the present year. */
export const createdColumn = <R extends Listed & { readonly created_at: string }>(
  widthPx: number,
  card?: 'when' | 'title',
): Column<R> =>
  column('created_at', 'Created', {
    widthPx,
    sorts: true,
    ...(card && { card }),
    show: ({ created_at }) => <When instant={created_at} isShort={widthPx < WHOLE_PX} />,
  })

export function When({ instant, isShort }: { instant: string | null; isShort?: boolean }) {
  if (instant === null) return <Nothing />
  const day = clock().day.format(new Date(instant))
  const at = day.lastIndexOf(' ')
  const year = day.slice(at)
  // A compact row has room for the year or the time, and a short cell only for another year than this.
  const isThisYear = clock().day.format(serverNow()).endsWith(year)
  return (
    <time className={classes.when} dateTime={instant} data-year={isThisYear ? 'this' : 'other'} data-short={isShort || undefined}>
      {day.slice(0, at)}
      <span>{year}</span> <small>{timeOfDay(instant)}</small>
    </time>
  )
}
