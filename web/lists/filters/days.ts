import { Day } from '#contract/list.ts'
import { serverNow } from '../../calls/clock.ts'
import { formatDay } from '../../ui/text/day.ts'
import { t } from '../../ui/text/i18n.ts'
import { perTimeZone } from '../../ui/text/shop.ts'
import type { Chip } from './FilterChips.tsx'

const day = Day.optional().catch(undefined)

export const daysAddress = { from: day, to: day }

/** A date range in the URL; `day_of` names another timestamp than creation. */
export interface DaysSearch {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly day_of?: string | undefined
}

/** A row's timestamps by wire name, with English labels. The first is the default. */
export type Moments = readonly (readonly [name: string, label: string])[]

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

export function daysChip(search: DaysSearch, moments: Moments, change: (patch: typeof NO_DAYS) => void): Chip[] {
  const value = formatDays(search)
  const [, label] = moments.find(([name]) => name === search.day_of) ?? moments[0] ?? []
  return value === undefined || label === undefined ? [] : [{ label, value, remove: () => change(NO_DAYS) }]
}
