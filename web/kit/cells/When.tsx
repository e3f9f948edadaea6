import { SHOP_TIME_ZONE } from '#contract/limits.ts'
import classes from './cells.module.css'

// Latin digits and one spelling in both languages: dates are read out and compared.
const FORMAT = { timeZone: SHOP_TIME_ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const time = new Intl.DateTimeFormat('en-GB', FORMAT)
const day = new Intl.DateTimeFormat('en-GB', { timeZone: SHOP_TIME_ZONE, day: 'numeric', month: 'short', year: 'numeric' })

/** The shop's time of day of an instant: '14:05'. */
export const timeOfDay = (instant: string): string => time.format(new Date(instant))

/** Day and time of an instant in the shop's time zone. */
export const When = ({ instant }: { instant: string }) => (
  <time className={classes.when} dateTime={instant}>
    {day.format(new Date(instant))} <small>{timeOfDay(instant)}</small>
  </time>
)
