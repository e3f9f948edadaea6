import type { Output } from '#contract/endpoint.ts'
import { paymentMethods as calls } from '#contract/payment-methods.ts'
import { pictureColumn } from '../forms/crud/columns.tsx'
import type { Crud } from '../forms/crud/crud.ts'
import { actionColumn, idColumn } from '../forms/crud/RowActions.tsx'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { FlagBadge, flagLabel } from '../lists/cells/FlagBadge.tsx'
import { createdColumn } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'

type PaymentMethod = Output<typeof calls.show>

export const paymentMethods: Crud<PaymentMethod> = {
  calls,
  noun: 'Payment method',
  nameOf: ({ name }) => name,
  path: '/payment-method',
  empty: { name: '', logo: '', info: '', status: '1' },
}

/** A shop's own word for its state; the two that the form sets say nothing. */
const ownStatus = ({ status }: PaymentMethod) => (/^[01]$/.test(status) ? '' : status)

export const paymentMethodColumns: Column<PaymentMethod>[] = [
  idColumn(paymentMethods),
  pictureColumn('Logo', ({ logo, name }) => ({ image: logo, name })),
  column('name', 'Name', { card: 'title', widthPx: 220, sorts: true, show: ({ name }) => <Words text={name} /> }),
  column('info', 'Information', {
    card: 'main',
    widthPx: 190,
    sorts: true,
    show: ({ info }) => <CopyText text={info} message={t('Copied Information:: {{info}}', { info })} />,
  }),
  column('is_shown', 'For customers', {
    card: 'side',
    widthPx: 150,
    sorts: true,
    show: (method) => (
      <>
        <FlagBadge flag={method.is_shown} /> {ownStatus(method)}
      </>
    ),
    textOf: (method) => `${flagLabel(method.is_shown)} ${ownStatus(method)}`,
  }),
  createdColumn(130, 'when'),
  actionColumn(paymentMethods),
]
