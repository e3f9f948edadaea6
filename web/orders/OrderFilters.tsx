import { Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import { Id } from '#contract/list.ts'
import { useProfile } from '../calls/session.ts'
import { DaysFields } from '../lists/filters/DaysFields.tsx'
import { FilterInput } from '../lists/filters/FilterInput.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import type { AdminFilterProps } from './AdminFilter.tsx'
import { ORDER_MOMENTS, type OrderSearch, orderSearch } from './search.ts'

/** The player id as validated at its field; the URL instead falls back silently. */
const PlayerId = orderSearch.shape.playerid.unwrap().unwrap()

export interface OrderFiltersProps extends ListSearch<OrderSearch> {
  /** Lets a super admin filter by another admin's packages; the desk does not load its code. */
  readonly AdminFilter?: ComponentType<AdminFilterProps> | undefined
}

export function OrderFilters({ search, change, AdminFilter }: OrderFiltersProps) {
  const isSuper = useProfile().data?.role === 'super'
  return (
    <Stack gap="xs">
      <FilterInput
        label="Order ID"
        value={search.order_id}
        schema={Id}
        inputMode="numeric"
        onChange={(order_id) => change({ order_id })}
      />
      <FilterInput label="Player ID" value={search.playerid} schema={PlayerId} onChange={(playerid) => change({ playerid })} />
      <FilterInput
        label="User ID"
        value={search.user_id}
        schema={Id}
        inputMode="numeric"
        onChange={(user_id) => change({ user_id })}
      />
      {AdminFilter && isSuper && <AdminFilter value={search.admin} onChange={(admin) => change({ admin })} />}
      <DaysFields search={search} moments={ORDER_MOMENTS} change={(days) => change(days as Partial<OrderSearch>)} />
    </Stack>
  )
}
