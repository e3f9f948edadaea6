import { Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { audit } from '#contract/audit.ts'
import { SearchedList } from '../lists/SearchedList.tsx'
import { listInputOf, useList, useListSearch } from '../lists/use-list.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { AuditChips } from './AuditChips.tsx'
import { auditColumns } from './columns.tsx'
import { SealCheck } from './SealCheck.tsx'
import { auditSearch } from './search.ts'

const AuditFilters = lazyComponent(
  () => import('./AuditFilters.tsx'),
  (code) => code.AuditFilters,
)

export function AuditPage() {
  const address = useListSearch(auditSearch)
  const list = useList(audit.list, listInputOf(address.search), { rowsOf: (reply) => reply.data })
  const columns = useMemo(() => auditColumns(), [])
  return (
    <Stack gap={8}>
      <SealCheck />
      <SearchedList
        label="Audit log"
        columns={columns}
        list={list}
        address={address}
        placeholder="Action, admin or ID"
        filter={
          <MenuButton name="Filter" Icon={IconFilter}>
            {(close) => <AuditFilters {...address} onClose={close} />}
          </MenuButton>
        }
      >
        <AuditChips {...address} />
      </SearchedList>
    </Stack>
  )
}
