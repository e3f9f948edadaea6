import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Flow } from './flow.ts'
import { moneyFlow } from './money-rows.ts'
import { orderFlow } from './orders.ts'
import { productOrderFlow } from './product-orders.ts'

const FLOWS: Readonly<Record<string, Flow<string>>> = {
  order: orderFlow,
  product_order: productOrderFlow,
  wallet_add: moneyFlow,
  withdrawal: moneyFlow,
  hand_over: moneyFlow,
  // It counts wallet adds and withdrawals too: these are never in progress.
  money_tally: productOrderFlow,
}

const root = new URL('../', import.meta.url).pathname
const files = globSync('{db/schema,server}/**/*.{sql,ts}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))

/** Lists of statuses in SQL, each with the table that is named last before it. */
const places = files.flatMap((file) => {
  const text = readFileSync(root + file, 'utf8')
  return [...text.matchAll(/\bstatus (?:not )?in \(('[^)]+')\)/g)].map(({ index, 1: list = '' }) => {
    const before = text.slice(0, index)
    const subject = [
      ...before.matchAll(/\b(money_tally|product_order|order(?! by)|wallet_add|withdrawal|hand_over)s?(?:_\w+)?\b/g),
    ].at(-1)?.[1]
    const named = list.split(',').map((status) => status.trim().replaceAll("'", ''))
    return { where: `${file}:${before.split('\n').length}`, subject: subject ?? '', named: named.sort() }
  })
})

test('SQL that lists statuses lists all, the open or the closed ones of their flow', () => {
  expect(places.length).toBeGreaterThan(10)
  const wrong = places.flatMap(({ where, subject, named }) => {
    const flow = FLOWS[subject]
    if (!flow) return `${where} lists statuses of no table that this test knows`
    const isClosed = (status: string) => flow.next(status).length === 0
    const sets = [flow.statuses, flow.statuses.filter((one) => !isClosed(one)), flow.statuses.filter(isClosed)]
    if (sets.some((set) => [...set].sort().join() === named.join())) return []
    return `${where} lists ${named.join(', ')}; a ${subject} is ${flow.statuses.join(', ')}: does it belong there?`
  })
  expect(wrong).toEqual([])
})

test('an order dialog offers the present status, so that a note alone can be saved', () => {
  for (const flow of [orderFlow, productOrderFlow] as Flow<string>[]) {
    for (const status of flow.statuses) expect(flow.next(status).length === 0 || flow.allows(status, status), status).toBe(true)
  }
})
