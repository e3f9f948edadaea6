import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow, MoneyFlag } from '#contract/money-rows.ts'
import { CopyText, copiedIdColumn } from '../lists/cells/CopyText.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { Customer } from '../lists/cells/order-cells.tsx'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { When } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { Flags } from './Flags.tsx'
import classes from './money.module.css'
import type { MoneyRow } from './row.ts'

type Open<R> = ((row: R) => void) | undefined

type CustomerRow = MoneyRow & {
  readonly user_id: number
  readonly User: { readonly username: string }
  readonly payment_method: { readonly name: string } | null
  readonly flags: readonly MoneyFlag[]
}

export const MoneyRowId = ({ id }: { id: number }) => (
  <CopyText text={String(id)} message={t('Copied Transaction ID:: {{id}}', { id })} />
)

/** The payment's TrxID, by which a payer proves the payment; a click copies it. */
export const TrxId = ({ trx_id }: { trx_id: string }) => (
  <CopyText text={trx_id} message={t('Copied TrxID:: {{trx}}', { trx: trx_id })} />
)

export const Phone = ({ number }: { number: string }) => (
  <CopyText text={number} message={t('Copied Phone:: {{phone}}', { phone: number })} />
)

export const idColumn = <R extends MoneyRow>(): Column<R> =>
  copiedIdColumn(62, (id) => t('Copied Transaction ID:: {{id}}', { id }))

export const customerColumn = <R extends CustomerRow>(opensDrawer: boolean): Column<R> =>
  column('user', 'User', {
    widthPx: 142,
    card: 'title',
    show: ({ user_id, User }) => <Customer id={user_id} name={User.username} opens={opensDrawer} />,
  })

export const methodColumn = <R extends CustomerRow>(): Column<R> =>
  column('payment_method', 'Payment method', {
    widthPx: 86,
    textOf: ({ payment_method }) => payment_method?.name ?? '',
    show: ({ payment_method }) => <Words text={methodOf(payment_method)} />,
  })

/** The specification's sign for a missing method. */
const methodOf = (method: CustomerRow['payment_method']) => method?.name ?? '- - -'

/** `more` stands below the amount. */
export const amountColumn = <R extends MoneyRow>(more?: (row: R) => ReactNode): Column<R> =>
  column('amount', 'Amount', {
    widthPx: 104,
    sorts: true,
    isNumber: true,
    card: 'value',
    show: (row) => (
      <>
        <b>{formatTk(row.amount)}</b> {more?.(row)}
      </>
    ),
  })

export const numberColumn = <R extends MoneyRow>(): Column<R> =>
  column('number', 'Phone', {
    widthPx: 122,
    card: 'main',
    show: ({ number }) => <Phone number={number} />,
  })

/** With the payment method below it. */
export const trxIdColumn = column<CustomerMoneyRow>('trx_id', 'TrxID', {
  widthPx: 128,
  card: 'extra',
  show: ({ trx_id, payment_method }) => (
    <span className={classes.trx}>
      <TrxId trx_id={trx_id} />
      <Words text={methodOf(payment_method)} />
    </span>
  ),
})

export const flagsColumn = <R extends CustomerRow>(widthPx: number): Column<R> =>
  column('flags', 'Flags', {
    widthPx,
    card: 'state',
    textOf: ({ id, flags }) => (flags.length > 0 ? String(id) : ''),
    show: ({ flags }) => <Flags flags={flags} />,
  })

export const statusColumn = <R extends MoneyRow>(): Column<R> =>
  column('status', 'Status', { widthPx: 96, card: 'side', show: ({ status }) => <StatusBadge status={status} /> })

type ChangedRow = MoneyRow & { readonly created_at: string; readonly updated_at: string }

const isUnchanged = ({ created_at, updated_at, Admin }: ChangedRow) => updated_at === created_at && !Admin

/** When the row was changed last, and by whom. */
export const changedColumn = <R extends ChangedRow>(): Column<R> =>
  column('updated_at', 'Updated', {
    widthPx: 100,
    textOf: (row) => (isUnchanged(row) ? '' : String(row.id)),
    show: (row) =>
      isUnchanged(row) ? (
        <Nothing />
      ) : (
        <span className={classes.changed}>
          <When instant={row.updated_at} isShort />
          <Words text={nameOf(row.Admin)} />
        </span>
      ),
  })

/** 'Edit Status' on pending rows and the pencil on every row, as far as permitted. */
export const actionColumn = <R extends MoneyRow>(onStatus: Open<R>, onEdit: Open<R>): Column<R>[] =>
  onStatus || onEdit
    ? [
        column<R>('action', 'Action', {
          widthPx: onStatus ? 138 : 60,
          isAction: true,
          card: 'action',
          show: (row) => <Actions row={row} onStatus={onStatus} onEdit={onEdit} />,
        }),
      ]
    : []

const Actions = <R extends MoneyRow>({ row, onStatus, onEdit }: { row: R; onStatus: Open<R>; onEdit: Open<R> }) => (
  <span className={classes.actions}>
    {onStatus && row.status === 'pending' && (
      <button
        type="button"
        className={classes.action}
        data-act
        aria-label={t('Edit Status {{id}}', { id: row.id })}
        onClick={() => onStatus(row)}
      >
        {t('Edit Status')}
      </button>
    )}
    {onEdit && (
      <button
        type="button"
        className={classes.pencil}
        aria-label={t('Edit transaction {{id}}', { id: row.id })}
        title={t('Edit transaction')}
        onClick={() => onEdit(row)}
      >
        <IconPencil size={18} aria-hidden />
      </button>
    )}
  </span>
)
