import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { banners } from '#contract/banners.ts'
import { orders } from '#contract/orders.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { productOrders } from '#contract/product-orders.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { STORE_KEY, startApp, startSecondServer } from '../../../test/support/app.ts'
import { uploadPicture } from '../../../test/support/pictures.ts'
import { addPhysicalProduct } from '../../../test/support/product-orders.ts'
import { samplesOf } from '../../../test/support/samples.ts'
import { askForWalletAdd } from '../../../test/world.ts'

const ORIGIN = 'https://desk.example'
const app = await startApp({ pages: true })
const other = await startSecondServer(app, { publicUrl: 'https://shop.example/desk', corsOrigins: [ORIGIN] })
const rahim = await app.signIn('rahim')
const picture = await uploadPicture(app.url, rahim)
afterAll(async () => {
  await other.close()
  await app.close()
})

test('every change of the store names an unknown field and orders nothing', async () => {
  const changes = Object.values(store).filter(({ method }) => method === 'POST')
  expect(changes.length).toBeGreaterThan(5)
  for (const call of changes) {
    const [sample = {}] = samplesOf(call as never)
    const { status, body } = await app.call(call as never, { ...sample, prcie: 22 }, STORE_KEY)
    expect([call.path, status, body.errors]).toEqual([
      call.path,
      422,
      [{ code: 'field_unknown', msg: 'Unknown field', param: 'prcie' }],
    ])
    expect(z.toJSONSchema(call.input, { io: 'input' })).toMatchObject({ additionalProperties: false })
  }
  expect(await app.db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('an order says its product and when it was closed', async () => {
  const { users, packages, products } = app.world
  const order = { user_id: users.shila, package_id: packages.gems100, playerid: '93543011' }
  const { data } = (await app.call(store.placeOrder, order, STORE_KEY)).body
  expect(data).toMatchObject({ product_id: products.starfall, product_name: expect.any(String), closed_at: null })
  await app.call(orders.setStatus, { id: data.id, status: 'completed' }, rahim)
  const { closed_at } = (await app.call(store.order, { id: data.id }, STORE_KEY)).body.data
  expect(Math.abs(Date.parse(closed_at ?? '') - Date.now())).toBeLessThan(60_000)

  const box = { user_id: users.shila, product_id: await addPhysicalProduct(app.db), quantity: 1 }
  const placed = (await app.call(store.placeProductOrder, box, STORE_KEY)).body.data
  expect(placed.closed_at).toBeNull()
  await app.call(productOrders.setStatus, { id: placed.id, status: 'cancelled', order_note: '' }, rahim)
  expect((await app.call(store.productOrder, { id: placed.id }, STORE_KEY)).body.data.closed_at).not.toBeNull()
})

/** As Node's http sends it: with the headers given and no others but its own. */
const post = (path: string, headers: Record<string, string>, chunks: string[] = []) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(`${app.url}${path}`, { method: 'POST', headers }, (reply) => {
      reply.resume()
      reply.once('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.once('error', reject)
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  })

test('a call without a body may have any content type; one with another body not', async () => {
  const form = { authorization: rahim, 'content-type': 'application/x-www-form-urlencoded' }
  const path = '/api/admin/webhooks/retry-all'
  expect(await post(path, form)).toBe(200)
  expect(await post(path, { ...form, 'transfer-encoding': 'chunked' })).toBe(200)
  expect(await post(path, { authorization: rahim, 'content-type': 'text/plain' })).toBe(200)
  expect(await post(path, { authorization: rahim })).toBe(200)
  expect(await post(path, form, ['a=1'])).toBe(422)
  expect(await post(path, { ...form, 'transfer-encoding': 'chunked' }, ['a=1', '&b=2'])).toBe(422)
})

test('what is not below /images/ is 404 and not the dashboard', async () => {
  for (const path of ['/images/', '/images', '/images/a/b.webp', '/images/of-nobody.webp', '/images/a%2Fb.webp']) {
    const reply = await fetch(`${app.url}${path}`)
    expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 404, 'text/plain'])
  }
})

test('packages of a product that is not there are 404', async () => {
  const list = (product_id: number) => app.call(topupPackages.list, { product_id }, rahim)
  expect((await list(app.world.products.starfall)).status).toBe(200)
  expect((await list(999_999)).status).toBe(404)
})

test('the status of a payment method may be a number', async () => {
  const method = { name: 'NumberPay', logo: picture, info: '01700000001', status: 1 }
  const created = await app.call(paymentMethods.create, method, rahim)
  expect(created.body.data).toMatchObject({ status: '1', is_shown: 1 })
  const { id } = created.body.data
  expect((await app.call(paymentMethods.update, { ...method, id, status: 0 }, rahim)).body.data).toMatchObject({ status: '0' })
})

test('a wallet add is cancelled by both spellings', async () => {
  for (const status of ['cancel', 'cancelled']) {
    const id = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })
    expect((await app.call(walletAdds.setStatus, { transaction_id: id, status }, rahim)).status).toBe(200)
    expect((await app.call(walletAdds.show, { id }, rahim)).body.data.status).toBe('cancel')
  }
})

test('full addresses of pictures are of PUBLIC_URL, else of the asked host', async () => {
  const { data } = (await app.call(banners.create, { note: 'Offer', banner: picture }, rahim)).body
  expect([data.banner, data.banner_full_url]).toEqual([picture, `${app.url}${picture}`])
  const read = async (url: string) => {
    const reply = await fetch(`${url}/api/admin/banner/${data.id}`, { headers: { authorization: rahim } })
    return ((await reply.json()) as { data: typeof data }).data
  }
  expect(await read(app.url.replace('127.0.0.1', 'localhost'))).toMatchObject({
    banner: picture,
    banner_full_url: `${app.url.replace('127.0.0.1', 'localhost')}${picture}`,
  })
  expect((await read(other.url)).banner_full_url).toBe(`https://shop.example/desk${picture}`)
})

test('a page of an origin in CORS_ORIGINS may call, no other may, and by default none', async () => {
  const preflight = (url: string, origin: string) =>
    fetch(`${url}/api/admin/banners`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    })
  const allowed = await preflight(other.url, ORIGIN)
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  expect(allowed.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
  for (const [url, origin] of [
    [other.url, 'https://other.example'],
    [app.url, ORIGIN],
  ] as const) {
    expect((await preflight(url, origin)).headers.get('access-control-allow-origin')).toBeNull()
  }
  const call = (path: string, headers: Record<string, string>) =>
    fetch(`${other.url}${path}`, { headers: { origin: ORIGIN, ...headers } })
  for (const [path, headers, status] of [
    ['/api/admin/banners', { authorization: rahim }, 200],
    ['/api/admin/banners', {}, 401],
    ['/api/nowhere', {}, 404],
  ] as const) {
    const reply = await call(path, headers)
    expect([path, reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([path, status, ORIGIN])
  }
})
