import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import type { Effects } from '../money/row.ts'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { differenceTk, signedTk } from '../ui/text/tk.ts'

interface Editor {
  readonly id: number
  readonly isSuper: boolean
  readonly mayDecide: boolean
}

const describeBoth = (whose: string, amount: number) => [
  t('User wallet will change by {{amount}}', { amount: signedTk(amount) }),
  t('{{whose}} will change by {{amount}}', { whose, amount: signedTk(amount) }),
]

/** Effects of reversing a completed wallet add. */
export const effectsOfCorrection = (row: CustomerMoneyRow): string[] => describeBoth(describeApproverWallet(row), -row.amount)

const describeApproverWallet = ({ Admin }: CustomerMoneyRow) => t('{{name}}’s wallet', { name: nameOf(Admin) })

/** The customer's wallet receives the payment; the approving admin holds the cash (rules 3). */
export const walletAddEffects = ({ id, isSuper, mayDecide }: Editor): Effects<CustomerMoneyRow> => ({
  statusChanges: {
    pending: () => t('Unchanged; no wallet will change'),
    completed: ({ amount }) =>
      t('User wallet will change by {{amount}}, and your wallet too: you hold the cash', { amount: signedTk(amount) }),
    cancel: ({ amount }) => t('No wallet will change; the customer does not get {{amount}}', { amount: formatTk(amount) }),
  },
  question: ({ amount, User }, status) =>
    status === 'completed'
      ? {
          about: t('{{amount}} will go to {{username}}’s wallet, and to yours: you hold the cash.', {
            amount: formatTk(amount),
            username: User.username,
          }),
          yes: t('Approve {{sum}}', { sum: formatTk(amount) }),
        }
      : undefined,
  refused: () => undefined,
  describeEdit: (row, { amount, status }) => {
    if (row.status === 'cancel') return status === 'completed' ? describeBoth(t('Your wallet'), amount) : []
    const difference = differenceTk(amount, row.amount)
    if (row.status === 'pending' || difference === 0) return []
    return describeBoth(row.admin_id === id ? t('Your wallet') : describeApproverWallet(row), difference)
  },
  closed: () => undefined,
  fixed: (row) =>
    row.status === 'completed' && !isSuper && !(mayDecide && row.admin_id === id)
      ? t('Only its approver or a super admin can change the amount')
      : undefined,
})
