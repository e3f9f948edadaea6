import { DAY_MS } from './clock.ts'
import type { PastOrder } from './facts.ts'
import { HISTORY_DAYS, PACKAGES, type Setting } from './plan.ts'
import { CODE_LETTERS, randomFrom } from './random.ts'

/** Codes come in from the supplier this often. */
const SUPPLY_DAYS = 10
const READY_CODES_PER_PACKAGE = 130
const HIDDEN_CODES_PER_PACKAGE = 2
const CODE_GROUPS = 4
const GROUP_LETTERS = 4

export interface PastVoucher {
  id: number
  package_id: number
  order_id: number | null
  user_id: number | null
  /** 1 Ready, 2 Used, 0 Hide. */
  status: 0 | 1 | 2
  code: string
  created_at: number
  used_at: number | null
}

/** The codes that the completed orders delivered, the oldest first, and those that are ready now. */
export const inventVouchers = ({ seed, now }: Setting, orders: readonly PastOrder[]): PastVoucher[] => {
  const random = randomFrom(seed, 'vouchers')
  const group = () => Array.from({ length: GROUP_LETTERS }, () => random.pick([...CODE_LETTERS])).join('')
  const code = () => Array.from({ length: CODE_GROUPS }, group).join('-')
  const begins = now - HISTORY_DAYS * DAY_MS
  const supplyBefore = (at: number) => begins + Math.floor((at - begins) / (SUPPLY_DAYS * DAY_MS)) * SUPPLY_DAYS * DAY_MS

  const delivered = orders
    .filter((order) => order.completed_by !== null && (order.status === 'completed' || order.corrected_at !== null))
    .filter((order) => PACKAGES[order.package_id - 1]?.game.sellsVouchers)
    .map((order) => ({ ...order, used_at: order.closed_at ?? now }))
    .sort((a, b) => a.used_at - b.used_at)
    .map((order) => ({
      package_id: order.package_id,
      order_id: order.id,
      user_id: order.user_id,
      status: 2 as const,
      created_at: supplyBefore(order.used_at),
      used_at: order.used_at,
    }))
  const kept = (status: 0 | 1, count: number) =>
    PACKAGES.filter((item) => item.game.sellsVouchers).flatMap((item) =>
      Array.from({ length: count }, () => ({
        package_id: item.id,
        order_id: null,
        user_id: null,
        status,
        created_at: supplyBefore(now - 1),
        used_at: null,
      })),
    )
  return [...delivered, ...kept(0, HIDDEN_CODES_PER_PACKAGE), ...kept(1, READY_CODES_PER_PACKAGE)].map((voucher, at) => ({
    id: at + 1,
    code: code(),
    ...voucher,
  }))
}
