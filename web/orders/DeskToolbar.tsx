import { desk } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { SearchBox } from '../lists/filters/SearchBox.tsx'
import { exportInputOf, type ListSearch } from '../lists/use-list.ts'
import around from '../ui/list.module.css'
import type { TableModel } from '../ui/table/columns.ts'
import { TableTools } from '../ui/table/TableTools.tsx'
import type { TableView } from '../ui/table/use-table-view.ts'
import { OrderFilters, type OrderFiltersProps } from './OrderFilters.tsx'
import { inputOf, type OrderSearch } from './search.ts'
import { useDeskPermissions } from './use-desk-permissions.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'

interface DeskToolbarProps {
  readonly address: ListSearch<OrderSearch>
  /** Storage name of saved views. */
  readonly screen: string
  readonly kind: 'orders' | 'admin'
  readonly AdminFilter: OrderFiltersProps['AdminFilter']
  readonly model: TableModel<OrderRow>
  readonly view: TableView
  readonly onRefresh: () => void
}

export function DeskToolbar({ address, screen, kind, AdminFilter, model, view, onRefresh }: DeskToolbarProps) {
  const may = useDeskPermissions()
  return (
    <div className={around.toolbar}>
      <SearchBox value={address.search.q} placeholder="Order, player, user or phone" onSearch={(q) => address.change({ q })} />
      <OrderFilters {...address} AdminFilter={AdminFilter} />
      <TableTools model={model} view={view} onRefresh={onRefresh}>
        <ViewsMenu screen={screen} address={address} />
        {may('orders_export') && (
          <ExportButton endpoint={desk.exportCsv} input={{ ...exportInputOf(inputOf(address.search)), list: kind }} />
        )}
      </TableTools>
    </div>
  )
}
