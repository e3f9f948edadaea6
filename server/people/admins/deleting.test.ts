import crypto from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { admins } from '#contract/admins.ts'
import { desk } from '#contract/desk.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { profile } from '#contract/sessions.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../../test/support/app.ts'
import { expectSoundBooks, grant } from '../../../test/support/books.ts'
import { ARIF, hireAdmin, lastAudit } from '../../../test/support/hired-admins.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { askForWalletAdd, completeWalletAdd, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const { argon2 } = crypto

/** Rounds of a race; and how many at most until it was won by either. */
const RACES = 25
const MOST_RACES = 150

const app = await startApp()
const rahim = await app.signIn('rahim')
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

describe('deleting', () => {
  test('is refused while the admin holds cash, pending hand-overs included', async () => {
    const { id, name, token } = await hireAdmin(app)
    await grant(app.db, id, ['wallet_adds_view', 'wallet_adds_approve'])
    const add = await askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 700, trx_id: 'DEL700' })
    await app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, token)
    await app.call(handOvers.request, { amount: 200 }, token)
    const refused = await app.call(admins.remove, { id }, rahim)
    expect([refused.status, refused.body.message]).toEqual([409, `${name} T still holds 700 tk`])
    const record = { admin_id: id, kind: 'recorded', amount: 500, reason: 'Left' } as const
    expect((await app.call(handOvers.record, record, rahim)).status).toBe(200)
    expect((await app.call(admins.remove, { id }, rahim)).body.message).toBe(`${name} T still holds 200 tk`)
    const [pending] = (await app.call(handOvers.list, { owner_id: id, status: 'pending' }, rahim)).body.data.transactions
    await app.call(handOvers.setStatus, { transaction_id: pending?.id ?? 0, status: 'completed' }, rahim)
    expect((await app.call(admins.remove, { id }, rahim)).body.message).toBe('Admin deleted successfully')
    expect((await app.call(admins.remove, { id }, rahim)).status).toBe(404)
  })

  test('ends their sessions, lapses their claims, keeps their names on what they did', async () => {
    const { users, packages } = app.world
    const { id, name, token } = await hireAdmin(app)
    await grant(app.db, id, ['orders_view', 'orders_work'])
    await query(app.db, 'insert into admin_packages values ($1, $2)', [id, packages.gems100])
    const done = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
    const held = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
    await app.call(orders.setStatus, { id: done, status: 'completed' }, token)
    await app.call(desk.claim, { id: held }, token)
    expect((await app.call(orders.setStatus, { id: held, status: 'completed' }, rahim)).status).toBe(409)
    expect((await app.call(admins.remove, { id }, rahim)).status).toBe(200)
    expect((await app.call(profile.show, {}, token)).status).toBe(401)
    expect(await query(app.db, 'select 1 from sessions where admin_id = $1', [id])).toEqual([])
    expect(await lastAudit(app)).toMatchObject({ subject: 'admin', subject_id: id, facts: { released_orders: [held] } })
    const left = await app.call(orders.setStatus, { id: held, status: 'completed' }, rahim)
    expect(left.body.message).toBe(`Order was left by ${name} T: take it and check before delivering`)
    const [row] = (await app.call(orders.list, { order_id: done }, rahim)).body.data.orders
    expect(row?.completed_by).toBe(`${name} T`)
    // The name and address are free again for somebody else.
    const again = { ...ARIF, username: name, email: `${name}@t.example` }
    expect((await app.call(admins.create, again, rahim)).status).toBe(200)
  })

  test('against their own approval at once: a deleted admin holds nothing', async () => {
    const outcomes = { deleted: 0, stored: 0 }
    const hasBoth = () => outcomes.deleted > 0 && outcomes.stored > 0
    for (let round = 0; round < RACES || (!hasBoth() && round < MOST_RACES); round++) {
      // A side that was too late every time begins earlier and earlier.
      const head = Math.max(0, round - RACES)
      const { id, token } = await hireAdmin(app)
      await grant(app.db, id, ['wallet_adds_approve'])
      const add = await askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount: 10 })
      const approve = () => app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, token)
      // Now one comes first, now the other.
      const [approved, removed] = await Promise.all([
        sleep((round % 6) + (outcomes.deleted === 0 ? head : 0)).then(approve),
        sleep(outcomes.stored === 0 ? head : 0).then(() => app.call(admins.remove, { id }, rahim)),
      ])
      const { balance } = await app.db
        .selectFrom('accounts')
        .select('balance')
        .where('admin_id', '=', id)
        .executeTakeFirstOrThrow()
      if (removed.status === 200) {
        expect([approved.status === 200, balance]).toEqual([false, 0])
        outcomes.deleted += 1
      } else {
        expect([removed.status, approved.status, balance]).toEqual([409, 200, 10])
        outcomes.stored += 1
      }
    }
    console.log(`deleted ${outcomes.deleted}, kept ${outcomes.stored}`)
    expect(hasBoth(), JSON.stringify(outcomes)).toBe(true)
  })

  test('against their cash being handed over at once: no deadlock', async () => {
    for (let round = 0; round < 20; round++) {
      const { id, token } = await hireAdmin(app)
      await grant(app.db, id, ['wallet_adds_approve'])
      const add = await askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount: 10 })
      await app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, token)
      const recorded = { admin_id: id, kind: 'recorded', amount: 10, reason: 'Left' } as const
      const replies = await Promise.all([
        round % 2 ? app.call(handOvers.request, { amount: 10 }, token) : app.call(handOvers.record, recorded, rahim),
        app.call(admins.remove, { id }, rahim),
      ])
      expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    }
  })

  test.each([
    ['stops', admins.remove],
    ['and being lowered to a sub-admin stop', admins.setRole],
  ])('%s what they have under way: many orders at once, and passwords in the queue', async (_, end) => {
    const { users, packages } = app.world
    const { id, token } = await hireAdmin(app, 'super')
    const ids = await Promise.all(
      Array.from({ length: 25 }, () => placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })),
    )
    const completed = () => query(app.db, `select id from orders where completed_by = $1`, [id]).then(({ length }) => length)
    const turn = Promise.withResolvers<void>()
    const hashing = vi.spyOn(crypto, 'argon2').mockImplementationOnce((...given) => {
      void turn.promise.then(() => argon2(...given))
    })
    onTestFinished(() => hashing.mockRestore())
    const { many, made } = await app.db.transaction().execute(async (own) => {
      await query(own, 'select from orders where id = $1 for update', [ids[10]])
      const many = app.call(desk.decideMany, { ids, status: 'completed' }, token)
      await untilWaits(app.db, 'orders')
      const made = app.call(admins.create, { ...ARIF, username: `late${id}`, email: `late${id}@t.example` }, token)
      await expect.poll(() => hashing.mock.calls.length).toBe(1)
      expect((await app.call(end as typeof admins.setRole, { id, role: 'sub' }, rahim)).status).toBe(200)
      return { many, made }
    })
    await many
    // The one that waited had asked before; none comes after it.
    expect(await completed()).toBe(11)
    turn.resolve()
    expect((await made).status).toBeOneOf([401, 403])
  })

  test('leaves no claim that keeps others out, also one of the same moment', async () => {
    const { users, packages } = app.world
    for (let round = 0; round < 15; round++) {
      const { id, token } = await hireAdmin(app)
      await grant(app.db, id, ['orders_view', 'orders_work'])
      await query(app.db, 'insert into admin_packages values ($1, $2)', [id, packages.gems100])
      const order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
      await Promise.all([app.call(desk.claim, { id: order }, token), app.call(admins.remove, { id }, rahim)])
      expect((await app.call(desk.claim, { id: order }, rahim)).status).toBe(200)
      await app.call(orders.setStatus, { id: order, status: 'cancelled' }, rahim)
    }
  })

  test('what was taken in the moment of the deletion, and saved after it, is free', async () => {
    const { users, packages } = app.world
    const { id } = await hireAdmin(app)
    const order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
    await app.call(admins.remove, { id }, rahim)
    const take = `update orders set status = 'in_progress', holder_id = $2, held_until = now() + interval '5 minutes' where id = $1`
    await query(app.db, take, [order, id])
    expect((await app.call(desk.claim, { id: order }, rahim)).status).toBe(200)
  })

  test('a closed wallet stands still, no matter who moves it', async () => {
    const { id } = await hireAdmin(app)
    await app.call(admins.remove, { id }, rahim)
    const add = await askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount: 10 })
    await expect(completeWalletAdd(app.db, add, id)).rejects.toMatchObject({
      constraint: 'accounts_closed',
    })
  })

  test('no admin deletes themselves', async () => {
    const own = await app.call(admins.remove, { id: app.world.admins.rahim }, rahim)
    expect([own.status, own.body.message]).toEqual([409, 'You cannot delete your own account'])
  })
})
