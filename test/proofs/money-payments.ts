import {
  type AdminName,
  type Answer,
  has,
  OK,
  type Payment,
  refuse,
  refusesOwn,
  type State,
  user,
  type WalletAdd,
} from './money-state.ts'

/** Up to how much a paid wallet add is completed automatically, in hundredths of a tk. */
export const AUTOMATIC_EACH = 300_00

/** Messages of the shop's wallet, and what follows from them. Amounts are hundredths of a tk. */
export type PaymentCommand =
  | { do: 'pay'; trxId: string; amount: number }
  | { do: 'matchPayment'; trxId: string; paymentId: number; id: number }
  | { do: 'creditPaid'; id: number; by: AdminName; expected?: number | undefined }

const paymentOf = (state: State, id: number): Payment | undefined =>
  [...state.payments.values()].find((payment) => payment.walletAdd === id)

const isFree = (state: State, { walletAdd }: Payment) => walletAdd === undefined || has(state.adds, walletAdd).status === 'cancel'

/** Ties the payment of a TrxID to its wallet add, and completes that if nothing speaks against it. */
export const tie = (state: State, trxId: string): void => {
  const payment = state.payments.get(trxId)
  const [id, row] = [...state.adds].find(([, add]) => add.trxId === trxId && add.status !== 'cancel') ?? []
  if (!payment || id === undefined || !row || paymentOf(state, id) || !isFree(state, payment)) return
  payment.walletAdd = id
  const isExact = row.amount === payment.amount && row.amount <= AUTOMATIC_EACH && row.asked === undefined
  if (row.status === 'pending' && isExact && !row.isContested && !payment.isContradicted) complete(state, row, 'automatic')
}

/** Completes a wallet add: its money is with the admin who did, or with the store. */
export const complete = (state: State, row: WalletAdd, by: AdminName | 'automatic'): void => {
  row.status = 'completed'
  row.approver = by
  user(state, row.user).wallet += row.amount
  if (by !== 'automatic') state.cash[by] += row.amount
}

/** `id` is what the server called the message. */
export const applyPayment = (state: State, command: PaymentCommand, id: number | undefined): Answer => {
  switch (command.do) {
    case 'pay': {
      const known = state.payments.get(command.trxId)
      if (known) known.isContradicted ||= known.amount !== command.amount
      else if (id !== undefined) {
        state.payments.set(command.trxId, { id, amount: command.amount, walletAdd: undefined, isContradicted: false })
        tie(state, command.trxId)
      }
      return OK
    }
    case 'matchPayment': {
      const payment = state.payments.get(command.trxId)
      const row = has(state.adds, command.id)
      if (!payment) throw new Error(`The model has no payment ${command.trxId}`)
      // Of a wallet add without a payment method there is no payment.
      if (row.trxId === undefined) return refuse(422)
      if (!isFree(state, payment) || row.status === 'cancel' || paymentOf(state, command.id)) return refuse(409)
      payment.walletAdd = command.id
      return OK
    }
    case 'creditPaid':
      return creditPaid(state, command)
  }
}

const creditPaid = (state: State, { id, by, expected }: Extract<PaymentCommand, { do: 'creditPaid' }>): Answer => {
  const row = has(state.adds, id)
  const [trxId, payment] = [...state.payments].find(([, paid]) => paid.walletAdd === id) ?? []
  if (row.status !== 'pending' || !payment || (expected !== undefined && expected !== row.amount)) return refuse(409)
  const asked = row.asked ?? row.amount
  const isProven = !payment.isContradicted && trxId === row.trxId
  if (!isProven && payment.amount > asked && by !== 'rahim') return refuse(403)
  const raisedBy = payment.amount <= asked ? undefined : by
  if (!isProven && refusesOwn({ raisedBy }, by)) return refuse(403)
  if (payment.amount !== row.amount) row.asked = asked
  Object.assign(row, { amount: payment.amount, raisedBy })
  complete(state, row, by)
  return OK
}
