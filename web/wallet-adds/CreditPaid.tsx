import { formatTk } from '#contract/money.ts'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { useCommand } from '../calls/use-command.ts'
import { MONEY_READS } from '../money/stale.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { useT } from '../ui/text/i18n.ts'
import { Warning } from '../ui/Warning.tsx'
import { WorkButton } from '../ui/WorkButton.tsx'

/** Where another amount was paid than asked for: completes a pending wallet add with what was paid. */
export function CreditPaid({ row }: { row: CustomerMoneyRow }) {
  const t = useT()
  const command = useCommand(walletAdds.creditPaid, { pending: 'Updating transaction...', stale: MONEY_READS })
  const { id, amount, flags, payment, status, User } = row
  if (status !== 'pending' || !payment || payment.amount === amount) return null
  const values = { paid: formatTk(payment.amount), asked: formatTk(amount), username: User.username }
  const credit = async () => {
    const about = t(
      '{{paid}}, which was paid, will go to {{username}}’s wallet, and to yours: you hold the cash. {{asked}} was asked for.',
      values,
    )
    if (!(await confirm({ about, yes: t('Credit {{paid}}', values) }))) return
    await command.run({ id, expected_amount: amount, expected_paid: payment.amount, expected_flags: flags })
  }
  return (
    <Warning title={t('{{paid}} was paid, {{asked}} was asked for', values)}>
      <WorkButton variant="default" isRunning={command.isRunning} onClick={() => void credit()}>
        {t('Credit what was paid')}
      </WorkButton>
    </Warning>
  )
}
