import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { VOUCHERS } from '../../server/catalogue/vouchers/queries.ts'
import type { Asked, List, Packages } from '../../server/core/lists/list.ts'
import { MONEY_LISTS } from '../../server/core/money-lists/money-rows.ts'
import { HAND_OVERS } from '../../server/money/hand-overs/queries.ts'
import { PAYMENTS } from '../../server/money/payments/queries.ts'
import { ORDERS } from '../../server/orders/orders/list.ts'
import { PRODUCT_ORDERS } from '../../server/orders/product-orders/queries.ts'
import { ADMINS } from '../../server/people/admins/queries.ts'
import { CAMPAIGN_NUMBERS } from '../../server/people/campaigns/queries.ts'
import { RECIPIENTS } from '../../server/people/campaigns/recipients.ts'
import { MODULE_LIST } from '../../server/people/permissions/queries.ts'
import { USERS } from '../../server/people/users/queries.ts'

// biome-ignore lint/suspicious/noExplicitAny: lists of all queries and rows.
type AnyList = List<any, any, any>

type Query = Partial<Asked> & Readonly<Record<string, unknown>>

// biome-ignore lint/suspicious/noExplicitAny: of any list.
type AnyQuery = any

interface Listed {
  readonly name: string
  readonly list: AnyList
  /** Filters that its counters know, in the combinations that its screen offers. */
  readonly filters?: readonly Query[]
  readonly days?: readonly string[]
}

const STATUSES = [{}, { status: 'pending' }, { status: 'completed' }]

/** Every definition of a list. */
export const LISTS: readonly Listed[] = [
  {
    name: 'orders',
    list: ORDERS,
    filters: [...STATUSES, { product: 1 }, { completed_by: 3 }, { completed_by: 3, status: 'completed' }],
    days: ['created_at', 'closed_at'],
  },
  { name: 'wallet adds', list: MONEY_LISTS.wallet_adds, filters: STATUSES, days: ['created_at', 'completed_at'] },
  { name: 'withdrawals', list: MONEY_LISTS.withdrawals, filters: STATUSES, days: ['created_at'] },
  { name: 'product orders', list: PRODUCT_ORDERS, filters: STATUSES },
  { name: 'hand-overs', list: HAND_OVERS },
  { name: 'payments', list: PAYMENTS, days: ['paid_at'] },
  { name: 'customers', list: USERS, days: ['created_at'] },
  { name: 'recipients', list: RECIPIENTS },
  { name: 'vouchers', list: VOUCHERS, filters: [{ is_deleted: false }, { is_deleted: false, package: 1, status: 1 }] },
  { name: 'SMS of a campaign', list: CAMPAIGN_NUMBERS, filters: [{ id: 1 }, { id: 1, state: 'sent' }] },
  { name: 'admins', list: ADMINS },
  { name: 'modules', list: MODULE_LIST },
]

const LIMIT = 10

export interface Request {
  readonly list: AnyList
  readonly packages: Packages
  readonly query: AnyQuery
  readonly name: string
}

/** Each declared sort in both directions, within each scope, of all days and of some, on the first page, a far one and the last. */
export const requestsOf = ({ name, list, filters = [{}], days = [] }: Listed, ranges: readonly Query[]): Request[] => {
  const scopes: Packages[] = list.scope === 'none' ? [null] : [null, [7], Array.from({ length: 30 }, (_, place) => place + 1)]
  const sorts: Query[] = [{}, ...Object.keys(list.sorts).flatMap((sort) => [{ sort }, { sort, order: 'asc' as const }])]
  const periods: Query[] = [{}, ...days.flatMap((day_of) => ranges.map((range) => ({ ...range, day_of })))]
  const pages = [1, 501, SEARCH_TOTAL_CAP / LIMIT]
  return scopes.flatMap((packages) =>
    sorts.flatMap((sort) =>
      periods.flatMap((period) =>
        filters.flatMap((filter) =>
          pages.flatMap((page) => {
            const query: AnyQuery = { page, limit: LIMIT, ...sort, ...period, ...filter }
            // What an admin closed is offered for some days, because all of it is found in one order alone.
            if (query.completed_by && query.sort && !query.from) return []
            const scope = packages === null ? '' : `, ${packages.length} packages`
            return { list, packages, query, name: `${name} ${JSON.stringify(query)}${scope}` }
          }),
        ),
      ),
    ),
  )
}
