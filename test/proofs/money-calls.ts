import { desk } from '#contract/desk.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { productOrders } from '#contract/product-orders.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { users } from '#contract/users.ts'
import { voucherImports } from '#contract/voucher-imports.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY } from '../support/app.ts'
import type { CodeLine } from './money-codes.ts'
import type { Command } from './money-model.ts'
import { PACKAGES } from './money-orders.ts'
import type { AdminName, PackageName } from './money-state.ts'

/** What names are to the server. */
export interface Names {
  readonly tokens: Record<AdminName, string>
  readonly admins: Record<AdminName, number>
  readonly users: readonly number[]
  readonly packages: Record<PackageName, number>
  /** Of all of its packages. */
  readonly topupProductId: number
  /** The payment method of wallet adds with a TrxID, the key of its phone, and how its messages read. */
  readonly methodId: number
  readonly phoneKey: string
  readonly messageOf: (trxId: string, amount: number) => string
  /** The sequence's codes by their last characters, as it was last looked at. */
  readonly codeIds: Map<string, number>
  /** The sequence's own physical product. */
  readonly productId: number
}

interface Call {
  endpoint: Endpoint
  input: Record<string, unknown>
  token: string
  /** Of a call that takes one. */
  file?: string
}

const tk = (amount: number) => amount / 100

const NUMBER = '01700000000'

const editOf = ({
  id,
  amount,
  status,
  number,
  expected,
}: {
  id: number
  amount: number
  status: string
  number?: string
  expected?: number | undefined
}) => ({
  id,
  amount: tk(amount),
  status,
  number: number ?? NUMBER,
  ...(expected === undefined ? {} : { expected_amount: tk(expected) }),
})

const upTo = (id: number) => (id === Number.MAX_SAFE_INTEGER ? {} : { up_to_id: id })

/** The call of each command: a dashboard's, or the store's. */
export const ENDPOINTS = {
  ask: store.addWallet,
  decide: walletAdds.setStatus,
  edit: walletAdds.editRow,
  correct: walletAdds.correct,
  pay: payments.receive,
  matchPayment: payments.match,
  creditPaid: walletAdds.creditPaid,
  cancelAll: walletAdds.cancelAll,
  approveMany: walletAdds.approveMany,
  order: store.placeOrder,
  setOrder: orders.setStatus,
  decideMany: desk.decideMany,
  claim: desk.claim,
  takeNext: desk.takeNext,
  correctPlayer: desk.correctPlayerId,
  refundOrder: orders.refund,
  correctOrder: orders.correct,
  orderProduct: store.placeProductOrder,
  setProductOrder: productOrders.setStatus,
  earn: store.earn,
  withdraw: store.withdraw,
  decideWithdrawal: withdrawals.setStatus,
  editWithdrawal: withdrawals.editRow,
  cancelAllWithdrawals: withdrawals.cancelAll,
  handOver: handOvers.request,
  decideHandOver: handOvers.setStatus,
  editHandOver: handOvers.editRow,
  takeBack: handOvers.cancelOwn,
  record: handOvers.record,
  setWallet: users.update,
  adjustEarn: users.adjustEarnWallet,
  addCodes: vouchers.add,
  importCodes: voucherImports.add,
  useCode: vouchers.update,
  setBackCode: vouchers.setBack,
  setDelivery: topupPackages.update,
} as const satisfies Record<Command['do'], unknown>

/** A command as it is sent. */
export const callFor = (command: Command, names: Names): Call => {
  const endpoint = ENDPOINTS[command.do] as unknown as Endpoint
  const by = 'by' in command ? names.tokens[command.by] : names.tokens.rahim
  const token = { store: STORE_KEY, phone: names.phoneKey }[String(endpoint.access)] ?? by
  return {
    endpoint,
    input: inputFor(command, names),
    token,
    ...(command.do === 'importCodes' && { file: fileOf(command.lines) }),
  }
}

const fileOf = (lines: readonly CodeLine[]) =>
  [
    'Code,Expiry,Cost',
    ...lines.map(({ text, expires = '', cost }) => [text, expires, cost === undefined ? '' : tk(cost)].join()),
  ].join('\n')

const inputFor = (command: Command, names: Names): Record<string, unknown> => {
  const { admins, users: ids, packages, productId } = names
  const user_id = 'user' in command ? ids[command.user] : undefined
  switch (command.do) {
    case 'ask': {
      const { amount, number, trxId } = command
      return {
        user_id,
        amount: tk(amount),
        number,
        ...(trxId === undefined ? {} : { trx_id: trxId, payment_method_id: names.methodId }),
      }
    }
    case 'pay':
      return { sender: 'bKash', text: names.messageOf(command.trxId, command.amount) }
    case 'matchPayment':
      return { id: command.paymentId, wallet_add_id: command.id, reason: 'Model' }
    case 'creditPaid':
      return { id: command.id, ...(command.expected === undefined ? {} : { expected_amount: tk(command.expected) }) }
    case 'withdraw':
      return { user_id, amount: tk(command.amount), number: NUMBER }
    case 'decide':
    case 'decideHandOver':
      return { transaction_id: command.id, status: command.status }
    case 'edit':
    case 'editWithdrawal':
    case 'editHandOver':
      return editOf(command)
    case 'correct':
      return { id: command.id, reason: 'Model' }
    case 'cancelAll':
    case 'cancelAllWithdrawals':
      return upTo(command.upTo)
    case 'approveMany':
      return { transaction_ids: command.ids }
    case 'order':
      return { user_id, package_id: packages[command.package], playerid: command.player }
    case 'setOrder':
      return { id: command.id, status: command.status, deliver_voucher: command.deliver, take_over: 1 }
    case 'decideMany':
      return { ids: command.ids, status: command.status, deliver_voucher: command.deliver }
    case 'claim':
      return { id: command.id, take_over: 1 }
    case 'takeNext':
      return {}
    case 'correctPlayer': {
      const { id, player, expected } = command
      return { id, playerid: player, ...(expected === undefined ? {} : { expected_playerid: expected }) }
    }
    case 'refundOrder': {
      const { id, amount, expected } = command
      return { id, amount: tk(amount), reason: 'Model', ...(expected === undefined ? {} : { expected_refunded: tk(expected) }) }
    }
    case 'correctOrder':
      return { id: command.id, reason: 'Model', return_credit: command.returnCredit }
    case 'orderProduct':
      return { user_id, product_id: productId, quantity: command.quantity }
    case 'setProductOrder': {
      const { id, status, expected } = command
      return { id, status, ...(expected === undefined ? {} : { expected_status: expected }) }
    }
    case 'earn':
      return { user_id, amount: tk(command.amount), reason: 'Model' }
    case 'decideWithdrawal':
      return { withdraw_earn_wallet_id: command.id, status: command.status }
    case 'handOver':
      return { amount: tk(command.amount) }
    case 'takeBack':
      return { id: command.id }
    case 'record': {
      const { kind, amount, from } = command
      return { admin_id: admins[from], kind, amount: tk(amount), reason: 'Model' }
    }
    case 'setWallet': {
      const expected = command.expected === undefined ? {} : { expected_wallet: tk(command.expected) }
      return { id: user_id, wallet: tk(command.wallet), ...expected }
    }
    case 'adjustEarn':
      return { id: user_id, type: command.type, amount: tk(command.amount) }
    case 'addCodes':
      return { package_id: packages[command.pool], code: command.texts.join('\n') }
    case 'importCodes':
      return { package_id: packages[command.pool], name: 'Model' }
    case 'useCode':
      return { id: names.codeIds.get(command.text.slice(-4)), status: 2, package_id: packages[command.pool] }
    case 'setBackCode':
      return { id: names.codeIds.get(command.text.slice(-4)), reason: 'Model' }
    case 'setDelivery': {
      const { price, bprice, ...fields } = PACKAGES[command.package]
      const recipe = command.recipe.map(({ pool, count }) => ({ package_id: packages[pool], count }))
      const { automatic } = command
      return {
        ...{ id: packages[command.package], product_id: names.topupProductId, ...fields, price: tk(price), bprice: tk(bprice) },
        ...{ delivery: 'codes', automatic, recipe },
      }
    }
  }
}
