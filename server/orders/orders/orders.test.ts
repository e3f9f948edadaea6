import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { audit } from '#contract/audit.ts'
import { desk } from '#contract/desk.ts'
import { type OrderStatus, orderFlow, orders } from '#contract/orders.ts'
import { playerKey } from '#contract/store-texts.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { balanceOf, journalsOf } from '../../../test/support/books.ts'
import { holdFolding } from '../../../test/support/figures.ts'
import { fundWallet, placeOrder, VOUCHER_CODES } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
afterAll(() => app.close())

const place = (packageName: keyof TestApp['world']['packages'] = 'gems100', more: { playerid?: string; phone?: string } = {}) =>
  placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages[packageName], ...more })

const shilasWallet = () => balanceOf(app.db, { userId: app.world.users.shila })

const stockOf = async (product: number) =>
  (await app.db.selectFrom('topup_products').select('price').where('id', '=', product).executeTakeFirstOrThrow()).price

describe('deciding an order', () => {
  test('completing earns the amount and leaves the wallet alone', async () => {
    const id = await place()
    const before = await shilasWallet()
    const { status, body } = await app.call(orders.setStatus, { id, status: 'completed', order_note: 'Enjoy' }, karim)
    expect(status).toBe(200)
    expect(body.message).toBe('Order updated successfully')
    expect(body.data.order).toMatchObject({ id, status: 'completed', brief_note: 'Enjoy', completed_by: 'Karim Hossain' })
    expect(await shilasWallet()).toBe(before)
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'completed'])
  })

  test('the log tells what the note was only where another one was written', async () => {
    const id = await place()
    const decided = async (status: 'pending' | 'in_progress' | 'completed', order_note: string) => {
      const rows = await changesDuring(app.db, () => app.call(orders.setStatus, { id, status, order_note }, karim))
      return rows.map(({ facts }) => facts)
    }
    const others = { deliver_voucher: 1, take_over: 0 }
    expect(await decided('in_progress', '')).toEqual([
      { status: 'in_progress', order_note: '', ...others, before: { status: 'pending' } },
    ])
    const moment = { order_note: 'A moment', brief_note: 'A moment', ...others }
    expect(await decided('pending', 'A moment')).toEqual([
      { status: 'pending', ...moment, before: { status: 'in_progress', brief_note: '' } },
    ])
    expect(await decided('in_progress', 'A moment')).toEqual([
      { status: 'in_progress', order_note: 'A moment', ...others, before: { status: 'pending' } },
    ])
    const many = { ids: [id], status: 'completed', order_note: 'Enjoy' } as const
    const rows = await changesDuring(app.db, () => app.call(desk.decideMany, many, karim))
    expect(rows.map(({ facts }) => facts)).toEqual([
      {
        status: 'completed',
        order_note: 'Enjoy',
        deliver_voucher: 1,
        brief_note: 'Enjoy',
        before: { status: 'in_progress', brief_note: 'A moment' },
      },
    ])
  })

  test('one of a frozen wallet is neither completed nor cancelled', async () => {
    const id = await place()
    const freeze = (frozen_reason: string | null) =>
      app.db.updateTable('accounts').set({ frozen_reason }).where('user_id', '=', app.world.users.shila).execute()
    await freeze('Being looked at')
    for (const status of ['completed', 'cancel'] as const) {
      const refused = await app.call(orders.setStatus, { id, status }, karim)
      expect([refused.status, refused.body.message]).toEqual([503, 'This wallet is frozen until this is fixed: Being looked at'])
    }
    const many = await app.call(desk.decideMany, { ids: [id], status: 'completed' }, karim)
    expect(many.body.data.refused).toMatchObject([{ id, reason: expect.stringMatching(/^This wallet is frozen/) }])
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed'])
    await freeze(null)
    expect((await app.call(orders.setStatus, { id, status: 'completed' }, karim)).status).toBe(200)
  })

  test('cancelling gives back exactly what was taken, and the supplier credit', async () => {
    const { starfall } = app.world.products
    const [wallet, stock] = [await shilasWallet(), await stockOf(starfall)]
    const id = await place('gems500')
    expect([await shilasWallet(), await stockOf(starfall)]).toEqual([wallet - 390, stock - 355.5])
    // Repricing meanwhile does not change what the order refunds.
    await app.db
      .updateTable('topup_packages')
      .set({ price: 999 as never })
      .where('id', '=', app.world.packages.gems500)
      .execute()
    expect((await app.call(orders.setStatus, { id, status: 'cancelled' }, rahim)).body.data.order.status).toBe('cancel')
    expect([await shilasWallet(), await stockOf(starfall)]).toEqual([wallet, stock])
    await app.db
      .updateTable('topup_packages')
      .set({ price: 390 as never })
      .where('id', '=', app.world.packages.gems500)
      .execute()
  })

  test('a note alone changes nothing else on an open order; a held one only its holder', async () => {
    const id = await place()
    const rowOf = () => app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const webhooks = () => app.db.selectFrom('webhooks').select('id').execute()
    const noted = async (status: 'pending' | 'in_progress', order_note: string) => {
      const [row, money, told] = [await rowOf(), await shilasWallet(), await webhooks()]
      const changes = await changesDuring(app.db, async () => {
        const reply = await app.call(orders.setStatus, { id, status, order_note }, karim)
        expect([reply.status, reply.body.data.order.brief_note]).toEqual([200, 'Wait until six'])
      })
      expect(await rowOf()).toEqual({ ...row, brief_note: 'Wait until six' })
      expect([await shilasWallet(), await webhooks()]).toEqual([money, told])
      return changes.map(({ facts }) => facts)
    }
    const written = { order_note: 'Wait until six', brief_note: 'Wait until six', deliver_voucher: 1, take_over: 0 }
    expect(await noted('pending', 'Wait until six')).toEqual([
      { status: 'pending', ...written, before: { status: 'pending', brief_note: '' } },
    ])
    expect(await noted('pending', 'Wait until six')).toEqual([])
    expect(await noted('pending', '')).toEqual([])
    await app.call(orders.setStatus, { id, status: 'in_progress', order_note: 'Soon' }, karim)
    expect(await noted('in_progress', 'Wait until six')).toEqual([
      { status: 'in_progress', ...written, before: { status: 'in_progress', brief_note: 'Soon' } },
    ])
    const held = await rowOf()
    for (const take_over of [0, 1] as const) {
      const foreign = await app.call(orders.setStatus, { id, status: 'in_progress', order_note: 'Mine', take_over }, rahim)
      expect([foreign.status, foreign.body.message]).toEqual([409, 'Order is being handled by Karim Hossain'])
    }
    expect(await rowOf()).toEqual(held)
    await app.call(orders.setStatus, { id, status: 'completed' }, karim)
    const closed = await app.call(orders.setStatus, { id, status: 'completed', order_note: 'Late' }, karim)
    expect([closed.status, closed.body.message]).toEqual([409, 'Order is not available for edit'])
  })

  test('a closed order answers 409 with its present state, and nothing moves', async () => {
    const id = await place()
    await app.call(orders.setStatus, { id, status: 'completed' }, karim)
    const before = await shilasWallet()
    const { status, body } = await app.call(orders.setStatus, { id, status: 'cancel' }, karim)
    expect(status).toBe(409)
    expect(body.message).toBe('Order is not available for edit')
    expect(body.data.order.status).toBe('completed')
    expect(await shilasWallet()).toBe(before)
  })

  test('a list reports orders of a screen that left the page, within one’s packages', async () => {
    const [taken, waits, foreign] = [await place(), await place(), await place('gems500')]
    await app.call(orders.setStatus, { id: taken, status: 'in_progress' }, karim)
    const shown = [taken, waits, foreign, 999_999]
    const list = async (token: string) => (await app.call(orders.list, { status: 'pending', limit: 100, shown }, token)).body.data
    const held = { id: taken, status: 'in_progress', held_by: 'Karim Hossain' }
    expect((await list(rahim)).elsewhere).toMatchObject([held])
    expect((await list(karim)).elsewhere).toMatchObject([held])
    const anywhere = await app.call(orders.list, { order_id: waits, shown }, karim)
    expect(anywhere.body.data.elsewhere.map(({ id }) => id)).toEqual([taken])
    for (const id of [taken, waits, foreign]) await app.call(orders.setStatus, { id, status: 'cancel' }, rahim)
  })

  test('an empty note leaves the present one', async () => {
    const id = await place()
    await app.call(orders.setStatus, { id, status: 'in_progress', order_note: 'A moment' }, karim)
    const { body } = await app.call(orders.setStatus, { id, status: 'completed', order_note: '' }, karim)
    expect(body.data.order.brief_note).toBe('A moment')
  })

  test('without a status the dialog’s sentence comes back', async () => {
    const { status, body } = await app.call(orders.setStatus, { id: await place() } as never, karim)
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ code: 'order_status_not_selected', msg: 'Select an order status', param: 'status' }])
  })
})

describe('a claim', () => {
  test('keeps others out, names its holder, and is released by the holder', async () => {
    const id = await place()
    const claimed = await app.call(orders.setStatus, { id, status: 'in_progress' }, karim)
    expect(claimed.body.data.order).toMatchObject({ held_by: 'Karim Hossain', holder_id: app.world.admins.karim })
    const refused = await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Order is being handled by Karim Hossain')
    expect(refused.body.data).toMatchObject({ held_by: 'Karim Hossain' })
    const released = await app.call(orders.setStatus, { id, status: 'pending' }, karim)
    expect(released.body.data.order).toMatchObject({ status: 'pending', held_by: null })
  })

  test('a super admin who was asked may act all the same, and the audit log says so', async () => {
    const id = await place()
    await app.call(orders.setStatus, { id, status: 'in_progress' }, karim)
    expect((await app.call(orders.setStatus, { id, status: 'completed', take_over: 1 }, rahim)).status).toBe(200)
    const { facts } = await app.db
      .selectFrom('audit')
      .select('facts')
      .where('subject', '=', 'order')
      .where('subject_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(facts).toMatchObject({ taken_from: app.world.admins.karim, lease_had_lapsed: false })
  })

  test('taking over is for super admins alone', async () => {
    const id = await place()
    await app.call(orders.setStatus, { id, status: 'in_progress' }, rahim)
    expect((await app.call(orders.setStatus, { id, status: 'completed', take_over: 1 }, karim)).status).toBe(409)
  })
})

describe('a correction', () => {
  test('refunds a completed order once, with a reason; returns credit only when asked', async () => {
    const { starfall } = app.world.products
    const id = await place()
    await app.call(orders.setStatus, { id, status: 'completed' }, karim)
    const [wallet, stock] = [await shilasWallet(), await stockOf(starfall)]
    expect((await app.call(orders.correct, { id, reason: '' }, rahim)).status).toBe(422)
    expect((await app.call(orders.correct, { id, reason: 'Wrong player' }, karim)).status).toBe(403)
    expect((await app.call(orders.correct, { id, reason: 'Wrong player' }, rahim)).status).toBe(200)
    expect([await shilasWallet(), await stockOf(starfall)]).toEqual([wallet + 80, stock])
    expect((await app.call(orders.correct, { id, reason: 'Again' }, rahim)).status).toBe(409)
    expect(await shilasWallet()).toBe(wallet + 80)

    const other = await place()
    await app.call(orders.setStatus, { id: other, status: 'completed' }, karim)
    const before = await stockOf(starfall)
    await app.call(orders.correct, { id: other, reason: 'Supplier took it back', return_credit: 1 }, rahim)
    expect(await stockOf(starfall)).toBe(before + 72)
  })

  test('shows whether credit went back; how much, only the audit log', async () => {
    const correct = async (packageName: 'gems100' | 'seasonPass', return_credit: 0 | 1) => {
      const id = await place(packageName)
      await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
      expect((await app.call(orders.correct, { id, reason: 'Wrong player', return_credit }, rahim)).status).toBe(200)
      const [stored] = (await app.call(audit.list, { subject: 'order', subject_id: id }, rahim)).body.data.data
      const told = (await app.call(desk.details, { id }, karim)).body.data.timeline.at(-1)?.facts
      return [stored?.facts.credit_returned, told]
    }
    const corrected = { before: { status: 'completed' }, status: 'cancel', reason: 'Wrong player' }
    expect(await correct('gems100', 1)).toEqual([72, { ...corrected, return_credit: 1, credit_returned: true }])
    expect(await correct('gems100', 0)).toEqual([0, { ...corrected, return_credit: 0, credit_returned: false }])
    expect(await correct('seasonPass', 1)).toEqual([0, { ...corrected, return_credit: 1, credit_returned: false }])
  })

  test('a pending order cannot be corrected', async () => {
    expect((await app.call(orders.correct, { id: await place(), reason: 'Why not' }, rahim)).status).toBe(409)
  })
})

describe('a package that sells vouchers', () => {
  test('passes over a code that another order is taking, without waiting for it', async () => {
    const id = await place('gemsCard')
    const { status, body } = await app.db.transaction().execute(async (own) => {
      await query(own, 'select from vouchers where status = 1 for update')
      return app.call(orders.setStatus, { id, status: 'completed' }, rahim)
    })
    expect([status, body.message]).toEqual([409, 'No ready voucher code for this package'])
    expect((await app.call(orders.setStatus, { id, status: 'cancel' }, rahim)).status).toBe(200)
  })

  test('completing delivers the oldest ready code once; without one the order stays open', async () => {
    const ids = [await place('gemsCard'), await place('gemsCard'), await place('gemsCard')]
    const statuses = []
    for (const id of ids) {
      const { status, body } = await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
      statuses.push(status)
      if (status === 409) expect(body.data).toMatchObject({ order: { id, status: 'pending' } })
    }
    expect(statuses).toEqual([200, 200, 409])
    const delivered = await app.db
      .selectFrom('orders')
      .innerJoin('vouchers', 'vouchers.id', 'orders.voucher_id')
      .select(['orders.id', 'orders.voucher_id', 'code_sealed', 'vouchers.status', 'vouchers.user_id'])
      .where('orders.id', 'in', ids)
      .orderBy('orders.id')
      .execute()
    expect(delivered.map((row) => app.vault.open(row.code_sealed, `voucher.code ${row.voucher_id ?? 0}`))).toEqual([
      ...VOUCHER_CODES,
    ])
    expect(delivered.every((row) => row.status === 2 && row.user_id === app.world.users.shila)).toBe(true)
    const again = 'update orders set voucher_id = (select voucher_id from orders where id = $1) where id = $2'
    await expect(query(app.db, again, [ids[0], ids[2]])).rejects.toThrow('orders_voucher_unique')
    const third = { id: ids[2] ?? 0, status: 'completed' as const, deliver_voucher: 0 as const }
    expect((await app.call(orders.setStatus, third, rahim)).status).toBe(200)
  })
})

describe('the list', () => {
  const ids = async (query: object, token = rahim) =>
    (await app.call(orders.list, query as never, token)).body.data.orders.map((order) => order.id)

  test('finds by id, player id, parts of player id and phone, and the customer’s name', async () => {
    const id = await place('gems100', { playerid: 'Xx-Nova-77', phone: '+880 1999-123456' })
    const other = await place('gems100', { playerid: '900012345678' })
    for (const q of [`#${id}`, ` # ${id} `]) expect(await ids({ q })).toEqual([id])
    expect(await ids({ q: String(id) })).toContain(id)
    expect(await ids({ q: 'nova' })).toEqual([id])
    expect(await ids({ q: '99123' })).toEqual([id])
    expect(await ids({ q: '1999-1234' })).toEqual([id])
    expect(await ids({ q: '0012345' })).toEqual([other])
    expect(await ids({ q: '123' })).not.toContain(other)
    expect(await ids({ q: 'SHILA', limit: 100 })).toContain(other)
    expect(await ids({ q: '100%' })).toEqual([])
    expect(await ids({ playerid: 'xx-nova-77' })).toEqual([id])
    expect(await ids({ order_id: id })).toEqual([id])
    for (const blank of [' ', '\u3000\t']) {
      expect(await ids({ q: blank })).toEqual(await ids({}))
      expect(await ids({ playerid: blank })).toEqual(await ids({}))
    }
    // Nothing that a player id is compared by is left of it.
    expect(await ids({ q: '\u200b' })).toEqual([])
    expect(await ids({ playerid: '\u200b' })).toEqual([])
    expect(await ids({ user_id: app.world.users.tanvir })).toEqual([])
  })

  describe('finds a player id by any copy of it, with blanks, hyphens and brackets', () => {
    const spellings = [
      '258794652 (1234)',
      '258794652(1234)',
      '258794652 1234',
      '258794652 - 1234',
      '258794652-1234',
      '2587946521234',
    ]
    const more = [
      '258 794 652 1234',
      '258794652[1234]',
      '258794652/1234',
      '258794652 – 1234',
      '#258794652 (1234)',
      '২৫৮৭৯৪৬৫২ (১২৩৪)',
    ]

    beforeAll(() => fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 5_000 }))

    test('whichever way it was written', async () => {
      const written = [...spellings, ...more]
      const same: number[] = []
      for (const playerid of written) same.push(await place('gems100', { playerid }))
      const other = await place('gems100', { playerid: '258794653 (1234)' })
      const newestFirst = same.toReversed()
      for (const typed of written) {
        expect([typed, await ids({ q: typed, limit: 100 })]).toEqual([typed, newestFirst])
        expect([typed, await ids({ playerid: typed, limit: 100 })]).toEqual([typed, newestFirst])
      }
      for (const part of ['258794652', '258 794 652', '794652 (12', '652-1234', '(6521234)', '[6521234]']) {
        expect([part, await ids({ q: part, limit: 100 })]).toEqual([part, newestFirst])
      }
      const last = same.at(-1) ?? 0
      const details = (await app.call(desk.details, { id: last }, rahim)).body.data
      expect(details.player.total).toBe(same.length - 1)
      expect(details.order.duplicate_of).toBe(same.at(-2))
      expect((await app.call(desk.details, { id: other }, rahim)).body.data.order.duplicate_of).toBeNull()
    })

    test('names are compared the same way, and are still names', async () => {
      const names = ['Star_Lord [BD]', 'StarLord BD', 'Star™Lord BD', '#8QYGJ29C2', '---']
      const placed = []
      for (const playerid of names) placed.push(await place('gems500', { playerid }))
      const [one, spaced, marked, tag, dashes] = placed
      expect(await ids({ playerid: 'star lord bd' })).toEqual([spaced, one])
      expect(await ids({ playerid: 'Star™Lord-BD' })).toEqual([marked])
      for (const q of ['#8QYGJ29C2', '8qygj29c2', '8QYGJ']) expect(await ids({ q })).toEqual([tag])
      expect(await ids({ playerid: '---' })).toEqual([dashes])
      expect(await ids({ q: '()' })).toEqual([])
    })

    test('in the database as in the contract', async () => {
      const typed = [
        ...spellings,
        ...more,
        'Nova™',
        'ᴺova',
        'নোভা ৭',
        'গ\u09dc-\u09dfা',
        '---',
        'a\tb\u00a0c\u3000d',
        '<x>{y}|z\\;,.:+_',
      ]
      const rows = await query<{ key: string }>(
        app.db,
        'select player_key(typed) as key from unnest($1::text[]) with ordinality as t (typed, nth) order by nth',
        [typed],
      )
      expect(rows.map(({ key }) => key)).toEqual(typed.map((one) => playerKey(one).toLowerCase()))
    })
  })

  test('sorts over all rows, pages without gaps from both ends, and its total is exact', async () => {
    await fundWallet(app.db, app.world, { userId: app.world.users.tanvir, amount: 9_000 })
    for (let i = 0; i < 25; i++) {
      await placeOrder(app.db, {
        userId: app.world.users.tanvir,
        packageId: app.world.packages[i % 2 ? 'gems100' : 'seasonPass'],
      })
    }
    for (const query of [{}, { status: 'pending' }, { status: 'completed' }, { sort: 'amount', order: 'asc' }]) {
      const first = await app.call(orders.list, { ...query, limit: 100 } as never, rahim)
      const all = first.body.data.orders.map((order) => order.id)
      expect(first.body.data.total).toBe(all.length)
      expect(first.body.data.order_count).toBe(all.length)
      const paged: number[] = []
      for (let page = 1; paged.length < all.length; page++) paged.push(...(await ids({ ...query, page, limit: 7 })))
      expect(paged).toEqual(all)
    }
    const amounts = (await app.call(orders.list, { sort: 'amount', order: 'asc', limit: 100 }, rahim)).body.data.orders
    expect(amounts.map((order) => order.amount)).toEqual(amounts.map((order) => order.amount).toSorted((a, b) => a - b))
    expect(await app.call(orders.list, { page: 9_999 }, rahim)).toMatchObject({ status: 200, body: { data: { orders: [] } } })
  })

  test('pending comes oldest first, the others newest first', async () => {
    const pending = await ids({ status: 'pending', limit: 100 })
    expect(pending).toEqual(pending.toSorted((a, b) => a - b))
    const completed = await ids({ status: 'completed', limit: 100 })
    expect(completed).toEqual(completed.toSorted((a, b) => b - a))
  })

  test('shows sub-admins their packages alone: rows, totals, counts, search', async () => {
    const { body } = await app.call(orders.list, { limit: 100 }, karim)
    const everything = (await app.call(orders.list, { limit: 100 }, rahim)).body.data.orders
    const ofKarim = everything.filter((order) => ['100 Gems', 'Season Pass'].includes(order.name)).map((order) => order.id)
    expect(body.data.orders.map((order) => order.id)).toEqual(ofKarim)
    expect(body.data.total).toBe(ofKarim.length)
    expect((await app.call(orders.counts, {}, karim)).body.data.all).toBe(ofKarim.length)
    expect((await app.call(orders.counts, {}, rahim)).body.data.all).toBe(everything.length)
    const searched = (await app.call(orders.list, { q: 'shila', limit: 100 }, karim)).body.data.orders
    expect(searched.length).toBeGreaterThan(0)
    expect(searched.every((order) => ofKarim.includes(order.id))).toBe(true)
    const product = (await app.call(orders.list, { product: app.world.products.starfall, limit: 100 }, karim)).body.data.orders
    expect(product.length).toBeGreaterThan(0)
    expect(product.every((order) => order.name === '100 Gems')).toBe(true)
    expect((await app.call(orders.adminList, { limit: 100 }, rahim)).body.data.total).toBe(ofKarim.length)
  })

  test('the numbers of the tabs follow a search and days, within one’s packages', async () => {
    const today = new Date().toISOString().slice(0, 10)
    for (const filters of [
      { q: 'shila' },
      { q: '#1' },
      { user_id: app.world.users.shila },
      { from: '2020-01-01', to: today },
      {},
    ]) {
      for (const token of [rahim, karim]) {
        const total = async (status?: OrderStatus) =>
          (await app.call(orders.list, { ...filters, ...(status && { status }), limit: 1 }, token)).body.data.total
        const { data } = (await app.call(orders.counts, filters, token)).body
        const [pending, in_progress, completed, cancel] = await Promise.all(orderFlow.statuses.map((status) => total(status)))
        expect(data).toEqual({ pending, in_progress, completed, cancel, all: await total() })
      }
    }
  })

  test('Admins Order narrows to the packages of one sub-admin, for super admins alone', async () => {
    await place('gems500')
    const { karim: karimId, nadia } = app.world.admins
    const total = async (admin: number | undefined, token = rahim) =>
      (await app.call(orders.adminList, { limit: 100, ...(admin && { admin }) }, token)).body.data.total
    const counted = async (admin: number) => (await app.call(orders.adminCounts, { admin }, rahim)).body.data.all
    const ofKarim = (await app.call(orders.list, {}, karim)).body.data.total
    expect([await total(karimId), await counted(karimId)]).toEqual([ofKarim, ofKarim])
    expect([await total(nadia), await counted(nadia)]).toEqual([0, 0])
    const pass = { admin_id: nadia, topup_package_id: app.world.packages.gems500 }
    await app.db.insertInto('admin_packages').values(pass).execute()
    const ofNadia = await total(nadia)
    expect(ofNadia).toBeGreaterThan(0)
    expect([await counted(nadia), await total(undefined)]).toEqual([ofNadia, ofKarim + ofNadia])
    await app.db.deleteFrom('admin_packages').where('admin_id', '=', nadia).execute()
    expect(await total(karimId, karim)).toBe(ofKarim)
    const refused = await app.call(orders.adminList, { admin: nadia }, karim)
    expect(refused).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'access_denied', msg: 'Access Denied', param: 'admin' }] },
    })
    const { data } = (await app.call(desk.admins, {}, karim)).body.data
    expect(data.map(({ name }) => name)).toEqual(['Karim Hossain', 'Nadia Islam'])
    const everyone = (await app.call(desk.admins, { all: 1 }, karim)).body.data.data
    expect(everyone.map(({ name }) => name)).toEqual(expect.arrayContaining(['Karim Hossain', 'Rahim Uddin']))
  })

  test('two sub-admins of one name are distinguished by their usernames', async () => {
    const password = 'another Karim’s own'
    const named = { first_name: 'Karim', last_name: 'Hossain', username: 'karim2', email: 'karim2@demo.topdeck.example' }
    const { id } = (await app.call(admins.create, { ...named, password, confirm_password: password }, rahim)).body.data
    const names = async () => (await app.call(desk.admins, {}, karim)).body.data.data.map(({ name }) => name)
    expect(await names()).toEqual(['Karim Hossain (karim)', 'Karim Hossain (karim2)', 'Nadia Islam'])
    expect((await app.call(admins.remove, { id }, rahim)).status).toBe(200)
    expect(await names()).toEqual(['Karim Hossain', 'Nadia Islam'])
  })

  test('in-game secrets are a mask in every list', async () => {
    const secrets = { vault: app.vault, accounttype: 'Email', ingamepassword: 'hunter-22', securitycode: '' }
    const id = await placeOrder(app.db, { userId: app.world.users.tanvir, packageId: app.world.packages.seasonPass, secrets })
    const { body } = await app.call(orders.show, { id }, karim)
    expect(body.data).toMatchObject({ ingamepassword: '••••••••', accounttype: 'Email' })
    expect(JSON.stringify(body)).not.toContain('hunter-22')
  })

  test('counters equal COUNT(*) before and after they are folded', async () => {
    const counted = async () =>
      Object.fromEntries(
        (
          await app.db
            .selectFrom('orders')
            .select(['status', ({ fn }) => fn.countAll<number>().as('n')])
            .groupBy('status')
            .execute()
        ).map((row) => [row.status, row.n]),
      )
    const told = async () => (await app.call(orders.counts, {}, rahim)).body.data
    const waiting = async () => (await query(app.db, 'select from order_count_deltas')).length
    const release = await holdFolding(app.databaseUrl)
    await place()
    expect(await waiting()).toBeGreaterThan(0)
    expect(await told()).toMatchObject(await counted())
    await release()
    // By this call or by the job, which may be at it just then.
    await expect.poll(() => query(app.db, 'select fold_order_counts()').then(waiting)).toBe(0)
    expect(await told()).toMatchObject(await counted())
  })
})
