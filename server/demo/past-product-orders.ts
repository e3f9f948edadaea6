import { PRODUCT_ORDERS as DECISION } from '../core/decisions/order-declarations.ts'
import { PHYSICAL_PRODUCTS } from './catalogue.ts'
import { busyTimes, DAY_MS, decidedAt, MINUTE_MS } from './clock.ts'
import { HISTORY_DAYS, PRODUCT_ORDERS } from './plan.ts'
import { randomFrom } from './random.ts'
import { book, decide, type PastProductOrder, type World } from './world.ts'

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

export const planProductOrders = (world: World): void => {
  const { now, seed, admins, trade, agenda, shoppers } = world
  const random = randomFrom(seed, 'product orders')
  const products = PHYSICAL_PRODUCTS.map((product, at) => ({ ...product, id: at + 1 }))

  const place = (at: number, leftOpen?: (typeof LEFT_OPEN)[number]) => {
    const product = random.weighted(products, ({ sale_price }) => 100 / (sale_price + 200))
    const quantity = product.sale_price < DEAR_TK ? random.pick([1, 1, 1, 2, 3]) : 1
    const amount = product.sale_price * quantity
    const customer = shoppers.pickWhoCanAfford(random, at, amount)
    if (!customer) return
    const order: PastProductOrder = {
      id: trade.product_orders.length + 1,
      user_id: customer.id,
      product_id: product.id,
      name: product.name,
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
    trade.product_orders.push(order)
    shoppers.spend(customer.id, amount)
    book(world, DECISION, 'placed', order, { at })
    const when = decidedAt(random, now, at, WAIT_MINUTES)
    const status = random.chance(CANCEL_SHARE) ? 'cancelled' : 'completed'
    if (leftOpen) return
    agenda.add(when, () => {
      const note = random.pick(status === 'cancelled' ? CANCEL_NOTES : DONE_NOTES)
      const set = { admin_id: admins.rahim, closed_at: when }
      const step = { at: when, adminId: admins.rahim, action: 'productOrders.setStatus', note, set }
      decide(world, DECISION, order, status, { ...step, facts: { order_note: note } })
      if (status === 'cancelled') shoppers.receive(customer.id, amount)
    })
  }

  const begins = now - (HISTORY_DAYS - FIRST_AFTER_DAYS) * DAY_MS
  for (const at of busyTimes(random, PRODUCT_ORDERS - LEFT_OPEN.length, begins, now - OPEN_SINCE_MS)) {
    agenda.add(at, () => place(at))
  }
  for (const [nth, at] of busyTimes(random, LEFT_OPEN.length, now - OPEN_SINCE_MS, now - 5 * MINUTE_MS).entries()) {
    agenda.add(at, () => place(at, LEFT_OPEN[nth]))
  }
}
