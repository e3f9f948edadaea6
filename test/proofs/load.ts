import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { PRODUCT_STORE_KEY } from '../support/product.ts'
import type { Random } from '../support/random.ts'

/** A change that the load asks for, with the key under which it can be asked for again. */
export interface PlannedCall {
  readonly key: string
  readonly path: string
  readonly token: string
  readonly body: Record<string, unknown>
}

/** What became of a wish: answered, refused without an answer, or cut in the middle of one. */
export type Outcome =
  | { kind: 'answered'; status: number; message: string; data: { id?: number; order?: { id: number } } | null }
  | { kind: 'unanswered'; reason: string }
  | { kind: 'cut'; reason: string }

/** Asks for a change and tells an answer that was cut from one that never began; `onSent` when the last byte is on its way. */
export const send = (url: string, agent: Agent, { key, path, token, body }: PlannedCall, onSent = () => {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const text = JSON.stringify(body)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      authorization: token,
      'idempotency-key': key,
    }
    const outgoing = request(`${url}${path}`, { method: 'POST', agent, headers }, (reply) => {
      let received = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => {
        received += chunk
      })
      reply.on('error', (error) => resolve({ kind: 'cut', reason: error.message }))
      reply.on('end', () => {
        try {
          const { message = '', data = null } = JSON.parse(received)
          resolve({ kind: 'answered', status: reply.statusCode ?? 0, message, data })
        } catch {
          resolve({ kind: 'cut', reason: `not whole: ${received}` })
        }
      })
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve({ kind: 'unanswered', reason: error.code ?? error.message }))
    outgoing.on('finish', onSent)
    outgoing.end(text)
  })

/** Who orders what in the load. */
export interface Shop {
  readonly userId: number
  readonly packageId: number
  readonly adminToken: string
}

const ORDER = { accounttype: 'Google', ingamepassword: 'of the load' }

export const SIGN_IN = '/api/admin/login'

/** What the load asks for next: new customers, wallet adds and orders, and decisions on what it knows of. */
export const planCall = (
  random: Random,
  { userId, packageId, adminToken }: Shop,
  open: { orders: number[]; adds: number[] },
): PlannedCall => {
  const store = { key: randomUUID(), token: PRODUCT_STORE_KEY }
  const admin = { key: randomUUID(), token: adminToken }
  const roll = random.below(10)
  const order = {
    ...store,
    path: '/api/store/orders',
    body: { ...ORDER, user_id: userId, package_id: packageId, playerid: store.key },
  }
  if (roll < 3) return order
  if (roll < 5)
    return { ...store, path: '/api/store/wallet-adds', body: { user_id: userId, amount: 100, number: '017', trx_id: store.key } }
  if (roll < 6) {
    const phone = `019${String(random.below(1_000_000_000)).padStart(9, '0')}`
    return { ...store, path: '/api/store/users', body: { username: store.key, phone } }
  }
  const openOrder = roll < 8 ? open.orders.pop() : undefined
  if (openOrder !== undefined) {
    return {
      ...admin,
      path: `/api/admin/order/update-order-status/${openOrder}`,
      body: { status: random.pick(['completed', 'cancel'] as const) },
    }
  }
  // The slowest call there is: it hashes a password, also of an account that does not exist.
  if (roll === 9) return { ...store, path: SIGN_IN, body: { identity: store.key, password: 'x' } }
  const add = open.adds.pop()
  if (add !== undefined)
    return { ...admin, path: '/api/admin/transaction/update', body: { transaction_id: add, status: 'completed' } }
  return order
}

/** A load under way. */
interface Load {
  /** Ends it and answers every wish with what became of it. */
  stop(): Promise<Result[]>
}

/** A wish, when all of it was on its way (never, if that is infinite), and what became of it. */
export interface Result {
  readonly call: PlannedCall
  readonly outcome: Outcome
  readonly sentAt: number
  readonly answeredAt: number
}

const PAUSE_AFTER_REFUSAL_MS = 5

/** Keeps a number of callers busy, half of them on connections that stay open. */
export const startLoad = (url: string, callers: number, random: Random, shop: Shop): Load => {
  const results: Result[] = []
  const open: { orders: number[]; adds: number[] } = { orders: [], adds: [] }
  let isOver = false
  const stored = new Agent({ keepAlive: true })
  const fresh = new Agent({ keepAlive: false })
  const caller = async (at: number) => {
    while (!isOver) {
      const call = planCall(random, shop, open)
      let sentAt = Number.POSITIVE_INFINITY
      const outcome = await send(url, at % 2 ? stored : fresh, call, () => {
        sentAt = performance.now()
      })
      results.push({ call, outcome, sentAt, answeredAt: performance.now() })
      if (outcome.kind !== 'answered') await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_REFUSAL_MS))
      else if (outcome.status === 200 && outcome.data?.id) {
        if (call.path.endsWith('/orders')) open.orders.push(outcome.data.id)
        if (call.path.endsWith('/wallet-adds')) open.adds.push(outcome.data.id)
      }
    }
  }
  const running = Array.from({ length: callers }, (_, at) => caller(at))
  return {
    stop: async () => {
      isOver = true
      await Promise.all(running)
      stored.destroy()
      fresh.destroy()
      return results
    },
  }
}
