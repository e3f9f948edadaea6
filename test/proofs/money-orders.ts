import {
  type AdminName,
  type Answer,
  has,
  OK,
  type Order,
  type OrderStatus,
  type PackageName,
  refuse,
  type State,
  user,
} from './money-state.ts'

/** The packages that are ordered: price, and what an order takes of the supplier's credit. A card is delivered by a code. */
const PACKAGES: Record<PackageName, { price: number; bprice: number }> = {
  gems: { price: 80_00, bprice: 72_00 },
  card: { price: 160_00, bprice: 150_00 },
}
/** What a sequence has to begin with: a few orders take it all, and each customer can pay for two or three. */
export const FUNDS = 300_00
export const CREDIT = 250_00
export const CODES = 2
/** Whom each order is for at first. */
export const PLAYER = 'model'

/** `deliver` 1: a completed card is delivered. A super admin answers 'held by N' beforehand, except for many at once. */
export type OrderCommand =
  | { do: 'order'; user: number; package: PackageName }
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

const isOpen = ({ status }: Order) => status === 'pending' || status === 'in_progress'
const isHeldByOther = ({ holder }: Order, by: AdminName, takesOver: boolean) => holder !== null && holder !== by && !takesOver

const place = (state: State, command: OrderCommand & { do: 'order' }, id: number | undefined): Answer => {
  const { price: amount, bprice } = PACKAGES[command.package]
  const customer = user(state, command.user)
  const openCards = [...state.orders.values()].filter((row) => row.package === 'card' && isOpen(row)).length
  if (command.package === 'card' && state.codes <= openCards) return refuse(422)
  if (state.credit < bprice || customer.wallet < amount) return refuse(422)
  customer.wallet -= amount
  state.credit -= bprice
  const nothing = { player: PLAYER, refunded: 0, holder: null, hasCode: false }
  const row = { status: 'pending', amount, user: command.user, package: command.package, ...nothing } as const
  if (id !== undefined) state.orders.set(id, row)
  return OK
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
  const isDelivered = status === 'completed' && row.package === 'card' && deliver === 1
  if (isDelivered && state.codes === 0) return refuse(409)
  if (isDelivered) state.codes--
  Object.assign(row, { status, holder: status === 'in_progress' ? by : null, hasCode: isDelivered })
  if (status === 'cancel') {
    user(state, row.user).wallet += row.amount
    state.credit += PACKAGES[row.package].bprice
  }
  return OK
}
