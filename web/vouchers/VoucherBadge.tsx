import { VOUCHER_LABELS } from '#contract/limits.ts'
import type { VoucherRow } from '#contract/vouchers.ts'
import cells from '../lists/cells/cells.module.css'
import { type T, useT } from '../ui/text/i18n.ts'

export const statusWord = (status: number, t: T): string =>
  t(VOUCHER_LABELS.find(([value]) => value === status)?.[1] ?? String(status))

export function VoucherBadge({ voucher: { status, is_expired } }: { voucher: Pick<VoucherRow, 'status' | 'is_expired'> }) {
  const t = useT()
  return (
    <span className={cells.badge} data-colour={is_expired ? 'red' : status === 1 ? 'green' : 'gray'}>
      {is_expired ? t('Expired') : statusWord(status, t)}
    </span>
  )
}
