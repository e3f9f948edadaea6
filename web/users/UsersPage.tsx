import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { formatNumber } from '#contract/money.ts'
import { USER_SORTS, users } from '#contract/users.ts'
import { useCan } from '../calls/session.ts'
import { DaysFilter } from '../lists/filters/DaysFilter.tsx'
import { daysAddress, daysChip, NO_DAYS } from '../lists/filters/days.ts'
import { FilterChips } from '../lists/filters/FilterChips.tsx'
import { SearchedList } from '../lists/SearchedList.tsx'
import { listAddress, listInputOf, useList, useListSearch } from '../lists/use-list.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useT } from '../ui/text/i18n.ts'
import { userColumns } from './columns.tsx'
import { useDeleteUser } from './use-delete-user.ts'

const userSearch = z.object({ ...listAddress(USER_SORTS), ...daysAddress })

const MOMENTS = [['created_at', 'Joined']] as const

export function UsersPage() {
  const t = useT()
  const address = useListSearch(userSearch)
  const list = useList(users.list, listInputOf(address.search), { rowsOf: (reply) => reply.data })
  return (
    <Stack gap={8}>
      <PageTitle title="User">
        {list.rows && (
          <Text fw={600} role="status">
            {t('Total user: {{count}}', { count: `${formatNumber(list.total)}${list.isCapped ? '+' : ''}` })}
          </Text>
        )}
      </PageTitle>
      <SearchedList
        label="User"
        columns={useColumns()}
        list={list}
        address={address}
        placeholder="Name, phone, email or ID"
        filter={<DaysFilter search={address.search} moments={MOMENTS} change={address.change} />}
      >
        <FilterChips
          chips={daysChip(address.search, MOMENTS, address.change)}
          onClear={() => address.change({ q: undefined, ...NO_DAYS })}
        />
      </SearchedList>
    </Stack>
  )
}

function useColumns() {
  const can = useCan()
  const remove = useDeleteUser()
  const [counts, edits, adjusts, deletes] = [can('orders_view'), can('users_edit'), can('users_earn_wallet'), can('users_delete')]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `remove` is recreated on each render but behaves the same
  return useMemo(() => {
    return userColumns({
      counts,
      edits,
      adjusts,
      onDelete: deletes ? (user) => void remove(user) : undefined,
    })
  }, [counts, edits, adjusts, deletes])
}
