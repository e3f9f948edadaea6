import { formatTk, type Tk } from '#contract/money.ts'
import { type MoneyFlag, type MoneyStatus, moneyChoices } from '#contract/money-rows.ts'
import type { ApiError } from '../calls/api.ts'
import type { Question } from '../ui/dialogs/confirm.ts'
import { t } from '../ui/text/i18n.ts'

export type MoneyRow = {
  readonly id: number
  readonly amount: Tk
  readonly number: string
  readonly status: MoneyStatus
  /** Hand-overs have none. */
  readonly flags?: MoneyFlag[]
  readonly Admin: { readonly first_name: string; readonly last_name: string } | null
}

interface Draft {
  readonly amount: number
  readonly status: MoneyStatus
}

export interface Effects<R> {
  /** What choosing each status does to wallets. */
  readonly statusChanges: Readonly<Record<MoneyStatus, (row: R) => string>>
  /** Asked before a status that moves money: how much, and whose. */
  readonly question: (row: R, status: MoneyStatus) => Question | undefined
  /** Why no one may choose a status; undefined if it is allowed. */
  readonly refused?: (row: R, status: MoneyStatus) => string | undefined
  /** Effects of an edit; empty if no wallet changes. */
  readonly describeEdit: (row: R, draft: Draft) => string[]
  /** Why the row can no longer be edited; undefined if it can. */
  readonly closed: (row: R) => string | undefined
  /** Why the amount cannot be changed. */
  readonly fixed?: (row: R) => string | undefined
}

/** The available statuses of a row, and why the others are not. */
export function choicesFor<R extends MoneyRow>(row: R, effects: Effects<R>) {
  const all = moneyChoices(row.status).map((status) => ({ status, refused: effects.refused?.(row, status) }))
  return {
    choices: all.filter(({ refused }) => refused === undefined).map(({ status }) => status),
    note: all.find(({ refused }) => refused !== undefined)?.refused,
  }
}

/** The row's current state from a 409; unchanged if the reply does not include it. */
export function presentOf<R extends MoneyRow>(error: ApiError | null, row: R): R {
  if (error?.status !== 409 || typeof error.data !== 'object' || error.data === null) return row
  const found = [error.data, ...Object.values(error.data)].find(
    (value): value is Partial<R> => typeof value === 'object' && value !== null && (value as Partial<R>).id === row.id,
  )
  return found ? { ...row, ...found } : row
}

/** Whether a row has changed in what its decision depends on. */
export const hasMoved = <R extends MoneyRow>(row: R, before: R): boolean =>
  row.status !== before.status || row.amount !== before.amount || row.number !== before.number

export function describeChange<R extends MoneyRow>(row: R, before: R): string {
  const moved = t('It is now {{status}} with {{amount}}.', { status: row.status, amount: formatTk(row.amount) })
  return row.number === before.number ? moved : `${moved} ${t('The phone is now {{number}}.', { number: row.number })}`
}
