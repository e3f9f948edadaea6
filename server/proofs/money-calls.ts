import { adminWallet } from '#contract/admin-wallet.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'
import { physicalOrders } from '#contract/physical-orders.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletTopups } from '#contract/wallet-topups.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY } from '../testing/app.ts'
import type { AdminName, Command } from './money-model.ts'

/** What names are to the server. */
export interface Names {
  readonly tokens: Record<AdminName, string>
  readonly admins: Record<AdminName, number>
  readonly users: readonly number[]
  readonly packageId: number
  /** The sequence's own physical product. */
  readonly productId: number
}

export interface Call {
  endpoint: Endpoint
  input: Record<string, unknown>
  token: string
}

const tk = (amount: number) => amount / 100

const editOf = ({
  id,
  amount,
  status,
  expected,
}: {
  id: number
  amount: number
  status: string
  expected?: number | undefined
}) => ({
  id,
  amount: tk(amount),
  status,
  number: '01700000000',
  ...(expected === undefined ? {} : { expected_amount: tk(expected) }),
})

const upTo = (id: number) => (id === Number.MAX_SAFE_INTEGER ? {} : { up_to_id: id })

/** A command as the call that a dashboard, or the store, would make. */
export const callFor = (command: Command, { tokens, admins, users: ids, packageId, productId }: Names): Call => {
  const by = 'by' in command ? tokens[command.by] : tokens.rahim
  const call = (endpoint: unknown, input: Record<string, unknown>, token = by): Call => ({
    endpoint: endpoint as Endpoint,
    input,
    token,
  })
  const user_id = 'user' in command ? ids[command.user] : undefined
  switch (command.do) {
    case 'ask':
      return call(store.addWallet, { user_id, amount: tk(command.amount), number: '01700000000' }, STORE_KEY)
    case 'decide':
      return call(walletTopups.setStatus, { transaction_id: command.id, status: command.status })
    case 'edit':
      return call(walletTopups.editRow, editOf(command))
    case 'correct':
      return call(walletTopups.correct, { id: command.id, reason: 'Model' })
    case 'cancelAll':
      return call(walletTopups.cancelAll, upTo(command.upTo))
    case 'approveMany':
      return call(walletTopups.approveMany, { transaction_ids: command.ids })
    case 'order':
      return call(store.placeOrder, { user_id, package_id: packageId, playerid: 'model' }, STORE_KEY)
    case 'setOrder':
      return call(orders.setStatus, { id: command.id, status: command.status, take_over: 1 })
    case 'correctOrder':
      return call(orders.correct, { id: command.id, reason: 'Model' })
    case 'orderProduct':
      return call(store.placeProductOrder, { user_id, product_id: productId, quantity: command.quantity }, STORE_KEY)
    case 'setProductOrder': {
      const { id, status, expected } = command
      return call(physicalOrders.setStatus, { id, status, ...(expected === undefined ? {} : { expected_status: expected }) })
    }
    case 'earn':
      return call(store.earn, { user_id, amount: tk(command.amount), reason: 'Model' }, STORE_KEY)
    case 'withdraw':
      return call(store.withdraw, { user_id, amount: tk(command.amount), number: '01700000000' }, STORE_KEY)
    case 'decideWithdrawal':
      return call(withdrawals.setStatus, { withdraw_earn_wallet_id: command.id, status: command.status })
    case 'editWithdrawal':
      return call(withdrawals.editRow, editOf(command))
    case 'cancelAllWithdrawals':
      return call(withdrawals.cancelAll, upTo(command.upTo))
    case 'handOver':
      return call(adminWallet.request, { amount: tk(command.amount) })
    case 'decideHandOver':
      return call(adminWallet.setStatus, { transaction_id: command.id, status: command.status })
    case 'editHandOver':
      return call(adminWallet.editRow, editOf(command))
    case 'takeBack':
      return call(adminWallet.cancelOwn, { id: command.id })
    case 'record': {
      const { kind, amount, from } = command
      return call(adminWallet.record, { admin_id: admins[from], kind, amount: tk(amount), reason: 'Model' })
    }
    case 'setWallet': {
      const expected = command.expected === undefined ? {} : { expected_wallet: tk(command.expected) }
      return call(users.update, { id: user_id, wallet: tk(command.wallet), ...expected })
    }
    case 'adjustEarn':
      return call(users.adjustEarnWallet, { id: user_id, type: command.type, amount: tk(command.amount) })
  }
}
