import type { HandOverRow } from '#contract/admin-wallet.ts'
import { formatTk } from '#contract/money.ts'
import { t } from '../kit/i18n.ts'
import type { Effects } from '../kit/money/row.ts'
import { nameOf } from '../kit/name-of.ts'
import { differenceTk, signedTk } from '../kit/tk.ts'

/** A hand-over took its amount out of its owner's wallet when it was asked for (rules 3). */
export const handOverEffects: Effects<HandOverRow> = {
  ofStatus: (row, status) =>
    status === 'completed'
      ? t('The store has received {{amount}}; no wallet will change', { amount: formatTk(row.amount) })
      : status === 'cancel'
        ? `${ownersWallet(row, row.amount)}: ${t('the amount goes back')}`
        : t('Stays as it is; no wallet will change'),
  ofEdit: (row, { amount, status }) => {
    if (row.status === 'cancel') return status === 'cancel' ? [] : [ownersWallet(row, -amount)]
    const difference = differenceTk(row.amount, amount)
    return difference === 0 ? [] : [ownersWallet(row, difference)]
  },
  closed: ({ status, kind }) =>
    status !== 'completed'
      ? undefined
      : kind === 'write_off'
        ? t('It is written off: nothing of it can be changed any more')
        : t('The store has received it: nothing of it can be changed any more'),
  fixed: () => undefined,
}

const ownersWallet = ({ Owner }: HandOverRow, amount: number) =>
  t('{{whose}} will change by {{amount}}', { whose: t('{{name}}’s wallet', { name: nameOf(Owner) }), amount: signedTk(amount) })
