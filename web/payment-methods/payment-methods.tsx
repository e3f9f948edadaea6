import type { Output } from '#contract/endpoint.ts'
import { paymentMethods as calls } from '#contract/payment-methods.ts'
import { CopyText } from '../kit/cells/CopyText.tsx'
import { When } from '../kit/cells/When.tsx'
import { Words } from '../kit/cells/Words.tsx'
import type { Crud } from '../kit/crud/crud.ts'
import { pictureColumn } from '../kit/crud/picture-column.tsx'
import { actionColumn, idColumn } from '../kit/crud/RowActions.tsx'
import { flagColumn } from '../kit/crud/state-columns.tsx'
import { type Column, column } from '../kit/table/columns.ts'
import { t } from '../kit/text/i18n.ts'

type PaymentMethod = Output<typeof calls.show>

export const paymentMethods: Crud<PaymentMethod> = {
  calls,
  noun: 'Payment method',
  nameOf: ({ name }) => name,
  path: '/payment-method',
  empty: { name: '', logo: '', info: '', status: '1' },
}

export const paymentMethodColumns: Column<PaymentMethod>[] = [
  idColumn(paymentMethods),
  pictureColumn('Logo', ({ logo, name }) => ({ image: logo, name })),
  column('name', 'Name', { widthPx: 220, sorts: true, show: ({ name }) => <Words text={name} /> }),
  column('info', 'Information', {
    widthPx: 190,
    sorts: true,
    show: ({ info }) => <CopyText text={info} message={t('Copied Information:: {{info}}', { info })} />,
  }),
  column('status', 'Status', { widthPx: 110, sorts: true, show: ({ status }) => <Words text={status} /> }),
  flagColumn('is_shown', 'For customers', 130),
  column('created_at', 'Created', { widthPx: 130, sorts: true, show: ({ created_at }) => <When instant={created_at} /> }),
  actionColumn(paymentMethods),
]
