import type { OrderStatus } from './orders.ts'
import type { ProductOrderStatus } from './product-orders.ts'

/** The settings that hold the ready notes of a status, one a line. */
export type NotesSetting = `order_notes_${OrderStatus}` | `product_order_notes_${ProductOrderStatus}`

/** What a note may name of the order that it is chosen for. */
export const ORDER_NOTE_NAMES = ['playerid', 'package', 'order'] as const
export const PRODUCT_ORDER_NOTE_NAMES = ['product', 'order'] as const

/** One value for each of these settings. */
export const perNotesSetting = <V>(orders: V, productOrders: V): Readonly<Record<NotesSetting, V>> => ({
  order_notes_pending: orders,
  order_notes_in_progress: orders,
  order_notes_completed: orders,
  order_notes_cancel: orders,
  product_order_notes_pending: productOrders,
  product_order_notes_in_progress: productOrders,
  product_order_notes_completed: productOrders,
  product_order_notes_cancelled: productOrders,
})

export const NOTES_SETTINGS = Object.keys(perNotesSetting('', '')) as NotesSetting[]
