import type { z } from 'zod'

export interface FieldError {
  msg: string
  param?: string
}

/** A refusal, with the sentence that the caller reads. Anything else that is thrown is a bug and answered as such. */
export class AppError extends Error {
  readonly status: number
  readonly errors: FieldError[]
  /** What the caller needs in order to go on: with 409 the present state. */
  readonly data: unknown
  constructor(status: number, message: string, errors: FieldError[] = [], data: unknown = undefined) {
    super(message)
    this.status = status
    this.errors = errors.length > 0 ? errors : [{ msg: message }]
    this.data = data
  }
}

/** 422: a field is not acceptable; `param` names it. */
export class Invalid extends AppError {
  constructor(message: string, param?: string) {
    super(422, message, [param === undefined ? { msg: message } : { msg: message, param }])
  }
}
/** 401: not signed in. */
export class Unauthenticated extends AppError {
  constructor(message = 'Please sign in') {
    super(401, message)
  }
}
/** 403: signed in, but not allowed; `param` names the field that needs more. */
export class Forbidden extends AppError {
  constructor(param?: string, message = 'Access Denied') {
    super(403, message, [param === undefined ? { msg: message } : { msg: message, param }])
  }
}
/** 404: no such thing, or not the caller's to see; the same body for both. */
export class NotFound extends AppError {
  constructor() {
    super(404, 'Not found')
  }
}
/** The row, or NotFound. */
export const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw new NotFound()
  return row
}
/** 409: the state has moved on; `data` is the present state. */
export class Conflict extends AppError {
  constructor(message: string, data?: unknown, param?: string) {
    super(409, message, [param === undefined ? { msg: message } : { msg: message, param }], data)
  }
}
/** 413: too large. */
export class TooLarge extends AppError {
  constructor(message = 'The request is too large') {
    super(413, message)
  }
}
/** 429: too many; where it is known when that ends, the reply says it as `retry_at` and in its header. */
export class TooMany extends AppError {
  readonly retryAt: Date | undefined
  constructor(message: string, retryAt?: Date) {
    super(429, message, [], retryAt && { retry_at: retryAt.toISOString() })
    this.retryAt = retryAt
  }
}
/** 503: cannot be served now. Nothing was changed, unless the sentence says that the database connection was lost. */
export class Unavailable extends AppError {
  constructor(message = 'The server is busy. Nothing was changed, try again.') {
    super(503, message)
  }
}

/** Of PostgreSQL (disk_full) and of our own files. */
const NO_SPACE_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether the disk of the database or of the server's files was full. */
export const isNoSpace = (error: unknown): boolean => NO_SPACE_CODES.has((error as { code?: string } | undefined)?.code ?? '')

/** The message of every bug and of every failure that we have no better words for. */
export const GENERIC_MESSAGE = 'Something went wrong! Try again.'

/** The 422 of an input that does not fit its schema: every issue, each naming its field. */
export const invalidInput = (error: z.ZodError): AppError => {
  const errors = error.issues.flatMap((issue) => {
    const at = issue.path.join('.')
    // Of strict objects: each field that is unknown is named.
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ msg: 'Unknown field', param: at ? `${at}.${key}` : key }))
    return [{ msg: issue.message, param: at }]
  })
  return new AppError(422, errors[0]?.msg ?? GENERIC_MESSAGE, errors)
}

/** What was sealed under a key that is lost, or was changed behind our back; `data` and `param` as with any Conflict. */
export const unreadable = (data?: unknown, param?: string): Conflict =>
  new Conflict('This was encrypted with a lost key and can no longer be read', data, param)

/** The status of the order, or of the row of money, allows no change. */
export const NOT_EDITABLE = 'Order is not available for edit'
export const NOT_CHANGEABLE = 'This transaction can no longer be changed'
/** A row of money has changed since its form was opened. */
export const CHANGED_MEANWHILE = 'This transaction has changed while you were editing'
/** A row of money is not as the admin who decides has seen it. */
export const NEW_WARNINGS = 'New warnings have appeared. Review them and try again.'
export const ROW_CHANGED = 'This transaction has changed. Review it and try again.'

/** The sentence for a broken constraint, by its name. */
const CONSTRAINTS: Record<string, () => AppError> = {
  accounts_balance_not_negative: () => new Invalid('Insufficient balance', 'amount'),
  journals_once: () => new Conflict('This was already posted'),
  orders_flow: () => new Conflict(NOT_EDITABLE),
  product_orders_flow: () => new Conflict(NOT_EDITABLE),
  wallet_adds_flow: () => new Conflict(NOT_CHANGEABLE),
  campaign_numbers_flow: () => new Conflict('This number is already decided'),
  withdrawals_flow: () => new Conflict(NOT_CHANGEABLE),
  hand_overs_flow: () => new Conflict(NOT_CHANGEABLE),
  wallet_adds_trx_id_unique: () => new Conflict('This TrxID was used already', undefined, 'trx_id'),
  topup_products_stock: () => new Invalid('Stock out', 'package_id'),
  physical_products_stock: () => new Invalid('Stock out', 'quantity'),
  users_phone_unique: () => new Conflict('This phone belongs to another user', undefined, 'phone'),
  accounts_closed: () => new Conflict('This wallet is closed: its admin was deleted'),
  admins_email_unique: () => new Conflict('This email belongs to another admin', undefined, 'email'),
  admins_username_unique: () => new Conflict('This username belongs to another admin', undefined, 'username'),
  admins_last_super: () => new Conflict('A shop needs at least one super admin'),
  auth_modules_slug_unique: () => new Conflict('This slug belongs to another module', undefined, 'slug'),
  vouchers_delivered: () => new Conflict('A used code stays Used'),
  vouchers_fixed: () => new Conflict('Code and package of a used voucher cannot be changed'),
  vouchers_code_unique: () => new Conflict('This code already exists', undefined, 'code'),
}

/** Lock waits, deadlocks, cancelled statements, refused sessions, a stand-by that only reads: undone, and may be tried again. */
const BUSY = new Set(['40P01', '40001', '55P03', '57014', '57P03', '53300', '25006'])

/** Nobody answers there, or nobody knows where that is: unless the connection stood already, nothing was asked. */
const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

/** The session was ended from there, or its network: a COMMIT under way may have been done or not. */
const LOST = new Set(['57P01', '57P02', 'ECONNRESET', 'EPIPE'])

/** A failure of the database, or of a full disk, as the refusal that it means; undefined where it is a bug. */
export const fromDatabase = (error: unknown): AppError | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, constraint, syscall } = error as Error & { code?: string; constraint?: string; syscall?: string }
  if (constraint && CONSTRAINTS[constraint]) return CONSTRAINTS[constraint]()
  if (code === 'TD404') return new NotFound()
  // Each number was within its bounds, and what is made of them is not; the database does not say of which column.
  if (code === '22003') return new Invalid('The resulting amount is too large. Nothing was changed.')
  // A frozen wallet, or the books as a whole, as the ledger says it.
  if (code === 'TD503') return new Unavailable(error.message)
  if (isNoSpace(error)) return new Unavailable('The server’s disk is full. Nothing was changed. Tell a super admin.')
  const isUnreachable = code !== undefined && UNREACHABLE_CODES.has(code)
  const hadConnected = syscall === 'read' || syscall === 'write'
  if ((code && BUSY.has(code)) || (isUnreachable && !hadConnected)) return new Unavailable()
  // Not connected in time, or lost before this was sent: without its COMMIT the transaction is undone.
  if (/timeout exceeded when trying to connect|due to connection timeout|not queryable/.test(error.message))
    return new Unavailable()
  if (isUnreachable || (code && LOST.has(code)) || /Connection terminated|Query read timeout/.test(error.message)) {
    return new Unavailable('The database connection was lost. Check whether it was done, or try again.')
  }
  return undefined
}
