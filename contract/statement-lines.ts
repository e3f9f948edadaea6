import { formatTk } from './money.ts'
import type { ACCOUNT_KINDS, StatementLine } from './statements.ts'

export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** `{{detail}}` is ' (100 Gems)' or empty. */
export const JOURNALS = {
  order: {
    placed: 'Order #{{id}} placed{{detail}}',
    completed: 'Order #{{id}} completed{{detail}}',
    cancelled: 'Order #{{id}} cancelled{{detail}}',
    refunded: 'Order #{{id}} refunded in part{{detail}}',
    corrected: 'Order #{{id}} corrected{{detail}}',
  },
  product_order: {
    placed: 'Product order #{{id}} placed{{detail}}',
    completed: 'Product order #{{id}} completed{{detail}}',
    cancelled: 'Product order #{{id}} cancelled{{detail}}',
  },
  wallet_add: {
    completed: 'Wallet add #{{id}} completed{{detail}}',
    edited: 'Wallet add #{{id}} edited{{detail}}',
    corrected: 'Wallet add #{{id}} corrected{{detail}}',
  },
  withdrawal: {
    requested: 'Withdrawal #{{id}} requested{{detail}}',
    edited: 'Withdrawal #{{id}} edited{{detail}}',
    completed: 'Withdrawal #{{id}} completed{{detail}}',
    cancelled: 'Withdrawal #{{id}} cancelled{{detail}}',
  },
  hand_over: {
    requested: 'Hand-over #{{id}} requested',
    edited: 'Hand-over #{{id}} edited',
    completed: 'Hand-over #{{id}} completed',
    cancelled: 'Hand-over #{{id}} cancelled',
    written_off: 'Hand-over #{{id}} written off',
  },
  adjustment: {
    earned: 'Adjustment #{{id}} earned',
    added: 'Adjustment #{{id}} added',
    deducted: 'Adjustment #{{id}} deducted',
    edited: 'Adjustment #{{id}} edited',
  },
  opening: { opening: 'Opening #{{id}} balance' },
} as const satisfies Record<string, Record<string, string>>

export type JournalEvent = {
  [S in keyof typeof JOURNALS]: { source: S; kind: keyof (typeof JOURNALS)[S] }
}[keyof typeof JOURNALS]

export const HIDDEN: Readonly<Record<keyof typeof JOURNALS.order, string>> = {
  placed: 'An order that you may not see was placed',
  completed: 'An order that you may not see was completed',
  cancelled: 'An order that you may not see was cancelled',
  refunded: 'An order that you may not see was refunded in part',
  corrected: 'An order that you may not see was corrected',
}

const ACCOUNT_WORDS: Readonly<Record<AccountKind, string>> = {
  user_wallet: 'wallet',
  earn_wallet: 'earn wallet',
  earn_hold: 'withdrawals on hold',
  admin_wallet: 'collected cash',
  orders_held: 'orders held',
  sales: 'sales',
  adjustments: 'adjustments',
  in_transit: 'cash in transit',
  store_cash: 'store cash',
  payouts: 'payouts',
}

export const accountTitle = (owner: string | null, kind: AccountKind): string => `${owner ?? 'The store'}: ${ACCOUNT_WORDS[kind]}`

type Explained = Pick<
  StatementLine,
  'source' | 'source_id' | 'kind' | 'detail' | 'amount' | 'other_kind' | 'other_owner' | 'rises_with_other'
>
type Translate = (text: string, values: Record<string, string>) => string

/** 'Order #12 placed (100 Gems): 80 tk to orders held'. */
export const explain = (line: Explained, translate: Translate): string =>
  `${describeEvent(line, translate)}: ${describeMovement(line, translate)}`

export const inEnglish: Translate = (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

const describeEvent = ({ source, source_id, kind, detail }: Explained, translate: Translate): string => {
  const texts: Readonly<Record<string, Record<string, string>>> = JOURNALS
  const text = source === null ? (HIDDEN as Record<string, string>)[kind] : texts[source]?.[kind]
  if (text !== undefined) return translate(text, { id: String(source_id), detail: detail && ` (${detail})` })
  // Unknown journals come from manual SQL.
  return source === null ? kind : `${source} #${source_id} ${kind}`
}

/** Where the money came from or went. If both sides move alike, what else moved. */
const wayOf = ({ amount, rises_with_other }: Explained): string => {
  if (rises_with_other) return amount < 0 ? ', and the same out of' : ', and the same into'
  return amount < 0 ? ' to' : ' from'
}

const describeMovement = (line: Explained, translate: Translate): string => {
  const { amount, other_kind, other_owner } = line
  const other = `${other_owner === null ? '' : '{{name}}’s '}${ACCOUNT_WORDS[other_kind]}`
  return translate(`{{amount}}${wayOf(line)} ${other}`, { amount: formatTk(Math.abs(amount)), name: other_owner ?? '' })
}
