import { Stack } from '@mantine/core'
import { desk } from '#contract/desk.ts'
import { Id } from '#contract/list.ts'
import { useProfile } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { DaysFields } from '../lists/filters/DaysFields.tsx'
import { FilterInput } from '../lists/filters/FilterInput.tsx'
import { FilterSelect } from '../lists/filters/FilterSelect.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { ReadError } from '../ui/states.tsx'
import type { DeskKind } from './desks.ts'
import { ORDER_MOMENTS, type OrderSearch, orderSearch } from './search.ts'

/** The player id as validated at its field; the URL instead falls back silently. */
const PlayerId = orderSearch.shape.playerid.unwrap().unwrap()

interface OrderFiltersProps extends ListSearch<OrderSearch> {
  readonly kind: DeskKind
}

export function OrderFilters({ search, change, kind }: OrderFiltersProps) {
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
      {kind === 'admin' && isSuper && <AdminFilter value={search.admin} onChange={(admin) => change({ admin })} />}
      <DaysFields search={search} moments={ORDER_MOMENTS} change={(days) => change(days as Partial<OrderSearch>)} />
    </Stack>
  )
}

interface AdminFilterProps {
  readonly value: number | undefined
  readonly onChange: (admin: number | undefined) => void
}

/** Lets a super admin filter by another admin's packages. */
function AdminFilter({ value, onChange }: AdminFilterProps) {
  const { data, error, refetch } = useData(desk.admins, {})
  if (error && !data) return <ReadError query={{ error, refetch }} />
  return (
    <FilterSelect
      label="Admin"
      value={value}
      choices={data?.data.map((admin) => [admin.id, admin.name] as const) ?? []}
      onChange={onChange}
    />
  )
}
