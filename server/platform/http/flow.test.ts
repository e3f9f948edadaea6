import { CompiledQuery } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type MoneyStatus, moneyFlow } from '#contract/money-rows.ts'
import { type OrderStatus, orderFlow, orders } from '#contract/orders.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../../test/support/app.ts'
import { expectSoundBooks } from '../../../test/support/books.ts'
import { changedTables, fingerprint } from '../../../test/support/fingerprint.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import { query } from '../db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())
afterEach(() => expectSoundBooks(app.db))

const pairsOf = <S extends string>(statuses: readonly S[]) =>
  statuses.flatMap((from) => statuses.map((to) => [from, to] as const))
const run = (sql: string, ...parameters: unknown[]) => app.db.executeQuery(CompiledQuery.raw(sql, parameters))

const setOrder = (id: number, status: OrderStatus) =>
  app.call(orders.setStatus, { id, status, order_note: 'Noted', take_over: 1 }, rahim)
const orderIn = async (status: OrderStatus) => {
  const { users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  if (status !== 'pending') expect((await setOrder(id, status)).status).toBe(200)
  return id
}

const setAdd = (id: number, status: MoneyStatus) => app.call(walletAdds.setStatus, { transaction_id: id, status }, rahim)
const addIn = async (status: MoneyStatus) => {
  const id = await askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount: 40 })
  if (status !== 'pending') expect((await setAdd(id, status)).status).toBe(200)
  return id
}

test.each(pairsOf(orderFlow.statuses))('over HTTP an order goes from %s to %s only as the flow says', async (from, to) => {
  const id = await orderIn(from)
  const before = await fingerprint(app.db)
  const { status, body } = await setOrder(id, to)
  if (orderFlow.allows(from, to)) {
    expect([status, body.data.order.status]).toEqual([200, to])
    return
  }
  expect([status, body.message]).toEqual([409, 'Order is not available for edit'])
  expect(body.data.order).toMatchObject({ id, status: from })
  // The refusal is kept under its key.
  expect(changedTables(before, await fingerprint(app.db))).toEqual(['idempotency_keys'])
})

const MOVE_ORDER = `
  update orders set
    status = $2,
    closed_at = case when $2 in ('completed', 'cancel') then now() end,
    holder_id = case when $2 = 'in_progress' then $3::bigint end,
    held_until = case when $2 = 'in_progress' then now() end
  where id = $1`

test.each(pairsOf(orderFlow.statuses))('in SQL an order goes from %s to %s only as the flow says', async (from, to) => {
  const id = await orderIn(from)
  // Undone in any case: the money does not move with it here.
  const moved = app.db.transaction().execute(async (own) => {
    await query(own, MOVE_ORDER, [id, to, app.world.admins.rahim])
    throw new Error('allowed')
  })
  const isAllowed = from === to || orderFlow.allows(from, to)
  await expect(moved).rejects.toThrow(isAllowed ? 'allowed' : `cannot go from ${from} to ${to}`)
})

test('in SQL a completed order is corrected once, and a snapshot never changes', async () => {
  const id = await orderIn('completed')
  expect((await app.call(orders.correct, { id, reason: 'Wrong player' }, rahim)).status).toBe(200)
  expect((await app.call(orders.correct, { id, reason: 'Again' }, rahim)).status).toBe(409)
  await expect(run(`update orders set status = 'completed' where id = $1`, id)).rejects.toThrow('cannot go from cancel')
  for (const column of ['amount', 'bprice', 'cost', 'credit_taken', 'user_id', 'package_id', 'product_id']) {
    await expect(run(`update orders set ${column} = ${column} + 1 where id = $1`, id)).rejects.toThrow('keeps its snapshot')
  }
  for (const column of ['name', 'product_name', 'playerid']) {
    await expect(run(`update orders set ${column} = 'x' where id = $1`, id)).rejects.toThrow('keeps its snapshot')
  }
})

test.each(pairsOf(moneyFlow.statuses))('over HTTP a wallet add goes from %s to %s only while pending', async (from, to) => {
  const id = await addIn(from)
  const before = await fingerprint(app.db)
  const { status, body } = await setAdd(id, to)
  if (from === 'pending') {
    expect(status).toBe(200)
    const row = await app.db.selectFrom('wallet_adds').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.status).toBe(to)
    if (to !== from) return expect(moneyFlow.allows(from, to)).toBe(true)
    // Nothing is changed, so nothing is told of it but to the client that repeats the call.
    expect(changedTables(before, await fingerprint(app.db))).toEqual(['idempotency_keys'])
    return
  }
  expect([status, body.message]).toEqual([409, 'This transaction can no longer be changed'])
  expect(body.data).toMatchObject({ transaction: { id, status: from } })
  // The refusal is kept under its key.
  expect(changedTables(before, await fingerprint(app.db))).toEqual(['idempotency_keys'])
})

test.each(pairsOf(moneyFlow.statuses))('in SQL a wallet add goes from %s to %s only as the flow says', async (from, to) => {
  const id = await addIn(from)
  const moved = app.db.transaction().execute(async (own) => {
    await query(own, 'update wallet_adds set status = $2 where id = $1', [id, to])
    throw new Error('allowed')
  })
  const isAllowed = from === to || moneyFlow.allows(from, to)
  await expect(moved).rejects.toThrow(isAllowed ? 'allowed' : `cannot go from ${from} to ${to}`)
})
