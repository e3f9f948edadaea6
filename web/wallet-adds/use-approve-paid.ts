import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { useCommand } from '../calls/use-command.ts'
import { MONEY_READS } from '../money/stale.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { useShortcuts } from '../ui/keys.ts'
import { hasLeft } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import { isPaid } from './Paid.tsx'

/** Approves a wallet add after a question. A key approves the focused one if it is paid, else the first paid one. */
export function useApprovePaid(rows: readonly CustomerMoneyRow[] | undefined, mayApprove: boolean) {
  const command = useCommand(walletAdds.setStatus, { pending: 'Updating transaction...', stale: MONEY_READS })
  const approve = async ({ id, amount, flags, User }: CustomerMoneyRow, isProven = false) => {
    const values = { id, amount: formatTk(amount), sum: formatTk(amount), username: User.username }
    const about = t('Wallet add {{id}}: {{amount}} will go to {{username}}’s wallet, and to yours: you hold the cash.', values)
    if (command.isRunning || !(await confirm({ about, yes: t('Approve {{sum}}', values), isProven }))) return
    await command.run({ transaction_id: id, status: 'completed', expected_amount: amount, expected_flags: flags })
  }
  const approveNext = () => {
    const paid = (rows ?? []).filter((row) => row.status === 'pending' && isPaid(row) && !hasLeft(row))
    const focused = Number(document.activeElement?.closest<HTMLElement>('tr[data-id]')?.dataset.id)
    const next = paid.find(({ id }) => id === focused) ?? paid[0]
    if (next) void approve(next)
    else toastFailed(t('No pending wallet add here is paid'))
  }
  useShortcuts(mayApprove ? [{ code: 'Shift+Enter', label: 'Approve a paid wallet add', run: approveNext }] : [])
  return approve
}
