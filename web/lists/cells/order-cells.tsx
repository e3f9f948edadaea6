import type { ReactNode } from 'react'
import type { Column, Listed } from '../../ui/table/columns.ts'
import { t } from '../../ui/text/i18n.ts'
import { CopyText, copiedIdColumn } from './CopyText.tsx'
import { CustomerLink } from './CustomerLink.tsx'
import { Nothing } from './Nothing.tsx'
import classes from './order-cells.module.css'
import { Picture } from './Picture.tsx'

export const Ordered = ({ image, name, children }: { image: string; name: string; children: ReactNode }) => (
  <span className={classes.product}>
    <Picture image={image} name={name} />
    <span className={classes.lines}>{children}</span>
  </span>
)

interface CustomerProps {
  readonly id: number
  readonly name: string
  readonly opens: boolean
}

export const Customer = ({ id, name, opens }: CustomerProps) => (
  <span className={classes.lines}>
    <CustomerLink id={id} name={name} opens={opens} />
    <CopyText text={`#${id}`} message={t('Copied User ID:: {{id}}', { id })} />
  </span>
)

export const EditOrder = ({ id, onEdit }: { id: number; onEdit: (() => void) | undefined }) =>
  onEdit ? (
    <button type="button" className={classes.edit} data-act aria-label={t('Edit order {{id}}', { id })} onClick={onEdit}>
      {t('Edit')}
    </button>
  ) : (
    <Nothing />
  )

export const orderIdColumn = <R extends Listed>(): Column<R> =>
  copiedIdColumn(66, (id) => t('Copied Order ID:: {{id}}', { id }), 'Order ID')

interface Phoned {
  readonly phone: string
  readonly User: { readonly phone: string }
}

/** The number that the order was placed with, else the customer's. */
export const phoneOf = ({ phone, User }: Phoned): string => phone || User.phone

export const OrderPhone = (order: Phoned) => {
  const number = phoneOf(order)
  return <CopyText text={number} message={t('Copied Phone:: {{phone}}', { phone: number })} />
}
