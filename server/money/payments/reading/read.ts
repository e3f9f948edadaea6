import type { Wallet } from '#contract/payment-rows.ts'
import { latinDigits, visibleText } from '#contract/text.ts'
import { BEGINNINGS, CREDITS, type CreditKind, DEBITS, type OtherKind, type Shape } from './shapes.ts'
import { patternOf } from './template.ts'

/** The fields of a message. Amounts are decimal text with two decimals, as numeric(14,2) takes them. */
interface Fields {
  /** Undefined where there is no message. */
  readonly wallet: Wallet | undefined
  readonly amount: string
  readonly fee: string
  readonly balance: string | undefined
  readonly trx_id: string | undefined
  /** A phone, an account or a business name. */
  readonly payer: string
  /** With the offset of Bangladesh, where the wallets are. */
  readonly paid_at: string | undefined
  readonly isUnproven: boolean
}

export type Reading =
  | ({ readonly is: 'credit'; readonly kind: CreditKind } & Fields)
  | ({ readonly is: 'debit'; readonly kind: OtherKind } & Fields)
  | { readonly is: 'other'; readonly kind: OtherKind }
  | { readonly is: 'unread' }

const UNREAD: Reading = { is: 'unread' }

/** Longer than any wallet writes, even with a promotion and a reference. */
const MAX_MESSAGE = 2_000

/** What a wallet's message says. It credits only if all of it, from the first word to the last, has a known shape. */
export const readMessage = (text: string): Reading => {
  const message = latinDigits(visibleText(text))
  if (message.length > MAX_MESSAGE) return UNREAD
  return wholeMessage(message) ?? wholeMessage(withoutPromotion(message)) ?? beginningOf(message)
}

const shapesOf = <Kind>(shapes: readonly Shape<Kind>[]) => shapes.map((shape) => ({ ...shape, pattern: patternOf(shape) }))
const CREDIT_SHAPES = shapesOf(CREDITS)
const DEBIT_SHAPES = shapesOf(DEBITS)

/** Undefined if no shape fits; unread if one fits whose fields make no sense, or if two wallets could have written it. */
const wholeMessage = (message: string): Reading | undefined => {
  const credits = CREDIT_SHAPES.flatMap(({ kind, ...shape }) =>
    matched(message, shape, (fields) => ({ is: 'credit', kind, ...fields })),
  )
  const debits = DEBIT_SHAPES.flatMap(({ kind, ...shape }) =>
    matched(message, shape, (fields) => ({ is: 'debit', kind, ...fields })),
  )
  const [reading, ...more] = [...credits, ...debits]
  return more.length > 0 ? UNREAD : reading
}

interface PatternShape {
  readonly wallet: Wallet
  readonly isUnproven?: boolean
  readonly pattern: RegExp
}

const matched = (
  message: string,
  { wallet, pattern, isUnproven = false }: PatternShape,
  reading: (fields: Fields) => Reading,
): Reading[] => {
  const parts = pattern.exec(message)?.groups
  if (parts === undefined) return []
  const amount = moneyOf(parts.amount)
  const [fee, balance, paid_at] = [moneyOf(parts.fee ?? '0'), moneyOf(parts.balance), parts.time && instantOf(parts.time)]
  const payer = parts.phone ?? parts.account ?? parts.name ?? ''
  const isWrong = amount === undefined || amount === '0.00' || fee === undefined || (parts.time && !paid_at)
  if (isWrong || balance === undefined || NEVER_CREDITS.test(parts.name ?? '')) return [UNREAD]
  return [reading({ wallet, amount, fee, balance, trx_id: parts.id, payer, paid_at: paid_at || undefined, isUnproven })]
}

/** In the place of a name these say that the money is no payment: 'from ACME as refund'. In front of a message they hide its kind. */
const NEVER_CREDITS =
  /\b(?:ref|fee|sen[dt]|paid|pay|payment|cash ?out|bill|recharge|return|revers(?:e|al)?|refund|cash ?back|bonus|reward|fail(?:ure)?|unsuccessful|decline?|cancel(?:l|lation)?|pending|request|code|otp|balance|tr[xn]x?id|txn)(?:s|d|ed|ing)?\b/i

const GROUPED = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d{1,2})?$/

/** `1,25,000.5` -> `125000.50`. */
const moneyOf = (written: string | undefined): string | undefined => {
  if (written === undefined || !GROUPED.test(written)) return undefined
  const [whole = '', decimals = ''] = written.replaceAll(',', '').split('.')
  const taka = whole.replace(/^0+(?=\d)/, '')
  return taka.length > 10 ? undefined : `${taka}.${decimals.padEnd(2, '0')}`
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Undefined for a day or a time that does not exist. */
const instantOf = (written: string): string | undefined => {
  const [day = '', month = '', year = '', hour = '', minute = '', second = '00', half = ''] = written.match(/\d+|[a-z]+/gi) ?? []
  const monthNumber = /\d/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1
  const hours = half === '' ? Number(hour) : hourOfHalf(Number(hour), half)
  const two = (number: number) => String(number).padStart(2, '0')
  const local = `${year.length === 2 ? `20${year}` : year}-${two(monthNumber)}-${day}T${two(hours)}:${minute}:${second}`
  const read = new Date(`${local}Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(local) ? `${local}+06:00` : undefined
}

const hourOfHalf = (hour: number, half: string) => {
  if (hour < 1 || hour > 12) return 99
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

/** A sentence without figures in front of a message. Whatever names another kind or a field stays, and the message is not read. */
const withoutPromotion = (message: string): string => {
  const [promotion = ''] =
    /^[^\d\n]{1,200}?[.!?\n]\s*(?=(?:you have received|cash|money|payment|add money)\b|tk[. ]*\d)/iu.exec(message) ?? []
  return NEVER_CREDITS.test(promotion) ? message : message.slice(promotion.length)
}

const beginningOf = (message: string): Reading => {
  const kind = BEGINNINGS.find(([, begins]) => begins.test(message.trim()))?.[0]
  return kind === undefined ? UNREAD : { is: 'other', kind }
}
