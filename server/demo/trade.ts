import { createAgenda } from './agenda.ts'
import { createShoppers } from './choices.ts'
import { busyTimes, DAY_MS } from './clock.ts'
import type { Trade } from './facts.ts'
import { orderer } from './past-orders.ts'
import { planOutflows } from './past-outflows.ts'
import { planProductOrders } from './past-product-orders.ts'
import { walletAdder } from './past-wallet-adds.ts'
import { HISTORY_DAYS, ORDERS, type Setting, WALLET_ADDS } from './plan.ts'
import { randomFrom } from './random.ts'

const FIRST_ORDER_AFTER_DAYS = 1

/** Simulates the last 60 days event by event, so that no balance goes negative. */
export const simulateHistory = (setting: Setting): Trade => {
  const { seed, now } = setting
  const random = randomFrom(seed, 'times')
  const begins = now - HISTORY_DAYS * DAY_MS
  const orderTimes = busyTimes(random, ORDERS, begins + FIRST_ORDER_AFTER_DAYS * DAY_MS, now)
  const addTimes = busyTimes(random, WALLET_ADDS, begins, now)

  const trade: Trade = {
    orders: [],
    productOrders: [],
    pieces: [],
    walletAdds: [],
    earnings: [],
    withdrawals: [],
    handOvers: [],
    postings: [],
    decisions: [],
  }
  const agenda = createAgenda()
  const shoppers = createShoppers(setting)
  const askForMoney = walletAdder(setting, trade, agenda, shoppers)
  const placeOrder = orderer(setting, trade, agenda, shoppers)
  planOutflows(setting, trade, agenda, shoppers)
  planProductOrders(setting, trade, agenda, shoppers)
  let add = 0
  for (const at of orderTimes) {
    for (let time = addTimes[add]; time !== undefined && time <= at; time = addTimes[++add]) {
      agenda.runUntil(time)
      askForMoney(time)
    }
    agenda.runUntil(at)
    placeOrder(at)
  }
  for (const time of addTimes.slice(add)) {
    agenda.runUntil(time)
    askForMoney(time)
  }
  agenda.runUntil(now)
  return trade
}
