import type { Output } from '#contract/endpoint.ts'
import { formatTk } from '#contract/money.ts'
import { topupPackages as calls } from '#contract/topup-packages.ts'
import type { Crud } from '../forms/crud/crud.ts'
import { pictureColumn } from '../forms/crud/picture-column.tsx'
import { actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
import { availabilityColumn } from '../forms/crud/state-columns.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'

export type TopupPackage = Output<typeof calls.show>

/** Its forms are below /topup-package; the list of all products is /topup-packages. */
const topupPackage: Crud<TopupPackage> = {
  calls,
  noun: 'Topup package',
  nameOf: ({ name, product_name }) => `${name} (${product_name})`,
  deletionEffect: ({ codes_left: count }) =>
    count ? t('Its {{count}} remaining codes go too: they will not be sold and cannot be added again.', { count }) : undefined,
  path: '/topup-package',
  empty: { product_id: '', name: '', price: '', bprice: '', serial: '', logo: '', in_stock: 1 },
}

export const topupPackages: Crud<TopupPackage> = { ...topupPackage, path: '/topup-packages' }

export const topupPackageColumns: Column<TopupPackage>[] = [
  idColumn(topupPackage),
  pictureColumn('Logo', ({ logo, name }) => ({ image: logo, name })),
  column('name', 'Name', { widthPx: 190, sorts: true, show: ({ name }) => <Words text={name} /> }),
  column('price', 'Sell price', { widthPx: 110, isNumber: true, sorts: true, show: ({ price }) => formatTk(price) }),
  column('bprice', 'Buy price', { widthPx: 110, isNumber: true, sorts: true, show: ({ bprice }) => bprice }),
  column('serial', 'Serial', { widthPx: 90, sorts: true, show: ({ serial }) => serial }),
  availabilityColumn(130),
  column('codes_left', 'Codes left', { widthPx: 110, sorts: true, show: ({ codes_left }) => codes_left ?? <Nothing /> }),
  actionColumn(topupPackage),
]

/** For admins who set rates but edit no packages. */
export const readOnlyColumns = topupPackageColumns.filter(({ id }) => id !== 'action')
