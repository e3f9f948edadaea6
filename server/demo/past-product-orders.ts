import { type Agenda, decidedAt } from './agenda.ts'
import { PHYSICAL_PRODUCTS } from './catalogue.ts'
import type { Shoppers } from './choices.ts'
import { busyTimes, DAY_MS, MINUTE_MS, nextAttendedAt } from './clock.ts'
import { fromPending, type PastProductOrder, type Trade } from './facts.ts'
import { HISTORY_DAYS, PRODUCT_ORDERS, type Setting } from './plan.ts'
import { randomFrom } from './random.ts'

const LEFT_OPEN = ['in_progress', 'pending', 'in_progress', 'pending', 'pending', 'pending'] as const
const FIRST_AFTER_DAYS = 4
const OPEN_SINCE_MS = 16 * 60 * MINUTE_MS
const WAIT_MINUTES = 1_300
const CANCEL_SHARE = 0.1
const DEAR_TK = 300
const CANCEL_NOTES = [
  'Nobody was there to receive it, refunded',
  'Cancelled as you asked',
  'The wrong colour: out of stock, refunded',
]
const DONE_NOTES = ['Delivered, thank you', 'Delivered to your neighbour', '']

export const planProductOrders = (setting: Setting, trade: Trade, agenda: Agenda, shoppers: Shoppers): void => {
  const { now, seed, admins } = setting
  const random = randomFrom(seed, 'product orders')
  const products = PHYSICAL_PRODUCTS.map((product, at) => ({ ...product, id: at + 1 }))

  const post = (order: PastProductOrder, kind: 'placed' | 'completed' | 'cancelled', adminId: number | null, at: number) =>
    trade.postings.push({
      source: 'product_order',
      sourceId: order.id,
      kind,
      amount: order.amount,
      debit: kind === 'placed' ? { kind: 'user_wallet', userId: order.user_id } : { kind: 'orders_held' },
      credit:
        kind === 'placed'
          ? { kind: 'orders_held' }
          : kind === 'completed'
            ? { kind: 'sales' }
            : { kind: 'user_wallet', userId: order.user_id },
      adminId,
      at,
    })
  const movePieces = ({ id, product_id }: PastProductOrder, cause: 'order' | 'cancel', change: number, at: number) =>
    trade.pieces.push({ at, product_id, order_id: id, cause, change })

  const close = (order: PastProductOrder, status: 'completed' | 'cancelled', at: number) => {
    const brief_note = random.pick(status === 'cancelled' ? CANCEL_NOTES : DONE_NOTES)
    Object.assign(order, { status, brief_note, admin_id: admins.rahim, closed_at: at })
    if (status === 'cancelled') {
      shoppers.receive(order.user_id, order.amount)
      movePieces(order, 'cancel', order.quantity, at)
    }
    post(order, status, admins.rahim, at)
    const facts = { status, order_note: brief_note, ...fromPending(brief_note) }
    const decision = { at, admin_id: admins.rahim, action: 'productOrders.setStatus', subject: 'product_order' as const }
    trade.decisions.push({ ...decision, subject_id: order.id, facts })
  }

  const place = (at: number, leftOpen: (typeof LEFT_OPEN)[number] | undefined) => {
    const product = random.weighted(products, ({ sale_price }) => 100 / (sale_price + 200))
    const quantity = product.sale_price < DEAR_TK ? random.pick([1, 1, 1, 2, 3]) : 1
    const amount = product.sale_price * quantity
    const customer = shoppers.pickWhoCanAfford(random, at, amount)
    if (!customer) return
    const order: PastProductOrder = {
      id: trade.productOrders.length + 1,
      user_id: customer.id,
      product_id: product.id,
      price: product.sale_price,
      quantity,
      amount,
      phone: random.chance(0.3) ? customer.phone : '',
      address: customer.address || `House ${random.whole(1, 120)}, Road ${random.whole(1, 27)}, ${customer.city}`,
      status: leftOpen ?? 'pending',
      brief_note: '',
      admin_id: leftOpen === 'in_progress' ? admins.rahim : null,
      created_at: at,
      closed_at: null,
    }
    trade.productOrders.push(order)
    shoppers.spend(customer.id, amount)
    post(order, 'placed', null, at)
    movePieces(order, 'order', -quantity, at)
    const when = decidedAt(setting, nextAttendedAt(random, at, random.minutes(WAIT_MINUTES)), at, random.next())
    const status = random.chance(CANCEL_SHARE) ? 'cancelled' : 'completed'
    if (!leftOpen) agenda.add(when, () => close(order, status, when))
  }

  const begins = now - (HISTORY_DAYS - FIRST_AFTER_DAYS) * DAY_MS
  for (const at of busyTimes(random, PRODUCT_ORDERS - LEFT_OPEN.length, begins, now - OPEN_SINCE_MS)) {
    agenda.add(at, () => place(at, undefined))
  }
  for (const [nth, at] of busyTimes(random, LEFT_OPEN.length, now - OPEN_SINCE_MS, now - 5 * MINUTE_MS).entries()) {
    agenda.add(at, () => place(at, LEFT_OPEN[nth]))
  }
}
