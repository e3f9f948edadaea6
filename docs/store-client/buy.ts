import { connect, Refused } from './shop.ts'

/** A store that was away: what it missed, and where to go on. Keep `next` where the purchases are kept. */
export const catchUp = async (url: string, storeKey: string, after: number) => {
  const shop = connect(url, storeKey)
  const decided = new Map<number, string>()
  const next = await shop.catchUp(after, async ({ event, data }) => {
    // The order has its reference, by which the site finds the purchase.
    if (event.startsWith('order.')) decided.set(data.id, (await shop.order(data.id)).reference ?? '')
  })
  return { next, decided }
}

/** One purchase: a customer chooses the first package that needs no more than a player id, and pays into the wallet if that is
 * refused. `onPayment` gets the id of the wallet add and resolves once an admin has approved it. */
export const buy = async (url: string, storeKey: string, phone: string, onPayment: (walletAdd: number) => Promise<void>) => {
  const shop = connect(url, storeKey)
  const { products } = await shop.catalog()
  const [offer] = products.filter((product) => product.isactivefortopup === 1).flatMap(({ packages }) => packages)
  if (!offer) throw new Error('Nothing is on sale')
  const customer = await shop.findOrCreateCustomer(`customer-${phone}`, 'mina', phone)
  const order = {
    user_id: customer.id,
    package_id: offer.id,
    playerid: '93543011',
    price: offer.price,
    reference: `site-${phone}`,
  }
  let key = `order-of-${phone}`
  const placed = await shop.placeOrder(key, order).catch(async (error: unknown) => {
    if (!(error instanceof Refused) || error.failure.code !== 'insufficient_balance') throw error
    const payment = { user_id: customer.id, amount: offer.price, number: phone }
    await onPayment((await shop.addToWallet(`payment-of-${phone}`, payment)).id)
    // The refusal stays the outcome of its key.
    key = `paid-order-of-${phone}`
    return shop.placeOrder(key, order)
  })
  // As after a lost answer: the same key, so the same order.
  const repeated = await shop.placeOrder(key, order)
  return { offer, customer, placed, repeated, read: await shop.orderOf(order.reference) }
}
