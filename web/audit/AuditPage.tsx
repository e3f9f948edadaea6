import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import { audit } from '#contract/audit.ts'
import { SearchedList } from '../lists/SearchedList.tsx'
import { useList, useListSearch } from '../lists/use-list.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { usePreservedFocus } from '../ui/table/preserved-focus.ts'
import { AuditChips, AuditFilters } from './AuditFilters.tsx'
import { auditColumns } from './columns.tsx'
import { SealCheck } from './SealCheck.tsx'
import { auditSearch } from './search.ts'

export function AuditPage() {
  const address = useListSearch(auditSearch)
  const { dir, ...search } = address.search
  const list = useList(
    audit.list,
    { ...search, order: search.sort ? (dir ?? 'asc') : undefined },
    { rowsOf: (reply) => reply.data },
  )
  const columns = useMemo(() => auditColumns(), [])
  return (
    <Stack gap={8} ref={usePreservedFocus()}>
      <PageTitle title="Audit log" subtitle="Who changed what and when, with the previous values" />
      <SealCheck />
      <SearchedList label="Audit log" columns={columns} list={list} address={address} placeholder="Action, admin or ID">
        <AuditFilters {...address} />
        <AuditChips {...address} />
      </SearchedList>
    </Stack>
  )
}
