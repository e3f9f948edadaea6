import { formatTk } from '#contract/money.ts'

/** What is only shown is reckoned in whole paisa, so that it is exact; what is posted is reckoned by the database. */
const PAISA = 100
const paisa = (amount: number) => Math.round(amount * PAISA)

/** By how much `after` is more than `before`, in tk. */
export const differenceTk = (after: number, before: number): number => (paisa(after) - paisa(before)) / PAISA

/** The sum of amounts, in tk. */
export const sumTk = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + paisa(amount), 0) / PAISA

/** '+900 tk' or '-900 tk'. */
export const signedTk = (amount: number): string => `${amount > 0 ? '+' : ''}${formatTk(amount)}`
