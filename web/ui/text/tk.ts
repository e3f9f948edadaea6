import { formatTk } from '#contract/money.ts'

/** Displayed amounts are computed in whole paisa to be exact; posted amounts are computed by the database. */
const PAISA = 100
const paisa = (amount: number) => Math.round(amount * PAISA)

/** `after` minus `before`, in tk. */
export const differenceTk = (after: number, before: number): number => (paisa(after) - paisa(before)) / PAISA

export const sumTk = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + paisa(amount), 0) / PAISA

/** '+900 tk' or '-900 tk'. */
export const signedTk = (amount: number): string => `${amount > 0 ? '+' : ''}${formatTk(amount)}`
