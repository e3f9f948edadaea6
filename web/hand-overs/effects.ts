import type { HandOverRow } from '#contract/hand-overs.ts'
import { formatTk } from '#contract/money.ts'
import type { Role } from '#contract/roles.ts'
import { may } from '#contract/roles.ts'
import type { Effects } from '../money/row.ts'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { differenceTk, signedTk } from '../ui/text/tk.ts'

/** The deciding admin, as far as known. */
type Decider = { readonly id: number; readonly role: Role } | undefined

/** The amount left the owner's wallet when the hand-over was requested (rules 3). */
export const handOverEffects = (me: Decider): Effects<HandOverRow> => ({
  statusChanges: {
    pending: () => t('Unchanged; no wallet will change'),
    completed: ({ amount }) => t('The store has received {{amount}}; no wallet will change', { amount: formatTk(amount) }),
    cancel: (row) => `${describeOwnerWallet(row, row.amount)}: ${t('the amount is returned')}`,
  },
  question: ({ amount, Owner }, status) => {
    const values = { amount: formatTk(amount), name: nameOf(Owner) }
    if (status === 'completed')
      return { about: t('The store has received {{amount}} from {{name}}.', values), yes: t('Complete') }
    if (status === 'cancel')
      return { about: t('{{amount}} will go back to the wallet of {{name}}.', values), yes: t('Return it'), isDestructive: true }
    return undefined
  },
  refused: ({ owner_id }, status) =>
    status === 'completed' && owner_id === me?.id && !may(me, 'decide_own')
      ? t('Another admin must confirm your hand-over')
      : undefined,
  describeEdit: (row, { amount, status }) => {
    if (row.status === 'cancel') return status === 'cancel' ? [] : [describeOwnerWallet(row, -amount)]
    const difference = differenceTk(row.amount, amount)
    return difference === 0 ? [] : [describeOwnerWallet(row, difference)]
  },
  closed: ({ status, kind }) =>
    status !== 'completed'
      ? undefined
      : kind === 'write_off'
        ? t('Written off: it can no longer be changed')
        : t('The store has received it: it can no longer be changed'),
})

const describeOwnerWallet = ({ Owner }: HandOverRow, amount: number) =>
  t('{{whose}} will change by {{amount}}', { whose: t('{{name}}’s wallet', { name: nameOf(Owner) }), amount: signedTk(amount) })
