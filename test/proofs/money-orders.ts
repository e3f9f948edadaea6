import { freeCodes, takeCodes } from './money-codes.ts'
import {
  type AdminName,
  type Answer,
  has,
  isOpen,
  OK,
  type Order,
  type OrderStatus,
  type PackageName,
  refuse,
  type State,
  user,
} from './money-state.ts'

/** The packages that are ordered: price, and what an order takes of the supplier's credit. All but the gems are delivered by codes. */
export const PACKAGES: Record<PackageName, { name: string; serial: number; price: number; bprice: number }> = {
  gems: { name: '100 Gems', serial: 1, price: 80_00, bprice: 72_00 },
  card: { name: 'Gems Card', serial: 3, price: 160_00, bprice: 150_00 },
  coin: { name: 'Coin Card', serial: 4, price: 20_00, bprice: 10_00 },
  bundle: { name: 'Bundle', serial: 5, price: 40_00, bprice: 15_00 },
}
/** What a sequence has to begin with: a few orders take it all, and each customer can pay for two or three. */
export const FUNDS = 300_00
export const CREDIT = 250_00
export const CODES = 2
/** Whom each order of gems is for at first. */
export const PLAYER = 'model'

/** `deliver` 1: a completed order is delivered by its codes. A super admin answers 'held by N' beforehand, except for many at once. */
export type OrderCommand =
  | { do: 'order'; user: number; package: PackageName; player: string }
  | { do: 'setOrder'; id: number; status: OrderStatus; deliver: 0 | 1; by: AdminName }
  | { do: 'decideMany'; ids: number[]; status: 'completed' | 'cancel'; deliver: 0 | 1; by: AdminName }
  | { do: 'claim'; id: number; by: AdminName }
  | { do: 'takeNext'; by: AdminName }
  | { do: 'correctPlayer'; id: number; player: string; expected: string | undefined; by: AdminName }
  | { do: 'refundOrder'; id: number; amount: number; expected: number | undefined }
  | { do: 'correctOrder'; id: number; returnCredit: 0 | 1 }

/** Orders of top-ups: money, supplier's credit, codes, and who works on them. */
export const applyOrder = (state: State, command: OrderCommand, id: number | undefined): Answer => {
  switch (command.do) {
    case 'order':
      return place(state, command, id)
    case 'setOrder':
      return decide(state, command.id, command, command.by === 'rahim')
    case 'decideMany': {
      const done = [...new Set(command.ids)].filter((at) => decide(state, at, command, false) === OK)
      return { status: 200, total: done.length }
    }
    case 'claim': {
      const row = has(state.orders, command.id)
      if (!isOpen(row) || isHeldByOther(row, command.by, command.by === 'rahim')) return refuse(409)
      Object.assign(row, { status: 'in_progress', holder: command.by })
      return OK
    }
    case 'takeNext': {
      const pending = [...state.orders].filter(([, row]) => row.status === 'pending').sort(([a], [b]) => a - b)
      const [taken, row] = pending[0] ?? []
      if (row) Object.assign(row, { status: 'in_progress', holder: command.by })
      return { status: 200, taken: taken ?? null }
    }
    case 'correctPlayer': {
      const row = has(state.orders, command.id)
      if (!isOpen(row) || isHeldByOther(row, command.by, false)) return refuse(409)
      if (command.expected !== undefined && command.expected !== row.player) return refuse(409)
      row.player = command.player
      return OK
    }
    case 'refundOrder': {
      const row = has(state.orders, command.id)
      const { amount, expected = row.refunded } = command
      if (row.status !== 'completed' || expected !== row.refunded) return refuse(409)
      if (amount > row.amount - row.refunded) return refuse(422)
      row.refunded += amount
      user(state, row.user).wallet += amount
      return OK
    }
    case 'correctOrder': {
      const row = has(state.orders, command.id)
      if (row.status !== 'completed') return refuse(409)
      row.status = 'cancel'
      user(state, row.user).wallet += row.amount - row.refunded
      if (command.returnCredit === 1) state.credit += PACKAGES[row.package].bprice
      return OK
    }
  }
}

const isHeldByOther = ({ holder }: Order, by: AdminName, takesOver: boolean) => holder !== null && holder !== by && !takesOver

const place = (state: State, command: OrderCommand & { do: 'order' }, id: number | undefined): Answer => {
  const { price: amount, bprice } = PACKAGES[command.package]
  const customer = user(state, command.user)
  if (command.package !== 'gems' && freeCodes(state, command.package) < 1) return refuse(422)
  if (state.credit < bprice || customer.wallet < amount) return refuse(422)
  customer.wallet -= amount
  state.credit -= bprice
  const isRepeated = [...state.orders.values()].some((row) => row.package === command.package && row.player === command.player)
  const { user: at, package: name, player } = command
  const nothing = { refunded: 0, holder: null, codes: [] }
  const row: Order = { status: 'pending', amount, user: at, package: name, player, cost: bprice, ...nothing }
  if (id !== undefined) state.orders.set(id, row)
  // An admin looks at what may be a duplicate.
  if (name === 'gems' || state.delivery[name].automatic === 0 || isRepeated) return { ...OK, codes: [] }
  if (!takeCodes(state, row)) return { ...OK, codes: [] }
  row.status = 'completed'
  return { ...OK, codes: row.codes }
}

const decide = (
  state: State,
  id: number,
  { status, deliver, by }: { status: OrderStatus; deliver: 0 | 1; by: AdminName },
  takesOver: boolean,
): Answer => {
  const row = has(state.orders, id)
  if (row.status === 'pending' && status === 'pending') return OK
  if (row.status === 'in_progress' && status === 'in_progress' && row.holder === by) return OK
  // Nobody puts it back into the queue over its holder's head.
  if (!isOpen(row) || row.status === status || isHeldByOther(row, by, takesOver && status !== 'pending')) return refuse(409)
  const isDelivered = status === 'completed' && row.package !== 'gems' && deliver === 1
  if (isDelivered && !takeCodes(state, row)) return refuse(409)
  Object.assign(row, { status, holder: status === 'in_progress' ? by : null })
  if (status === 'cancel') {
    user(state, row.user).wallet += row.amount
    state.credit += PACKAGES[row.package].bprice
  }
  return OK
}
