import { CompiledQuery } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { sessions } from '#contract/sessions.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { ask } from '../../../test/support/ask.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { everyEndpoint, samplesOf } from '../../../test/support/samples.ts'
import { askForWalletAdd, PASSWORD, placeOrder } from '../../../test/world.ts'
import { writeAudit } from './audit.ts'
import { findKey, keyedCall, storedReply } from './idempotency.ts'

/** Nadia's password once she has changed it. */
const NADIAS_OWN = `${PASSWORD} and night`

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const rowsOf = (work: () => Promise<unknown>) => changesDuring(app.db, work)

const place = () => placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100 })

test('a change writes one row: admin, address, request, what, and what was before', async () => {
  const id = await place()
  let requestId: string | null = null
  const rows = await rowsOf(async () => {
    const reply = await fetch(`${app.url}/api/admin/order/update-order-status/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: rahim },
      body: JSON.stringify({ status: 'cancelled', order_note: 'Out of stock' }),
    })
    expect(reply.status).toBe(200)
    requestId = reply.headers.get('x-request-id')
  })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    actor: 'admin',
    admin_id: app.world.admins.rahim,
    address: '127.0.0.1',
    request_id: requestId,
    action: 'orders.setStatus',
    subject: 'order',
    subject_id: id,
    facts: {
      status: 'cancel',
      order_note: 'Out of stock',
      deliver_voucher: 1,
      take_over: 0,
      before: { status: 'pending', brief_note: '' },
    },
  })
})

test('every kind of successful change writes exactly one row, of its own action', async () => {
  const { users, packages, admins } = app.world
  const [order, done, add] = [await place(), await place(), await askForWalletAdd(app.db, { userId: users.shila, amount: 10 })]
  const nadia = await app.signIn('nadia')
  await app.call(orders.setStatus, { id: done, status: 'completed' }, rahim)
  const change = { old_password: PASSWORD, new_password: NADIAS_OWN, confirm_password: NADIAS_OWN }
  const changes: [action: string, subject: number | null, call: () => Promise<{ status: number; body: { data: unknown } }>][] = [
    ['sessions.login', admins.rahim, () => app.call(sessions.login, { identity: 'rahim', password: PASSWORD })],
    ['sessions.changePassword', admins.nadia, () => app.call(sessions.changePassword, change, nadia)],
    ['sessions.logout', admins.nadia, () => app.call(sessions.logout, {}, nadia)],
    ['orders.setStatus', order, () => app.call(orders.setStatus, { id: order, status: 'in_progress' }, rahim)],
    ['orders.correct', done, () => app.call(orders.correct, { id: done, reason: 'Wrong player' }, rahim)],
    ['walletAdds.setStatus', add, () => app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, rahim)],
    ['store.addUser', null, () => app.call(store.addUser, { username: 'mina', phone: '01999000001' }, STORE_KEY)],
    ['store.setPassword', users.tanvir, () => app.call(store.setPassword, { id: users.tanvir, password: PASSWORD }, STORE_KEY)],
    ['store.addWallet', null, () => app.call(store.addWallet, { user_id: users.shila, amount: 5, number: '017' }, STORE_KEY)],
    [
      'store.placeOrder',
      null,
      () => app.call(store.placeOrder, { user_id: users.shila, package_id: packages.gems100, playerid: 'P' }, STORE_KEY),
    ],
  ]
  for (const [action, subject, call] of changes) {
    let id = subject
    const rows = await rowsOf(async () => {
      const { status, body } = await call()
      expect([action, status]).toEqual([action, 200])
      id ??= (body.data as { id: number }).id
    })
    expect(rows.map((row) => [row.action, row.subject_id])).toEqual([[action, id]])
    expect(rows[0]?.actor).toBe(action.startsWith('store.') ? 'store' : 'admin')
  }
})

test('reads and refused calls write none', async () => {
  const nadia = await app.logIn('nadia', NADIAS_OWN)
  const { users, packages } = app.world
  const closed = await place()
  await app.call(orders.setStatus, { id: closed, status: 'cancel' }, rahim)
  const rows = await rowsOf(async () => {
    for (const { endpoint } of everyEndpoint) {
      const [sample = {}] = samplesOf(endpoint)
      if (endpoint.method === 'GET') await ask(app.url, endpoint, sample, endpoint.access === 'store' ? STORE_KEY : rahim)
      else if (endpoint.access !== 'public' && endpoint.access !== 'signed-in') await ask(app.url, endpoint, sample, nadia)
    }
    await app.call(sessions.login, { identity: 'rahim', password: 'wrong' })
    await app.call(orders.setStatus, { id: closed, status: 'completed' }, rahim)
    await app.call(orders.setStatus, { id: closed, status: 'nonsense' }, rahim)
    const dear = { user_id: users.tanvir, package_id: packages.gems500, playerid: 'P', price: 1 }
    expect((await app.call(store.placeOrder, dear, STORE_KEY)).status).toBe(409)
  })
  expect(rows).toEqual([])
})

test('audit rows and journals never change; orders and transactions are never removed', async () => {
  await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })
  const statements = ['audit', 'journals'].flatMap((table) => [
    `update ${table} set ${table === 'audit' ? `action = 'x'` : `reason = 'x'`}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ])
  for (const table of ['orders', 'wallet_adds']) statements.push(`delete from ${table}`, `truncate ${table} cascade`)
  for (const statement of statements) {
    await expect(app.db.executeQuery(CompiledQuery.raw(statement, [])), statement).rejects.toThrow('append-only')
  }
})

test('a call that changed nothing writes no line, but its key is kept', async () => {
  const caller = { actor: 'store', admin: undefined, address: '127.0.0.1', requestId: 'quiet' } as const
  const keyed = keyedCall(caller, 'changed nothing', Buffer.from('hash'))
  const route = { name: 'store.placeOrder', endpoint: store.placeOrder, handler: async () => null }
  const rows = await rowsOf(() =>
    app.db.transaction().execute((own) => writeAudit(own, route, caller, {}, { unchanged: true }, storedReply(keyed, 7))),
  )
  expect(rows).toEqual([])
  expect(await findKey(app.db, keyed)).toMatchObject({ reply: 7 })
})
