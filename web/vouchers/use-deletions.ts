import { type VoucherRow, vouchers } from '#contract/vouchers.ts'
import { useCommand } from '../calls/use-command.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { t } from '../ui/text/i18n.ts'
import { STALE } from './vouchers.ts'

export function useDeletions() {
  const deletion = useCommand(vouchers.remove, { pending: 'Deleting UniPin...', stale: STALE })
  const restoring = useCommand(vouchers.restore, { pending: 'Restoring UniPin...', stale: STALE })
  return {
    remove: async ({ id, code, version }: VoucherRow) => {
      const about = t('Voucher {{id}} ({{code}}) goes to the recycle bin. Its code can’t be added again.', { id, code })
      if (await confirm({ about, yes: t('Delete'), isDestructive: true })) await deletion.run({ id, version })
    },
    restore: async ({ id }: VoucherRow) => {
      await restoring.run({ id })
    },
  }
}
