import { formatTk } from '#contract/money.ts'
import type { MoneyStatus } from '#contract/money-rows.ts'
import type { ProductOrderStatus } from '#contract/product-orders.ts'
import type { TimelineEntry } from '#contract/timeline.ts'
import type { T } from '../../ui/text/i18n.ts'

type Facts = TimelineEntry['facts']
type Entry = Pick<TimelineEntry, 'actor' | 'action' | 'facts'>

/** The record's row already shows that it was created. */
const CREATION_ACTIONS = ['store.addWallet', 'store.withdraw', 'store.addUser', 'store.placeProductOrder', 'handOvers.request']
export const isCreation = ({ action }: Pick<TimelineEntry, 'action'>): boolean => CREATION_ACTIONS.includes(action)

export function describeEntry({ actor, action, facts }: Entry, t: T): string {
  const name = actor === 'store' ? t('The store') : actor === 'system' ? t('The system') : actor
  const changes = isDecision(action) ? [] : changesOf(facts, t)
  const quote = facts.reason ? `: “${facts.reason}”` : quoteNote(facts)
  return [describeAction(action, facts, name, t), changes.join(', ')].filter(Boolean).join(': ') + quote
}

/** The note to the customer that was written, after the one that it replaced. */
export function quoteNote({ order_note, before }: Facts): string {
  const { brief_note } = recordOf(before)
  return order_note ? `: ${brief_note ? `“${brief_note}” → ` : ''}“${order_note}”` : ''
}

const DECISIONS = ['setStatus', 'approveMany', 'cancelAll', 'cancelOwn', 'correct']
const verbOf = (action: string) => action.slice(action.indexOf('.') + 1)
const isDecision = (action: string) => DECISIONS.includes(verbOf(action))

function describeAction(action: string, facts: Facts, name: string, t: T): string {
  switch (verbOf(action)) {
    case 'setStatus':
    case 'approveMany':
      return decisionOf(facts, name, t)
    case 'cancelAll':
      return t('{{name}} cancelled it with all pending ones', { name })
    case 'cancelOwn':
      return t('{{name}} cancelled it', { name })
    case 'correct':
      return t('{{name}} reversed it', { name })
    case 'record':
      return facts.kind === 'write_off' ? t('{{name}} wrote it off', { name }) : t('{{name}} recorded it', { name })
    case 'earn':
    case 'adjustEarnWallet':
      return t('{{name}} changed the earn wallet', { name })
    case 'exportUser':
      return t('{{name}} downloaded the statement', { name })
    case 'writeNote':
      return t('{{name}} wrote the note', { name })
    case 'setPassword':
      return t('{{name}} set a new password', { name })
    case 'editRow':
    case 'update':
      return facts.password_changed === true
        ? t('{{name}} edited it and set a new password', { name })
        : t('{{name}} edited it', { name })
    default:
      return `${name}: ${action}`
  }
}

type Status = MoneyStatus | ProductOrderStatus
const DECIDED: Readonly<Record<Status, (name: string, t: T) => string>> = {
  pending: (name, t) => t('{{name}} set it back to pending', { name }),
  in_progress: (name, t) => t('{{name}} started it', { name }),
  completed: (name, t) => t('{{name}} completed it', { name }),
  cancel: (name, t) => t('{{name}} cancelled it', { name }),
  cancelled: (name, t) => t('{{name}} cancelled it', { name }),
}

function decisionOf({ status, before }: Facts, name: string, t: T): string {
  if (status === recordOf(before).status) return t('{{name}} wrote to the customer', { name })
  return DECIDED[status as Status]?.(name, t) ?? `${name}: ${status}`
}

const asText = (value: unknown) => (value === null || value === undefined || value === '' ? '---' : String(value))
const asList = (value: unknown) => asText(Array.isArray(value) ? value.join(', ') : value)
const asTk = (value: unknown) => (typeof value === 'number' ? formatTk(value) : asText(value))
const asFlag = (value: unknown, t: T) => t(value === 1 ? 'Yes' : 'No')

/** English labels and formats of the fields; other fields are left out. */
const FIELDS = {
  amount: ['Amount', asTk],
  number: ['Phone', asText],
  status: ['Status', asText],
  phone: ['Phone', asText],
  address: ['Address', asText],
  city: ['City', asText],
  zip_code: ['Zip code', asText],
  is_banned: ['Banned', asFlag],
  note: ['Note', asText],
  tags: ['Tags', asList],
  wallet: ['Wallet', asTk],
  earn_wallet: ['Earn wallet', asTk],
} as const satisfies Record<string, readonly [label: string, as: (value: unknown, t: T) => string]>

const recordOf = (value: unknown): Facts => (typeof value === 'object' && value !== null ? (value as Facts) : {})

/** 'Amount 500 tk → 650 tk' for each changed field; only the new value if the old one is unknown. A field outside the old
 * values was sent unchanged. Old wallet entries have `after` and `wallet_before`. */
function changesOf(facts: Facts, t: T): string[] {
  const after = { ...facts, ...recordOf(facts.after) }
  const before: Facts = { ...recordOf(facts.before), ...('wallet_before' in facts && { wallet: facts.wallet_before }) }
  return Object.entries(FIELDS).flatMap(([field, [label, as]]) => {
    const isRedundant = field === 'amount' && 'earn_wallet' in after
    const isUnchanged = 'before' in facts && (!(field in before) || after[field] === before[field])
    if (after[field] === undefined || isUnchanged || isRedundant) return []
    return `${t(label)} ${field in before ? `${as(before[field], t)} → ` : ''}${as(after[field], t)}`
  })
}
