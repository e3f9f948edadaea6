import { GAMES, KARIMS_GAME, KARIMS_PACKAGES, PAYMENT_METHODS } from './catalogue.ts'
import type { Customer } from './customers.ts'
import type { Ids, people } from './people.ts'

export const CUSTOMERS = 2_000
export const ORDERS = 20_000
export const WALLET_ADDS = 8_000
export const PRODUCT_ORDERS = 72
export const EARNINGS = 1_100
export const WITHDRAWALS_REQUESTED = 190
export const HISTORY_DAYS = 60
export const SHOP_SINCE_DAYS = HISTORY_DAYS + 200
export const PENDING_ORDERS = 40
export const PENDING_WALLET_ADDS = 11
export const PENDING_WITHDRAWALS = 5

export type PlannedPackage = (typeof PACKAGES)[number]

export const PACKAGES = GAMES.flatMap((game, at) =>
  game.packages.map(([name, bprice, price, formerPrice = price], place) => ({
    game,
    productId: at + 1,
    serial: place + 1,
    name,
    bprice,
    /** In tk. */
    cost: Math.round(bprice * (game.buyRate ?? 1) * 100) / 100,
    price,
    formerPrice,
    isKarims: game.name === KARIMS_GAME || KARIMS_PACKAGES.includes(name),
  })),
).map((item, at) => ({ ...item, id: at + 1 }))

export const METHODS = PAYMENT_METHODS.map((method, at) => ({ ...method, id: at + 1 }))

export interface Setting {
  readonly seed: number
  /** End of the history in milliseconds since 1970. */
  readonly now: number
  readonly customers: readonly Customer[]
  readonly admins: Ids<keyof typeof people>
}
