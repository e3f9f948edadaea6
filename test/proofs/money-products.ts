import { type Answer, has, OK, type ProductOrderStatus, refuse, type State, user } from './money-state.ts'

export const PIECE_PRICE = 45_50
/** What a sequence's product has to begin with: a few orders take it all. */
export const PIECES = 6

/** `expected` is the status that the form was opened with. */
export type ProductCommand =
  | { do: 'orderProduct'; user: number; quantity: number }
  | { do: 'setProductOrder'; id: number; status: ProductOrderStatus; expected?: ProductOrderStatus | undefined }

/** Orders of a physical product: its pieces and the customer's money go together, and come back together. */
export const applyProductOrder = (state: State, command: ProductCommand, id: number | undefined): Answer => {
  if (command.do === 'orderProduct') {
    const { user: at, quantity } = command
    const amount = quantity * PIECE_PRICE
    const customer = user(state, at)
    if (quantity > state.stock || amount > customer.wallet) return refuse(422)
    customer.wallet -= amount
    state.stock -= quantity
    if (id !== undefined) state.productOrders.set(id, { status: 'pending', amount, user: at, quantity })
    return OK
  }
  const row = has(state.productOrders, command.id)
  const isClosed = row.status === 'completed' || row.status === 'cancelled'
  if (isClosed || (command.expected !== undefined && command.expected !== row.status)) return refuse(409)
  row.status = command.status
  if (command.status === 'cancelled') {
    user(state, row.user).wallet += row.amount
    state.stock += row.quantity
  }
  return OK
}
