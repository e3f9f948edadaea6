import { CLAIM_LEASE_MINUTES } from '#contract/limits.ts'
import { ORDERS as DECISION } from '../core/decisions/order-declarations.ts'
import { pickOpen } from './agenda.ts'
import { CANCEL_NOTES, chooseOrderDecider, DONE_NOTES } from './choices.ts'
import { DAY_MS, decidedAt, MINUTE_MS } from './clock.ts'
import type { Customer } from './customers.ts'
import { ORDERS, PENDING_ORDERS, type PlannedPackage } from './plan.ts'
import { type Random, randomFrom } from './random.ts'
import { book, decide, type PastOrder, type World } from './world.ts'

const NEWEST_ORDERS = 50
const HELD_ORDERS = 3
const WAIT_MINUTES = 7
const CANCEL_SHARE = 0.068
const REPRICED_DAYS_AGO = 25
const CORRECTIONS = 6
const CORRECTED_AFTER_MS = 40 * MINUTE_MS
const ACCOUNT_TYPES = ['Facebook', 'Google', 'Apple', 'Email']

export const orderer = (world: World) => {
  const { now, seed, admins, trade, agenda, shoppers } = world
  const random = randomFrom(seed, 'orders')
  const decisions = randomFrom(seed, 'decisions')
  const open = pickOpen(random, ORDERS, NEWEST_ORDERS, PENDING_ORDERS + HELD_ORDERS)
  const held = [...open]
    .sort((a, b) => a - b)
    .slice(-9)
    .filter((_, at) => at % 4 === 0)
  const corrected = new Set(Array.from({ length: CORRECTIONS }, (_, at) => Math.floor((ORDERS * (at + 1.5)) / (CORRECTIONS + 2))))
  const repricedAt = now - REPRICED_DAYS_AGO * DAY_MS
  const priceAt = (item: PlannedPackage, at: number) => (at < repricedAt ? item.formerPrice : item.price)

  return (at: number) => {
    const id = trade.orders.length + 1
    const hold = held.indexOf(id)
    const { customer, item } = shoppers.pickBuyer(random, at, (one) => priceAt(one, at), hold > 0)
    const playerid = shoppers.playerOf(random, customer, item)
    const order = makeOrder(random, customer, item, { id, amount: priceAt(item, at), playerid, created_at: at })
    trade.orders.push(order)
    shoppers.spend(customer.id, order.amount)
    book(world, DECISION, 'placed', order, { at })
    const when = decidedAt(random, now, at, WAIT_MINUTES)
    const isCancelled = !corrected.has(id) && random.chance(CANCEL_SHARE)
    if (hold >= 0) {
      const held_until = now + (CLAIM_LEASE_MINUTES - 1 - 2 * hold) * MINUTE_MS
      Object.assign(order, { status: 'in_progress', holder_id: hold === 0 ? admins.rahim : admins.karim, held_until })
    } else if (!open.has(id))
      agenda.add(when, () => close(world, decisions, order, item, isCancelled ? 'cancel' : 'completed', when))
    if (corrected.has(id)) agenda.add(when + CORRECTED_AFTER_MS, () => correct(world, order, when + CORRECTED_AFTER_MS))
  }
}

const makeOrder = (
  random: Random,
  customer: Customer,
  item: PlannedPackage,
  placed: { id: number; amount: number; playerid: string; created_at: number },
): PastOrder => ({
  ...placed,
  user_id: customer.id,
  product_id: item.productId,
  package_id: item.id,
  product_name: item.game.name,
  name: item.name,
  bprice: item.bprice,
  cost: item.cost,
  credit_taken: item.game.stock === undefined ? 0 : item.bprice,
  accounttype: item.game.needsAccount ? random.pick(ACCOUNT_TYPES) : '',
  phone: random.chance(0.3) ? customer.phone : '',
  voucher_id: null,
  status: 'pending',
  brief_note: '',
  internal_note: '',
  holder_id: null,
  held_until: null,
  completed_by: null,
  closed_at: null,
  corrected_at: null,
})

const close = (
  world: World,
  random: Random,
  order: PastOrder,
  item: PlannedPackage,
  status: 'completed' | 'cancel',
  at: number,
) => {
  const adminId = chooseOrderDecider(random, world, item, at)
  const note = status === 'cancel' ? random.pick(CANCEL_NOTES) : random.chance(0.12) ? random.pick(DONE_NOTES) : ''
  const internal_note = random.chance(0.015) ? 'Called the customer' : ''
  const set = { completed_by: adminId, closed_at: at, internal_note }
  const facts = { order_note: note, deliver_voucher: 1, take_over: 0 }
  decide(world, DECISION, order, status, { at, adminId, action: 'orders.setStatus', note, set, facts })
  if (status === 'cancel') world.shoppers.receive(order.user_id, order.amount)
}

const correct = (world: World, order: PastOrder, at: number) => {
  const adminId = world.admins.rahim
  const reason = 'Delivered to the wrong player'
  const set = { corrected_at: at, closed_at: at, completed_by: adminId }
  const facts = { reason, return_credit: 0, refunded: order.amount, credit_returned: 0 }
  decide(world, DECISION, order, 'cancel', { at, adminId, action: 'orders.correct', reason, set, facts })
  world.shoppers.receive(order.user_id, order.amount)
}
