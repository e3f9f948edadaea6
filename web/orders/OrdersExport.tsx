import { desk } from '#contract/desk.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { exportInputOf } from '../lists/use-list.ts'
import type { DeskKind } from './desks.ts'
import { inputOf, type OrderSearch } from './search.ts'

/** Exports the orders that the search shows, of all pages. */
export const OrdersExport = ({ search, kind }: { search: OrderSearch; kind: DeskKind }) => (
  <ExportButton endpoint={desk.exportCsv} input={{ ...exportInputOf(inputOf(search)), list: kind }} />
)
