import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import type { Effects } from '../money/row.ts'
import { t } from '../ui/text/i18n.ts'
import { differenceTk, signedTk } from '../ui/text/tk.ts'

/** The amount left the earn wallet when the withdrawal was requested. The store pays, never the deciding admin (rules 3). */
export const withdrawalEffects: Effects<CustomerMoneyRow> = {
  statusChanges: {
    pending: () => t('Unchanged; no wallet will change'),
    completed: ({ amount, number }) =>
      t('The store pays {{amount}} to {{number}}; your wallet does not change', { amount: formatTk(amount), number }),
    cancel: ({ amount }) => t('Earn wallet will change by {{amount}}: the amount is returned', { amount: signedTk(amount) }),
  },
  question: ({ amount, number, User }, status) => {
    const values = { amount: formatTk(amount), number, username: User.username }
    if (status === 'completed')
      return { about: t('The store pays {{amount}} to {{number}}, for {{username}}.', values), yes: t('Complete') }
    if (status === 'cancel')
      return {
        about: t('{{amount}} will go back to {{username}}’s earn wallet.', values),
        yes: t('Return it'),
        isDestructive: true,
      }
    return undefined
  },
  describeEdit: (row, { amount, status }) => {
    if (row.status === 'cancel') return status === 'cancel' ? [] : taken(amount, status === 'completed')
    const difference = differenceTk(row.amount, amount)
    return difference === 0 ? [] : [earnWallet(difference)]
  },
  closed: ({ status }) => (status === 'completed' ? t('Paid out: it can no longer be changed') : undefined),
}

const earnWallet = (amount: number) => t('Earn wallet will change by {{amount}}', { amount: signedTk(amount) })

const taken = (amount: number, isPaid: boolean) => [
  earnWallet(-amount),
  ...(isPaid ? [t('The store pays {{amount}}; your wallet does not change', { amount: formatTk(amount) })] : []),
]
