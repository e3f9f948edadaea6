import { createAgenda } from './agenda.ts'
import { createShoppers } from './choices.ts'
import { busyTimes, DAY_MS } from './clock.ts'
import { orderer } from './past-orders.ts'
import { planEarnings, planHandOvers } from './past-outflows.ts'
import { planProductOrders } from './past-product-orders.ts'
import { walletAdder } from './past-wallet-adds.ts'
import { HISTORY_DAYS, ORDERS, type Setting, WALLET_ADDS } from './plan.ts'
import { randomFrom } from './random.ts'
import type { World } from './world.ts'

const FIRST_ORDER_AFTER_DAYS = 1

/** Simulates the last 60 days event by event, so that no balance goes negative. */
export const simulateHistory = (setting: Setting): World => {
  const { seed, now } = setting
  const random = randomFrom(seed, 'times')
  const begins = now - HISTORY_DAYS * DAY_MS
  const orderTimes = busyTimes(random, ORDERS, begins + FIRST_ORDER_AFTER_DAYS * DAY_MS, now)
  const addTimes = busyTimes(random, WALLET_ADDS, begins, now)

  const world: World = {
    ...setting,
    agenda: createAgenda(),
    shoppers: createShoppers(setting),
    trade: {
      orders: [],
      product_orders: [],
      wallet_adds: [],
      withdrawals: [],
      hand_overs: [],
      adjustments: [],
      postings: [],
      audit: [],
    },
  }
  const addWallet = walletAdder(world)
  const placeOrder = orderer(world)
  planEarnings(world)
  planHandOvers(world)
  planProductOrders(world)
  const requests = [
    ...addTimes.map((at) => ({ at, arrive: addWallet })),
    ...orderTimes.map((at) => ({ at, arrive: placeOrder })),
  ].sort((a, b) => a.at - b.at)
  for (const { at, arrive } of requests) {
    world.agenda.runUntil(at)
    arrive(at)
  }
  world.agenda.runUntil(now)
  return world
}
