import { vouchers } from '#contract/vouchers.ts'
import { useCommand } from '../calls/use-command.ts'
import { t } from '../ui/text/i18n.ts'

/** Reads a voucher's code, which is audited; undefined if refused. */
export function useReveal() {
  const show = useCommand(vouchers.reveal, {
    pending: 'Reading the code...',
    stale: [vouchers.life],
    successMessage: () => t('Shown and recorded in the code history'),
  })
  return {
    read: async (id: number): Promise<string | undefined> => (await show.run({ id }))?.code,
    isRunning: show.isRunning,
  }
}
