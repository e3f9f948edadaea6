import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { LOW_STOCK_CODES } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { productOrders } from '#contract/product-orders.ts'
import { sessions } from '#contract/sessions.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { LIVE_JOBS, startApp, startSecondServer } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { hireAdmin } from '../../../test/support/hired-admins.ts'
import { addPhysicalProduct, orderProduct } from '../../../test/support/product-orders.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import type { Admin, StreamContext } from '../../platform/context.ts'
import { type Db, openDatabase, query } from '../../platform/db/connect.ts'
import { openPool } from '../../platform/db/pool.ts'
import type { Change } from '../../platform/events/changes.ts'
import { streamChanges } from './live.ts'

const app = await startApp({ jobs: LIVE_JOBS })
// The world's own vouchers are news too, within the first seconds.
await query(app.db, 'select fold_voucher_counts(), note_low_stock($1)', [LOW_STOCK_CODES])
afterAll(() => app.close())

interface LiveEvent {
  name: string
  data: { id?: number; status?: string }
}

/** Opens the stream as a browser does, and waits for events by name. */
const openStream = async (token: string, url = app.url) => {
  const reply = await fetch(`${url}/api/admin/events`, { headers: { authorization: token } })
  if (!reply.body) throw new Error('no stream')
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const events: LiveEvent[] = []
  let hasEnded = false
  const pump = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [name = '', data = ''] = text.slice(0, end).split('\n')
        // A comment is a sign of life.
        if (!name.startsWith(':'))
          events.push({ name: name.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) })
        text = text.slice(end + 2)
      }
    }
    hasEnded = true
  }
  const done = pump().catch(() => {
    hasEnded = true
  })
  await expect.poll(() => events.some((event) => event.name === 'ready')).toBe(true)
  return { reply, events, hasEnded: () => hasEnded, close: () => reader.cancel(), done }
}

/** The last order that it told of; lists may follow when counters are folded. */
const lastOrder = ({ events }: { events: LiveEvent[] }) => events.findLast(({ name }) => name === 'order')?.data

const place = (packageName: 'gems100' | 'gems500') =>
  placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages[packageName] })

test('new and changed orders arrive, to those who may see them', async () => {
  const [karim, rahim] = [await openStream(await app.signIn('karim')), await openStream(await app.signIn('rahim'))]
  expect(karim.reply.headers.get('content-type')).toContain('text/event-stream')
  const hidden = await place('gems500')
  const id = await place('gems100')
  const seen = (stream: typeof karim) => stream.events.filter((event) => event.name === 'order').map((event) => event.data.id)
  await expect.poll(() => seen(rahim)).toEqual([hidden, id])
  await expect.poll(() => seen(karim)).toEqual([id])
  await app.call(orders.setStatus, { id, status: 'completed' }, await app.signIn('rahim'))
  await expect.poll(() => lastOrder(karim)).toMatchObject({ id, status: 'completed' })
  await karim.close()
  await rahim.close()
})

test('a server sees what another server on the same database does', async () => {
  const second = await startSecondServer(app)
  const stream = await openStream(await app.signIn('rahim'), second.url)
  const id = await place('gems100')
  await expect.poll(() => lastOrder(stream)?.id).toBe(id)
  // Closing the server ends its streams at once.
  await second.close()
  await expect.poll(() => stream.hasEnded()).toBe(true)
})

const listsOf = ({ events }: { events: LiveEvent[] }) => events.filter(({ name }) => name === 'lists').map(({ data }) => data)

test('names changed lists of money and vouchers to the admins who may see them', async () => {
  const token = await app.signIn('rahim')
  const [everything, orders] = [await openStream(token), await openStream(await app.signIn('karim'))]
  let told = 0
  const expectListEvents = async (lists: string[]) => {
    told += 1
    await expect.poll(() => listsOf(everything).slice(told - 1)).toEqual([lists])
  }
  const id = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 50 })
  await expectListEvents(['wallet_adds'])
  const edit = { id, amount: 60, number: '01700000001', status: 'pending' as const, expected_amount: 50 }
  expect((await app.call(walletAdds.editRow, edit, token)).status).toBe(200)
  await expectListEvents(['wallet_adds'])
  await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, token)
  await expectListEvents(['wallet_adds'])
  expect((await app.call(handOvers.request, { amount: 10 }, token)).status).toBe(200)
  await expectListEvents(['hand_overs'])
  expect((await app.call(vouchers.add, { package_id: app.world.packages.gemsCard, code: 'LIVE-1' }, token)).status).toBe(200)
  await expectListEvents(['vouchers'])
  const product = await orderProduct(app, app.world.users.shila, await addPhysicalProduct(app.db))
  await expectListEvents(['product_orders'])
  // What is noted on it no counter tells.
  await app.call(productOrders.setStatus, { id: product, status: 'pending', order_note: 'On Monday' }, token)
  await expectListEvents(['product_orders'])
  await expect.poll(() => listsOf(orders)).toEqual([['hand_overs']])
  await everything.close()
  await orders.close()
})

test('of orders outside one’s scope not even that something happened', async () => {
  const karim = await fetch(`${app.url}/api/admin/events`, { headers: { authorization: await app.signIn('karim') } })
  const reader = karim.body?.pipeThrough(new TextDecoderStream()).getReader()
  const rahim = await openStream(await app.signIn('rahim'))
  const hidden = [await place('gems500'), await place('gems500')]
  await expect.poll(() => lastOrder(rahim)?.id).toBe(hidden[1])
  const seen = await place('gems100')
  let told = ''
  while (reader && !told.includes('event: order')) {
    const part = await reader.read()
    if (part.done) throw new Error('The stream ended')
    told += part.value
  }
  // Not even a sign of life, which would have the shop's rhythm.
  expect(told.match(/^(event|:).*/gm)).toEqual(['event: ready', 'event: order'])
  expect(told).toContain(`{"id":${seen},`)
  await reader?.cancel()
  await rahim.close()
})

test('a taken-away permission, a logout and a deleted admin close the stream', async () => {
  const withoutView = await app.signIn('karim')
  const stream = await openStream(withoutView)
  await app.db
    .deleteFrom('admin_modules')
    .where('admin_id', '=', app.world.admins.karim)
    .where('auth_module_id', 'in', (from) => from.selectFrom('auth_modules').select('id').where('key', '=', 'orders_view'))
    .execute()
  await expect.poll(() => stream.hasEnded()).toBe(true)

  const token = await app.signIn('rahim')
  const second = await openStream(token)
  await app.call(sessions.logout, {}, token)
  await expect.poll(() => second.hasEnded()).toBe(true)

  const otherAdmin = await hireAdmin(app)
  const third = await openStream(otherAdmin.token)
  expect((await app.call(admins.remove, { id: otherAdmin.id }, await app.signIn('rahim'))).status).toBe(200)
  await expect.poll(() => third.hasEnded()).toBe(true)
})

test('so does a package that is moved out of a product which is granted whole', async () => {
  const { packages, products } = app.world
  const { id, token } = await hireAdmin(app)
  await grant(app.db, id, ['orders_view'])
  await query(app.db, 'insert into admin_products values ($1, $2)', [id, products.ironvale])
  const stream = await openStream(token)
  const rahim = await openStream(await app.signIn('rahim'))
  const move = (product: number) =>
    query(app.db, 'update topup_packages set product_id = $2 where id = $1', [packages.seasonPass, product])
  const accessEvents = () => rahim.events.filter(({ name }) => name === 'access').length
  const expectOrderEvent = async () => {
    const id = await place('gems100')
    await expect.poll(() => lastOrder(rahim)?.id).toBe(id)
  }
  await expectOrderEvent()
  const before = accessEvents()
  // As every save of a price does.
  await move(products.ironvale)
  await expectOrderEvent()
  expect(accessEvents()).toBe(before)
  await move(products.starfall)
  await expect.poll(() => stream.hasEnded()).toBe(true)
  await expect.poll(accessEvents).toBe(before + 1)
  await move(products.ironvale)
  await rahim.close()
})

test('a lost database connection is opened again, and readers read again', async () => {
  const stream = await openStream(await app.signIn('rahim'))
  await app.db.executeQuery(
    (await import('kysely')).CompiledQuery.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen topdeck%' and datname = current_database()`,
      [],
    ),
  )
  await expect.poll(() => stream.events.at(-1)?.name).toBe('stale')
  const id = await place('gems100')
  await expect.poll(() => lastOrder(stream)?.id).toBe(id)
  await stream.close()
})

test('one admin has at most 20 open, whatever others have', async () => {
  const token = await app.signIn('nadia')
  const ask = (authorization: string) => fetch(`${app.url}/api/admin/events`, { headers: { authorization } })
  const open = await Promise.all(Array.from({ length: 20 }, () => ask(token)))
  expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
  expect((await ask(token)).status).toBe(429)
  const other = await openStream(await app.signIn('rahim'))
  await open[0]?.body?.cancel()
  await expect
    .poll(async () => {
      const again = await ask(token)
      await again.body?.cancel()
      return again.status
    })
    .toBe(200)
  for (const reply of open.slice(1)) await reply.body?.cancel()
  await other.close()
})

describe('a database that could not be asked', () => {
  const QUIET: Change = { orders: [], isMany: false, lists: [], isAccess: false }
  let gone: Db
  beforeAll(async () => {
    const pool = openPool(app.databaseUrl, 1)
    await pool.end()
    gone = openDatabase(pool)
  })

  /** What a stream of rahim's tells of one change. */
  const tell = async (db: Db, change: Change) => {
    const admin = { id: app.world.admins.rahim, role: 'super', modules: [], package_ids: null } as unknown as Admin
    const follow = async function* () {
      yield change
    }
    const ctx = { admin, db, follow, reauthorise: async () => admin } as unknown as StreamContext
    const told: string[] = []
    for await (const event of streamChanges.stream(ctx, {})) told.push(String(event))
    return told
  }

  test('is not asked for a quiet beat', async () => {
    for (const db of [gone, app.db]) expect(await tell(db, QUIET)).toEqual(['event: ready\ndata: {}\n\n'])
  })

  test('is asked again by the next stream', async () => {
    const change = { ...QUIET, orders: [await place('gems100')] }
    await expect(tell(gone, change)).rejects.toThrow()
    expect((await tell(app.db, change)).at(-1)).toMatch(/^event: order\n/)
  })
})
