import { admins } from '#contract/admins.ts'
import { AUDIT_SUBJECTS } from '#contract/audit.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { Id } from '#contract/list.ts'
import { useData } from '../calls/use-data.ts'
import { DaysFilter } from '../lists/filters/DaysFilter.tsx'
import { daysChip, NO_DAYS } from '../lists/filters/days.ts'
import { type Chip, FilterChips } from '../lists/filters/FilterChips.tsx'
import { FilterInput } from '../lists/filters/FilterInput.tsx'
import { FilterSelect } from '../lists/filters/FilterSelect.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { disambiguatedName } from '../ui/text/disambiguated-name.ts'
import classes from './audit.module.css'
import type { AuditSearch } from './search.ts'

export function AuditFilters({ search, change }: ListSearch<AuditSearch>) {
  const admins = useAdmins()
  return (
    <div className={classes.filters}>
      <FilterSelect
        label="Subject"
        value={search.subject}
        choices={AUDIT_SUBJECTS.map((subject) => [subject, subject.replaceAll('_', ' ')] as const)}
        onChange={(subject) => change({ subject })}
      />
      <FilterInput
        label="ID"
        value={search.subject_id}
        schema={Id}
        inputMode="numeric"
        onChange={(subject_id) => change({ subject_id })}
      />
      <FilterSelect
        label="Admin"
        value={search.admin_id}
        choices={admins.map(({ id, name }) => [id, name] as const)}
        onChange={(admin_id) => change({ admin_id })}
      />
      <DaysFilter search={search} moments={MOMENTS} change={change} />
    </div>
  )
}

/** The active filters. A deleted admin appears by id. */
export function AuditChips({ search, change }: ListSearch<AuditSearch>) {
  const admins = useAdmins()
  const { subject, subject_id, admin_id } = search
  const admin = admins.find(({ id }) => id === admin_id)?.name ?? admin_id
  const chips: Chip[] = [
    ...(subject === undefined ? [] : [{ label: 'Subject', value: subject, remove: () => change({ subject: undefined }) }]),
    ...(subject_id === undefined ? [] : [{ label: 'ID', value: subject_id, remove: () => change({ subject_id: undefined }) }]),
    ...(admin === undefined ? [] : [{ label: 'Admin', value: admin, remove: () => change({ admin_id: undefined }) }]),
    ...daysChip(search, MOMENTS, change),
  ]
  return <FilterChips chips={chips} onClear={() => change({ q: undefined, ...NO_FILTERS })} />
}

const MOMENTS = [['created_at', 'Date']] as const

const NO_FILTERS = { subject: undefined, subject_id: undefined, admin_id: undefined, ...NO_DAYS }

function useAdmins() {
  const all = useData(admins.list, { limit: MAX_PAGE_SIZE }).data?.data ?? []
  return all.map((admin) => ({ id: admin.id, name: disambiguatedName(admin, all) }))
}
