import { useRef } from 'react'
import { formatTk } from '#contract/money.ts'
import { DeletionWarning, type UserRow, users } from '#contract/users.ts'
import { useCommand } from '../calls/use-command.ts'
import { MONEY_READS } from '../money/stale.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { t } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'

type Warning = ReturnType<typeof DeletionWarning.parse>

/** Deletes a customer after a confirmation. If they have money or open work, it asks again with the details. */
export function useDeleteUser(): (user: UserRow) => Promise<void> {
  const warning = useRef<Warning>(undefined)
  const isBusy = useRef(false)
  const remove = useCommand(users.remove, {
    pending: 'Deleting ...',
    stale: MONEY_READS,
    onFailed: (failure) => {
      warning.current = failure.status === 409 ? DeletionWarning.safeParse(failure.data).data : undefined
      if (!warning.current) toastFailed(failure)
    },
  })
  const ask = async (user: UserRow) => {
    const about = t('User “{{name}}” will be deleted. This can’t be undone.', { name: nameWithId(user) })
    if (!(await confirm({ about, yes: t('Delete'), isDestructive: true }))) return
    if ((await remove.run({ id: user.id, confirmed: 0 })) !== undefined) return
    // Asks again if the details have changed meanwhile.
    while (warning.current) {
      const expected = warning.current
      if (!(await confirm({ about: deletionQuestion(user, expected), yes: t('Delete anyway'), isDestructive: true }))) return
      warning.current = undefined
      await remove.run({ id: user.id, confirmed: 1, expected })
    }
  }
  return async (user) => {
    // One at a time: one customer's details must not appear in the confirmation of another.
    if (isBusy.current) return
    isBusy.current = true
    await ask(user).finally(() => {
      isBusy.current = false
    })
  }
}

/** With the id: several customers may share a username. */
const nameWithId = ({ id, username }: UserRow): string => `${username} #${id}`

const counted = (count: number, one: string, many: string) => count > 0 && t(count === 1 ? one : many, { count })

function deletionQuestion(user: UserRow, warning: Warning): string {
  const { wallet, earn_wallet, earn_hold, open_orders, pending_wallet_adds, pending_withdrawals } = warning
  const counts = [
    wallet > 0 && t('{{amount}} in the wallet', { amount: formatTk(wallet) }),
    earn_wallet > 0 && t('{{amount}} in the earn wallet', { amount: formatTk(earn_wallet) }),
    earn_hold > 0 && t('{{amount}} in pending withdrawals', { amount: formatTk(earn_hold) }),
    counted(open_orders, '{{count}} open order', '{{count}} open orders'),
    counted(pending_wallet_adds, '{{count}} pending wallet add', '{{count}} pending wallet adds'),
    counted(pending_withdrawals, '{{count}} pending withdrawal', '{{count}} pending withdrawals'),
  ].filter((words) => words !== false)
  return t('{{name}} still has {{things}}. Delete anyway?', { name: nameWithId(user), things: counts.join(', ') })
}
