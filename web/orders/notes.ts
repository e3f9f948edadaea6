import type { OrderStatus } from '#contract/orders.ts'

/** Canned notes by status. */
export const CANNED_NOTES = {
  completed: ['Delivered, thank you', 'Delivered. Please restart the game to see it'],
  cancel: ['Wrong player ID: please check it and order again', 'Login failed: wrong password', 'Out of stock, refunded'],
  in_progress: ['We are working on it'],
  pending: [],
} as const satisfies Record<OrderStatus, readonly string[]>
