import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { store } from '#contract/store.ts'
import { query } from '../../server/platform/db/connect.ts'
import { STORE_KEY, startApp, type TestApp } from '../support/app.ts'
import { drawPicture, sendPicture } from '../support/pictures.ts'
import { addPhysicalProduct, orderProduct } from '../support/product-orders.ts'
import { specifiedCalls } from '../support/specified-calls.ts'
import { askForWalletAdd, PASSWORD, people, placeOrder } from '../world.ts'

type Refused = readonly (readonly [call: string, status: number, message: string, row: string])[]

/** What a client of the specification alone is refused, and the row of docs/design/departures.md that explains it. */
const REFUSED: Refused = [
  ['POST /api/admin/create-admin', 422, 'At least 10 characters', "an admin's password: any"],
  ['POST /api/admin/notice/update/{id}', 422, 'Enter a link that begins with http:// or https://', 'notice edit: numeric link'],
  ['POST /api/admin/unipin/create', 422, 'Enter at least one voucher code', 'new voucher: only Package ID required'],
  ['POST /api/admin/unipin/update/{id}', 409, 'A used code stays Used', 'voucher: free choice of status'],
  ['POST /api/admin/user/delete/{id}', 409, 'This user still has money or open work', '`user/delete`: no payload'],
  ['POST /api/admin/change-password', 422, 'Must differ from the old password', '/change-password: any new one'],
]
/** What it is refused as well where its sign-in is older than 15 minutes. */
const CONFIRMED = 'changes of rights, admins and payment methods: any session'
const CREATE = 'POST /api/admin/create-admin'
const REFUSED_LATER: Refused = [
  CREATE,
  CREATE,
  'POST /api/admin/admin/delete/{id}',
  'POST /api/admin/auth-modules/active/{id}',
  'POST /api/admin/admin-auth/update',
  'POST /api/admin/admin-auth/update',
  'POST /api/admin/topup-package-permission/add-permission',
  'POST /api/admin/topup-package-permission/add-permission',
  'POST /api/admin/payment-method/create',
  'POST /api/admin/payment-method/update/{id}',
  'POST /api/admin/payment-method/delete/{id}',
].map((call) => [call, 403, 'Sign in again or confirm your password', CONFIRMED])

type Body = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>> & { readonly id: number }

let app: TestApp

/** A client that knows the specification alone: plain bodies as its forms send them, no version, no key, no expectation. */
const openClient = () => {
  const called = new Set<string>()
  const refused: string[] = []
  let token = ''
  /** `call` is a line of the table, its parameter is filled in with `id`. */
  const call = async (call: string, body?: Body, id?: number): Promise<never> => {
    const [method = '', path = ''] = call.split(' ')
    called.add(call)
    const search = method === 'GET' && body ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
    const init = method === 'POST' && body ? { body: JSON.stringify(body) } : {}
    const headers = { authorization: token, ...(init.body ? { 'content-type': 'application/json' } : {}) }
    const reply = await fetch(`${app.url}${path.replace(/\{\w+\}/, String(id))}${search}`, { method, headers, ...init })
    const answer = (await reply.json()) as { success: boolean; message?: string; data: unknown }
    if (!reply.ok) refused.push(`${call} ${reply.status} ${answer.message}`)
    return answer.data as never
  }
  return {
    called,
    refused,
    call,
    signIn: async () => {
      const identity = people.rahim.email
      const reply: { token: string } = await call('POST /api/admin/login', { identity, password: PASSWORD, remember: 1 })
      token = reply.token
    },
    /** The stored path of a picture. */
    upload: async () => {
      called.add('POST /api/v1/upload/image')
      return (await sendPicture(app.url, await drawPicture(), token)).body.data.image
    },
    /** The row of a list that the client has made; where it was refused, another one. */
    find: async (list: string, field: string, value: unknown, id?: number): Promise<Row> => {
      const { data }: { data: Row[] } = await call(list, undefined, id)
      const row = data.find((one) => one[field] === value) ?? data.at(-1)
      if (!row) throw new Error(`${list} is empty`)
      return row
    },
  }
}
type Client = ReturnType<typeof openClient>

const PAGE = { page: 1, limit: 10, q: '' }

async function walkProfile({ call }: Client) {
  await call('GET /api/admin/profile')
  await call('GET /api/admin/profile/transactions', PAGE)
  await call('GET /api/admin/dashboard-stats')
  await call('GET /api/admin/orders-chart-data')
  await call('GET /api/admin/order-completed-by-admin')
}

async function walkWalletAdds({ call }: Client) {
  const asked = (amount: number) => askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount })
  const [first, second, third] = [await asked(500), await asked(60), await asked(70)]
  await call('GET /api/admin/transaction', PAGE)
  await call('GET /api/admin/transaction/{id}', undefined, first)
  const decide = (transaction_id: number, status: string) =>
    call('POST /api/admin/transaction/update', { transaction_id, status })
  const edit = (id: number, amount: string, status: string) =>
    call('POST /api/admin/transaction/update-full-row/{id}', { amount, status, number: '01811000001' }, id)
  await decide(first, 'pending')
  await edit(first, '550', 'pending')
  await decide(first, 'completed')
  await edit(first, '560', 'completed')
  await decide(second, 'cancel')
  await edit(second, '65', 'completed')
  await call('POST /api/admin/transaction/cancel-all')
  await edit(third, '75', 'pending')
  await decide(third, 'cancel')
}

async function walkOtherMoney({ call }: Client) {
  await call('POST /api/admin/admin-transaction/request/transaction', { amount: '20', number: '01811000009' })
  await call('POST /api/admin/admin-transaction/request/transaction', { amount: '30', number: '' })
  const { transactions } = (await call('GET /api/admin/admin-transaction', PAGE)) as { transactions: Row[] }
  for (const [at, status] of ['completed', 'cancel'].entries())
    await call('POST /api/admin/admin-transaction/update', { transaction_id: transactions[at]?.id, status })
  for (const status of ['completed', 'cancel']) {
    await app.call(store.earn, { user_id: app.world.users.shila, amount: 50, reason: 'Referral' }, STORE_KEY)
    const asked = { user_id: app.world.users.shila, amount: 50, number: '01811000001' }
    const { body } = await app.call(store.withdraw, asked, STORE_KEY)
    await call('GET /api/admin/withdraw-earn-wallet', PAGE)
    const input = { withdraw_earn_wallet_id: body.data.id, status }
    await call('POST /api/admin/withdraw-earn-wallet/update', { ...input, status: 'pending' })
    await call('POST /api/admin/withdraw-earn-wallet/update', input)
  }
}

async function walkAdmins({ call, find }: Client) {
  const names = { first_name: 'Sadia', last_name: 'Islam', username: 'sadia', email: 'sadia@demo.topdeck.example' }
  const create = (password: string) => call('POST /api/admin/create-admin', { ...names, password, confirm_password: password })
  await create('12345678')
  await create('seven green kettles')
  const { id } = await find('GET /api/admin/admins', 'username', 'sadia')
  await call('GET /api/admin/admin/{id}', undefined, id)
  await query(app.db, `update auth_modules set status = 0 where key = 'notices'`)
  const module = await find('GET /api/admin/auth-modules', 'status', 0)
  const texts = { name: 'Notices', slug: 'notices', description: 'Add, edit and delete notices' }
  await call('POST /api/admin/auth-modules/active/{id}', texts, module.id)
  await call('POST /api/admin/admin-auth/update', { admin_id: id, auth_ids: [module.id] })
  const held = await call('GET /api/admin/admin-auth/{adminId}', undefined, id)
  await call('POST /api/admin/admin-auth/update', { admin_id: id, auth_ids: held })
  const ADD = 'POST /api/admin/topup-package-permission/add-permission'
  await call(ADD, { admin_id: id, topup_package_id: [app.world.packages.gems100, app.world.packages.seasonPass] })
  const grants: { topup_package_id: number[] } = await call(
    'GET /api/admin/topup-package-permission/admin/{adminId}',
    undefined,
    id,
  )
  await call(ADD, { admin_id: id, topup_package_id: grants.topup_package_id })
  await call('POST /api/admin/admin/delete/{id}', undefined, id)
}

async function walkTopup({ call, find, upload }: Client) {
  const flags = { isactivefortopup: 1, is_active: 1 }
  const product = { name: 'Moonrun', price: '1000', logo: await upload(), rules: '<p>Once a day</p>', ...flags }
  await call('POST /api/admin/topup-product/create', product)
  const { id } = await find('GET /api/admin/topup-products', 'name', 'Moonrun')
  await call('GET /api/admin/topup-product/{id}', undefined, id)
  await call('POST /api/admin/topup-product/update/{id}', { ...product, price: '900', logo: '' }, id)
  const item = { product_id: id, name: '10 Moons', price: '20', bprice: '0.15', serial: '1', logo: await upload(), in_stock: 1 }
  await call('POST /api/admin/topup-package/add', item)
  const moons = await find('GET /api/admin/topup-packages/{productId}', 'name', '10 Moons', id)
  await call('GET /api/admin/topup-package/{id}', undefined, moons.id)
  await call('POST /api/admin/topup-package/update/{id}', { ...item, price: '21', logo: '', in_stock: 0 }, moons.id)
  await call(
    'POST /api/admin/topup-package/update/{id}',
    { ...item, product_id: app.world.products.ironvale, logo: '' },
    moons.id,
  )
  await call('POST /api/admin/topup-package/update-dollar', { product_id: app.world.products.starfall, dollar_rate: '1.5' })
  await call('POST /api/admin/topup-package/delete/{id}', undefined, moons.id)
  await call('POST /api/admin/topup-product/delete/{id}', undefined, id)
}

async function walkShopWindow({ call, find, upload }: Client) {
  const banner = { note: 'Eid', banner: await upload(), link: '', isactive: 1 }
  await call('POST /api/admin/banner/create', banner)
  const { id } = await find('GET /api/admin/banners', 'note', 'Eid')
  await call('GET /api/admin/banner/{id}', undefined, id)
  await call('POST /api/admin/banner/update/{id}', { ...banner, banner: '', link: 'https://shop.example/eid' }, id)
  await call('POST /api/admin/banner/delete/{id}', undefined, id)

  const sent = { title: '', link: '', for_home_modal: 1, template: '', is_active: 1 }
  await call('POST /api/admin/notice/create', { ...sent, notice: 'Closed on Friday', image: await upload() })
  const notice = await find('GET /api/admin/notices', 'notice', 'Closed on Friday')
  await call('GET /api/admin/notice/{id}', undefined, notice.id)
  await call('POST /api/admin/notice/update/{id}', { ...sent, notice: 'Open on Friday', image: '', link: '12' }, notice.id)
  await call('POST /api/admin/notice/update/{id}', { ...sent, notice: 'Open on Friday', image: '' }, notice.id)
  await call('POST /api/admin/notice/delete/{id}', undefined, notice.id)

  const method = { name: 'Quickpay', logo: await upload(), info: 1711000001, status: '1' }
  await call('POST /api/admin/payment-method/create', method)
  const made = await find('GET /api/admin/payment-methods', 'name', 'Quickpay')
  await call('GET /api/admin/payment-method/{id}', undefined, made.id)
  await call('POST /api/admin/payment-method/update/{id}', { ...method, info: '01711000001', logo: '', status: 'off' }, made.id)
  await call('POST /api/admin/payment-method/delete/{id}', undefined, made.id)
}

async function walkPhysicalProducts({ call, find, upload }: Client) {
  const prices = { sale_price: '450', regular_price: '500', quantity: '10' }
  const product = { name: 'Headset', image: await upload(), ...prices, is_active: 1, description: '<p>Wired</p>' }
  await call('POST /api/admin/physical-product/create', product)
  const { id } = await find('GET /api/admin/physical-products', 'name', 'Headset')
  await call('GET /api/admin/physical-product/{id}', undefined, id)
  await call('POST /api/admin/physical-product/update/{id}', { ...product, quantity: '9', image: '' }, id)
  await call('POST /api/admin/physical-product/delete/{id}', undefined, id)
  const pad = await addPhysicalProduct(app.db)
  const move = (order: number, status: string) =>
    call('POST /api/admin/update-physical-order-status/{id}', { status, order_note: '' }, order)
  for (const end of ['completed', 'cancelled']) {
    const order = await orderProduct(app, app.world.users.shila, pad)
    await call('GET /api/admin/physical-products-order')
    for (const status of ['pending', 'in_progress', 'in_progress', 'pending', end]) await move(order, status)
  }
}

async function walkOrders({ call }: Client) {
  const filters = { ...PAGE, status: 'pending', user_id: '', order_id: '', playerid: '' }
  const place = () => placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100 })
  for (const list of ['GET /api/admin/orders', 'GET /api/admin/orders/admin-order']) await call(list, filters)
  const move = (order: number, status: string) =>
    call('POST /api/admin/order/update-order-status/{id}', { status, order_note: '' }, order)
  for (const end of ['completed', 'cancel']) {
    const order = await place()
    for (const status of ['in_progress', 'in_progress', 'pending', end]) await move(order, status)
    await move(await place(), end)
  }
}

async function walkVouchers({ call }: Client) {
  const package_id = app.world.packages.gemsCard
  const add = (code: string, status: number) => call('POST /api/admin/unipin/create', { code, status, package_id })
  await add('MOON-1111-AAAA\nMOON-2222-BBBB', 1)
  await add('', 1)
  const filters = { page: 1, limit: 10, user: '', package: package_id, status: '1', voucher: 'MOON-1111-AAAA' }
  const { vouchers } = (await call('GET /api/admin/unipins', filters)) as { vouchers: Row[] }
  const id = vouchers[0]?.id
  const save = async (body: Body) => {
    const { code }: { code: string } = await call('GET /api/admin/unipin/{id}', undefined, id)
    await call('POST /api/admin/unipin/update/{id}', { code, package_id, ...body }, id)
  }
  await save({ status: '0' })
  await save({ status: '1', code: 'MOON-1111-CCCC' })
  await save({ status: '2' })
  await save({ status: '1' })
  await call('POST /api/admin/unipin/delete/{id}', undefined, id)
}

const addUser = async (username: string, phone: string) =>
  (await app.call(store.addUser, { username, phone }, STORE_KEY)).body.data.id

async function walkUsers({ call }: Client) {
  const [id, asking] = [await addUser('moushumi', '01911000001'), await addUser('asif', '01911000002')]
  await askForWalletAdd(app.db, { userId: asking, amount: 100 })
  await call('GET /api/admin/users', PAGE)
  await call('GET /api/admin/user/{id}', undefined, id)
  const fields = { address: '12 Lake Road', city: 'Dhaka', zip_code: '1207', password: '' }
  await call('POST /api/admin/user/update/{id}', { ...fields, phone: '01911000003', wallet: '150' }, id)
  await call('GET /api/admin/users/earn-wallet/{id}', undefined, id)
  for (const type of ['add', 'deduct']) await call('POST /api/admin/earn-wallet/update/{id}', { type, amount: '5' }, id)
  await call('POST /api/admin/user/delete/{id}', undefined, id)
  await call('POST /api/admin/user/update/{id}', { ...fields, phone: '01911000003', wallet: '0' }, id)
  await call('POST /api/admin/user/delete/{id}', undefined, id)
  await call('POST /api/admin/user/delete/{id}', undefined, asking)
  await call('GET /api/admin/users-for-send-sms', { page: 1, limit: 50 })
  await call('POST /api/admin/send-sms', { phones: ['01811000001', '01811000002'], message: 'Open until ten' })
}

async function walkPassword({ call }: Client) {
  const change = (old_password: string, new_password: string) =>
    call('POST /api/admin/change-password', { old_password, new_password, confirm_password: new_password })
  await change(PASSWORD, PASSWORD)
  await change(PASSWORD, 'seven green kettles')
  await change('seven green kettles', PASSWORD)
}

const WALKS = [
  walkProfile,
  walkWalletAdds,
  walkOtherMoney,
  walkAdmins,
  walkTopup,
  walkShopWindow,
  walkPhysicalProducts,
  walkOrders,
  walkVouchers,
  walkUsers,
  walkPassword,
]

/** Moves the sign-in of every session back. */
const age = (minutes: number) =>
  query(app.db, `update sessions set confirmed_at = confirmed_at - make_interval(mins => $1)`, [minutes])

describe.each([
  ['fresh', 0, REFUSED],
  ['16 minutes old', 16, [...REFUSED.filter(([call]) => call !== CREATE), ...REFUSED_LATER]],
])('with a session that is %s', (_, minutes, expected) => {
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  test('a client of the specification is refused only what the departures name', async () => {
    const client = openClient()
    await client.signIn()
    await age(minutes)
    for (const walk of WALKS) await walk(client)
    expect([...client.called].sort()).toEqual(specifiedCalls.map(({ method, path }) => `${method} ${path}`).sort())
    const listed = expected.map(([call, status, message]) => `${call} ${status} ${message}`)
    expect(client.refused.splice(0).sort()).toEqual(listed.sort())

    await client.signIn()
    await client.call('POST /api/admin/admin-auth/update', { admin_id: app.world.admins.nadia, auth_ids: [] })
    expect(client.refused).toEqual([])
  })
})

test('each refusal has its row', () => {
  const page = readFileSync(new URL('../../docs/design/departures.md', import.meta.url), 'utf8')
  for (const [, , , row] of [...REFUSED, ...REFUSED_LATER]) expect(page).toContain(`| ${row} |`)
})
