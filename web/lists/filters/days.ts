import { Day } from '#contract/list.ts'
import { serverNow } from '../../calls/clock.ts'
import { formatDay } from '../../ui/text/day.ts'
import { t } from '../../ui/text/i18n.ts'
import { perTimeZone } from '../../ui/text/shop.ts'

const day = Day.optional().catch(undefined)

export const daysAddress = { from: day, to: day }

/** A date range in the URL; `day_of` names another timestamp than creation. */
export type DaysSearch = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly day_of?: string | undefined
}

/** The English labels of a row's timestamps by wire name. The first is the default. */
export type Days = Readonly<Record<string, string>>

export const NO_DAYS = { from: undefined, to: undefined, day_of: undefined }

const format = perTimeZone((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone }))

/** The day in the shop's time zone, as calls and URLs take it. */
export const shopDay = (moment: Date): string => format().format(moment)

export const today = (): string => shopDay(new Date(serverNow()))

export const formatDays = ({ from, to }: DaysSearch) => {
  const [first, last] = [from && formatDay(from), to && formatDay(to)]
  if (first === last) return first
  if (!first) return t('up to {{to}}', { to: last ?? '' })
  return last ? t('{{from}} to {{to}}', { from: first, to: last }) : t('from {{from}}', { from: first })
}

/** The English label of the timestamp that the range applies to. */
export const momentOf = ({ day_of }: DaysSearch, days: Days): string => days[day_of ?? ''] ?? Object.values(days)[0] ?? ''
