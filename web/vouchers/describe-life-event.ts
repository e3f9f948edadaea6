import type { LifeEntry, VoucherRow } from '#contract/vouchers.ts'
import type { T } from '../ui/text/i18n.ts'
import { statusWord } from './VoucherBadge.tsx'

export function describeLifeEvent(entry: LifeEntry, voucher: VoucherRow, packageName: (id: number) => string, t: T): string {
  const by = entry.by || t('Unknown')
  switch (entry.event) {
    case 'added':
      return entry.by ? t('{{by}} added it', { by }) : t('Added')
    case 'revealed':
      return t('{{by}} read the code', { by })
    case 'set_back':
      return t('{{by}} set it back to Ready: {{reason}}', { by, reason: entry.reason ?? '' })
    case 'delivered':
      return delivery(voucher, by, t)
    case 'deleted':
      return t('{{by}} deleted it', { by })
    case 'restored':
      return t('{{by}} restored it from the recycle bin', { by })
    default:
      return [t('{{by}} edited it', { by }), ...changesOf(entry, packageName, t)].join(': ')
  }
}

function delivery({ order_id, User }: VoucherRow, by: string, t: T): string {
  const to = User?.username ?? t('a customer')
  if (order_id === null) return t('{{by}} delivered it to {{to}}', { by, to })
  return t('{{by}} delivered it to {{to}} with order {{order}}', { by, to, order: order_id })
}

function changesOf({ before, after, code_changed }: LifeEntry, packageName: (id: number) => string, t: T): string[] {
  const changes = [
    before && after?.status !== undefined && after.status !== before.status
      ? `${statusWord(before.status, t)} → ${statusWord(after.status, t)}`
      : '',
    before && after?.package_id !== undefined && after.package_id !== before.package_id
      ? `${packageName(before.package_id)} → ${packageName(after.package_id)}`
      : '',
    code_changed ? t('another code') : '',
  ].filter(Boolean)
  return changes.length > 0 ? [changes.join(', ')] : []
}
