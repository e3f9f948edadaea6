import { CLAIM_LEASE_MINUTES } from '#contract/limits.ts'
import { type Agenda, decidedAt, pickOpen } from './agenda.ts'
import { CANCEL_NOTES, chooseOrderDecider, DONE_NOTES, type Shoppers } from './choices.ts'
import { DAY_MS, MINUTE_MS, nextAttendedAt } from './clock.ts'
import type { Customer } from './customers.ts'
import { type Decision, fromPending, type PastOrder, type Trade } from './facts.ts'
import { ORDERS, PENDING_ORDERS, type PlannedPackage, type Setting } from './plan.ts'
import { type Random, randomFrom } from './random.ts'

const NEWEST_ORDERS = 50
const HELD_ORDERS = 3
const WAIT_MINUTES = 7
const CANCEL_SHARE = 0.068
const REPRICED_DAYS_AGO = 25
const CORRECTIONS = 6
const ACCOUNT_TYPES = ['Facebook', 'Google', 'Apple', 'Email']

export const orderer = (setting: Setting, trade: Trade, agenda: Agenda, shoppers: Shoppers) => {
  const { now, seed } = setting
  const random = randomFrom(seed, 'orders')
  const open = pickOpen(random, ORDERS, NEWEST_ORDERS, PENDING_ORDERS + HELD_ORDERS)
  const held = [...open]
    .sort((a, b) => a - b)
    .slice(-9)
    .filter((_, at) => at % 4 === 0)
  const corrected = new Set(Array.from({ length: CORRECTIONS }, (_, at) => Math.floor((ORDERS * (at + 1.5)) / (CORRECTIONS + 2))))
  const repricedAt = now - REPRICED_DAYS_AGO * DAY_MS
  const priceAt = (item: PlannedPackage, at: number) => (at < repricedAt ? item.formerPrice : item.price)
  const close = closer(setting, trade, shoppers)

  return (at: number) => {
    const id = trade.orders.length + 1
    const hold = held.indexOf(id)
    const { customer, item } = shoppers.pickBuyer(random, at, (one) => priceAt(one, at), hold > 0)
    const order = writeOrder(random, id, customer, item, priceAt(item, at), at, shoppers.playerOf(random, customer, item))
    trade.orders.push(order)
    shoppers.spend(customer.id, order.amount)
    trade.postings.push({
      source: 'order',
      sourceId: id,
      kind: 'placed',
      amount: order.amount,
      debit: { kind: 'user_wallet', userId: customer.id },
      credit: { kind: 'orders_held' },
      adminId: null,
      at,
    })
    const due = nextAttendedAt(random, at, random.minutes(WAIT_MINUTES))
    const when = decidedAt(setting, due, at, random.next())
    const isCancelled = !corrected.has(id) && random.chance(CANCEL_SHARE)
    if (hold >= 0) claim(order, hold === 0 ? setting.admins.rahim : setting.admins.karim, now, hold)
    else if (!open.has(id)) agenda.add(when, () => close(order, item, isCancelled ? 'cancel' : 'completed', when))
    if (corrected.has(id)) agenda.add(when + 40 * MINUTE_MS, () => close(order, item, 'corrected', when + 40 * MINUTE_MS))
  }
}

const claim = (order: PastOrder, holder_id: number, now: number, at: number) =>
  Object.assign(order, { status: 'in_progress', holder_id, held_until: now + (CLAIM_LEASE_MINUTES - 1 - 2 * at) * MINUTE_MS })

const writeOrder = (
  random: Random,
  id: number,
  customer: Customer,
  item: PlannedPackage,
  amount: number,
  created_at: number,
  playerid: string,
): PastOrder => ({
  id,
  user_id: customer.id,
  package_id: item.id,
  amount,
  playerid,
  accounttype: item.game.needsAccount ? random.pick(ACCOUNT_TYPES) : '',
  phone: random.chance(0.3) ? customer.phone : '',
  status: 'pending',
  brief_note: '',
  internal_note: '',
  holder_id: null,
  held_until: null,
  completed_by: null,
  created_at,
  closed_at: null,
  corrected_at: null,
})

const closer = (setting: Setting, trade: Trade, shoppers: Shoppers) => {
  const random = randomFrom(setting.seed, 'decisions')

  const post = (order: PastOrder, kind: 'completed' | 'cancelled' | 'corrected', adminId: number, at: number, reason = '') =>
    trade.postings.push({
      source: 'order',
      sourceId: order.id,
      kind,
      amount: order.amount,
      debit: { kind: kind === 'corrected' ? 'sales' : 'orders_held' },
      credit: kind === 'completed' ? { kind: 'sales' } : { kind: 'user_wallet', userId: order.user_id },
      adminId,
      reason,
      at,
    })
  const record = (order: PastOrder, admin_id: number, at: number, action: string, facts: Decision['facts']) =>
    trade.decisions.push({ at, admin_id, action, subject: 'order', subject_id: order.id, facts })

  return (order: PastOrder, item: PlannedPackage, to: 'completed' | 'cancel' | 'corrected', at: number) => {
    if (to === 'corrected') {
      const { rahim } = setting.admins
      const reason = 'Delivered to the wrong player'
      Object.assign(order, { status: 'cancel', corrected_at: at, closed_at: at, completed_by: rahim })
      shoppers.receive(order.user_id, order.amount)
      post(order, 'corrected', rahim, at, reason)
      const moved = { status: 'cancel', before: { status: 'completed' } }
      const facts = { reason, return_credit: 0, ...moved, refunded: order.amount, credit_returned: 0 }
      return record(order, rahim, at, 'orders.correct', facts)
    }
    const completed_by = chooseOrderDecider(random, setting, item, at)
    const brief_note = to === 'cancel' ? random.pick(CANCEL_NOTES) : random.chance(0.12) ? random.pick(DONE_NOTES) : ''
    const internal_note = random.chance(0.015) ? 'Called the customer' : ''
    Object.assign(order, { status: to, completed_by, closed_at: at, brief_note, internal_note })
    if (to === 'cancel') shoppers.receive(order.user_id, order.amount)
    post(order, to === 'cancel' ? 'cancelled' : 'completed', completed_by, at)
    const facts = { status: to, order_note: brief_note, deliver_voucher: 1, take_over: 0, ...fromPending(brief_note) }
    record(order, completed_by, at, 'orders.setStatus', facts)
  }
}
