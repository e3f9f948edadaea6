import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ComponentType, useId, useState } from 'react'
import { desk } from '#contract/desk.ts'
import { Id } from '#contract/list.ts'
import { useProfile } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { DaysFilter } from '../lists/filters/DaysFilter.tsx'
import { daysChip } from '../lists/filters/days.ts'
import { type Chip, FilterChips } from '../lists/filters/FilterChips.tsx'
import { FilterInput } from '../lists/filters/FilterInput.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { useT } from '../ui/text/i18n.ts'
import type { AdminFilterProps } from './AdminFilter.tsx'
import classes from './orders.module.css'
import { FILTERS, NO_FILTERS, ORDER_MOMENTS, type OrderSearch, orderSearch } from './search.ts'

const LABELS = {
  q: 'Search',
  user_id: 'User ID',
  order_id: 'Order ID',
  playerid: 'Player ID',
  product: 'Product ID',
  admin: 'Admin',
} as const

/** The player id as validated at its field; the URL instead falls back silently. */
const PlayerId = orderSearch.shape.playerid.unwrap().unwrap()

export interface OrderFiltersProps extends ListSearch<OrderSearch> {
  /** Lets a super admin filter by another admin's packages; the desk does not load its code. */
  readonly AdminFilter?: ComponentType<AdminFilterProps> | undefined
}

export function OrderFilters({ search, change, AdminFilter }: OrderFiltersProps) {
  const t = useT()
  const isSuper = useProfile().data?.role === 'super'
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={classes.toggle}>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Filters')}
        </Button>
      </div>
      <div id={id} className={classes.filters} data-open={isOpen || undefined}>
        <FilterInput
          label="User ID"
          value={search.user_id}
          schema={Id}
          inputMode="numeric"
          onChange={(user_id) => change({ user_id })}
        />
        <FilterInput
          label="Order ID"
          value={search.order_id}
          schema={Id}
          inputMode="numeric"
          onChange={(order_id) => change({ order_id })}
        />
        <FilterInput label="Player ID" value={search.playerid} schema={PlayerId} onChange={(playerid) => change({ playerid })} />
        <DaysFilter search={search} moments={ORDER_MOMENTS} change={(days) => change(days as Partial<OrderSearch>)} />
        {AdminFilter && isSuper && <AdminFilter value={search.admin} onChange={(admin) => change({ admin })} />}
      </div>
    </>
  )
}

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
