import { Link } from '@tanstack/react-router'
import type { Output } from '#contract/endpoint.ts'
import { formatNumber } from '#contract/money.ts'
import { topupProducts as calls } from '#contract/topup-products.ts'
import { availabilityColumn, figureColumn, flagColumn, pictureColumn } from '../forms/crud/columns.tsx'
import type { Crud } from '../forms/crud/crud.ts'
import { actionClass, actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { createdColumn } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'

type TopupProduct = Output<typeof calls.show>

export const topupProducts: Crud<TopupProduct> = {
  calls,
  noun: 'Product',
  nameOf: ({ name }) => name,
  deletionEffect: ({ package_count: count }) =>
    count > 0
      ? t(count === 1 ? 'Its {{count}} package will be deleted too.' : 'Its {{count}} packages will be deleted too.', { count })
      : undefined,
  path: '/topup-product',
  empty: { name: '', price: '', track_stock: 0, buy_rate: '1', logo: '', rules: '', isactivefortopup: 1, is_active: 1 },
  guarded: 'price',
}

/** A row's links beyond its form, as permitted. */
interface LinkOptions {
  readonly canAddPackages: boolean
  readonly canSeeOrders: boolean
}

/** Without tracking, a stock of 0 would look sold out. */
const isTracked = ({ track_stock, price }: TopupProduct) => track_stock === 1 || price !== 0

export const topupProductColumns = (links: LinkOptions): Column<TopupProduct>[] => [
  idColumn(topupProducts),
  pictureColumn('Logo', ({ logo, name }) => ({ image: logo, name })),
  column('name', 'Name', { card: 'title', widthPx: 128, sorts: true, show: ({ name }) => <Words text={name} /> }),
  figureColumn(
    'price',
    'Price/Stock',
    104,
    (product) => (isTracked(product) ? formatNumber(product.price) : <Nothing />),
    'fact',
  ),
  flagColumn('isactivefortopup', 'Id Code', 84),
  column('packages_on_sale', 'On sale', {
    widthPx: 80,
    sorts: true,
    show: ({ packages_on_sale: count, package_count: of }) => t('{{count}} of {{of}}', { count, of }),
  }),
  availabilityColumn(138),
  createdColumn(98),
  actionColumn(topupProducts, linkActions(links), 160 + (links.canAddPackages ? 132 : 0) + (links.canSeeOrders ? 72 : 0)),
]

const linkActions =
  ({ canAddPackages, canSeeOrders }: LinkOptions) =>
  ({ id, name }: TopupProduct) => (
    <>
      {canAddPackages && (
        <Link
          className={actionClass}
          to="/topup-package/add/$productId"
          params={{ productId: String(id) }}
          aria-label={t('Add package to {{name}}', { name })}
        >
          {t('Add package')}
        </Link>
      )}
      {canSeeOrders && (
        <Link className={actionClass} to="/order" search={{ product: String(id) }} aria-label={t('Orders of {{name}}', { name })}>
          {t('Orders')}
        </Link>
      )}
    </>
  )
