import { desk } from '#contract/desk.ts'
import { useData } from '../calls/use-data.ts'
import { daysChip } from '../lists/filters/days.ts'
import { chipsOf, FilterChips } from '../lists/filters/FilterChips.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { type FILTERS, NO_FILTERS, ORDER_MOMENTS, type OrderSearch } from './search.ts'

const LABELS = {
  q: 'Search',
  user_id: 'User ID',
  order_id: 'Order ID',
  playerid: 'Player ID',
  product: 'Product ID',
  admin: 'Admin',
} as const satisfies Record<(typeof FILTERS)[number], string>

const useAdmins = (enabled: boolean) => useData(desk.admins, {}, { enabled }).data?.data ?? []

export function OrderChips({ search, change }: ListSearch<OrderSearch>) {
  const admins = useAdmins(search.admin !== undefined)
  const admin = admins.find(({ id }) => id === search.admin)?.name
  const chips = chipsOf({ search, change }, LABELS, { admin })
  return <FilterChips chips={[...chips, ...daysChip(search, ORDER_MOMENTS, change)]} onClear={() => change(NO_FILTERS)} />
}
