import type { Output } from '#contract/endpoint.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { physicalProducts as calls } from '#contract/physical-products.ts'
import { availabilityColumn, figureColumn, pictureColumn } from '../forms/crud/columns.tsx'
import type { Crud } from '../forms/crud/crud.ts'
import { actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
import { createdColumn } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'

type PhysicalProduct = Output<typeof calls.show>

export const physicalProducts: Crud<PhysicalProduct> = {
  calls,
  noun: 'Product',
  nameOf: ({ name }) => name,
  path: '/physical-product',
  empty: { name: '', image: '', sale_price: '', regular_price: '', quantity: '', description: '', is_active: 1 },
  guarded: 'quantity',
}

export const physicalProductColumns: Column<PhysicalProduct>[] = [
  idColumn(physicalProducts),
  pictureColumn('Image', ({ image, name }) => ({ image, name })),
  column('name', 'Name', { card: 'title', widthPx: 240, sorts: true, show: ({ name }) => <Words text={name} /> }),
  figureColumn('sale_price', 'Sale price', 120, ({ sale_price }) => formatTk(sale_price), 'value'),
  figureColumn('regular_price', 'Regular price', 130, ({ regular_price }) => formatTk(regular_price)),
  figureColumn('quantity', 'Quantity', 110, ({ quantity }) => formatNumber(quantity), 'fact'),
  availabilityColumn(130),
  createdColumn(112),
  actionColumn(physicalProducts),
]
