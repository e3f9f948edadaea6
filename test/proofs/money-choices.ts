import { newTrxId } from '../payments/shop.ts'
import type { Random } from '../support/random.ts'
import { CODE_CHOICES, choosePlayer } from './money-code-choices.ts'
import type { Command } from './money-model.ts'
import { PLAYER } from './money-orders.ts'
import { type AdminName, ORDER_STATUSES, type State, type Status } from './money-state.ts'

const STATUSES: readonly Status[] = ['pending', 'completed', 'cancel']
const PRODUCT_STATUSES = ['pending', 'in_progress', 'completed', 'cancelled'] as const
const ADMINS: readonly AdminName[] = ['rahim', 'nadia']

/** Mostly round sums, some to the last paisa; sometimes exactly what is there, or one paisa more. */
const amountNear = (random: Random, there: number): number => {
  const roll = random.below(10)
  if (roll < 2 && there > 0) return there
  if (roll === 2) return there + 1
  return roll < 6 ? 100 * (1 + random.below(500)) : 1 + random.below(60_000)
}

const anyId = (random: Random, rows: Map<number, unknown>): number | undefined =>
  rows.size === 0 ? undefined : random.pick([...rows.keys()])

type Choice = (random: Random, state: State) => Command | undefined

const edited = <R extends { status: Status; amount: number; number?: string }>(random: Random, rows: Map<number, R>) => {
  const id = anyId(random, rows)
  const row = id === undefined ? undefined : rows.get(id)
  if (id === undefined || !row) return undefined
  const expected = random.chance(0.7) ? row.amount : random.chance(0.3) ? row.amount + 1 : undefined
  const status = random.chance(0.7) ? row.status : random.pick(STATUSES)
  const number = row.number === undefined ? {} : { number: row.number }
  return { id, amount: amountNear(random, row.amount), status, expected, ...number }
}

const customer = (random: Random, state: State) => {
  const at = random.below(state.users.length)
  return { user: at, of: state.users[at] ?? { wallet: 0, earn: 0, hold: 0 } }
}

const upTo = (random: Random, rows: Map<number, unknown>) =>
  random.chance(0.5) ? Number.MAX_SAFE_INTEGER : (anyId(random, rows) ?? Number.MAX_SAFE_INTEGER)

const PLAYERS = [PLAYER, 'model 2', 'model 3']

let asked = 0

/** Mostly a new one; sometimes none, that of a message which came first, or another wallet add's. */
const trxIdToAsk = (random: Random, { adds, payments }: State): string | undefined => {
  const roll = random.below(10)
  if (roll < 3) return undefined
  const waiting = [...payments].filter(([, { walletAdd }]) => walletAdd === undefined)
  if (roll < 6 && waiting.length > 0) return random.pick(waiting)[0]
  return roll === 6 && adds.size > 0 ? random.pick([...adds.values()]).trxId : newTrxId()
}

/** Every command, as often as it is interesting. */
const CHOICES: Readonly<Record<Command['do'], [weight: number, choose: Choice]>> = {
  ask: [
    6,
    (random, state) => {
      const trxId = trxIdToAsk(random, state)
      // Of the amounts of payments, so that some are equal.
      const paid = trxId === undefined ? undefined : state.payments.get(trxId)?.amount
      const amount = amountNear(random, paid ?? 0)
      const number = `018${String(++asked).padStart(8, '0')}`
      return { do: 'ask', user: random.below(2), amount, number, trxId }
    },
  ],
  pay: [
    5,
    (random, state) => {
      const asked = [...state.adds.values()].filter(({ trxId }) => trxId !== undefined)
      const row = asked.length > 0 && random.chance(0.8) ? random.pick(asked) : undefined
      const amount = row && random.chance(0.6) ? row.amount : amountNear(random, row?.amount ?? 0)
      return { do: 'pay', trxId: row?.trxId ?? newTrxId(), amount }
    },
  ],
  matchPayment: [
    2,
    (random, state) => {
      const id = anyId(random, state.adds)
      if (id === undefined || state.payments.size === 0) return undefined
      const [trxId, { id: paymentId }] = random.pick([...state.payments])
      return { do: 'matchPayment', trxId, paymentId, id }
    },
  ],
  creditPaid: [
    4,
    (random, state) => {
      const paid = [...state.payments.values()].flatMap(({ walletAdd }) => (walletAdd === undefined ? [] : [walletAdd]))
      const id = paid.length > 0 && random.chance(0.9) ? random.pick(paid) : anyId(random, state.adds)
      const row = id === undefined ? undefined : state.adds.get(id)
      if (id === undefined || !row) return undefined
      const expected = random.chance(0.5) ? row.amount : random.chance(0.2) ? row.amount + 1 : undefined
      return { do: 'creditPaid', id, by: random.pick(ADMINS), expected }
    },
  ],
  decide: [
    6,
    (random, state) => {
      const id = anyId(random, state.adds)
      return id === undefined ? undefined : { do: 'decide', id, status: random.pick(STATUSES), by: random.pick(ADMINS) }
    },
  ],
  edit: [
    5,
    (random, state) => {
      const edit = edited(random, state.adds)
      return edit && { do: 'edit', by: random.pick(ADMINS), ...edit }
    },
  ],
  correct: [
    3,
    (random, state) => {
      const id = anyId(random, state.adds)
      return id === undefined ? undefined : { do: 'correct', id, by: random.chance(0.9) ? 'rahim' : 'nadia' }
    },
  ],
  cancelAll: [1, (random, state) => ({ do: 'cancelAll', upTo: upTo(random, state.adds) })],
  approveMany: [
    1,
    (random, state) => {
      const ids = [...state.adds.keys()].filter(() => random.chance(0.6))
      return ids.length === 0 ? undefined : { do: 'approveMany', ids, by: random.pick(ADMINS) }
    },
  ],
  ...CODE_CHOICES,
  order: [
    18,
    (random, state) => {
      const name = random.pick(['gems', 'card', 'coin', 'bundle', 'bundle'] as const)
      return { do: 'order', user: random.below(2), package: name, player: choosePlayer(random, state, name) }
    },
  ],
  setOrder: [
    8,
    (random, state) => {
      const id = anyId(random, state.orders)
      const [status, deliver] = [random.pick(ORDER_STATUSES), random.chance(0.7) ? 1 : 0] as const
      return id === undefined ? undefined : { do: 'setOrder', id, status, deliver, by: random.pick(ADMINS) }
    },
  ],
  decideMany: [
    4,
    (random, state) => {
      const ids = [...state.orders.keys()].filter(() => random.chance(0.6))
      const [status, deliver] = [random.pick(['completed', 'cancel'] as const), random.chance(0.7) ? 1 : 0] as const
      return ids.length === 0 ? undefined : { do: 'decideMany', ids, status, deliver, by: random.pick(ADMINS) }
    },
  ],
  claim: [
    3,
    (random, state) => {
      const id = anyId(random, state.orders)
      return id === undefined ? undefined : { do: 'claim', id, by: random.pick(ADMINS) }
    },
  ],
  takeNext: [5, (random) => ({ do: 'takeNext', by: random.pick(ADMINS) })],
  correctPlayer: [
    4,
    (random, state) => {
      const id = anyId(random, state.orders)
      const [player, expected] = [random.pick(PLAYERS), random.chance(0.5) ? random.pick(PLAYERS) : undefined]
      return id === undefined ? undefined : { do: 'correctPlayer', id, player, expected, by: random.pick(ADMINS) }
    },
  ],
  refundOrder: [
    6,
    (random, state) => {
      const completed = new Map([...state.orders].filter(([, { status }]) => status === 'completed' || random.chance(0.1)))
      const id = anyId(random, completed)
      const row = id === undefined ? undefined : completed.get(id)
      if (id === undefined || !row) return undefined
      const amount = random.chance(0.3) ? row.amount - row.refunded || 1 : 1 + random.below(row.amount)
      return { do: 'refundOrder', id, amount, expected: random.chance(0.3) ? row.refunded : undefined }
    },
  ],
  correctOrder: [
    3,
    (random, state) => {
      const id = anyId(random, state.orders)
      return id === undefined ? undefined : { do: 'correctOrder', id, returnCredit: random.chance(0.5) ? 1 : 0 }
    },
  ],
  orderProduct: [4, (random) => ({ do: 'orderProduct', user: random.below(2), quantity: 1 + random.below(4) })],
  setProductOrder: [
    5,
    (random, state) => {
      const id = anyId(random, state.productOrders)
      const status = random.pick(PRODUCT_STATUSES)
      const expected = random.chance(0.5) ? random.pick(PRODUCT_STATUSES) : undefined
      return id === undefined ? undefined : { do: 'setProductOrder', id, status, expected }
    },
  ],
  earn: [3, (random) => ({ do: 'earn', user: random.below(2), amount: amountNear(random, 0) })],
  withdraw: [
    4,
    (random, state) => {
      const { user, of } = customer(random, state)
      return { do: 'withdraw', user, amount: amountNear(random, of.earn) }
    },
  ],
  decideWithdrawal: [
    4,
    (random, state) => {
      const id = anyId(random, state.withdrawals)
      const status = random.pick(STATUSES)
      return id === undefined ? undefined : { do: 'decideWithdrawal', id, status, by: random.pick(ADMINS) }
    },
  ],
  editWithdrawal: [
    4,
    (random, state) => {
      const edit = edited(random, state.withdrawals)
      return edit && { do: 'editWithdrawal', ...edit }
    },
  ],
  cancelAllWithdrawals: [1, (random, state) => ({ do: 'cancelAllWithdrawals', upTo: upTo(random, state.withdrawals) })],
  handOver: [
    3,
    (random, state) => {
      const by = random.pick(ADMINS)
      return { do: 'handOver', by, amount: amountNear(random, Math.min(state.cash[by], 100_000)) }
    },
  ],
  decideHandOver: [
    3,
    (random, state) => {
      const id = anyId(random, state.handOvers)
      const status = random.pick(STATUSES)
      return id === undefined ? undefined : { do: 'decideHandOver', id, status, by: random.pick(ADMINS) }
    },
  ],
  editHandOver: [
    3,
    (random, state) => {
      const edit = edited(random, state.handOvers)
      return edit && { do: 'editHandOver', by: random.pick(ADMINS), ...edit }
    },
  ],
  takeBack: [
    1,
    (random, state) => {
      const id = anyId(random, state.handOvers)
      return id === undefined ? undefined : { do: 'takeBack', id, by: random.pick(ADMINS) }
    },
  ],
  record: [
    1,
    (random, state) => {
      const from = random.pick(ADMINS)
      const kind = random.pick(['recorded', 'write_off'] as const)
      return { do: 'record', from, kind, amount: amountNear(random, Math.min(state.cash[from], 10_000)) }
    },
  ],
  setWallet: [
    3,
    (random, state) => {
      const { user, of } = customer(random, state)
      const expected = random.chance(0.6) ? of.wallet : random.chance(0.4) ? of.wallet + 1 : undefined
      return { do: 'setWallet', user, wallet: random.chance(0.2) ? 0 : amountNear(random, of.wallet), expected }
    },
  ],
  adjustEarn: [
    2,
    (random, state) => {
      const { user, of } = customer(random, state)
      return { do: 'adjustEarn', user, type: random.pick(['add', 'deduct'] as const), amount: amountNear(random, of.earn) }
    },
  ],
}

const weighted = Object.values(CHOICES).flatMap(([weight, choose]) => Array.from({ length: weight }, () => choose))

/** A command that makes sense in this state, or just does not. */
export const chooseCommand = (random: Random, state: State): Command => {
  for (;;) {
    const command = random.pick(weighted)(random, state)
    if (command) return command
  }
}
