import { afterAll, expect, test } from 'vitest'
import { PLANS } from '../../server/core/lists/plans.ts'
import { planList, printPlan } from '../../server/core/lists/read.ts'
import { query } from '../../server/platform/db/connect.ts'
import { openTestDatabase } from '../support/database.ts'
import { LISTS, requestsOf } from './lists.ts'

const RANGES = [{ from: '2026-03-01', to: '2026-03-30' }, { from: '2026-01-01' }]

const { db, close } = await openTestDatabase()
afterAll(() => close())

test('every plan that a list is read by is printed', async () => {
  const printed: string[] = []
  const used = new Set<string>()
  for (const listed of LISTS) {
    const plans = new Set<string>()
    for (const { list, packages, query: asked } of requestsOf(listed, RANGES)) {
      // Only their columns differ.
      if (packages !== null && list.scope === 'columns' && !asked.sort?.endsWith('_order')) continue
      const { name } = await planList(db, list, packages, asked)
      const key = `${name} ${packages !== null} ${asked.sort ?? ''}`
      if (plans.has(key)) continue
      plans.add(key)
      used.add(name)
      const about = `${listed.name}${packages === null ? '' : ' of some packages'}${asked.sort ? ` by ${asked.sort}` : ''}`
      printed.push(`-- ${about}\n${tidy(await printPlan(db, list, packages, asked))}`)
    }
  }
  await expect(`${printed.join('\n\n')}\n`).toMatchFileSnapshot('./plans.sql')
  expect([...used].sort()).toEqual(Object.keys(PLANS).sort())
})

const tidy = (sql: string) =>
  sql
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')

const escaped = (text: string) => text.replaceAll(/[()]/g, '\\$&')

test('the index that a sort names exists, and has its order', async () => {
  const indexes = await query<{ name: string; text: string }>(
    db,
    `select indexname as name, indexdef as text from pg_indexes where schemaname = 'public'`,
  )
  const texts = new Map(indexes.map(({ name, text }) => [name, text]))
  for (const { name, list } of LISTS) {
    for (const [sort, declared] of Object.entries(list.sorts)) {
      if (!('index' in declared)) continue
      const text = texts.get(declared.index) ?? ''
      const column = 'top' in declared ? sort.replace('_order', '') : declared.by.replaceAll(/\b[a-z]\./g, '')
      expect({ name, sort, text: text.replace(/.*using btree/i, '') }).toEqual({
        name,
        sort,
        text: expect.stringMatching(new RegExp(`[(, ]${escaped(column)}, (id|user_id)\\)`)),
      })
    }
  }
})
