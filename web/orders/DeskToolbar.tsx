import { desk } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import { SearchBox } from '../kit/filters/SearchBox.tsx'
import { ExportButton } from '../kit/list/ExportButton.tsx'
import around from '../kit/list/list.module.css'
import { exportInputOf, type ListSearch } from '../kit/list/use-list.ts'
import type { TableModel } from '../kit/table/columns.ts'
import { TableTools } from '../kit/table/TableTools.tsx'
import type { TableView } from '../kit/table/use-table-view.ts'
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
