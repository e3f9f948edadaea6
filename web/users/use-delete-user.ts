import { useQueryClient } from '@tanstack/react-query'
import { formatTk } from '#contract/money.ts'
import { DeletionWarning, type UserRow, users } from '#contract/users.ts'
import { ApiError, call } from '../kit/api.ts'
import { confirm } from '../kit/confirm.tsx'
import { doneSentence } from '../kit/errors.ts'
import { focusAfter } from '../kit/focus-after.ts'
import { t } from '../kit/i18n.ts'
import { toastDone, toastFailed, toastGone, toastPending } from '../kit/toasts.ts'

/** Deletes a customer after 'Are you sure'; with money or open work on him it asks again, saying what it is. */
export function useDeleteUser(): (user: UserRow, from: HTMLElement) => Promise<void> {
  const client = useQueryClient()
  return async (user, from) => {
    // The second question may open before the first has given the focus back, and would then not know where it was.
    const giveFocusBack = focusAfter(from)
    if (await askAndRemove(user)) void client.invalidateQueries({ queryKey: [users.list.path] })
    giveFocusBack()
  }
}

async function askAndRemove(user: UserRow): Promise<boolean> {
  const about = t('User “{{name}}” will be deleted. This cannot be taken back.', { name: user.username })
  if (!(await confirm({ about, yes: t('Delete'), destroys: true }))) return false
  const warning = await remove(user.id, 0)
  if (!warning) return warning === null
  if (!(await confirm({ about: wordsOf(user, warning), yes: t('Delete all the same'), destroys: true }))) return false
  return (await remove(user.id, 1)) === null
}

type Warning = ReturnType<typeof DeletionWarning.parse>

/** Null when he is deleted, what stands in the way when that has to be confirmed, undefined when it failed. */
async function remove(id: number, confirmed: 0 | 1): Promise<Warning | null | undefined> {
  const toast = toastPending('Deleting ...')
  try {
    const { message } = await call(users.remove, { id, confirmed })
    toastDone(doneSentence(users.remove.done, message, null), toast)
    return null
  } catch (error) {
    const failure = error instanceof ApiError ? error : new ApiError(0)
    const warning = failure.status === 409 && confirmed === 0 ? DeletionWarning.safeParse(failure.data) : undefined
    if (warning?.success) {
      toastGone(toast)
      return warning.data
    }
    toastFailed(failure, toast)
    return undefined
  }
}

const counted = (count: number, one: string, many: string) => count > 0 && t(count === 1 ? one : many, { count })

function wordsOf({ username }: UserRow, warning: Warning): string {
  const { wallet, earn_wallet, earn_hold, open_orders, pending_transactions, pending_withdrawals } = warning
  const said = [
    wallet > 0 && t('{{amount}} in the wallet', { amount: formatTk(wallet) }),
    earn_wallet > 0 && t('{{amount}} in the earn wallet', { amount: formatTk(earn_wallet) }),
    earn_hold > 0 && t('{{amount}} asked for in withdrawals', { amount: formatTk(earn_hold) }),
    counted(open_orders, '{{count}} open order', '{{count}} open orders'),
    counted(pending_transactions, '{{count}} pending wallet add', '{{count}} pending wallet adds'),
    counted(pending_withdrawals, '{{count}} pending withdrawal', '{{count}} pending withdrawals'),
  ].filter((words) => words !== false)
  return t('{{name}} still has {{things}}. Delete all the same?', { name: username, things: said.join(', ') })
}
