import { type Revealed, vouchers } from '#contract/vouchers.ts'
import { useCommand } from '../calls/use-command.ts'
import { t } from '../ui/text/i18n.ts'

/** Reads a voucher's code, PIN and serial, which is audited; undefined if refused. */
export function useReveal() {
  const show = useCommand(vouchers.reveal, {
    pending: 'Reading the code...',
    stale: [vouchers.life],
    successMessage: () => t('Shown and recorded in the code history'),
  })
  return {
    read: (id: number): Promise<Revealed | undefined> => show.run({ id }),
    isRunning: show.isRunning,
  }
}
