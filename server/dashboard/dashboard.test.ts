import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { SHOP_TIME_ZONE } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { expectSoundBooks, grant } from '../../test/support/books.ts'
import { holdFolding, pastOrder, scanStats } from '../../test/support/figures.ts'
import { awayFromMidnight } from '../../test/support/midnight.ts'
import { askForWalletAdd, placeOrder } from '../../test/world.ts'
import { shopToday } from '../core/exports/csv.ts'
import { query } from '../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
const nadia = await app.signIn('nadia')
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const place = (name: keyof TestApp['world']['packages'] = 'gems100', user: 'shila' | 'tanvir' = 'shila') =>
  placeOrder(app.db, { userId: app.world.users[user], packageId: app.world.packages[name] })
const decide = (id: number, status: 'completed' | 'cancel', token = karim) => app.call(orders.setStatus, { id, status }, token)
const stats = async (token = rahim) => (await app.call(dashboard.stats, {}, token)).body.data
const fold = () => query(app.db, 'select fold_order_counts(), fold_money_counts()')
const rowsOf = async (token: string) => (await app.call(dashboard.performance, {}, token)).body.data.data

/** The reply is what scanning the rows answers, before the changes are folded and after. */
const expectTrue = async () => {
  const scanned = await scanStats(app.db)
  expect(await stats()).toEqual(scanned)
  await fold()
  expect(await stats()).toEqual(scanned)
  return scanned
}

describe('the nine figures are what scanning answers, folded or not', () => {
  let release: () => Promise<void>
  beforeAll(async () => {
    release = await holdFolding(app.databaseUrl)
  })
  afterAll(() => release())

  const expectUnfolded = async () => expect(await stats()).toEqual(await scanStats(app.db))

  test('through orders that come in, are completed, cancelled and corrected', async () => {
    const before = await stats()
    const ids = [await place(), await place('gems500'), await place('seasonPass', 'tanvir'), await place()]
    await expectUnfolded()
    await decide(ids[0] ?? 0, 'completed')
    await decide(ids[1] ?? 0, 'completed', rahim)
    await decide(ids[2] ?? 0, 'cancel')
    await expectUnfolded()
    const after = await stats()
    expect(after.todaysOrder).toBe((before.todaysOrder ?? 0) + 4)
    expect(after.todaysCompletedOrder).toBe(before.todaysCompletedOrder + 2)
    expect(after.todaysCompletedOrderAmount).toBe(470)
    expect(after.todaysCompletedOrderBPrice).toBe(427.5)
    expect(after.todaysProfileAmount).toBe(42.5)
    expect((await app.call(orders.correct, { id: ids[1] ?? 0, reason: 'Wrong player' }, rahim)).status).toBe(200)
    await expectUnfolded()
    expect(await stats()).toMatchObject({ todaysCompletedOrder: 1, todaysCompletedOrderAmount: 80, todaysProfileAmount: 8 })
  })

  test('through wallet adds that are completed, edited, corrected and completed again', async () => {
    const before = (await stats()).todaysTotalWallet ?? 0
    const id = await askForWalletAdd(app.db, { userId: app.world.users.tanvir, amount: 300 })
    await expectUnfolded()
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
    await expectUnfolded()
    expect((await stats()).todaysTotalWallet).toBe(before + 300)
    const edit = { id, amount: 250.5, number: '018', status: 'completed' as const }
    expect((await app.call(walletAdds.editRow, edit, rahim)).status).toBe(200)
    await expectUnfolded()
    expect((await stats()).todaysTotalWallet).toBe(before + 250.5)
    expect((await app.call(walletAdds.correct, { id, reason: 'Not received' }, rahim)).status).toBe(200)
    await expectUnfolded()
    expect((await stats()).todaysTotalWallet).toBe(before)
    expect((await app.call(walletAdds.editRow, { ...edit, amount: 40 }, rahim)).status).toBe(200)
    await expectUnfolded()
    expect((await stats()).todaysTotalWallet).toBe(before + 40)
  })

  test('through customers who come and go, with their wallets', async () => {
    const before = await stats()
    const [mina] = await query<{ id: number }>(
      app.db,
      `insert into users (username, phone) values ('mina', '01900000001') returning id`,
    )
    const id = mina?.id ?? 0
    expect((await app.call(users.update, { id, wallet: 500 }, rahim)).status).toBe(200)
    const order = await placeOrder(app.db, { userId: id, packageId: app.world.packages.gems100 })
    await expectUnfolded()
    expect(await stats()).toMatchObject({
      totalUser: (before.totalUser ?? 0) + 1,
      todaysUser: (before.todaysUser ?? 0) + 1,
      totalWallet: (before.totalWallet ?? 0) + 420,
    })
    expect((await app.call(users.remove, { id, confirmed: 1 }, rahim)).status).toBe(200)
    await expectUnfolded()
    // The refund goes to a wallet that counts no longer.
    await decide(order, 'cancel', rahim)
    await expectUnfolded()
    expect(await stats()).toMatchObject({ totalUser: before.totalUser, totalWallet: before.totalWallet })
  })
})

test('folding the changes alters no figure', async () => {
  await place()
  const { totalWallet } = await expectTrue()
  await decide(await place(), 'completed')
  expect((await expectTrue()).totalWallet).toBe(totalWallet - 80)
})

describe('who sees what', () => {
  const MONEY = [
    'totalWallet',
    'todaysTotalWallet',
    'todaysCompletedOrderAmount',
    'todaysCompletedOrderBPrice',
    'todaysProfileAmount',
  ] as const

  test('a sub-admin sees orders of their packages, own completions and no money totals', async () => {
    const [mine, hidden] = [await place('seasonPass', 'tanvir'), await place('gems500')]
    const before = await stats(karim)
    await decide(mine, 'completed', karim)
    await decide(hidden, 'completed', rahim)
    await decide(await place('gems100', 'tanvir'), 'completed', rahim)
    const after = await stats(karim)
    // rahim's are not karim's, gems500 is out of karim's sight.
    expect(after.todaysCompletedOrder).toBe(before.todaysCompletedOrder + 1)
    expect(after.todaysOrder).toBe((before.todaysOrder ?? 0) + 1)
    for (const figure of [...MONEY, 'totalUser', 'todaysUser'] as const) expect(after[figure]).toBeNull()
  })

  test('dashboard_money and users_view show a sub-admin sales of their own completions', async () => {
    await grant(app.db, app.world.admins.karim, ['dashboard_money', 'users_view'])
    const [seen, everything] = [await stats(karim), await scanStats(app.db)]
    const own = await scanStats(app.db, { admin: app.world.admins.karim, packages: ['gems100', 'seasonPass'].map(idOf) })
    expect(seen).toEqual(own)
    expect(seen.todaysCompletedOrderAmount).toBeLessThan(everything.todaysCompletedOrderAmount)
    expect(seen.totalWallet).toBe(everything.totalWallet)
    await query(
      app.db,
      `delete from admin_modules where admin_id = $1 and auth_module_id in
         (select id from auth_modules where key in ('dashboard_money', 'users_view'))`,
      [app.world.admins.karim],
    )
  })

  const idOf = (name: string) => app.world.packages[name as 'gems100']

  test('nothing granted: their own figures alone, and neither chart nor customers', async () => {
    expect(await stats(nadia)).toEqual({
      ...{ totalUser: null, todaysUser: null, totalWallet: null, todaysTotalWallet: null, todaysOrder: null },
      ...{
        todaysCompletedOrder: 0,
        todaysCompletedOrderAmount: null,
        todaysCompletedOrderBPrice: null,
        todaysProfileAmount: null,
      },
    })
    expect((await rowsOf(nadia)).map(({ username }) => username)).toEqual(['nadia'])
    for (const endpoint of [dashboard.ordersChart, dashboard.topCustomers]) {
      expect((await app.call(endpoint, {}, nadia)).status).toBe(403)
    }
  })

  test('orders_view without any package: empty, not refused', async () => {
    await grant(app.db, app.world.admins.nadia, ['orders_view'])
    expect((await stats(nadia)).todaysOrder).toBe(0)
    const chart = await app.call(dashboard.ordersChart, {}, nadia)
    expect([chart.status, new Set(chart.body.data.data)]).toEqual([200, new Set([0])])
    expect((await app.call(dashboard.topCustomers, {}, nadia)).body.data).toEqual({ data: [], total: 0 })
  })
})

describe('the chart', () => {
  const chart = async (input: object, token = rahim) => (await app.call(dashboard.ordersChart, input, token)).body.data
  const dayAgo = (days: number) => new Date(Date.parse(shopToday()) - days * 86_400_000).toISOString().slice(0, 10)

  test('has 30 days of the shop up to today by default, none left out', async () => {
    const { data, dates } = await chart({})
    expect(dates).toEqual(Array.from({ length: 30 }, (_, at) => dayAgo(29 - at)))
    expect(data).toHaveLength(30)
    expect((await chart({ days: 7 })).dates).toEqual(dates.slice(-7))
    expect((await chart({ days: 90 })).dates).toHaveLength(90)
    for (const days of [6, 91, 7.5, 'x']) expect((await app.call(dashboard.ordersChart, { days }, rahim)).status).toBe(422)
  })

  test('an order counts on the shop’s day of its arrival, within one’s packages', async () => {
    const before = { all: await chart({}), ofKarim: await chart({}, karim) }
    // Midnight in Dhaka is 18:00 UTC the day before.
    const midnight = `${dayAgo(4)}T18:00:00Z`
    const justBefore = `${dayAgo(4)}T17:59:59Z`
    await pastOrder(app.db, app.world, { package: 'gems100', createdAt: midnight })
    await pastOrder(app.db, app.world, { package: 'gems500', createdAt: midnight })
    await pastOrder(app.db, app.world, { package: 'gems100', createdAt: justBefore })
    const more = (after: number[], former: number[]) => after.map((n, at) => n - (former[at] ?? 0)).slice(-5)
    for (const folded of [false, true]) {
      if (folded) await fold()
      expect(more((await chart({})).data, before.all.data)).toEqual([1, 2, 0, 0, 0])
      expect(more((await chart({}, karim)).data, before.ofKarim.data)).toEqual([1, 1, 0, 0, 0])
    }
  })

  test('has what was sold and earned by day for super admins, as the orders of it say', async () => {
    await pastOrder(app.db, app.world, {
      package: 'gems100',
      createdAt: `${dayAgo(2)}T08:00:00Z`,
      userId: app.world.users.tanvir,
    })
    const { dates, sold, profit } = await chart({ days: 7 })
    const { sold: none, profit: nothing } = await chart({ days: 7 }, karim)
    expect([none, nothing]).toEqual([null, null])
    for (const [at, day] of dates.entries()) {
      const search = { status: 'completed', day_of: 'closed_at', from: day, to: day, limit: 100 }
      const { orders: listed } = (await app.call(orders.list, search, rahim)).body.data
      const sum = (figure: (order: (typeof listed)[number]) => number) => listed.reduce((all, order) => all + figure(order), 0)
      expect([day, sold?.[at]]).toEqual([day, sum(({ amount }) => amount)])
      const costs = await query<{ cost: number }>(
        app.db,
        'select coalesce(sum(cost), 0) as cost from orders where id = any($1)',
        [listed.map(({ id }) => id)],
      )
      expect([day, profit?.[at]]).toEqual([day, Number((sum(({ amount }) => amount) - (costs[0]?.cost ?? 0)).toFixed(2))])
    }
    expect(sold?.[4]).toBeGreaterThan(0)
  })
})

describe('Admin Performance', () => {
  test('completions per admin, today and in total; without shift_view one’s own', async () => {
    const of = async (token: string, username: string) => {
      const row = (await rowsOf(token)).find((one) => one.username === username)
      return row && [row.completed_today, row.completed_total]
    }
    const [rahims = [], karims = []] = [await of(rahim, 'rahim'), await of(rahim, 'karim')]
    await pastOrder(app.db, app.world, { package: 'gems500', createdAt: '2026-01-05T08:00:00Z', by: 'karim' })
    await decide(await place('gems500'), 'completed', rahim)
    expect(await of(rahim, 'rahim')).toEqual([(rahims[0] ?? 0) + 1, (rahims[1] ?? 0) + 1])
    expect(await of(rahim, 'karim')).toEqual([karims[0], (karims[1] ?? 0) + 1])
    // gems500 is out of karim's sight now.
    expect(await of(karim, 'karim')).toEqual(karims)
    expect(await of(karim, 'rahim')).toBeUndefined()
    await grant(app.db, app.world.admins.karim, ['shift_view'])
    const [seen = []] = [await of(karim, 'rahim')]
    expect(seen[1]).toBeLessThan((rahims[1] ?? 0) + 1)
  })
})

describe('Top Custommer', () => {
  const top = async (token = rahim) => (await app.call(dashboard.topCustomers, {}, token)).body.data

  test('the five top customers of 30 days, within one’s packages; amounts by module', async () => {
    await query(app.db, `insert into users (username, phone) select 'buyer' || i, '0195000000' || i from generate_series(1, 6) i`)
    const buyers = await query<{ id: number; username: string }>(
      app.db,
      `select id, username from users where username like 'buyer%' order by id`,
    )
    for (const [at, buyer] of buyers.entries()) {
      await app.call(users.update, { id: buyer.id, wallet: 100_000 }, rahim)
      for (let n = 0; n <= at; n++) {
        const item = { package: 'gems500', userId: buyer.id, createdAt: new Date(Date.now() - 3_600_000).toISOString() } as const
        await pastOrder(app.db, app.world, item)
      }
    }
    // Too long ago, and not completed.
    const long = new Date(Date.now() - 40 * 86_400_000).toISOString()
    for (let n = 0; n < 3; n++)
      await pastOrder(app.db, app.world, { package: 'gems500', userId: buyers[0]?.id ?? 0, createdAt: long })
    await placeOrder(app.db, { userId: buyers[0]?.id ?? 0, packageId: app.world.packages.gems500 })
    const { data, total } = await top()
    expect(total).toBe(5)
    expect(data.slice(0, 3)).toEqual(
      [6, 5, 4].map((n) => expect.objectContaining({ username: `buyer${n}`, completed_orders: n, amount: n * 390 })),
    )
    const seen = await top(karim)
    expect(seen.data.length).toBeGreaterThan(0)
    expect(seen.data.every(({ username, amount }) => !username.startsWith('buyer') && amount === null)).toBe(true)
    await app.call(users.remove, { id: buyers[5]?.id ?? 0, confirmed: 1 }, rahim)
    expect((await top()).data[0]).toMatchObject({ username: 'buyer5' })
  })
})

test('the day of the figures is the shop’s', async () => {
  const [row] = await query<{ same: boolean; today: string }>(
    app.db,
    `select bool_and(shop_day(at) = (at at time zone '${SHOP_TIME_ZONE}')::date) as same, max(shop_day(now()))::text as today
     from generate_series(now() - interval '400 days', now(), interval '97 minutes') as at`,
  )
  expect(row).toEqual({ same: true, today: shopToday() })
})

describe('a card’s number is the total of the list that it leads to', () => {
  const lists = async (token: string) => {
    const [row] = await query<{ today: string }>(app.db, 'select shop_day(now())::text as today')
    const on = { from: row?.today, to: row?.today, limit: 100 }
    const [came, completed, customers, adds] = await Promise.all([
      app.call(orders.list, on, token),
      app.call(orders.list, { ...on, status: 'completed', day_of: 'closed_at' }, token),
      app.call(users.list, on, token),
      app.call(walletAdds.list, { ...on, status: 'completed', day_of: 'completed_at' }, token),
    ])
    return {
      todaysOrder: came.body.data.total,
      todaysCompletedOrder: completed.body.data.total,
      todaysUser: customers.body.data.total,
      todaysTotalWallet: adds.body.data.transactions.reduce((sum, { amount }) => sum + amount, 0),
      shown: [came.body.data.orders.length, completed.body.data.orders.length, customers.body.data.data.length],
    }
  }
  const expectSame = async () => {
    const { shown, ...totals } = await lists(rahim)
    expect(await stats()).toMatchObject(totals)
    expect(shown).toEqual([totals.todaysOrder, totals.todaysCompletedOrder, totals.todaysUser])
    return totals
  }

  test('on both sides of the shop’s midnight, folded or not, and in another zone', async () => {
    const before = await expectSame()
    const [edge] = await query<{ midnight: string; last: string }>(
      app.db,
      `select start as midnight, start - interval '1 ms' as last
       from (select shop_day(now())::timestamp at time zone '${SHOP_TIME_ZONE}' as start) as day`,
    )
    const at = (moment = '') => new Date(moment).toISOString()
    for (const createdAt of [at(edge?.midnight), at(edge?.last), at(edge?.last)]) {
      await pastOrder(app.db, app.world, { package: 'gems100', createdAt })
    }
    // Came in yesterday, completed today.
    const { id } = await app.db
      .insertInto('orders')
      .columns([
        'user_id',
        'product_id',
        'package_id',
        'product_name',
        'name',
        'amount',
        'bprice',
        'cost',
        'playerid',
        'created_at',
      ])
      .expression((from) =>
        from
          .selectFrom('orders')
          .select([
            'user_id',
            'product_id',
            'package_id',
            'product_name',
            'name',
            'amount',
            'bprice',
            'cost',
            'playerid',
            'created_at',
          ])
          .where('created_at', '=', at(edge?.last))
          .limit(1),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await query(
      app.db,
      `insert into journals (source, source_id, kind, amount, debit_id, credit_id)
       select 'order', o.id, 'placed', o.amount, w.id, h.id
       from orders o, accounts w, accounts h
       where o.id = $1 and w.user_id = o.user_id and w.kind = 'user_wallet' and h.kind = 'orders_held'`,
      [id],
    )
    await decide(id, 'completed', rahim)
    const after = await expectSame()
    expect(after.todaysOrder).toBe(before.todaysOrder + 1)
    expect(after.todaysCompletedOrder).toBe(before.todaysCompletedOrder + 2)
    await fold()
    expect(await expectSame()).toEqual(after)
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', SHOP_TIME_ZONE]) {
      await query(app.db, 'select set_time_zone($1)', [time_zone])
      await expectSame()
    }
  })
})
