import { GAMES, type Game, KARIMS_GAME, KARIMS_PACKAGES, PAYMENT_METHODS } from './catalogue.ts'
import type { Customer } from './customers.ts'

export const CUSTOMERS = 2_000
export const ORDERS = 20_000
export const WALLET_ADDS = 8_000
export const PRODUCT_ORDERS = 72
export const EARNINGS = 1_100
export const WITHDRAWALS_REQUESTED = 190
export const HISTORY_DAYS = 60
export const PENDING_ORDERS = 40
export const PENDING_WALLET_ADDS = 11
export const PENDING_WITHDRAWALS = 5

export interface PlannedPackage {
  readonly id: number
  readonly game: Game
  readonly productId: number
  readonly name: string
  readonly price: number
  readonly formerPrice: number
  readonly isKarims: boolean
}

export const PACKAGES: readonly PlannedPackage[] = GAMES.flatMap((game, at) =>
  game.packages.map(([name, , price, formerPrice]) => ({
    game,
    productId: at + 1,
    name,
    price,
    formerPrice: formerPrice ?? price,
  })),
).map((item, at) => ({
  ...item,
  id: at + 1,
  isKarims: item.game.name === KARIMS_GAME || KARIMS_PACKAGES.includes(item.name),
}))

export const METHODS = PAYMENT_METHODS.map((method, at) => ({ ...method, id: at + 1 }))

interface AdminIds {
  rahim: number
  karim: number
  nadia: number
}

export interface Setting {
  readonly seed: number
  /** End of the history in milliseconds since 1970. */
  readonly now: number
  readonly customers: readonly Customer[]
  readonly admins: AdminIds
}
