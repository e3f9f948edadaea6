import { admins } from '#contract/admins.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { useData } from '../calls/use-data.ts'
import { daysChip, NO_DAYS } from '../lists/filters/days.ts'
import { type Chip, FilterChips } from '../lists/filters/FilterChips.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { disambiguatedName } from '../ui/text/disambiguated-name.ts'
import { t } from '../ui/text/i18n.ts'
import type { AuditSearch } from './search.ts'

/** The active filters. A deleted admin appears by id. */
export function AuditChips({ search, change }: ListSearch<AuditSearch>) {
  const admins = useAdmins()
  const { subject, subject_id, admin_id } = search
  const admin = admins.find(({ id }) => id === admin_id)?.name ?? admin_id
  const chips: Chip[] = [
    ...(subject === undefined
      ? []
      : [{ label: 'Subject', value: subjectName(subject), remove: () => change({ subject: undefined }) }]),
    ...(subject_id === undefined ? [] : [{ label: 'ID', value: subject_id, remove: () => change({ subject_id: undefined }) }]),
    ...(admin === undefined ? [] : [{ label: 'Admin', value: admin, remove: () => change({ admin_id: undefined }) }]),
    ...daysChip(search, MOMENTS, change),
  ]
  return <FilterChips chips={chips} onClear={() => change({ q: undefined, ...NO_FILTERS })} />
}

export const MOMENTS = [['created_at', 'Date']] as const

const NO_FILTERS = { subject: undefined, subject_id: undefined, admin_id: undefined, ...NO_DAYS }

export function useAdmins() {
  const all = useData(admins.list, { limit: MAX_PAGE_SIZE }).data?.data ?? []
  return all.map((admin) => ({ id: admin.id, name: disambiguatedName(admin, all) }))
}

/** 'wallet add' for `wallet_add`. */
export const subjectName = (subject: string): string => t(subject.replaceAll('_', ' '))
