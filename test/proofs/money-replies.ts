import { isDeepStrictEqual } from 'node:util'
import { vi } from 'vitest'
import { request } from '../support/app.ts'
import { sendFile } from '../support/files.ts'
import type { startFreezer } from '../support/freezer.ts'
import { callFor, type Names } from './money-calls.ts'
import { apply, type Command } from './money-model.ts'
import type { Answer, State } from './money-state.ts'

export class Difference extends Error {}

/** The servers of the shop, asked in turn; `freezer` is the way to one of them. */
export interface Doors {
  readonly urls: readonly [string, ...string[]]
  readonly freezer?: Awaited<ReturnType<typeof startFreezer>>
}

export const hundredths = (amount: unknown) => Math.round(Number(amount) * 100)

interface Reply {
  answer: Answer
  id: number | undefined
}

let sent = 0

export const sendCommand = ({ urls }: Doors, names: Names, command: Command, key?: string, url = urls[sent++ % urls.length]) => {
  const { endpoint, input, token, file } = callFor(command, names)
  const to = url ?? urls[0]
  return file === undefined ? request(to, endpoint, input, token, key) : sendFile({ url: to }, endpoint, file, input, token)
}

interface Data {
  id?: number
  total?: number
  sum?: number
  done?: number[]
  order?: { id: number } | null
  codes?: { code: string }[]
}

/** What a reply says in the model's terms. */
export const read = (command: Command, { status, body }: Awaited<ReturnType<typeof sendCommand>>): Reply => {
  const data = body.data as Data | null
  const isCount = command.do === 'cancelAll' || command.do === 'cancelAllWithdrawals'
  const counted = isCount ? { total: data?.total ?? 0, sum: hundredths(data?.sum) } : {}
  const done = data?.done === undefined ? {} : { total: data.done.length }
  const taken = command.do === 'takeNext' ? { taken: data?.order?.id ?? null } : {}
  const codes = command.do === 'order' && status === 200 ? { codes: data?.codes?.map(({ code }) => code) ?? [] } : {}
  return { answer: { status, ...counted, ...done, ...taken, ...codes }, id: status === 200 ? data?.id : undefined }
}

/** Sends a command twice with one key: one effect, and the same reply. */
export const sendTwice = async (doors: Doors, names: Names, state: State, command: Command, { see, key }: Look) => {
  const first = await sendCommand(doors, names, command, key)
  const next = structuredClone(state)
  const reply = read(command, first)
  const answer = apply(next, command, reply.id)
  const second = await sendCommand(doors, names, command, key)
  const seen = await see()
  if (!isDeepStrictEqual(answer, reply.answer) || !isDeepStrictEqual(describe(next), seen)) {
    throw new Difference(
      `sent twice with one key, the model says ${JSON.stringify(describe(next))}, the server ${JSON.stringify(seen)}`,
    )
  }
  refuseOther(first, second)
  return next
}

/** Sends a command to a server that stands still, then to another with the same key; `between` happens before the first goes on, which
 * answers what the second did and has no effect. */
export const sendFrozen = async (
  doors: Doors,
  names: Names,
  state: State,
  command: Command,
  { see, key, between }: Look & { between: (next: State) => Promise<State> },
) => {
  const { freezer } = doors
  if (!freezer) throw new Error('No server can stand still')
  freezer.freeze()
  const late = sendCommand(doors, names, command, key, freezer.url)
  try {
    await vi.waitUntil(freezer.isHolding)
    const first = await sendCommand(doors, names, command, key)
    let next = structuredClone(state)
    const reply = read(command, first)
    const answer = apply(next, command, reply.id)
    if (!isDeepStrictEqual(answer, reply.answer)) {
      throw new Difference(
        `beside a frozen copy, the model answers ${JSON.stringify(answer)}, the server ${JSON.stringify(reply.answer)}`,
      )
    }
    next = await between(next)
    freezer.thaw()
    const second = await late
    // An order is shown as it is now, and one that has moved on is refused by another code.
    const isSame =
      first.body.code === second.body.code && isDeepStrictEqual(outcomeOf(command, first), outcomeOf(command, second))
    if (!isSame && !MOVED_ON.includes(second.body.code ?? '')) refuseOther(first, second)
    const seen = await see()
    if (!isDeepStrictEqual(describe(next), seen)) {
      throw new Difference(
        `after a late copy the model says ${JSON.stringify(describe(next))}, the server ${JSON.stringify(seen)}`,
      )
    }
    return next
  } finally {
    freezer.thaw()
    await late
  }
}

/** Without the codes, which an order may have got since. */
const outcomeOf = (command: Command, reply: Sent) => {
  const { answer, id } = read(command, reply)
  return { ...answer, codes: undefined, id }
}

const MOVED_ON = ['order_updated_before', 'order_not_reserved']

type Sent = Awaited<ReturnType<typeof sendCommand>>

/** Both copies of a call have one outcome. */
const refuseOther = (first: Sent, second: Sent) => {
  const isSame = first.status === second.status && isDeepStrictEqual(first.body, second.body)
  if (!isSame) throw new Difference(`the second reply is another one: ${JSON.stringify([first.body, second.body])}`)
}

/** How a step is compared, and the key that the log shows. */
interface Look {
  readonly see: () => Promise<object>
  readonly key: string
}

/** Both sides in one comparable form. */
export const describe = (state: State): object => ({
  cash: state.cash,
  users: state.users,
  stock: state.stock,
  credit: state.credit,
  codes: state.codes.map(({ text, pool, status }) => `${pool} ${text.slice(-4)} ${status}`),
  payments: [...state.payments]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([trxId, { amount, walletAdd }]) => `${trxId} ${amount} ${walletAdd ?? '-'}`),
  orders: [...state.orders]
    .sort(([a], [b]) => a - b)
    .map(
      ([id, row]) =>
        `${id} ${row.status} ${row.amount} ${row.refunded} ${row.player} ${row.holder ?? '-'} ${row.cost} ${row.codes.map((code) => code.slice(-4)).join(',')}`,
    ),
  ...Object.fromEntries(
    (['adds', 'productOrders', 'withdrawals', 'handOvers'] as const).map((list) => [
      list,
      [...state[list]].sort(([a], [b]) => a - b).map(([id, row]) => `${id} ${row.status} ${row.amount}`),
    ]),
  ),
})
