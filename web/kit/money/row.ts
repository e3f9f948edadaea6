import { formatTk, type Tk } from '#contract/money.ts'
import { type MoneyFlag, type MoneyStatus, moneyChoices } from '#contract/money-rows.ts'
import type { ApiError } from '../calls/api.ts'
import { t } from '../text/i18n.ts'

/** What the rows of every money list have. */
export type MoneyRow = {
  readonly id: number
  readonly amount: Tk
  readonly number: string
  readonly status: MoneyStatus
  /** Hand-overs have none. */
  readonly flags?: MoneyFlag[]
  readonly Admin: { readonly first_name: string; readonly last_name: string } | null
}

/** What an edit would make of a row. */
interface Draft {
  readonly amount: number
  readonly status: MoneyStatus
}

/** What a list's rows do to wallets, in translated sentences. */
export interface Effects<R> {
  /** Choosing `status` for a pending row. */
  readonly ofStatus: (row: R, status: MoneyStatus) => string
  /** Why a status is not his to choose, whoever decides; undefined where it is. */
  readonly refused: (row: R, status: MoneyStatus) => string | undefined
  /** A full edit; none where no wallet changes. */
  readonly ofEdit: (row: R, draft: Draft) => string[]
  /** Why nothing of the row can be edited any more; undefined where it can. */
  readonly closed: (row: R) => string | undefined
  /** Why the amount alone stays as it is. */
  readonly fixed: (row: R) => string | undefined
}

/** What may be chosen for a row by whoever decides, and why the rest may not. */
export function choicesFor<R extends MoneyRow>(row: R, effects: Effects<R>) {
  const all = moneyChoices(row.status).map((status) => ({ status, refused: effects.refused(row, status) }))
  return {
    choices: all.filter(({ refused }) => refused === undefined).map(({ status }) => status),
    note: all.find(({ refused }) => refused !== undefined)?.refused,
  }
}

/** The row as a 409 says that it is by now; as it was where it says nothing of it. */
export function presentOf<R extends MoneyRow>(error: ApiError | null, row: R): R {
  if (error?.status !== 409 || typeof error.data !== 'object' || error.data === null) return row
  const found = [error.data, ...Object.values(error.data)].find(
    (value): value is Partial<R> => typeof value === 'object' && value !== null && (value as Partial<R>).id === row.id,
  )
  return found ? { ...row, ...found } : row
}

/** Whether what is decided about a row has become something else. */
export const hasMoved = <R extends MoneyRow>(row: R, before: R): boolean =>
  row.status !== before.status || row.amount !== before.amount || row.number !== before.number

/** What a row is by now, in words. */
export function byNow<R extends MoneyRow>(row: R, before: R): string {
  const moved = t('It is {{status}} with {{amount}} by now.', { status: row.status, amount: formatTk(row.amount) })
  return row.number === before.number ? moved : `${moved} ${t('The phone is {{number}} by now.', { number: row.number })}`
}
