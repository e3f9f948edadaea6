import { type OrderStatus, orderFlow, orders } from '#contract/orders.ts'

/** The specification's statuses for the Admins Order screen. */
const IS_OFFERED: Readonly<Record<OrderStatus, boolean>> = { completed: true, pending: true, cancel: true, in_progress: false }

/** The screens that list orders. `table` names their columns, density and views in storage. */
export const DESKS = {
  orders: {
    title: 'Topup Order',
    table: 'order',
    list: orders.list,
    counts: orders.counts,
    choices: orderFlow.statuses,
  },
  admin: {
    title: 'Admins Order',
    table: 'subadmin-order',
    list: orders.adminList,
    counts: orders.adminCounts,
    choices: orderFlow.statuses.filter((status) => IS_OFFERED[status]),
  },
} as const
export type DeskKind = keyof typeof DESKS
