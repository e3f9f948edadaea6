import { beforeEach, describe, expect, test } from 'vitest'
import { CODE_MISSES_ALLOWED } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { vouchers } from '#contract/vouchers.ts'
import { STORE_KEY } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { openVoucherDesk } from '../../../test/support/vouchers.ts'
import { placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const { desk, fresh, add, list, show, idOf, addOne, newestAudit } = openVoucherDesk()

describe('at rest and in replies', () => {
  test('a code is sealed, found by the whole of it in any case, and masked', async () => {
    const { id, code } = await addOne()
    const rows = await query<{ row: string }>(desk.app.db, 'select v::text as row from vouchers v where id = $1', [id])
    expect(rows[0]?.row).not.toContain(code)
    const found = await list({ voucher: ` ${code.toLowerCase()} ` })
    expect(found).toMatchObject({ total: 1, voucher_count: 1, vouchers: [{ id, code: `••••${code.slice(-4)}` }] })
    expect(await list({ voucher: code.slice(0, -1) })).toMatchObject({ total: 0, vouchers: [] })
    // Of a short code the mask must not be all of it.
    for (const [short, shown] of [
      ['Z9', '••••'],
      ['Q', '••••'],
      ['ABC-12', '••••2'],
      ['12345678', '••••78'],
      ['ABCDE-12345', '••••45'],
      ['ABCDEF-12345', '••••2345'],
    ] as const) {
      await add(short)
      expect((await show(await idOf(short))).body.data.code).toBe(shown)
    }
  })

  test('codes cannot be guessed: 30 misses end the search, whatever is found between', async () => {
    const { nadia: id } = desk.app.world.admins
    await grant(desk.app.db, id, ['vouchers_view'])
    const nadia = await desk.app.signIn('nadia')
    const { code } = await addOne()
    const look = (voucher: string) => desk.app.call(vouchers.list, { voucher }, nadia)
    const found = async () => (await look(code)).body.data?.total
    // An open list asks again and again for the same.
    for (let at = 0; at < 40; at++) expect((await look('NOT-THERE')).status).toBe(200)
    const guesses = Array.from({ length: 60 }, (_, at) => look(`GUESS-${at}`))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(29).fill(200), ...Array(31).fill(429)])
    const refused = await look('GUESS-AGAIN')
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many failed attempts\. Try again after \d\d:\d\d\.$/),
    ])
    expect((await look('GUESS-AGAIN')).status).toBe(429)
    expect((await desk.app.call(vouchers.list, {}, nadia)).status).toBe(200)
    // An admin who may read codes, with a record of it, is not kept from searching.
    for (let at = 0; at < 40; at++) expect((await list({ voucher: `GUESS-${at}` })).total).toBe(0)

    await query(desk.app.db, `update login_attempts set locked_until = now(), failed_at = array[now() - interval '10 minutes']`)
    for (let at = 0; at < 40; at++) expect(await found()).toBe(1)
    expect((await look('GUESS-AGAIN')).status).toBe(200)
  })

  test('what is found by the search that could have been the last locks nothing', async () => {
    const look = (voucher: string) => desk.app.call(vouchers.list, { voucher }, desk.karim)
    const { code } = await addOne()
    for (let at = 1; at < CODE_MISSES_ALLOWED; at++) expect((await look(`MISS-${at}`)).status).toBe(200)
    expect((await look(code)).body.data.total).toBe(1)
    expect([(await look('MISS-LAST')).status, (await look('MISS-MORE')).status]).toEqual([200, 429])
    await desk.app.db.deleteFrom('login_attempts').execute()
  })

  test('holders of vouchers_reveal get the full code on request, and it is recorded', async () => {
    const { id, code } = await addOne()
    const mask = `••••${code.slice(-4)}`
    expect((await show(id)).body.data).toMatchObject({
      code: mask,
      is_revealed: false,
      package_id: desk.card,
      pacage_id: desk.card,
    })
    expect((await desk.app.call(vouchers.reveal, { id }, desk.rahim)).body.data).toEqual({ code, pin: null, serial: null })
    expect(await newestAudit()).toEqual({
      action: 'vouchers.reveal',
      subject: 'voucher',
      subject_id: id,
      admin_id: desk.app.world.admins.rahim,
      facts: {},
    })
    expect((await show(id)).body.data).toMatchObject({ code, is_revealed: true })
    // Nobody else, and no list.
    expect((await show(id, desk.karim)).body.data).toMatchObject({ code: mask, is_revealed: false })
    expect((await desk.app.call(vouchers.reveal, { id }, desk.karim)).status).toBe(403)
    expect(JSON.stringify(await list())).not.toContain(code)
  })

  test('a reveal lasts for minutes, and ends with the module', async () => {
    const { id, code } = await addOne()
    await grant(desk.app.db, desk.app.world.admins.karim, ['vouchers_reveal'])
    await desk.app.call(vouchers.reveal, { id }, desk.karim)
    // Another holder has not asked.
    expect((await show(id)).body.data).toMatchObject({ code: `••••${code.slice(-4)}`, is_revealed: false })
    expect((await show(id, desk.karim)).body.data.code).toBe(code)
    await query(
      desk.app.db,
      `delete from admin_modules where auth_module_id = (select id from auth_modules where key = 'vouchers_reveal')`,
    )
    expect((await show(id, desk.karim)).body.data).toMatchObject({ code: `••••${code.slice(-4)}`, is_revealed: false })
    const other = await addOne()
    await query(
      desk.app.db,
      `insert into audit (at, actor, admin_id, action, subject, subject_id)
       values (now() - interval '11 minutes', 'admin', $1, 'vouchers.reveal', 'voucher', $2)`,
      [desk.app.world.admins.rahim, other.id],
    )
    expect((await show(other.id)).body.data.is_revealed).toBe(false)
  })

  test('a reveal is of the code seen: one replaced meanwhile must be asked for again', async () => {
    const { id, code } = await addOne()
    const edit = (input: object) => desk.app.call(vouchers.update, { id, package_id: desk.card, ...input }, desk.karim)
    await grant(desk.app.db, desk.app.world.admins.karim, ['vouchers_view', 'vouchers_add', 'vouchers_reveal'])
    await desk.app.call(vouchers.reveal, { id }, desk.rahim)
    // An edit that leaves the code takes nothing back.
    expect((await edit({ status: 0 })).status).toBe(200)
    expect((await show(id)).body.data).toMatchObject({ code, is_revealed: true })
    const another = fresh()
    expect((await edit({ code: another })).status).toBe(200)
    for (const token of [desk.rahim, desk.karim]) {
      expect((await show(id, token)).body.data).toMatchObject({ code: `••••${another.slice(-4)}`, is_revealed: false })
    }
    expect((await desk.app.call(vouchers.reveal, { id }, desk.rahim)).body.data).toMatchObject({ code: another })
    expect((await show(id)).body.data).toMatchObject({ code: another, is_revealed: true })
  })
})

describe('the life of a code', () => {
  test('an edit that leaves the status as it is tells of what it has changed', async () => {
    const { id } = await addOne()
    await desk.app.call(vouchers.update, { id, package_id: desk.gems }, desk.rahim)
    const { status, body } = await desk.app.call(vouchers.life, { id }, desk.rahim)
    expect(status).toBe(200)
    expect(body.data.life.at(-1)).toMatchObject({ event: 'edited', after: { package_id: desk.gems } })
  })

  beforeEach(async () => {
    // The oldest ready code is delivered: the ones before must be out of the way.
    await query(desk.app.db, 'update vouchers set status = 0 where status = 1')
  })

  test('who added, read, edited, delivered, deleted and restored it, in that order', async () => {
    const { id } = await addOne({ status: 0 })
    await desk.app.call(vouchers.reveal, { id }, desk.rahim)
    await desk.app.call(vouchers.update, { id, status: 1, package_id: desk.card }, desk.karim)
    const order = await placeOrder(desk.app.db, { userId: desk.app.world.users.shila, packageId: desk.card })
    expect((await desk.app.call(orders.setStatus, { id: order, status: 'completed' }, desk.rahim)).status).toBe(200)
    await desk.app.call(vouchers.remove, { id }, desk.rahim)
    // The store still reads what its customer got.
    expect((await desk.app.call(store.order, { id: order }, STORE_KEY)).body.data.brief_note).toContain('UniPin: FRESH-')
    await desk.app.call(vouchers.restore, { id }, desk.rahim)
    const { voucher, life } = (await desk.app.call(vouchers.life, { id }, desk.rahim)).body.data
    expect(voucher).toMatchObject({ id, status: 2, order_id: order, user_id: desk.app.world.users.shila })
    const [superAdmin, agent] = ['Rahim Uddin', 'Karim Hossain']
    expect(life.map(({ event, by }) => [event, by.split(' ')[0]])).toEqual([
      ['added', superAdmin.split(' ')[0]],
      ['revealed', superAdmin.split(' ')[0]],
      ['edited', agent.split(' ')[0]],
      ['delivered', superAdmin.split(' ')[0]],
      ['deleted', superAdmin.split(' ')[0]],
      ['restored', superAdmin.split(' ')[0]],
    ])
    expect(life[2]).toMatchObject({ before: { status: 0, package_id: desk.card }, after: { status: 1, package_id: desk.card } })
  })

  test('of frequent reads the newest 500 and that there are more; a save is no event', async () => {
    const { id } = await addOne()
    const lifeNow = async () => (await desk.app.call(vouchers.life, { id }, desk.rahim)).body.data
    await desk.app.call(vouchers.update, { id, status: 1, package_id: desk.card }, desk.karim)
    expect((await lifeNow()).life.map(({ event }) => event)).toEqual(['added'])
    await query(
      desk.app.db,
      `insert into audit (at, actor, admin_id, action, subject, subject_id, facts)
       select now() + i * interval '1 second', 'admin', $2, 'vouchers.reveal', 'voucher', $1, '{}' from generate_series(1, 499) i`,
      [id, desk.app.world.admins.rahim],
    )
    const whole = await lifeNow()
    expect([whole.life.length, whole.life[0]?.event, whole.has_more]).toEqual([500, 'added', false])
    await query(
      desk.app.db,
      `insert into audit (at, actor, admin_id, action, subject, subject_id, facts)
       values (now() + interval '1 hour', 'admin', $2, 'vouchers.reveal', 'voucher', $1, '{}')`,
      [id, desk.app.world.admins.karim],
    )
    const { life, has_more } = await lifeNow()
    expect([life.length, life[0]?.event, life.at(-1)?.by, has_more]).toEqual([500, 'revealed', 'Karim Hossain', true])
  })

  test('the order is shown to those who may see it; of a deleted voucher to no others', async () => {
    const { id } = await addOne()
    const order = await placeOrder(desk.app.db, { userId: desk.app.world.users.shila, packageId: desk.card })
    await desk.app.call(orders.setStatus, { id: order, status: 'completed' }, desk.rahim)
    const seen = async (token: string) => {
      const { voucher, life } = (await desk.app.call(vouchers.life, { id }, token)).body.data
      return [voucher.order_id, life.find(({ event }) => event === 'delivered')?.by]
    }
    // gemsCard is out of karim's packages.
    expect([await seen(desk.rahim), await seen(desk.karim)]).toEqual([
      [order, 'Rahim Uddin'],
      [null, ''],
    ])
    const hers = (await list({ user: desk.app.world.users.shila }, desk.karim)).vouchers
    expect(new Set(hers.map(({ order_id }) => order_id))).toEqual(new Set([null]))
    await grant(desk.app.db, desk.app.world.admins.karim, ['vouchers_export'])
    const exported = async (token: string) => {
      const reply = await fetch(`${desk.app.url}/api${vouchers.exportRows.path}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: '{}',
      })
      const [head = [], ...rows] = (await reply.text()).split('\r\n').map((line) => line.split(','))
      return rows.find(([first]) => first === `${id}`)?.[head.indexOf('Order ID')]
    }
    expect([await exported(desk.rahim), await exported(desk.karim)]).toEqual([`${order}`, ''])
    await desk.app.call(vouchers.remove, { id }, desk.rahim)
    expect((await desk.app.call(vouchers.life, { id }, desk.karim)).status).toBe(404)
  })

  test('an admin who corrects the order has not delivered it', async () => {
    const { db, world } = desk.app
    await grant(db, world.admins.karim, ['orders_view', 'orders_work'])
    await query(db, 'insert into admin_packages (admin_id, topup_package_id) values ($1, $2)', [world.admins.karim, desk.card])
    const { id } = await addOne()
    const order = await placeOrder(db, { userId: world.users.shila, packageId: desk.card })
    expect((await desk.app.call(orders.setStatus, { id: order, status: 'completed' }, desk.karim)).status).toBe(200)
    expect((await desk.app.call(orders.correct, { id: order, reason: 'Wrong player' }, desk.rahim)).status).toBe(200)
    const { life } = (await desk.app.call(vouchers.life, { id }, desk.rahim)).body.data
    expect(life.find(({ event }) => event === 'delivered')?.by).toBe('Karim Hossain')
  })
})
