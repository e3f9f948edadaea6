import { Stack } from '@mantine/core'
import { AUDIT_SUBJECTS } from '#contract/audit.ts'
import { Id } from '#contract/list.ts'
import { DaysFields } from '../lists/filters/DaysFields.tsx'
import { FilterInput } from '../lists/filters/FilterInput.tsx'
import { FilterSelect } from '../lists/filters/FilterSelect.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { MOMENTS, subjectName, useAdmins } from './AuditChips.tsx'
import type { AuditSearch } from './search.ts'

export function AuditFilters({ search, change }: ListSearch<AuditSearch>) {
  const admins = useAdmins()
  return (
    <Stack gap="xs">
      <FilterSelect
        label="Subject"
        value={search.subject}
        choices={AUDIT_SUBJECTS.map((subject) => [subject, subjectName(subject)] as const)}
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
      <DaysFields search={search} moments={MOMENTS} change={change} />
    </Stack>
  )
}
