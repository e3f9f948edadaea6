import { z } from 'zod'
import { dashboard, type Period } from '#contract/dashboard.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import { daysAddress, today } from '../lists/filters/days.ts'
import { useListSearch } from '../lists/use-list.ts'

const periodSearch = z.object(daysAddress)

/** The days that the URL names, today without any, and their figures. */
export function usePeriodFigures() {
  const { search, change } = useListSearch(periodSearch)
  const { from = search.to ?? today(), to = from > today() ? from : today() } = search
  const period: Period = from <= to ? { from, to } : { from: to, to: from }
  const query = useData(dashboard.figures, period, { refetchInterval: useLivePoll(), keepPrevious: true })
  return { period, change, query }
}
