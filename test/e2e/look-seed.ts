import { setTimeout as sleep } from 'node:timers/promises'
import { admins } from '#contract/admins.ts'
import { audit } from '#contract/audit.ts'
import { banners } from '#contract/banners.ts'
import { campaigns } from '#contract/campaigns.ts'
import type { Endpoint, Output, Sent } from '#contract/endpoint.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { notices } from '#contract/notices.ts'
import { orders } from '#contract/orders.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { permissions } from '#contract/permissions.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { productOrders } from '#contract/product-orders.ts'
import { store } from '#contract/store.ts'
import { rates } from '#contract/topup-packages.ts'
import { users as customers } from '#contract/users.ts'
import { vouchers } from '#contract/vouchers.ts'
import { addPhone, newTrxId, openWallet, setRule } from '../payments/shop.ts'
import { STORE_KEY, type TestApp, tamperWithAudit } from '../support/app.ts'
import { pastOrder } from '../support/figures.ts'
import { uploadPicture } from '../support/pictures.ts'
import { addPhysicalProduct, orderProduct } from '../support/product-orders.ts'
import { startGateway, startSending } from '../support/sms-gateway.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../world.ts'
import { ageOrders } from './order-desk.ts'

const DAY_MS = 86_400_000
/** The longest name that is accepted. */
export const LONG_NAME = 'a'.repeat(100)
const LONG_LINK = `https://shop.example/${'a-long-way-'.repeat(8)}`
/** The player of the three orders that a colleague takes while they are on screen. */
export const WATCHED_PLAYER = '93000000'

interface Desk {
  readonly app: TestApp
  /** Calls as rahim or as the store, and fails unless it succeeds. */
  readonly call: <E extends Endpoint>(endpoint: E, input: Sent<E> | Record<string, unknown>, key?: string) => Promise<Output<E>>
}

/** The rows that the stops open, by name. */
export type Seeds = Awaited<ReturnType<typeof seedEverything>>

/** Writes rows of every kind and state that a screen shows into the small world. */
export async function seedEverything(app: TestApp) {
  const rahim = await app.signIn('rahim')
  const call: Desk['call'] = async (endpoint, input, key) => {
    const reply = await app.call(endpoint, input, endpoint.access === 'store' ? STORE_KEY : rahim, key)
    if (reply.status !== 200) throw new Error(`${endpoint.path}: ${reply.body.message}`)
    return reply.body.data
  }
  const desk = { app, call }
  const image = await uploadPicture(app.url, rahim)
  for (const [name, userId] of Object.entries(app.world.users)) {
    await fundWallet(app.db, app.world, { userId, amount: 20_000, trx_id: `LOOKS-${name}` })
  }
  const catalogue = await seedCatalogue(desk, image)
  const money = await seedMoney(desk)
  const payment = await seedPayments(app, rahim)
  const campaign = await seedMessages(desk)
  const voucherIds = await seedVouchers(desk)
  const orderIds = await seedOrders(desk)
  const newAdmins = await seedAdmins(desk, image)
  const { admins: staff, users, products, packages, methods } = app.world
  const world = { ...staff, ...users, ...products, ...packages, ...methods }
  /** What an address names by `$name`. */
  const ids: Readonly<Record<string, number>> = {
    ...world,
    ...newAdmins,
    ...catalogue,
    ...money,
    ...voucherIds,
    ...orderIds,
    campaign,
    payment,
  }
  return { app, call, ids }
}

async function seedCatalogue({ app, call }: Desk, image: string) {
  const note = 'Race week, with a note that is longer than a phone is wide'
  const { id: banner } = await call(banners.create, { note, link: LONG_LINK, banner: image })
  const { id: notice } = await call(notices.create, { notice: 'Open until midnight', link: LONG_LINK, image })
  const cap = { name: 'Racing cap', sale_price: 450, regular_price: 600, quantity: 12, image, description: '<p>Red.</p>' }
  const { id: physicalProduct } = await call(physicalProducts.create, cap)
  await call(paymentMethods.create, { name: LONG_NAME, info: '0'.repeat(100), status: 'active', logo: image })
  await call(rates.update, { product_id: app.world.products.starfall, dollar_rate: 1.3 })
  return { banner, notice, physicalProduct }
}

async function seedMoney({ app, call }: Desk) {
  const { shila, tanvir } = app.world.users
  for (const [at, userId] of [shila, shila, tanvir].entries()) {
    await askForWalletAdd(app.db, { userId, amount: 640, trx_id: `LOOK${at}` })
  }
  await call(store.earn, { user_id: shila, amount: 900, reason: 'Referral' }, 'earn')
  await call(store.withdraw, { user_id: shila, amount: 100, number: '01811000001' }, 'withdraw')
  await call(handOvers.request, { amount: 100, number: '01700000099' })
  await call(customers.update, { id: shila, city: 'Dhaka', password: 'eight888' })
  await call(
    store.addUser,
    { username: LONG_NAME, phone: '01911000001', email: '', first_name: 'Mina', last_name: 'Khan' },
    'user',
  )

  const cap = await addPhysicalProduct(app.db, { name: 'Racing cap, with a name that is longer than its column' })
  const [taken, closed, pending] = [
    await orderProduct(app, shila, cap, 2),
    await orderProduct(app, tanvir, cap),
    await orderProduct(app, shila, cap),
  ]
  const order_note = 'Packed, the courier has it'
  await call(productOrders.setStatus, { id: taken, status: 'in_progress', order_note })
  await call(productOrders.setStatus, { id: closed, status: 'completed', order_note })
  return { productOrder: pending }
}

/** Payments in every state but a conflict, with flags; answers one that waits. */
async function seedPayments(app: TestApp, rahim: string): Promise<number> {
  const { mobipay } = app.world.methods
  await setRule(app, rahim, mobipay)
  for (const trx_id of ['LOOKSPAID', 'LOOKSPART']) {
    await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 640, trx_id, methodId: mobipay })
  }
  const [wallet, phone] = [openWallet(mobipay), await addPhone(app, rahim, [mobipay])]
  await phone.send(wallet.pay(640, 'LOOKSPAID'))
  await phone.send(wallet.cashOut(90, newTrxId()))
  wallet.lose(40)
  await phone.send(wallet.pay(12_390, 'LOOKSPART'), { sender: '01700000009' })
  await phone.send('Your order is ready, and this is no payment')
  return (await phone.send(wallet.pay(640, newTrxId()))).id
}

/** Answers a campaign with a number in every state that lasts. */
async function seedMessages({ app, call }: Desk): Promise<number> {
  await app.db.insertInto('users').values({ username: 'abroad', phone: '+14155550100' }).execute()
  const gateway = await startGateway()
  const answers = [200, 400, 500] as const
  gateway.behave((phone) => answers[Number(phone) % 3] ?? 200)
  const phones = Array.from({ length: 6 }, (_, nth) => `0171100000${nth}`)
  const { campaign_id: id } = await call(campaigns.send, { phones, message: 'আজ 5% ছাড়।\nToday only.' })
  const worker = startSending(app.db, gateway.settings)
  while ((await call(campaigns.show, { id })).campaign.counts.sent < 2) await sleep(20)
  await worker.stop()
  await gateway.close()
  await call(campaigns.send, { phones: ['01811000001'], message: 'Waits' })
  return id
}

/** A delivered code, a free one, and one in the recycle bin. */
async function seedVouchers({ app, call }: Desk) {
  const { packages, users } = app.world
  const voucherOrder = await placeOrder(app.db, { userId: users.shila, packageId: packages.gemsCard })
  await call(orders.setStatus, { id: voucherOrder, status: 'completed' })
  const idOf = async (status: 1 | 2) => (await call(vouchers.list, { status })).vouchers[0]?.id ?? 0
  const usedVoucher = await idOf(2)
  await call(vouchers.reveal, { id: usedVoucher })
  const binned = await idOf(1)
  await call(vouchers.add, { code: 'LOOKS-0001', package_id: packages.gems500 })
  await call(vouchers.remove, { id: binned })
  return { voucherOrder, usedVoucher }
}

/** Orders of past days for the chart, then of each status and age: the newest ten are the first page of the list. */
async function seedOrders({ app, call }: Desk) {
  for (const days of [3, 2, 2]) {
    await pastOrder(app.db, app.world, { package: 'gems100', createdAt: new Date(Date.now() - days * DAY_MS).toISOString() })
  }
  await pastOrder(app.db, app.world, { package: 'gems500', createdAt: new Date().toISOString(), by: 'karim' })

  const { users, packages } = app.world
  const secrets = { vault: app.vault, accounttype: 'Google', ingamepassword: 'open sesame', securitycode: '443322' }
  const place = (playerid: string) =>
    placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid, secrets })
  for (let at = 0; at < 3; at++) await place(WATCHED_PLAYER)
  const aged = { late: '82000012', 'very late': '82000095' }
  for (const player of Object.values(aged)) {
    for (const status of ['in_progress', 'completed', 'cancel'] as const) {
      await call(orders.setStatus, { id: await place(player), status })
    }
    await place(player)
  }
  await ageOrders(app, aged.late, 12)
  await ageOrders(app, aged['very late'], 95)
  const email = 'shadow.hunter.2024@example.com'
  const [, duplicateOrder, completedOrder] = [await place(email), await place(email), await place(email)]
  await call(orders.setStatus, { id: completedOrder, status: 'completed' })
  return { duplicateOrder, completedOrder }
}

/** Two more admins, one of them with a one-time password; a changed audit log. */
async function seedAdmins({ app, call }: Desk, image: string) {
  const { karim } = app.world.admins
  const password = 'ten letters at least'
  const add = async (username: string) => {
    const names = { first_name: username, last_name: 'Chowdhury', username, email: `${username}@demo.topdeck.example` }
    return (await call(admins.create, { ...names, password, confirm_password: password })).id
  }
  const newAdmins = { arif: await add('arif'), mina: await add('mina') }
  await call(admins.edit, { id: karim, gender: 'male', date_of_birth: '1991-12-16', image })
  const { id: emptyProduct } = await app.db
    .insertInto('topup_products')
    .values({ name: 'Frostmark Tactics' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = await call(permissions.packages, { admin_id: karim })
  await call(permissions.setPackages, { admin_id: karim, ...held, topup_product_id: [emptyProduct] })
  await app.db.updateTable('auth_modules').set({ status: 0 }).where('key', '=', 'rates').execute()
  await call(admins.resetPassword, { id: newAdmins.arif })

  const { data } = await call(audit.list, { q: 'permissions.setPackages' })
  await app.sealAudit()
  await tamperWithAudit(app, data[0]?.id ?? 0)
  return newAdmins
}
