export type Status = 'pending' | 'completed' | 'cancel'
export type AdminName = 'rahim' | 'nadia'

export interface Row {
  status: Status
  amount: number
  /** What was asked for, once that is another amount, and who raised it above that. */
  asked?: number
  raisedBy?: AdminName | undefined
}

export interface WalletAdd extends Row {
  user: number
  approver: AdminName | 'automatic' | null
  number: string
  /** Undefined where it has no payment method either. */
  trxId: string | undefined
  /** Another customer named the same TrxID. */
  isContested: boolean
}

/** What a message of the shop's wallet says was paid. */
export interface Payment {
  id: number
  amount: number
  walletAdd: number | undefined
  /** Another message says another amount. */
  isContradicted: boolean
}

export const ORDER_STATUSES = ['pending', 'in_progress', 'completed', 'cancel'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]
/** Packages whose codes deliver orders, and one that is delivered by theirs alone. */
export const POOLS = ['card', 'coin'] as const
export type Pool = (typeof POOLS)[number]
export const CODE_PACKAGES = [...POOLS, 'bundle'] as const
export type CodePackage = (typeof CODE_PACKAGES)[number]
export type PackageName = 'gems' | CodePackage

export interface Code {
  text: string
  pool: Pool
  expires: string | undefined
  cost: number | undefined
  status: 'ready' | 'used'
  /** By an order; else an admin set it to Used. */
  isDelivered: boolean
}

/** How orders of a package are delivered from now on. */
export interface Delivery {
  automatic: 0 | 1
  recipe: { pool: Pool; count: number }[]
}

export interface Order {
  status: OrderStatus
  amount: number
  user: number
  package: PackageName
  player: string
  /** In parts, while it stays completed. */
  refunded: number
  holder: AdminName | null
  /** What the sale cost the shop, and the codes that delivered it, in order. */
  cost: number
  codes: string[]
}

export type ProductOrderStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled'

interface ProductOrder {
  status: ProductOrderStatus
  amount: number
  user: number
  quantity: number
}

/** What the model keeps, in hundredths of a tk. */
export interface State {
  /** rahim is a super admin, nadia may do everything else. */
  cash: Record<AdminName, number>
  users: { wallet: number; earn: number; hold: number }[]
  adds: Map<number, WalletAdd>
  /** By TrxID. */
  payments: Map<string, Payment>
  orders: Map<number, Order>
  /** What is left of the supplier's credit. */
  credit: number
  /** All that were ever added, the oldest first. */
  codes: Code[]
  delivery: Record<CodePackage, Delivery>
  productOrders: Map<number, ProductOrder>
  /** Pieces of the one physical product that are left. */
  stock: number
  withdrawals: Map<number, Row & { user: number }>
  handOvers: Map<number, Row & { owner: AdminName }>
}

/** What a command must answer: the HTTP status, and where it counts something, how much. */
export interface Answer {
  status: number
  total?: number
  sum?: number
  /** The order that 'take next' gave. */
  taken?: number | null
  /** The codes of an order that is completed as it is placed. */
  codes?: string[]
}

export const OK: Answer = { status: 200 }
export const refuse = (status: 403 | 404 | 409 | 422): Answer => ({ status })

export const has = <T>(map: Map<number, T>, id: number): T => {
  const row = map.get(id)
  if (!row) throw new Error(`The model has no row ${id}`)
  return row
}
export const user = (state: State, at: number) => {
  const found = state.users[at]
  if (!found) throw new Error(`The model has no user ${at}`)
  return found
}

export const isOpen = ({ status }: Order) => status === 'pending' || status === 'in_progress'

/** A sub-admin does not complete what they have raised. */
export const refusesOwn = ({ raisedBy }: Pick<Row, 'raisedBy'>, by: AdminName) => raisedBy === by && by !== 'rahim'
