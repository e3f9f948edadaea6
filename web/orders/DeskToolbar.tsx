import { IconBookmark, IconFilter } from '@tabler/icons-react'
import type { OrderRow, orders } from '#contract/orders.ts'
import { SearchBox } from '../lists/filters/SearchBox.tsx'
import type { ListSearch } from '../lists/use-list.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import around from '../ui/list.module.css'
import { MenuButton } from '../ui/MenuButton.tsx'
import type { TableModel } from '../ui/table/columns.ts'
import { TableTools } from '../ui/table/TableTools.tsx'
import type { TableView } from '../ui/table/use-table-view.ts'
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
const noop = () => undefined
/** What a click on Filter, Views or '...' needs. */
export const fetchMenus = () => Promise.all([OrderFilters.preload(), ViewsList.preload(), OrdersExport.preload()])

interface DeskToolbarProps {
  readonly address: ListSearch<OrderSearch>
  /** Storage name of saved views. */
  readonly screen: string
  readonly kind: 'orders' | 'admin'
  readonly counts: typeof orders.adminCounts
  readonly table: { readonly model: TableModel<OrderRow>; readonly view: TableView; readonly onRefresh: () => void }
}

/** The one line above the table. */
export function DeskToolbar({ address, screen, kind, counts, table }: DeskToolbarProps) {
  const may = useDeskPermissions()
  const { search, change } = address
  // A search looks in every tab: nobody knows what has become of a customer's order.
  const find = (q: string | undefined) =>
    change({ q, status: q === undefined ? (search.status === 'all' ? 'pending' : search.status) : 'all' })
  return (
    <div className={around.toolbar}>
      <StatusTabs counts={counts} search={search} onChange={(status) => change({ status, sort: undefined, dir: undefined })} />
      <SearchBox value={search.q} placeholder="ID, player, user, phone" onSearch={find} />
      <TableTools {...table} more={may('orders_export') && <OrdersExport search={search} kind={kind} onClose={noop} />}>
        <MenuButton name="Filter" Icon={IconFilter}>
          {(close) => <OrderFilters {...address} kind={kind} onClose={close} />}
        </MenuButton>
        <MenuButton name="Views" Icon={IconBookmark}>
          {(close) => <ViewsList screen={screen} address={address} onChosen={close} onClose={close} />}
        </MenuButton>
      </TableTools>
    </div>
  )
}
