import { IconBookmark, IconFilter } from '@tabler/icons-react'
import type { OrderRow } from '#contract/orders.ts'
import { SearchBox } from '../lists/filters/SearchBox.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import around from '../ui/list.module.css'
import { MenuButton } from '../ui/MenuButton.tsx'
import type { TableModel } from '../ui/table/columns.ts'
import { TableTools } from '../ui/table/TableTools.tsx'
import type { TableView } from '../ui/table/use-table-view.ts'
import { DESKS, type DeskKind } from './desks.ts'
import { StatusTabs } from './StatusTabs.tsx'
import type { OrderSearch } from './search.ts'
import { useDeskPermissions } from './use-desk-permissions.ts'

const OrderFilters = lazyComponent(
  () => import('./OrderFilters.tsx'),
  (code) => code.OrderFilters,
)
const OrdersExport = lazyComponent(
  () => import('./OrdersExport.tsx'),
  (code) => code.OrdersExport,
)
const ViewsList = lazyComponent(
  () => import('./views/ViewsList.tsx'),
  (code) => code.ViewsList,
)
/** What a click on Filter, Views or '...' needs. */
export const fetchMenus = () => Promise.all([OrderFilters.preload(), ViewsList.preload(), OrdersExport.preload()])

interface DeskToolbarProps {
  readonly kind: DeskKind
  readonly address: ListSearch<OrderSearch>
  readonly table: { readonly model: TableModel<OrderRow>; readonly view: TableView; readonly onRefresh: () => void }
}

/** The one line above the table. */
export function DeskToolbar({ kind, address, table }: DeskToolbarProps) {
  const may = useDeskPermissions()
  const { search, change } = address
  // A search looks in every tab: nobody knows what has become of a customer's order.
  const find = (q: string | undefined) =>
    change({ q, status: q === undefined ? (search.status === 'all' ? 'pending' : search.status) : 'all' })
  return (
    <div className={around.toolbar}>
      <StatusTabs
        counts={DESKS[kind].counts}
        search={search}
        onChange={(status) => change({ status, sort: undefined, dir: undefined })}
      />
      <SearchBox value={search.q} placeholder="ID, player, user, phone" onSearch={find} />
      <TableTools {...table} more={may('orders_export') && <OrdersExport search={search} kind={kind} />}>
        <MenuButton name="Filter" Icon={IconFilter}>
          {(close) => <OrderFilters {...address} kind={kind} onClose={close} />}
        </MenuButton>
        <MenuButton name="Views" Icon={IconBookmark}>
          {(close) => <ViewsList screen={DESKS[kind].table} address={address} onChosen={close} onClose={close} />}
        </MenuButton>
      </TableTools>
    </div>
  )
}
