import { shopDay } from '../filters/days.ts'
import { perTimeZone } from '../text/shop.ts'
import classes from './cells.module.css'

// Latin digits and one spelling in both languages: dates are read out and compared.
const clock = perTimeZone((timeZone) => ({
  time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  day: new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }),
}))

/** The shop's time of day of an instant: '14:05'. */
export const timeOfDay = (instant: string): string => clock().time.format(new Date(instant))

/** The shop's day and time of an instant, to be copied: '2026-02-01 14:05'. */
export const dayAndTime = (instant: string): string => `${shopDay(new Date(instant))} ${timeOfDay(instant)}`

/** Day and time of an instant in the shop's time zone. */
export const When = ({ instant }: { instant: string }) => (
  <time className={classes.when} dateTime={instant}>
    {clock().day.format(new Date(instant))} <small>{timeOfDay(instant)}</small>
  </time>
)
