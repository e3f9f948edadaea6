import { expect, test } from 'vitest'
import { JOURNALS } from '#contract/statement-lines.ts'
import { HAND_OVERS, WALLET_ADDS, WITHDRAWALS } from './money-declarations.ts'
import { ORDERS, PRODUCT_ORDERS } from './order-declarations.ts'

/** Each with the moves that its flow does not offer: corrections, which are calls of their own. */
const DECISIONS = [
  [ORDERS, ['completed -> cancel']],
  [PRODUCT_ORDERS, []],
  [WALLET_ADDS, ['completed -> cancel']],
  [WITHDRAWALS, []],
  [HAND_OVERS, []],
] as const

test.each(DECISIONS)('$table: a move for each step of its flow, a journal with words for each move', (decision, corrections) => {
  const { flow, journals, source } = decision
  const moves: Record<string, Record<string, readonly string[]>> = decision.moves
  const declared = flow.statuses.flatMap((from) => Object.keys(moves[from] ?? {}).map((to) => `${from} -> ${to}`))
  const next = flow.next as (from: string) => readonly string[]
  const offered = flow.statuses.flatMap((from) => next(from).map((to) => `${from} -> ${to}`))
  const isStep = (step: string) => step.split(' -> ')[0] !== step.split(' -> ')[1]
  expect(declared.filter(isStep).sort()).toEqual([...offered.filter(isStep), ...corrections].sort())
  const posted = Object.values(moves).flatMap((to) => Object.values(to).flat())
  expect(Object.keys(journals)).toEqual(expect.arrayContaining(posted))
  expect(Object.keys(JOURNALS[source])).toEqual(expect.arrayContaining(Object.keys(journals)))
})
