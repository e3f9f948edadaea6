import type { OrderDetails } from '#contract/desk.ts'
import { formatTk } from '#contract/money.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { quoteNote } from '../../desk/timeline/describe-entry.ts'
import type { T } from '../../ui/text/i18n.ts'
import { SECRET_LABELS } from '../use-secrets.ts'

type Entry = OrderDetails['timeline'][number]

export function describeEntry({ actor, action, facts }: Entry, t: T): string {
  const description = describeAction(action, facts, actor, t)
  return description + quoteNote(facts) + describeCircumstances(facts, t)
}

export function voucherIdsOf({ facts: { voucher_id, voucher_ids } }: Entry): number[] {
  if (Array.isArray(voucher_ids)) return voucher_ids as number[]
  return typeof voucher_id === 'number' ? [voucher_id] : []
}

function describeAction(action: string, facts: Entry['facts'], name: string, t: T): string {
  if (action === 'desk.claim' || action === 'desk.takeNext') return t('{{name}} took it', { name })
  if (facts.automatic === 1) return t('completed automatically')
  if (action === 'orders.setStatus' || action === 'desk.decideMany') return decision(facts, name, t)
  if (action === 'orders.correct') return t('{{name}} corrected it: “{{reason}}”', { name, reason: String(facts.reason ?? '') })
  if (action === 'orders.refund') {
    const values = { name, amount: formatTk(Number(facts.amount)), reason: String(facts.reason ?? '') }
    return t('{{name}} refunded {{amount}}: “{{reason}}”', values)
  }
  if (action === 'desk.correctPlayerId') return corrected(facts, name, t)
  if (action === 'desk.writeInternalNote') return t('{{name}} wrote the internal note', { name })
  if (action === 'desk.reveal') {
    const field = SECRET_LABELS[facts.field as keyof typeof SECRET_LABELS]
    return t('{{name}} read the {{field}}', { name, field: field ? t(field) : '' })
  }
  return `${name}: ${action}`
}

const corrected = ({ playerid, before }: Entry['facts'], name: string, t: T) =>
  t('{{name}} corrected the player ID: {{before}} → {{playerid}}', {
    name,
    before: (before as { playerid: string }).playerid,
    playerid: String(playerid),
  })

const DECISIONS: Readonly<Record<OrderStatus, (name: string, t: T) => string>> = {
  pending: (name, t) => t('{{name}} released it', { name }),
  in_progress: (name, t) => t('{{name}} took it', { name }),
  completed: (name, t) => t('{{name}} completed it', { name }),
  cancel: (name, t) => t('{{name}} cancelled it', { name }),
}

function decision({ status, before }: Entry['facts'], name: string, t: T): string {
  if (status === (before as { status?: string } | undefined)?.status) return t('{{name}} wrote to the customer', { name })
  return DECISIONS[status as OrderStatus]?.(name, t) ?? `${name}: ${status}`
}

function describeCircumstances(facts: Entry['facts'], t: T): string {
  const parts = [
    facts.taken_from === undefined
      ? ''
      : t(facts.lease_had_lapsed ? 'after another admin left it' : 'overriding the current holder'),
    Array.isArray(facts.voucher_ids) ? t('voucher codes delivered: {{count}}', { count: facts.voucher_ids.length }) : '',
    facts.voucher_id === undefined || facts.voucher_ids !== undefined ? '' : t('a voucher code was delivered'),
    // Older entries only record `return_credit`, the request for it.
    (facts.credit_returned ?? facts.return_credit) ? t('supplier credit returned') : '',
  ].filter(Boolean)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}
