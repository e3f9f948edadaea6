import { desk } from '#contract/desk.ts'
import { Id } from '#contract/list.ts'
import { type OrderList, type OrderStatus, orderFlow, orders } from '#contract/orders.ts'
import { useData } from '../calls/use-data.ts'
import { declareList } from '../lists/declare-list.ts'
import { useAdminNames } from '../lists/use-admin-names.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const COMMON = {
  rows: (reply: OrderList) => reply.orders,
  isFilledByStore: true,
  news: ['{{count}} new order', '{{count}} new orders'],
  search: { placeholder: 'ID, user, phone' },
  days: { created_at: 'Received', closed_at: 'Closed' },
  also: { order: Id },
} as const

const FILTERS = {
  order_id: { label: 'Order ID' },
  playerid: { label: 'Player ID' },
  user_id: { label: 'User ID' },
  product: { label: 'Product ID', place: 'elsewhere' },
  completed_by: { label: 'Completed by', useChoices: useAdminNames, place: 'elsewhere' },
} as const

const AdminFilter = lazyComponent(
  () => import('./AdminFilter.tsx'),
  (code) => code.AdminFilter,
)

/** The specification's statuses for the Admins Order screen. */
const IS_OFFERED: Readonly<Record<OrderStatus, boolean>> = { completed: true, pending: true, cancel: true, in_progress: false }

/** The screens that list orders, and the statuses that each offers. */
export const DESKS = {
  orders: {
    ...declareList(orders.list, {
      ...COMMON,
      table: 'order',
      title: 'Topup Order',
      filters: FILTERS,
      tabs: { statuses: orderFlow.statuses, counts: orders.counts },
      exports: { call: desk.exportRows, input: { list: 'orders' } },
    }),
    choices: orderFlow.statuses,
  },
  admin: {
    ...declareList(orders.adminList, {
      ...COMMON,
      table: 'subadmin-order',
      title: 'Admins Order',
      filters: { ...FILTERS, admin: { label: 'Admin', useChoices: useAdmins, Field: AdminFilter } },
      tabs: { statuses: orderFlow.statuses, counts: orders.adminCounts },
      exports: { call: desk.exportRows, input: { list: 'admin' } },
    }),
    choices: orderFlow.statuses.filter((status) => IS_OFFERED[status]),
  },
} as const
export type DeskKind = keyof typeof DESKS
export type OrderSearch = Parameters<typeof DESKS.admin.inputOf>[0]
export type Tab = OrderSearch['status']

function useAdmins() {
  return useData(desk.admins, {}).data?.data.map((admin) => [admin.id, admin.name] as const) ?? []
}
