import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { get } from '#contract/endpoint.ts'
import { days, filter, Id, listInput, Shown } from '#contract/list.ts'

// What the browser keeps for its session is read as soon as a list is loaded.
vi.stubGlobal('addEventListener', () => {})
for (const store of ['localStorage', 'sessionStorage']) vi.stubGlobal(store, { getItem: () => null, removeItem: () => {} })
const { declareList } = await import('./declare-list.ts')

const statuses = ['open', 'closed'] as const
const status = filter(z.enum(statuses))
const day_of = filter(z.enum(['came', 'went']))
const output = z.object({ rows: z.array(z.object({ id: z.number() })) })
const call = get('/parcels', {
  access: 'signed-in',
  about: 'Parcels',
  input: listInput(['id', 'weight'], { status, user_id: filter(Id), ...days, day_of, shown: Shown }),
  output,
})
const counts = get('/counts', {
  access: 'signed-in',
  about: 'Their number',
  input: z.object({}),
  output: z.record(z.string(), z.number()),
})

const COMMON = {
  table: 'parcels',
  title: 'Parcels',
  rows: (reply: z.output<typeof output>) => reply.rows,
  search: { placeholder: 'ID' },
  filters: { user_id: { label: 'User ID' } },
  days: { came: 'Came', went: 'Went' },
  tabs: { statuses, counts },
} as const
const PARCELS = declareList(call, { ...COMMON, also: { order: Id } })
const read = (search: object) => PARCELS.address.parse(search)

test('a URL is read by what the call accepts', () => {
  expect(read({ user_id: '7', day_of: 'went', sort: 'weight', order: '3' })).toMatchObject({
    user_id: 7,
    day_of: 'went',
    order: 3,
  })
  expect(read({ user_id: 'x', day_of: 'lost', sort: 'colour', status: 'gone' })).toEqual(read({}))
  expect(read({})).toMatchObject({ page: 1, status: 'open' })
})

test('an export and a selection’s key hold every filter, and nothing of the page', () => {
  const filters = { q: 'a', user_id: 7, from: '2026-01-01', to: '2026-01-02', day_of: 'went', status: 'closed' }
  expect(PARCELS.filtersOf(read({ ...filters, page: 4, sort: 'id', order: 3 }))).toEqual(filters)
})

test('the tab of all is asked without a status, and `order` is the direction of `sort`', () => {
  expect(PARCELS.inputOf(read({ status: 'all', sort: 'id', dir: 'desc', order: 3 }))).toMatchObject({
    order: 'desc',
    status: undefined,
  })
  expect(PARCELS.inputOf(read({})).order).toBeUndefined()
})

test('a search looks in all tabs; without it the first tab is back; Clear removes all', () => {
  const found = { ...read({ user_id: 7, from: '2026-01-01', day_of: 'went' }), ...PARCELS.searched('a', read({})) }
  expect(found).toMatchObject({ q: 'a', status: 'all' })
  expect(PARCELS.isFiltered(found)).toBe(true)
  const cleared = { ...found, ...PARCELS.cleared(found) }
  expect(PARCELS.isFiltered(cleared)).toBe(false)
  expect(cleared).toMatchObject({ status: 'open', day_of: undefined })
})

test('a list that forgets a part of its call does not compile', () => {
  // @ts-expect-error: the call takes `user_id`
  declareList(call, { ...COMMON, filters: {} })
  // @ts-expect-error: its days may mean `went` too
  declareList(call, { ...COMMON, days: { came: 'Came' } })
  const { search: _, ...withoutSearch } = COMMON
  // @ts-expect-error: the call takes `q`
  declareList(call, withoutSearch)
})
