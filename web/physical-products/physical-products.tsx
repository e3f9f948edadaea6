import type { Output } from '#contract/endpoint.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { physicalProducts as calls } from '#contract/physical-products.ts'
import type { Crud } from '../forms/crud/crud.ts'
import { pictureColumn } from '../forms/crud/picture-column.tsx'
import { actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
import { availabilityColumn } from '../forms/crud/state-columns.tsx'
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
  column('sale_price', 'Sale price', {
    card: 'value',
    widthPx: 120,
    isNumber: true,
    sorts: true,
    show: ({ sale_price }) => formatTk(sale_price),
  }),
  column('regular_price', 'Regular price', {
    widthPx: 130,
    isNumber: true,
    sorts: true,
    show: ({ regular_price }) => formatTk(regular_price),
  }),
  column('quantity', 'Quantity', {
    card: 'fact',
    widthPx: 110,
    isNumber: true,
    sorts: true,
    show: ({ quantity }) => formatNumber(quantity),
  }),
  availabilityColumn(130),
  createdColumn(112),
  actionColumn(physicalProducts),
]
