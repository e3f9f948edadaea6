import { desk } from '#contract/desk.ts'
import { useData } from '../calls/use-data.ts'
import { daysChip } from '../lists/filters/days.ts'
import { type Chip, FilterChips } from '../lists/filters/FilterChips.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { FILTERS, NO_FILTERS, ORDER_MOMENTS, type OrderSearch } from './search.ts'

const LABELS = {
  q: 'Search',
  user_id: 'User ID',
  order_id: 'Order ID',
  playerid: 'Player ID',
  product: 'Product ID',
  admin: 'Admin',
} as const

const useAdmins = (enabled: boolean) => useData(desk.admins, {}, { enabled }).data?.data ?? []

export function OrderChips({ search, change }: ListSearch<OrderSearch>) {
  const admins = useAdmins(search.admin !== undefined)
  const chips = FILTERS.flatMap((name): Chip[] => {
    const found = name === 'admin' ? admins.find(({ id }) => id === search.admin)?.name : undefined
    const value = found ?? search[name]
    return value === undefined ? [] : [{ label: LABELS[name], value, remove: () => change({ [name]: undefined }) }]
  })
  chips.push(...daysChip(search, ORDER_MOMENTS, change))
  return <FilterChips chips={chips} onClear={() => change(NO_FILTERS)} />
}
