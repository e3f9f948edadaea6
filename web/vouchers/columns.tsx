import { Link } from '@tanstack/react-router'
import type { VoucherRow } from '#contract/vouchers.ts'
import { actionClass, RowButton } from '../forms/crud/RowActions.tsx'
import { CopyText, copiedIdColumn } from '../lists/cells/CopyText.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { Customer } from '../lists/cells/order-cells.tsx'
import { createdColumn, When } from '../lists/cells/When.tsx'
import { openHere } from '../ui/opens-here.ts'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { VoucherBadge } from './VoucherBadge.tsx'
import classes from './vouchers.module.css'

/** Permissions and actions; undefined if not permitted. */
interface VoucherActions {
  readonly seen: { readonly customers: boolean; readonly orders: boolean }
  readonly onOpen: (id: number) => void
  readonly edits: boolean
  readonly onDelete: ((voucher: VoucherRow) => void) | undefined
  /** For the recycle bin. */
  readonly onRestore: ((voucher: VoucherRow) => void) | undefined
}

export const voucherColumns = (actions: VoucherActions): Column<VoucherRow>[] => [
  copiedIdColumn(96, (id) => t('Copied Voucher ID:: {{id}}', { id })),
  column('code', 'Voucher Code', {
    card: 'title',
    widthPx: 124,
    show: (voucher) => <CodeLink voucher={voucher} onOpen={actions.onOpen} />,
  }),
  column('status', 'Status', { card: 'side', widthPx: 88, show: (voucher) => <VoucherBadge voucher={voucher} /> }),
  column('package_id', 'Package ID', { card: 'main', widthPx: 168, show: (voucher) => <PackageCell voucher={voucher} /> }),
  column('user_id', 'User ID', {
    widthPx: 140,
    show: ({ user_id, User }) =>
      user_id === null ? <Nothing /> : <Customer id={user_id} name={User?.username ?? '---'} opens={actions.seen.customers} />,
  }),
  ...(actions.seen.orders
    ? [
        column<VoucherRow>('order_id', 'Order ID', {
          card: 'extra',
          widthPx: 88,
          show: ({ order_id }) => <OrderLink id={order_id} />,
        }),
      ]
    : []),
  createdColumn(112, 'when'),
  column('used_at', 'Used at', { widthPx: 112, show: ({ used_at }) => <When instant={used_at} /> }),
  ...(actions.onRestore
    ? [
        column<VoucherRow>('deleted_at', 'Deleted at', {
          widthPx: 112,
          show: ({ deleted_at }) => <When instant={deleted_at} />,
        }),
      ]
    : []),
  ...(actions.edits || actions.onDelete || actions.onRestore
    ? [
        column<VoucherRow>('action', 'Action', {
          card: 'action',
          widthPx: 168,
          isAction: true,
          show: (voucher) => <Actions voucher={voucher} {...actions} />,
        }),
      ]
    : []),
]

/** A click opens the code's history; with a modifier key, in another tab. */
const CodeLink = ({ voucher: { id, code }, onOpen }: { voucher: VoucherRow; onOpen: (id: number) => void }) => (
  <a
    className={classes.code}
    href={`?upin=${id}`}
    aria-label={t('Voucher {{id}}, code ending in {{last}}', { id, last: code.replace(/•/g, '') })}
    onClick={(event) => openHere(event, () => onOpen(id))}
  >
    {code}
  </a>
)

const PackageCell = ({ voucher: { package_id, package_name, product_name } }: { voucher: VoucherRow }) => (
  <span className={classes.lines} title={`${product_name} · ${package_name}`}>
    <span>{package_name}</span>
    <small>
      <CopyText text={`#${package_id}`} message={t('Copied Package ID:: {{id}}', { id: package_id })} />
      <span className={classes.product}> · {product_name}</span>
    </small>
  </span>
)

export const OrderLink = ({ id }: { id: number | null }) =>
  id === null ? (
    <Nothing />
  ) : (
    <Link className={classes.code} to="/order" search={{ status: 'all', order: String(id) }}>
      {id}
    </Link>
  )

function Actions({ voucher, edits, onDelete, onRestore }: VoucherActions & { voucher: VoucherRow }) {
  const { id } = voucher
  return (
    <span className={classes.actions}>
      {edits && (
        <Link
          className={actionClass}
          to="/unipin/edit/$id"
          params={{ id: String(id) }}
          aria-label={t('Update voucher {{id}}', { id })}
        >
          {t('Update')}
        </Link>
      )}
      {onDelete && (
        <RowButton destroys label={t('Delete voucher {{id}}', { id })} onClick={() => onDelete(voucher)}>
          {t('Delete')}
        </RowButton>
      )}
      {onRestore && (
        <RowButton label={t('Restore voucher {{id}}', { id })} onClick={() => onRestore(voucher)}>
          {t('Restore')}
        </RowButton>
      )}
    </span>
  )
}
