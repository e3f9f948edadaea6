import { Day } from '#contract/list.ts'
import { serverNow } from '../calls/clock.ts'
import { t } from '../text/i18n.ts'
import { perTimeZone } from '../text/shop.ts'
import type { Chip } from './FilterChips.tsx'

const day = Day.optional().catch(undefined)

/** The part of a list's address that says of which days its rows are. */
export const daysAddress = { from: day, to: day }

/** Days in an address; `day_of` names another moment of a row than the one at which it came in. */
export interface DaysSearch {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly day_of?: string | undefined
}

/** Moments of a row that have a day, by their names on the wire, with English texts; the first is meant unless another is named. */
export type Moments = readonly (readonly [name: string, label: string])[]

/** Clears the days. */
export const NO_DAYS = { from: undefined, to: undefined, day_of: undefined }

const format = perTimeZone((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone }))

/** The shop's day of a moment, as calls and addresses take it. */
export const shopDay = (moment: Date): string => format().format(moment)

/** The shop's day today. */
export const today = (): string => shopDay(new Date(serverNow()))

const said = ({ from, to }: DaysSearch) => {
  if (from === to) return from
  if (from === undefined) return t('up to {{to}}', { to: to ?? '' })
  return to === undefined ? t('from {{from}}', { from }) : t('{{from}} to {{to}}', { from, to })
}

/** What the days of an address filter by, if there are any. */
export function daysChip(search: DaysSearch, moments: Moments, change: (patch: typeof NO_DAYS) => void): Chip[] {
  const value = said(search)
  const [, label] = moments.find(([name]) => name === search.day_of) ?? moments[0] ?? []
  return value === undefined || label === undefined ? [] : [{ label, value, remove: () => change(NO_DAYS) }]
}
