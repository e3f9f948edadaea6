import { readSheet } from 'read-excel-file/node'
import { afterAll, describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { BULK_ORDERS_MAX, MAX_VIEWS } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { vouchers } from '#contract/vouchers.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { grant } from '../../../test/support/books.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { fundWallet, placeOrder, VOUCHER_CODES } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 50_000 })
afterAll(() => app.close())

const place = (packageName: keyof TestApp['world']['packages'] = 'gems100', playerid = '5550001234') =>
  placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages[packageName], playerid })

const expireClaim = (id: number) =>
  app.db
    .updateTable('orders')
    .set({ held_until: new Date(0).toISOString() })
    .where('id', '=', id)
    .execute()

const closeAll = () =>
  app.db
    .selectFrom('orders')
    .select('id')
    .where('status', 'in', ['pending', 'in_progress'])
    .execute()
    .then(async (rows) => {
      for (const { id } of rows)
        await app.call(orders.setStatus, { id, status: 'completed', take_over: 1, deliver_voucher: 0 }, rahim)
    })

describe('take next', () => {
  test('gives the oldest pending order in one’s packages, and null when there is none', async () => {
    await closeAll()
    const outOfSight = await place('gems500')
    const first = await place()
    const second = await place()
    const taken = await app.call(desk.takeNext, {}, karim)
    expect(taken.body.data.order).toMatchObject({ id: first, status: 'in_progress', holder_id: app.world.admins.karim })
    expect((await app.call(desk.takeNext, { list: 'admin' }, rahim)).body.data.order?.id).toBe(second)
    expect((await app.call(desk.takeNext, {}, karim)).body.data.order).toBeNull()
    expect((await app.call(desk.takeNext, {}, rahim)).body.data.order?.id).toBe(outOfSight)
  })

  test('by many at once gives every order to exactly one', async () => {
    await closeAll()
    const ids = await Promise.all(Array.from({ length: 30 }, () => place()))
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => app.call(desk.takeNext, {}, i % 2 ? rahim : karim)))
    const taken = replies.flatMap((reply) => reply.body.data.order?.id ?? [])
    // A taker may find every remaining row locked by colleagues and get none; nobody gets a colleague's.
    expect(new Set(taken).size).toBe(taken.length)
    const rest = []
    for (let order = (await app.call(desk.takeNext, {}, karim)).body.data.order; order; ) {
      rest.push(order.id)
      order = (await app.call(desk.takeNext, {}, karim)).body.data.order
    }
    expect([...taken, ...rest].toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('passes over an order that another admin is taking, without waiting', async () => {
    await closeAll()
    const [first, second] = [await place(), await place()]
    const taken = await app.db.transaction().execute(async (own) => {
      await query(own, 'select from orders where id = $1 for update', [first])
      return app.call(desk.takeNext, {}, karim)
    })
    expect(taken.body.data?.order?.id).toBe(second)
  })

  test('repeated with its key after a lost reply gives the same order and no other', async () => {
    await closeAll()
    const [first, second] = [await place(), await place()]
    const again = () => app.call(desk.takeNext, {}, karim, 'lost answer')
    const replies = await Promise.all(Array.from({ length: 10 }, again))
    for (const reply of replies) expect(reply.body.data.order?.id).toBe(first)
    const states = await app.db
      .selectFrom('orders')
      .select(['id', 'status'])
      .where('id', 'in', [first, second])
      .orderBy('id')
      .execute()
    expect(states).toEqual([
      { id: first, status: 'in_progress' },
      { id: second, status: 'pending' },
    ])
    // Where nothing is left to take, too.
    expect((await app.call(desk.takeNext, {}, rahim)).body.data.order?.id).toBe(second)
    expect((await again()).body.data.order?.id).toBe(first)
    expect((await app.call(desk.takeNext, {}, karim, 'asked again')).body.data.order).toBeNull()
  })

  test('repeated with its key after the order moved gives none; the next gives another', async () => {
    await closeAll()
    const id = await place()
    const again = (key: string) => app.call(desk.takeNext, {}, karim, key)
    expect((await again('lost once')).body.data.order?.id).toBe(id)
    await app.call(orders.setStatus, { id, status: 'completed' }, karim)
    const next = await place()
    const late = await again('lost once')
    expect([late.status, late.body.message]).toEqual([409, `Order ${id} is no longer reserved for you`])
    expect((await again('another')).body.data.order?.id).toBe(next)
  })

  test('repeated with its key outside one’s packages shows nothing of the order', async () => {
    await closeAll()
    const id = await place()
    const again = () => app.call(desk.takeNext, {}, karim, 'moved away')
    expect((await again()).body.data.order?.id).toBe(id)
    const taken = await app.db
      .deleteFrom('admin_packages')
      .where('admin_id', '=', app.world.admins.karim)
      .returning(['admin_id', 'topup_package_id'])
      .execute()
    const late = await again()
    expect([late.status, late.body.data]).toEqual([409, {}])
    await app.db.insertInto('admin_packages').values(taken).execute()
    expect((await again()).body.data.order?.id).toBe(id)
  })

  test('never hands out a lapsed claim', async () => {
    await closeAll()
    const id = await place()
    await app.call(desk.takeNext, {}, karim)
    await expireClaim(id)
    expect((await app.call(desk.takeNext, {}, rahim)).body.data.order).toBeNull()
  })
})

describe('a claim', () => {
  test('that lapsed is taken by opening it, and the audit log says so', async () => {
    const id = await place()
    await app.call(desk.claim, { id }, rahim)
    expect((await app.call(desk.claim, { id }, karim)).body.message).toBe('Order is being handled by Rahim Uddin')
    await expireClaim(id)
    const inPassing = await app.call(orders.setStatus, { id, status: 'completed' }, karim)
    expect(inPassing.body.message).toBe('Order was left by Rahim Uddin: take it and check before delivering')
    expect((await app.call(desk.claim, { id }, karim)).body.data.order.holder_id).toBe(app.world.admins.karim)
    const { timeline } = (await app.call(desk.details, { id }, karim)).body.data
    expect(timeline.at(-1)).toMatchObject({
      actor: 'Karim Hossain',
      action: 'desk.claim',
      facts: { taken_from: app.world.admins.rahim, lease_had_lapsed: true },
    })
  })

  test('of a clock that was ahead holds others up for no longer than a lease', async () => {
    const [id, other] = [await place(), await place()]
    await app.call(desk.claim, { id }, karim)
    await app.call(desk.claim, { id: other }, karim)
    await query(app.db, `update orders set held_until = held_until + interval '1 day' where id = $1`, [id])
    await app.runJob('end lost claims')
    const take = async (order: number) => (await app.call(desk.claim, { id: order }, rahim)).status
    expect([await take(id), await take(other)]).toEqual([200, 409])
  })

  test('is renewed for its holder alone, and leaves no audit row', async () => {
    await closeAll()
    const [ofKarim, ofRahim] = [await place(), await place()]
    await app.call(desk.claim, { id: ofKarim }, karim)
    await app.call(desk.claim, { id: ofRahim }, rahim)
    await expireClaim(ofKarim)
    await expireClaim(ofRahim)
    const audited = async () =>
      (
        await app.db
          .selectFrom('audit')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    const before = await audited()
    const { held } = (await app.call(desk.renewClaims, {}, karim)).body.data
    expect(held.map((claim) => claim.id)).toEqual([ofKarim])
    expect(Date.parse(held[0]?.held_until ?? '')).toBeGreaterThan(Date.now())
    expect(await audited()).toBe(before)
  })

  test('is renewed in the database only once it has aged, or pages would renew in turns', async () => {
    await closeAll()
    const id = await place()
    await app.call(desk.claim, { id }, karim)
    const written = () => query(app.db, 'select xmin::text from orders where id = $1', [id])
    const age = (seconds: number) =>
      query(app.db, "update orders set held_until = held_until - $2 * interval '1 s' where id = $1", [id, seconds])
    const renew = async () => (await app.call(desk.renewClaims, {}, karim)).body.data.held
    await age(20)
    const before = await written()
    expect(await renew()).toMatchObject([{ id }])
    expect(await written()).toEqual(before)
    await age(20)
    const [{ held_until } = { held_until: '' }] = await renew()
    expect(Date.parse(held_until)).toBeGreaterThan(Date.now() + 9.8 * 60_000)
    // A lease that was made shorter holds for what is held already.
    await query(app.db, 'update settings set claim_minutes = 2')
    const [shorter = { held_until: '' }] = await renew()
    expect(Date.parse(shorter.held_until)).toBeLessThan(Date.now() + 2 * 60_000 + 1_000)
    await query(app.db, 'update settings set claim_minutes = 10')
  })

  test('is not renewed once the order is out of its holder’s packages', async () => {
    await closeAll()
    const id = await place()
    await app.call(desk.claim, { id }, karim)
    const taken = await app.db
      .deleteFrom('admin_packages')
      .where('admin_id', '=', app.world.admins.karim)
      .returning(['admin_id', 'topup_package_id'])
      .execute()
    expect((await app.call(desk.renewClaims, {}, karim)).body.data).toEqual({ held: [] })
    await app.db.insertInto('admin_packages').values(taken).execute()
    expect((await app.call(desk.renewClaims, {}, karim)).body.data.held).toMatchObject([{ id }])
  })

  test('is not renewed once its holder may not see orders any more', async () => {
    await closeAll()
    const id = await place()
    await app.call(desk.claim, { id }, karim)
    const view = (sql: string) =>
      query(app.db, `${sql} (select id from auth_modules where key = 'orders_view')`, [app.world.admins.karim])
    await view('delete from admin_modules where admin_id = $1 and auth_module_id =')
    await expireClaim(id)
    expect((await app.call(desk.renewClaims, {}, karim)).body.data).toEqual({ held: [] })
    const [{ is_held } = {}] = await query<{ is_held: boolean }>(
      app.db,
      'select held_until > now() as is_held from orders where id = $1',
      [id],
    )
    expect(is_held).toBe(false)
    await view('insert into admin_modules select $1,')
    expect((await app.call(desk.renewClaims, {}, karim)).body.data.held).toMatchObject([{ id }])
  })

  test('is taken over from the admin whom one was asked about, and from no other', async () => {
    const id = await place()
    await app.call(desk.claim, { id }, karim)
    const { karim: asked, nadia } = app.world.admins
    // Karim gives it back and a colleague takes it while the question stands.
    await app.db.updateTable('orders').set({ holder_id: nadia }).where('id', '=', id).execute()
    const over = { id, take_over: 1, take_over_from: asked } as const
    for (const reply of [
      await app.call(desk.claim, over, rahim),
      await app.call(orders.setStatus, { ...over, status: 'completed' }, rahim),
    ]) {
      expect([reply.status, reply.body.message]).toEqual([409, 'Order is being handled by Nadia Islam'])
    }
    expect((await app.call(desk.claim, { ...over, take_over_from: nadia }, rahim)).body.data.order.holder_id).toBe(
      app.world.admins.rahim,
    )
  })

  test('is not put back by others, also once lapsed: it is taken over first', async () => {
    const id = await place()
    await app.call(desk.claim, { id }, karim)
    const back = () => app.call(orders.setStatus, { id, status: 'pending', take_over: 1 }, rahim)
    expect((await back()).body.message).toBe('Order is being handled by Karim Hossain')
    await expireClaim(id)
    expect((await back()).body.message).toBe('Order was left by Karim Hossain: take it and check before delivering')
    await app.call(desk.claim, { id, take_over: 1 }, rahim)
    expect((await back()).body.data.order).toMatchObject({ status: 'pending', holder_id: null })
  })

  test('held by another is refused with the holder’s name, also by status and lapsed', async () => {
    const id = await place()
    await app.call(desk.claim, { id }, karim)
    const take = (token: string) => app.call(orders.setStatus, { id, status: 'in_progress' }, token)
    expect(await take(rahim)).toMatchObject({
      status: 409,
      body: { message: 'Order is being handled by Karim Hossain', data: { held_by: 'Karim Hossain', order: { id } } },
    })
    await expireClaim(id)
    expect((await take(rahim)).body.message).toBe('Order was left by Karim Hossain: take it and check before delivering')
    // Its holder keeps it without a note, as often as they like.
    for (let time = 0; time < 2; time++) expect((await take(karim)).status).toBe(200)
  })

  test('renewed by its holder lasts as long again, without news that hide what was done', async () => {
    const id = await place()
    await app.call(desk.claim, { id }, karim)
    await query(app.db, `update orders set held_until = now() + interval '1 minute' where id = $1`, [id])
    const actions = async () => (await app.call(desk.details, { id }, rahim)).body.data.timeline.map(({ action }) => action)
    const before = await actions()
    const again = (await app.call(desk.claim, { id }, karim)).body.data.order
    expect(Date.parse(again.held_until ?? '')).toBeGreaterThan(Date.now() + 5 * 60_000)
    expect(await actions()).toEqual(before)
    await expireClaim(id)
    await app.call(desk.claim, { id }, karim)
    expect(await actions()).toEqual([...before, 'desk.claim'])
  })

  test('on a closed order is refused', async () => {
    const id = await place()
    await app.call(orders.setStatus, { id, status: 'cancel' }, karim)
    expect((await app.call(desk.claim, { id }, karim)).status).toBe(409)
  })
})

describe('an in-game secret', () => {
  const secrets = () => ({ vault: app.vault, accounttype: 'Email', ingamepassword: 'dragon-9', securitycode: '4477' })
  const placeWithSecrets = () =>
    placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.seasonPass, secrets: secrets() })

  test('is revealed to the holder and to super admins, audited without the secret', async () => {
    const id = await placeWithSecrets()
    expect((await app.call(desk.reveal, { id, field: 'ingamepassword' }, karim)).status).toBe(403)
    await app.call(desk.claim, { id }, karim)
    expect((await app.call(desk.reveal, { id, field: 'ingamepassword' }, karim)).body.data.secret).toBe('dragon-9')
    expect((await app.call(desk.reveal, { id, field: 'securitycode' }, rahim)).body.data.secret).toBe('4477')
    const { timeline } = (await app.call(desk.details, { id }, rahim)).body.data
    expect(timeline.filter((entry) => entry.action === 'desk.reveal').map((entry) => entry.facts)).toEqual([
      { field: 'ingamepassword' },
      { field: 'securitycode' },
    ])
    expect(JSON.stringify(timeline)).not.toContain('dragon-9')
  })

  test('of an order that has none is 409', async () => {
    const id = await place()
    const refused = await app.call(desk.reveal, { id, field: 'ingamepassword' }, rahim)
    expect(refused).toMatchObject({ status: 409, body: { data: { order: { id, status: 'pending', ingamepassword: '' } } } })
  })
})

describe('many at once', () => {
  const takeCancel = () =>
    query(
      app.db,
      `delete from admin_modules
       where admin_id = $1 and auth_module_id = (select id from auth_modules where key = 'orders_cancel')
       returning auth_module_id`,
      [app.world.admins.karim],
    )

  test('each by itself: done and refused with the reason', async () => {
    await closeAll()
    const [free, held, closed] = [await place(), await place(), await place()]
    const outOfSight = await place('gems500')
    await app.call(desk.claim, { id: held }, rahim)
    await app.call(orders.setStatus, { id: closed, status: 'completed' }, karim)
    const ids = [free, held, closed, outOfSight, free]
    const { body } = await app.call(desk.decideMany, { ids, status: 'completed', order_note: 'Thanks' }, karim)
    expect(body.data).toEqual({
      done: [free],
      refused: [
        { id: held, code: 'order_held', reason: 'Order is being handled by Rahim Uddin', params: { name: 'Rahim Uddin' } },
        { id: closed, code: 'order_closed', reason: 'Order is not available for edit', params: {} },
        { id: outOfSight, code: 'not_found', reason: 'Not found', params: {} },
      ],
    })
    const rows = await app.db.selectFrom('audit').select('subject_id').where('action', '=', 'desk.decideMany').execute()
    expect(rows.map((row) => row.subject_id)).toEqual([free])
  })

  test('what matches a filter is given oldest first, within one’s packages', async () => {
    await closeAll()
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push(await place('gems100', 'MATCH-1'))
    await place('gems100', 'OTHER-1')
    const outOfSight = await place('gems500', 'MATCH-1')
    const matching = async (token: string) =>
      (await app.call(desk.matching, { status: 'pending', playerid: 'MATCH-1' }, token)).body.data
    const seen = await matching(karim)
    expect([seen.orders.map(({ id }) => id), seen.total]).toEqual([ids, 12])
    expect((await matching(rahim)).orders.map(({ id }) => id)).toEqual([...ids, outOfSight])
    await place('gems100', 'MATCH-1')
    const { body } = await app.call(desk.decideMany, { ids, status: 'cancel' }, rahim)
    expect([body.data.done, body.data.refused]).toEqual([ids, []])
    expect((await matching(karim)).total).toBe(1)
    const tooMany = Array.from({ length: BULK_ORDERS_MAX + 1 }, (_, at) => at + 1)
    const refused = await app.call(desk.decideMany, { ids: tooMany, status: 'cancel' }, rahim)
    expect([refused.status, refused.body.message]).toEqual([422, 'At most 1000 orders at once'])
    expect((await app.call(desk.matching, {}, await app.signIn('nadia'))).status).toBe(403)
  })

  test('cannot take or release, and needs orders_cancel to cancel', async () => {
    const ids = [await place()]
    const status = async (input: object) => (await app.call(desk.decideMany, { ids, ...input } as never, karim)).status
    expect(await status({ status: 'in_progress' })).toBe(422)
    expect(await status({ status: 'cancel', ids: [] })).toBe(422)
    expect(await takeCancel()).toHaveLength(1)
    const refused = await app.call(desk.decideMany, { ids, status: 'cancelled' }, karim)
    expect([refused.status, refused.body.errors]).toEqual([
      403,
      [{ code: 'access_denied', msg: 'Access Denied', param: 'status' }],
    ])
    expect((await app.call(orders.show, { id: ids[0] ?? 0 }, karim)).body.data.status).toBe('pending')
    await grant(app.db, app.world.admins.karim, ['orders_cancel'])
    expect(await status({ status: 'cancelled' })).toBe(200)
  })

  test('an admin who loses orders_cancel meanwhile cancels no more of them', async () => {
    const [done, underWay, late] = [await place(), await place(), await place()]
    const { many } = await app.db.transaction().execute(async (own) => {
      await query(own, 'select from orders where id = $1 for update', [underWay])
      const many = app.call(desk.decideMany, { ids: [done, underWay, late], status: 'cancel' }, karim)
      await untilWaits(app.db, 'from orders where id')
      await takeCancel()
      return { many }
    })
    expect((await many).body.data).toEqual({
      done: [done, underWay],
      refused: [{ id: late, code: 'access_denied', reason: 'Access Denied', params: {} }],
    })
    await grant(app.db, app.world.admins.karim, ['orders_cancel'])
  })
})

test('details: the customer’s orders, history and duplicates, within one’s packages', async () => {
  const older = await place('gems100', 'Twin-1')
  // Many refused orders in between take a number each.
  await query(app.db, `select setval(pg_get_serial_sequence('orders', 'id'), $1)`, [older + 20_000])
  const id = await place('gems100', 'twin-1')
  const hidden = await place('gems500', 'twin-1')
  const karims = (await app.call(desk.details, { id }, karim)).body.data
  expect(karims.order.duplicate_of).toBe(older)
  expect(karims.player.orders.map((order) => order.id)).toEqual([older])
  const rahims = (await app.call(desk.details, { id }, rahim)).body.data
  expect(rahims.player.orders.map((order) => order.id)).toEqual([hidden, older])
  expect(rahims.customer.today_order).toBeGreaterThan(karims.customer.today_order)
  expect((await app.call(desk.details, { id: hidden }, karim)).status).toBe(404)
})

test('the internal note is for admins: not in the row of customers’ notes', async () => {
  const id = await place()
  await app.call(desk.writeInternalNote, { id, internal_note: 'Customer called twice' }, karim)
  const { internal_note, order } = (await app.call(desk.details, { id }, rahim)).body.data
  expect([internal_note, order.brief_note]).toEqual(['Customer called twice', ''])
})

test('details say where the timeline has only the newest 100 of what was done', async () => {
  const id = await place()
  const addRows = (n: number) =>
    query(
      app.db,
      `insert into audit (actor, admin_id, action, subject, subject_id, facts)
       select 'admin', 1, 'desk.reveal', 'order', $1, '{}' from generate_series(1, $2::int)`,
      [id, n],
    )
  const read = async () => {
    const { timeline, timeline_has_more } = (await app.call(desk.details, { id }, karim)).body.data
    return [timeline.length, timeline_has_more]
  }
  await addRows(100)
  expect(await read()).toEqual([100, false])
  await addRows(1)
  expect(await read()).toEqual([100, true])
})

test('an internal note that another admin has written meanwhile is not replaced unseen', async () => {
  const id = await place()
  const write = (internal_note: string, expected_note: string, token: string) =>
    app.call(desk.writeInternalNote, { id, internal_note, expected_note }, token)
  expect((await write('Calls back at five', '', karim)).status).toBe(200)
  const refused = await write('Wrong number', '', rahim)
  expect([refused.status, refused.body.message, refused.body.data]).toEqual([
    409,
    'This has changed. Review it and try again.',
    { internal_note: 'Calls back at five' },
  ])
  expect((await write('Calls back at five. Wrong number', 'Calls back at five', rahim)).status).toBe(200)
  expect((await write('Calls back at five. Wrong number', 'Calls back at five. Wrong number', karim)).status).toBe(200)
  const { internal_note, timeline } = (await app.call(desk.details, { id }, karim)).body.data
  expect(internal_note).toBe('Calls back at five. Wrong number')
  expect(timeline.map(({ actor, action }) => [actor, action])).toEqual([
    ['Karim Hossain', 'desk.writeInternalNote'],
    ['Rahim Uddin', 'desk.writeInternalNote'],
  ])
})

test('saved views: own and shared, replaced by name, deleted by owner or super admin', async () => {
  const view = { screen: '/order', name: 'Mine', search: 'status=pending' }
  const { id } = (await app.call(desk.saveView, view, karim)).body.data
  await app.call(desk.saveView, { ...view, search: 'status=completed' }, karim)
  const seen = async (token: string) => (await app.call(desk.views, { screen: '/order' }, token)).body.data.views
  expect(await seen(karim)).toMatchObject([{ id, name: 'Mine', search: 'status=completed', is_own: true }])
  expect(await seen(rahim)).toEqual([])
  expect((await app.call(desk.removeView, { id }, rahim)).status).toBe(404)
  await app.call(desk.saveView, { ...view, is_shared: 1 }, karim)
  expect(await seen(rahim)).toMatchObject([{ id, owner: 'Karim Hossain', is_own: false }])
  const nadia = await app.signIn('nadia')
  expect((await app.call(desk.views, { screen: '/order' }, nadia)).status).toBe(403)
  expect((await app.call(desk.saveView, { ...view, is_shared: 1 }, nadia)).status).toBe(403)
  expect((await app.call(desk.removeView, { id }, nadia)).status).toBe(404)
  expect((await app.call(desk.removeView, { id }, karim)).status).toBe(200)
  const again = (await app.call(desk.saveView, { ...view, is_shared: 1 }, karim)).body.data
  expect((await app.call(desk.removeView, again, rahim)).status).toBe(200)
  expect(await seen(karim)).toEqual([])
})

test('saved views: what a deleted admin shared is shown no more', async () => {
  const view = { screen: '/left', name: 'Hers', search: 'status=pending', is_shared: 1 }
  await grant(app.db, app.world.admins.nadia, ['orders_view'])
  await app.call(desk.saveView, view, await app.signIn('nadia'))
  const names = async () => (await app.call(desk.views, { screen: '/left' }, karim)).body.data.views.map(({ name }) => name)
  expect(await names()).toEqual(['Hers'])
  await query(app.db, 'update admins set deleted_at = now() where id = $1', [app.world.admins.nadia])
  expect(await names()).toEqual([])
  await query(app.db, 'update admins set deleted_at = null where id = $1', [app.world.admins.nadia])
})

test('saved views: a limit per admin and list; replacing stays possible', async () => {
  const save = async (name: string, screen = '/full') =>
    (await app.call(desk.saveView, { screen, name, search: '' }, karim)).status
  for (let at = 1; at <= MAX_VIEWS; at++) expect(await save(`View ${at}`)).toBe(200)
  expect([await save('One more'), await save('View 1'), await save('One more', '/other')]).toEqual([409, 200, 200])
})

test('the export has the filtered orders in scope, without secrets and formulas', async () => {
  const id = await place('gems100', '=cmd|calc')
  await app.db
    .insertInto('admin_modules')
    .columns(['admin_id', 'auth_module_id'])
    .expression((from) =>
      from
        .selectFrom('auth_modules')
        .select((row) => [row.val(app.world.admins.karim).as('admin_id'), 'id as auth_module_id'])
        .where('key', '=', 'orders_export'),
    )
    .execute()
  const headers = { authorization: karim, 'content-type': 'application/json' }
  const ask = (body: object) =>
    fetch(`${app.url}/api/admin/orders/export`, { method: 'POST', headers, body: JSON.stringify(body) })
  const download = async (body: object) => {
    const reply = await ask(body)
    return { reply, lines: (await reply.text()).trimEnd().split('\r\n') }
  }
  const { reply, lines } = await download({ playerid: '=cmd|calc' })
  expect(reply.headers.get('content-type')).toContain('text/csv')
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="orders-/)
  expect(lines.length).toBe(2)
  expect(lines[1]?.startsWith(`${id},`)).toBe(true)
  expect(lines[1]).toContain(",'=cmd|calc,")
  const all = await download({})
  expect(all.lines.length - 1).toBe((await app.call(orders.list, {}, karim)).body.data.total)
  const { facts } = await app.db
    .selectFrom('audit')
    .select('facts')
    .where('action', '=', 'desk.exportRows')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(facts).toEqual({ list: 'orders', playerid: '=cmd|calc' })
  await place('gems500', 'HID77')
  for (const list of ['orders', 'admin']) {
    const text = (await download({ list })).lines.join()
    expect([text.includes('=cmd|calc'), text.includes('HID77')]).toEqual([true, false])
    const workbook = await ask({ list, format: 'xlsx' })
    const cells = (await readSheet(Buffer.from(await workbook.arrayBuffer()))).flat()
    expect([cells.includes('=cmd|calc'), cells.includes('HID77')]).toEqual([true, false])
  }
  const refused = await changesDuring(app.db, async () => {
    expect((await ask({ list: 'admin', admin: app.world.admins.nadia })).status).toBe(403)
  })
  expect(refused).toEqual([])
})

test('a delivered voucher is a mask; reading it needs the right and is recorded', async () => {
  const id = await place('gemsCard')
  const voucherOf = async (token: string) => (await app.call(desk.details, { id }, token)).body.data.vouchers[0]
  expect(await voucherOf(rahim)).toBeUndefined()
  await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
  const voucher = await voucherOf(rahim)
  expect(voucher).toEqual({ id: expect.any(Number), mask: '••••A001', is_deleted: false, package_name: 'Gems Card' })
  const { admins, packages } = app.world
  await query(app.db, 'insert into admin_packages (admin_id, topup_package_id) values ($1, $2)', [
    admins.karim,
    packages.gemsCard,
  ])
  const whole = await app.call(desk.details, { id }, karim)
  expect(whole.body.data.vouchers).toEqual([voucher])
  expect(JSON.stringify(whole.body)).not.toContain(VOUCHER_CODES[0])
  const reveal = (token: string) => app.call(vouchers.reveal, { id: voucher?.id ?? 0 }, token)
  expect((await reveal(karim)).status).toBe(403)
  const rows = await changesDuring(app.db, async () => expect((await reveal(rahim)).body.data.code).toBe(VOUCHER_CODES[0]))
  expect(rows).toMatchObject([{ action: 'vouchers.reveal', subject_id: voucher?.id, admin_id: app.world.admins.rahim }])
  // In the recycle bin it still is what the customer got, but cannot be read.
  await app.call(vouchers.remove, { id: voucher?.id ?? 0 }, rahim)
  expect(await voucherOf(rahim)).toEqual({ ...voucher, is_deleted: true })
  expect((await reveal(rahim)).status).toBe(404)
})

test('of many at once some are completed without a code, and on record so', async () => {
  const sold = { code: 'MANY-AT-ONCE-1\nMANY-AT-ONCE-2', package_id: app.world.packages.gemsCard, status: 1 } as const
  expect((await app.call(vouchers.add, sold, rahim)).status).toBe(200)
  const ids = [await place('gemsCard'), await place('gemsCard'), await place('gems100')]
  const [byHand = 0, sells = 0, plain = 0] = ids
  const input = { ids, status: 'completed', without_code: [byHand] } as const
  expect((await app.call(desk.decideMany, input, rahim)).body.data).toEqual({ done: ids, refused: [] })
  const rows = await app.db.selectFrom('orders').select(['id', 'voucher_id']).where('id', 'in', ids).orderBy('id').execute()
  expect(rows).toEqual([
    { id: byHand, voucher_id: null },
    { id: sells, voucher_id: expect.any(Number) },
    { id: plain, voucher_id: null },
  ])
  const records = app.db
    .selectFrom('audit')
    .select('facts')
    .where('action', '=', 'desk.decideMany')
    .where('subject_id', 'in', ids)
  const facts = (await records.orderBy('subject_id').execute()).map((row) => row.facts as { deliver_voucher: number })
  expect(facts.map(({ deliver_voucher }) => deliver_voucher)).toEqual([0, 1, 1])
})
