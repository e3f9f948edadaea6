import { randomUUID } from 'node:crypto'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import type { Tk } from '#contract/money.ts'
import { store } from '#contract/store.ts'
import type { Env } from '../env.ts'
import { GAMES } from './catalogue.ts'
import { askAmount, inventPlayer, inventTrxId } from './choices.ts'
import { inventCustomer } from './customers.ts'
import { CUSTOMERS } from './plan.ts'
import { type Random, randomFrom } from './random.ts'

const PACE = { shortestMs: 1_500, longestMs: 6_500, customers: CUSTOMERS }
const TIMEOUT_MS = 8_000
const ATTEMPTS = 4
const NEW_CUSTOMER_SHARE = 0.05
const WALLET_ADD_SHARE = 0.22
const PRODUCT_ORDER_SHARE = 0.06
const EARNING_SHARE = 0.04
const ENOUGH_EARNED_TK = 50
const WITHDRAWAL_SHARE = 0.1

type Catalog = Output<typeof store.catalog>
type Customer = Output<typeof store.user>
type Call = <E extends Endpoint>(endpoint: E, input: Sent<E>) => Promise<Output<E>>

/** Creates orders and wallet adds through the store API until `stop`. Its failures do not affect the server. */
export const startSimulator = (
  address: string,
  { STORE_KEY, DEMO_SIMULATOR }: Pick<Env, 'STORE_KEY' | 'DEMO_SIMULATOR'>,
  { shortestMs, longestMs, customers } = PACE,
): { stop(): void } => {
  if (DEMO_SIMULATOR === 'off') return { stop: () => {} }
  const random = randomFrom(Date.now(), 'simulator')
  const stopped = new AbortController()
  const call = storeClient(address, STORE_KEY ?? '', stopped.signal)
  let timer: NodeJS.Timeout
  let isFailing = false

  const happen = async () => {
    try {
      await simulateEvent(call, random, customers)
      isFailing = false
    } catch (error) {
      if (!isFailing && !stopped.signal.aborted) {
        console.error(`The simulator will try again: ${error instanceof Error ? error.message : error}`)
      }
      isFailing = true
    }
    if (!stopped.signal.aborted) wait()
  }
  const wait = () => {
    timer = setTimeout(happen, random.whole(shortestMs, longestMs)).unref()
  }
  wait()
  return {
    stop: () => {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}

const storeClient =
  (address: string, storeKey: string, stopped: AbortSignal): Call =>
  async (endpoint, input) => {
    const fields = input as Record<string, unknown>
    const response = await fetch(`${address}/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(fields[name]))}`, {
      method: endpoint.method,
      headers: { authorization: storeKey, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      signal: AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(endpoint.method === 'POST' ? { body: JSON.stringify(fields) } : {}),
    })
    const body = (await response.json()) as { message?: string; data: never }
    if (!response.ok) throw new Error(`${endpoint.path} answered ${response.status}: ${body.message}`)
    return body.data
  }

const simulateEvent = async (call: Call, random: Random, customers: number) => {
  const catalog = await call(store.catalog, {})
  if (random.chance(NEW_CUSTOMER_SHARE)) {
    const person = inventCustomer(random, new Set())
    const customer = await call(store.addUser, { ...person, email: `${person.username}@example.com` })
    return addWallet(call, random, catalog, customer)
  }
  const visit = () => call(store.user, { id: random.whole(1, customers) })
  let customer = await visit()
  if (random.chance(EARNING_SHARE)) return earn(call, random, customer)
  if (customer.earn_wallet >= ENOUGH_EARNED_TK && random.chance(WITHDRAWAL_SHARE))
    return withdraw(call, random, catalog, customer)
  if (random.chance(WALLET_ADD_SHARE)) return addWallet(call, random, catalog, customer)
  const wares = catalog.physical_products.filter((product) => product.sale_price <= customer.wallet)
  if (wares.length > 0 && random.chance(PRODUCT_ORDER_SHARE)) return orderProduct(call, random, customer, wares)
  for (let look = 1; look < ATTEMPTS && affordable(catalog, customer).length === 0; look++) customer = await visit()
  const offers = affordable(catalog, customer)
  return offers.length > 0 ? placeOrder(call, random, customer, offers) : addWallet(call, random, catalog, customer)
}

const affordable = (catalog: Catalog, { wallet }: Customer) =>
  catalog.products.flatMap((product) =>
    product.packages.filter((item) => item.price <= wallet).map((item) => ({ item, product })),
  )

const placeOrder = (call: Call, random: Random, customer: Customer, offers: ReturnType<typeof affordable>) => {
  const { item, product } = random.weighted(offers, (option) => 100 / (option.item.price + 120))
  const needsAccount = product.isactivefortopup === 0
  const sellsVouchers = GAMES.find((game) => game.name === product.name)?.sellsVouchers ?? false
  return call(store.placeOrder, {
    user_id: customer.id,
    package_id: item.id,
    playerid: inventPlayer(random, { needsAccount, sellsVouchers }),
    price: item.price,
    ...(needsAccount
      ? {
          accounttype: 'Google',
          ingamepassword: `play-${random.hex(4)}`,
          securitycode: random.chance(0.7) ? random.digits(6) : '',
        }
      : {}),
  })
}

const orderProduct = (call: Call, random: Random, customer: Customer, wares: Catalog['physical_products']) => {
  const { id, sale_price } = random.pick(wares)
  return call(store.placeProductOrder, {
    user_id: customer.id,
    product_id: id,
    quantity: 1,
    price: sale_price,
    phone: customer.phone,
    address: `House ${random.whole(1, 120)}, Road ${random.whole(1, 27)}, Dhaka`,
  })
}

const earn = (call: Call, random: Random, { id }: Customer) =>
  call(store.earn, { user_id: id, amount: random.pick([10, 20, 50]) as Tk, reason: 'Referral' })

const withdraw = (call: Call, random: Random, { payment_methods }: Catalog, customer: Customer) =>
  call(store.withdraw, {
    user_id: customer.id,
    payment_method_id: random.pick(payment_methods).id,
    amount: customer.earn_wallet,
    number: customer.phone,
  })

const addWallet = (call: Call, random: Random, { payment_methods }: Catalog, customer: Customer) =>
  call(store.addWallet, {
    user_id: customer.id,
    payment_method_id: random.weighted(payment_methods, (method) => 1 / method.id).id,
    amount: askAmount(random, 0) as Tk,
    number: customer.phone,
    trx_id: inventTrxId(random),
  })
