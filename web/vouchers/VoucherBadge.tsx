import { VOUCHER_LABELS } from '#contract/limits.ts'
import type { VoucherStatus } from '#contract/vouchers.ts'
import cells from '../lists/cells/cells.module.css'
import { type T, useT } from '../ui/text/i18n.ts'

export const statusWord = (status: number, t: T): string =>
  t(VOUCHER_LABELS.find(([value]) => value === status)?.[1] ?? String(status))

export function VoucherBadge({ status }: { status: VoucherStatus }) {
  const t = useT()
  return (
    <span className={cells.badge} data-colour={status === 1 ? 'green' : 'gray'}>
      {statusWord(status, t)}
    </span>
  )
}
