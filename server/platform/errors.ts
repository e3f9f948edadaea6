import type { z } from 'zod'
import { wordingOf } from '#contract/messages/fields.ts'
import { type Message, type PlainCode, worded } from '#contract/messages.ts'
import type { SecondFactorQuestion } from '#contract/second-factor.ts'

/** One fault of a request. `params` are the figures and names of its sentence, if it has any. */
interface FieldError extends Partial<Pick<Message, 'params'>> {
  readonly code: Message['code']
  readonly msg: string
  readonly param?: string
}

/** A code, or what `worded` made of a code with its figures and names. */
export type Refusal = PlainCode | Message

/** The codes that a call can refuse with, by status. */
export type Refusals = Readonly<Partial<Record<number, readonly Message['code'][]>>>

/** A refusal, with the code and the sentence that the caller reads. Anything else that is thrown is a bug and answered as such. */
export class AppError extends Error {
  readonly status: number
  readonly refusal: Message
  readonly errors: readonly FieldError[]
  /** What the caller needs in order to go on: with 409 the present state. */
  readonly data: unknown
  /** What the call has written is saved, although it is refused. */
  readonly isSaved: boolean = false
  constructor(status: number, refusal: Refusal, param?: string, data?: unknown, errors?: readonly FieldError[]) {
    const message = typeof refusal === 'string' ? worded(refusal) : refusal
    super(message.text)
    this.status = status
    this.refusal = message
    this.errors = errors ?? [faultOf(message, param)]
    this.data = data
  }
}

const faultOf = ({ code, params, text }: Message, param?: string): FieldError => ({
  code,
  msg: text,
  ...(param !== undefined && { param }),
  ...(Object.keys(params).length > 0 && { params }),
})

/** 422: a field is not acceptable; `param` names it, `data` its lines with the reason of each. */
export class Invalid extends AppError {
  constructor(refusal: Refusal, param?: string, data?: unknown) {
    super(422, refusal, param, data)
  }
}
export class Unauthenticated extends AppError {
  constructor(refusal: Refusal = 'sign_in_required') {
    super(401, refusal)
  }
}
/** 403: signed in, but not allowed; `param` names the field that needs more. */
export class Forbidden extends AppError {
  constructor(param?: string, refusal: Refusal = 'access_denied') {
    super(403, refusal, param)
  }
}
/** 401: the password is right, and the account has a second factor; `data` says which. */
export class SecondFactorRequired extends AppError {
  override readonly isSaved = true
  constructor(question: SecondFactorQuestion) {
    super(401, 'second_factor_required', undefined, question)
  }
}
/** 403: needs a recent sign-in, password or second factor. */
export class ConfirmRequired extends AppError {
  constructor() {
    super(403, 'confirm_required')
  }
}
/** 404: no such thing, or not the caller's to see; the same body for both. */
export class NotFound extends AppError {
  constructor() {
    super(404, 'not_found')
  }
}
/** The row, or NotFound. */
export const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw new NotFound()
  return row
}
/** 409: the state has moved on; `data` is the present state. */
export class Conflict extends AppError {
  constructor(refusal: Refusal, data?: unknown, param?: string) {
    super(409, refusal, param, data)
  }
}
/** 409 of which the transaction is saved: that it was asked for counts. */
export class SavedConflict extends AppError {
  override readonly isSaved = true
  constructor(refusal: Refusal, data?: unknown, param?: string) {
    super(409, refusal, param, data)
  }
}
export class TooLarge extends AppError {
  constructor(refusal: Refusal = 'body_too_large') {
    super(413, refusal)
  }
}
/** 429: too many; where it is known when that ends, the reply says it as `retry_at` and in its header. */
export class TooMany extends AppError {
  readonly retryAt: Date | undefined
  constructor(refusal: Refusal, retryAt?: Date) {
    super(429, refusal, undefined, retryAt && { retry_at: retryAt.toISOString() })
    this.retryAt = retryAt
  }
}
/** 503: cannot be served now. Nothing was changed, unless the sentence says that the database connection was lost. */
export class Unavailable extends AppError {
  constructor(refusal: Refusal = 'busy') {
    super(503, refusal)
  }
}

/** Of PostgreSQL (disk_full) and of our own files. */
const NO_SPACE_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether the disk of the database or of the server's files was full. */
export const isNoSpace = (error: unknown): boolean => NO_SPACE_CODES.has((error as { code?: string } | undefined)?.code ?? '')

export const unexpected = (): AppError => new AppError(500, 'something_went_wrong')

/** The 422 of an input that does not fit its schema: every issue, each naming its field. */
export const invalidInput = (error: z.ZodError): AppError => {
  const faults = error.issues.flatMap((issue) => {
    const at = issue.path.join('.')
    // Of strict objects: each field that is unknown is named.
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ message: worded('field_unknown'), param: at ? `${at}.${key}` : key }))
    const { code, params } = wordingOf(issue.message) ?? { code: 'invalid' as const, params: {} }
    return [{ message: { code, params, text: issue.message }, param: at }]
  })
  const errors = faults.map(({ message, param }) => faultOf(message, param))
  return new AppError(422, faults[0]?.message ?? 'invalid', undefined, undefined, errors)
}

/** What was sealed under a key that is lost, or was changed behind our back; `data` and `param` as with any Conflict. */
export const unreadable = (data?: unknown, param?: string): Conflict => new Conflict('encrypted_with_lost_key', data, param)

/** The refusal for a broken constraint, by its name. */
const CONSTRAINTS: Record<string, () => AppError> = {
  accounts_balance_not_negative: () => new Invalid('insufficient_balance', 'amount'),
  journals_once: () => new Conflict('already_posted'),
  orders_flow: () => new Conflict('order_closed'),
  product_orders_flow: () => new Conflict('order_closed'),
  wallet_adds_flow: () => new Conflict('transaction_closed'),
  campaign_numbers_flow: () => new Conflict('already_decided'),
  withdrawals_flow: () => new Conflict('transaction_closed'),
  hand_overs_flow: () => new Conflict('transaction_closed'),
  payments_wallet_add_unique: () => new Conflict('wallet_add_paid', undefined, 'wallet_add_id'),
  wallet_adds_trx_id_unique: () => new Conflict('trx_id_used', undefined, 'trx_id'),
  topup_products_stock: () => new Invalid('stock_out', 'package_id'),
  physical_products_stock: () => new Invalid('stock_out', 'quantity'),
  users_phone_unique: () => new Conflict('user_phone_taken', undefined, 'phone'),
  accounts_closed: () => new Conflict('wallet_closed'),
  admins_email_unique: () => new Conflict('admin_email_taken', undefined, 'email'),
  admins_username_unique: () => new Conflict('admin_username_taken', undefined, 'username'),
  admins_last_super: () => new Conflict('last_super_admin'),
  auth_modules_slug_unique: () => new Conflict('slug_taken', undefined, 'slug'),
  vouchers_delivered: () => new Conflict('used_code_stays_used'),
  vouchers_fixed: () => new Conflict('used_voucher_fixed'),
  orders_reference_unique: () => new Conflict('reference_used', undefined, 'reference'),
  product_orders_reference_unique: () => new Conflict('reference_used', undefined, 'reference'),
  withdrawals_reference_unique: () => new Conflict('reference_used', undefined, 'reference'),
  vouchers_code_unique: () => new Conflict('code_exists', undefined, 'code'),
}

/** What was undone and may be tried again: lock waits, deadlocks, cancelled statements, refused sessions, a stand-by, idle too long. */
const BUSY = new Set(['40P01', '40001', '55P03', '57014', '57P03', '53300', '25006', '25P03'])

/** Nobody answers there, or nobody knows where that is: unless the connection stood already, nothing was asked. */
const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** The session was ended from there, or its network: a COMMIT under way may have been done or not. */
const LOST = new Set(['57P01', '57P02', 'ECONNRESET', 'EPIPE'])

/** A failure of the database, or of a full disk, as the refusal that it means; undefined where it is a bug. */
export const fromDatabase = (error: unknown): AppError | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, constraint, detail, syscall } = error as Error &
    Partial<Record<'code' | 'constraint' | 'detail' | 'syscall', string>>
  if (constraint && CONSTRAINTS[constraint]) return CONSTRAINTS[constraint]()
  if (code === 'TD404') return new NotFound()
  // The session ended, or lost the right, since the caller was identified.
  if (code === 'TD401') return new Unauthenticated()
  if (code === 'TD403') return new Forbidden()
  // Each number was within its bounds, and what is made of them is not; the database does not say of which column.
  if (code === '22003') return new Invalid('amount_too_large')
  // The ledger names the code, and in its detail the reason.
  if (code === 'TD503')
    return new Unavailable(worded(error.message as 'wallet_frozen' | 'money_stopped', { reason: detail ?? '' }))
  if (isNoSpace(error)) return new Unavailable('disk_full')
  const isUnreachable = code !== undefined && UNREACHABLE_CODES.has(code)
  const hadConnected = syscall === 'read' || syscall === 'write'
  if ((code && BUSY.has(code)) || (isUnreachable && !hadConnected)) return new Unavailable()
  if (NOT_CONNECTED.test(error.message)) return new Unavailable()
  if (isUnreachable || (code && LOST.has(code)) || TERMINATED.test(error.message)) return new Unavailable('connection_lost')
  return undefined
}

/** Not connected in time, or lost before anything was sent: without its COMMIT the transaction is undone. */
const NOT_CONNECTED = /timeout exceeded when trying to connect|due to connection timeout|not queryable/
const TERMINATED = /Connection terminated|Query read timeout/
/** Starting or stopping, or a standby that only reads. */
const AWAY = new Set([...LOST, ...UNREACHABLE_CODES, '57P03', '25006'])

/** No database answers, or none that takes changes, as in a failover. */
export const isDatabaseAway = (error: unknown): error is Error => {
  const { code = '', message = '' } = error instanceof Error ? (error as Error & { code?: string }) : {}
  return AWAY.has(code) || NOT_CONNECTED.test(message) || TERMINATED.test(message)
}
