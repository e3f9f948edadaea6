import { Link } from '@tanstack/react-router'
import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import type { PAID_STATES } from '#contract/wallet-adds.ts'
import cells from '../lists/cells/cells.module.css'
import { t } from '../ui/text/i18n.ts'
import classes from './wallet-adds.module.css'

export const PAID_LABELS: Readonly<Record<(typeof PAID_STATES)[number], string>> = {
  paid: 'Paid',
  differs: 'Amount differs',
  none: 'No payment',
}

export const isPaid = ({ payment, amount }: CustomerMoneyRow): boolean => payment?.amount === amount

/** 'Paid', or how much was; leads to the payment. */
export function Paid({ row: { payment, amount } }: { row: CustomerMoneyRow }) {
  if (!payment) return null
  const isSame = payment.amount === amount
  return (
    <Link
      to="/payments"
      search={{ payment: String(payment.id) } as never}
      className={`${cells.badge} ${classes.paid}`}
      data-colour={isSame ? 'green' : 'yellow'}
    >
      {isSame ? t('Paid') : t('Paid {{amount}}', { amount: formatTk(payment.amount) })}
    </Link>
  )
}
