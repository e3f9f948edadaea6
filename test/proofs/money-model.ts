import { applyCodes, type CodeCommand } from './money-codes.ts'
import { applyOrder, type OrderCommand } from './money-orders.ts'
import { applyPayment, complete, type PaymentCommand, tie } from './money-payments.ts'
import { applyProductOrder, type ProductCommand } from './money-products.ts'
import {
  type AdminName,
  type Answer,
  has,
  OK,
  type Row,
  refuse,
  refusesOwn,
  type State,
  type Status,
  user,
} from './money-state.ts'

/** The money of the shop in memory, in hundredths of a tk: what the server and its database must agree with, command by command. */

interface Edit {
  id: number
  amount: number
  /** Of a wallet add: that which it has. */
  number?: string
  status: Status
  expected?: number | undefined
}

/** One command; `by` is who sends it. Amounts are hundredths of a tk. */
export type Command =
  | { do: 'ask'; user: number; amount: number; number: string; trxId?: string | undefined }
  | { do: 'decide'; id: number; status: Status; by: AdminName }
  | ({ do: 'edit'; by: AdminName } & Edit)
  | { do: 'correct'; id: number; by: AdminName }
  | { do: 'cancelAll'; upTo: number }
  | { do: 'approveMany'; ids: number[]; by: AdminName }
  | PaymentCommand
  | OrderCommand
  | ProductCommand
  | CodeCommand
  | { do: 'earn'; user: number; amount: number }
  | { do: 'withdraw'; user: number; amount: number }
  | { do: 'decideWithdrawal'; id: number; status: Status; by: AdminName }
  | ({ do: 'editWithdrawal' } & Edit)
  | { do: 'cancelAllWithdrawals'; upTo: number }
  | { do: 'handOver'; amount: number; by: AdminName }
  | { do: 'decideHandOver'; id: number; status: Status; by: AdminName }
  | ({ do: 'editHandOver'; by: AdminName } & Edit)
  | { do: 'takeBack'; id: number; by: AdminName }
  | { do: 'record'; from: AdminName; kind: 'recorded' | 'write_off'; amount: number }
  | { do: 'setWallet'; user: number; wallet: number; expected?: number | undefined }
  | { do: 'adjustEarn'; user: number; type: 'add' | 'deduct'; amount: number }

const cancelPending = (rows: Map<number, Row>, upTo: number, each: (row: Row, id: number) => void): Answer => {
  let [total, sum] = [0, 0]
  for (const [id, row] of rows) {
    if (row.status !== 'pending' || id > upTo) continue
    row.status = 'cancel'
    each(row, id)
    total++
    sum += row.amount
  }
  return { status: 200, total, sum }
}

/** Whether a full edit was opened on another state than the present one. */
const isStale = (row: Row, { amount: _, expected, status }: Edit) =>
  (expected !== undefined && expected !== row.amount) || (row.status !== 'cancel' && status !== row.status)

/** Whether an edit would complete a row that the same sub-admin has raised; else the row keeps who raised it. */
const isOwnRaise = (row: Row, { amount, status, by }: Edit & { by: AdminName }): boolean => {
  const asked = row.asked ?? row.amount
  const isNew = row.raisedBy === undefined || amount > row.amount || status !== row.status
  const raisedBy = amount <= asked ? undefined : isNew ? by : row.raisedBy
  if (row.status !== 'completed' && status === 'completed' && refusesOwn({ raisedBy }, by)) return true
  if (amount !== row.amount) row.asked = asked
  if (row.status !== 'completed') row.raisedBy = raisedBy
  return false
}

const editAdd = (state: State, command: Edit & { by: AdminName }): Answer => {
  const row = has(state.adds, command.id)
  if (isStale(row, command)) return refuse(409)
  const difference = command.amount - row.amount
  if (row.status === 'completed' && difference !== 0) {
    if (command.by !== 'rahim' && row.approver !== command.by) return refuse(403)
    const holder = row.approver ?? command.by
    const customer = user(state, row.user)
    if (customer.wallet + difference < 0 || cashOf(state, holder) + difference < 0) return refuse(422)
    customer.wallet += difference
    if (holder !== 'automatic') state.cash[holder] += difference
  }
  if (isOwnRaise(row, command)) return refuse(403)
  row.amount = command.amount
  if (row.status === 'cancel' && command.status === 'completed') complete(state, row, command.by)
  else if (row.status !== command.status) Object.assign(row, { status: command.status, approver: command.by })
  return OK
}

/** What can be taken back of the money of completed wallet adds; the store's own cash may lack it. */
const cashOf = (state: State, holder: AdminName | 'automatic') =>
  holder === 'automatic' ? Number.POSITIVE_INFINITY : state.cash[holder]

/** Rows that take their amount when asked for: `taken` is how far the account can still give. */
const editOutflow = (row: Row, command: Edit, left: number, take: (amount: number) => void, settle: () => void): Answer => {
  const needed = row.status === 'cancel' ? command.amount : command.amount - row.amount
  if (command.status !== 'cancel' && needed > left) return refuse(422)
  if (command.status !== 'cancel') take(needed)
  row.amount = command.amount
  row.status = command.status
  if (command.status === 'completed') settle()
  return OK
}

/** Applies a command to the state; `id` is what the server called a new row. */
export const apply = (state: State, command: Command, id: number | undefined): Answer => {
  switch (command.do) {
    case 'ask': {
      const { user: at, amount, number, trxId } = command
      const same = trxId === undefined ? undefined : [...state.adds.values()].find((row) => row.trxId === trxId)
      if (same) {
        same.isContested ||= same.user !== at
        return refuse(409)
      }
      if (id === undefined) return OK
      state.adds.set(id, { status: 'pending', amount, user: at, approver: null, number, trxId, isContested: false })
      if (trxId !== undefined) tie(state, trxId)
      return OK
    }
    case 'decide': {
      const row = has(state.adds, command.id)
      if (row.status !== 'pending') return refuse(409)
      if (command.status === 'completed' && refusesOwn(row, command.by)) return refuse(403)
      if (command.status === 'completed') complete(state, row, command.by)
      else if (command.status === 'cancel') Object.assign(row, { status: 'cancel', approver: command.by })
      return OK
    }
    case 'edit':
      return editAdd(state, command)
    case 'correct': {
      if (command.by !== 'rahim') return refuse(403)
      const row = has(state.adds, command.id)
      if (row.status !== 'completed' || !row.approver) return refuse(409)
      const customer = user(state, row.user)
      if (customer.wallet < row.amount || cashOf(state, row.approver) < row.amount) return refuse(422)
      customer.wallet -= row.amount
      if (row.approver !== 'automatic') state.cash[row.approver] -= row.amount
      Object.assign(row, { status: 'cancel', approver: 'rahim' })
      return OK
    }
    case 'cancelAll':
      return cancelPending(state.adds, command.upTo, () => {})
    case 'approveMany': {
      let total = 0
      for (const at of new Set(command.ids)) {
        const row = has(state.adds, at)
        if (row.status !== 'pending' || refusesOwn(row, command.by)) continue
        complete(state, row, command.by)
        total++
      }
      return { status: 200, total }
    }
    case 'pay':
    case 'matchPayment':
    case 'creditPaid':
      return applyPayment(state, command, id)
    case 'order':
    case 'setOrder':
    case 'decideMany':
    case 'claim':
    case 'takeNext':
    case 'correctPlayer':
    case 'refundOrder':
    case 'correctOrder':
      return applyOrder(state, command, id)
    case 'orderProduct':
    case 'setProductOrder':
      return applyProductOrder(state, command, id)
    case 'addCodes':
    case 'importCodes':
    case 'useCode':
    case 'setBackCode':
    case 'setDelivery':
      return applyCodes(state, command)
    default:
      return applyOutflow(state, command, id)
  }
}

type OutflowCommand = Exclude<
  Command,
  | PaymentCommand
  | OrderCommand
  | ProductCommand
  | CodeCommand
  | { do: 'ask' | 'decide' | 'edit' | 'correct' | 'cancelAll' | 'approveMany' }
>

const applyOutflow = (state: State, command: OutflowCommand, id: number | undefined): Answer => {
  switch (command.do) {
    case 'earn':
      user(state, command.user).earn += command.amount
      return OK
    case 'withdraw': {
      const customer = user(state, command.user)
      if (customer.earn < command.amount) return refuse(422)
      customer.earn -= command.amount
      customer.hold += command.amount
      if (id !== undefined) state.withdrawals.set(id, { status: 'pending', amount: command.amount, user: command.user })
      return OK
    }
    case 'decideWithdrawal': {
      const row = has(state.withdrawals, command.id)
      if (row.status !== 'pending') return refuse(409)
      if (command.status === 'pending') return OK
      row.status = command.status
      user(state, row.user).hold -= row.amount
      if (command.status === 'cancel') user(state, row.user).earn += row.amount
      return OK
    }
    case 'editWithdrawal': {
      const row = has(state.withdrawals, command.id)
      if (row.status === 'completed' || isStale(row, command)) return refuse(409)
      const customer = user(state, row.user)
      const take = (amount: number) => {
        customer.earn -= amount
        customer.hold += amount
      }
      return editOutflow(row, command, customer.earn, take, () => {
        customer.hold -= row.amount
      })
    }
    case 'cancelAllWithdrawals':
      return cancelPending(state.withdrawals, command.upTo, (row, at) => {
        const customer = user(state, has(state.withdrawals, at).user)
        customer.hold -= row.amount
        customer.earn += row.amount
      })
    case 'handOver': {
      if (state.cash[command.by] < command.amount) return refuse(422)
      state.cash[command.by] -= command.amount
      if (id !== undefined) state.handOvers.set(id, { status: 'pending', amount: command.amount, owner: command.by })
      return OK
    }
    case 'decideHandOver': {
      const row = has(state.handOvers, command.id)
      if (command.status === 'completed' && row.owner === command.by && command.by !== 'rahim') return refuse(403)
      if (row.status !== 'pending') return refuse(409)
      if (command.status === 'completed' && refusesOwn(row, command.by)) return refuse(403)
      row.status = command.status
      if (command.status === 'cancel') state.cash[row.owner] += row.amount
      return OK
    }
    case 'editHandOver': {
      const row = has(state.handOvers, command.id)
      if (row.status === 'completed' || isStale(row, command)) return refuse(409)
      if (command.status === 'completed' && row.owner === command.by && command.by !== 'rahim') return refuse(403)
      const take = (amount: number) => {
        state.cash[row.owner] -= amount
      }
      const needed = row.status === 'cancel' ? command.amount : command.amount - row.amount
      if (command.status !== 'cancel' && needed > state.cash[row.owner]) return refuse(422)
      if (isOwnRaise(row, command)) return refuse(403)
      return editOutflow(row, command, state.cash[row.owner], take, () => {})
    }
    case 'takeBack': {
      const row = has(state.handOvers, command.id)
      if (row.owner !== command.by) return refuse(404)
      if (row.status !== 'pending') return refuse(409)
      row.status = 'cancel'
      state.cash[row.owner] += row.amount
      return OK
    }
    case 'record': {
      if (state.cash[command.from] < command.amount) return refuse(422)
      state.cash[command.from] -= command.amount
      return OK
    }
    case 'setWallet': {
      const customer = user(state, command.user)
      if (command.expected !== undefined && command.expected !== customer.wallet) return refuse(409)
      customer.wallet = command.wallet
      return OK
    }
    case 'adjustEarn': {
      const customer = user(state, command.user)
      const after = customer.earn + (command.type === 'add' ? command.amount : -command.amount)
      if (after < 0) return refuse(422)
      customer.earn = after
      return OK
    }
  }
}
