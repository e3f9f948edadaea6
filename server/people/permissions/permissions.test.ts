import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { PRESETS, permissions } from '#contract/permissions.ts'
import { profile } from '#contract/sessions.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { startApp } from '../../../test/support/app.ts'
import { changedTables, fingerprint } from '../../../test/support/fingerprint.ts'
import { hireAdmin, lastAudit } from '../../../test/support/hired-admins.ts'
import { placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const MISSING = 999_999

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
const { nadia } = app.world.admins
const modules = await app.db.selectFrom('auth_modules').select(['id', 'key']).execute()
const moduleIds = Object.fromEntries(modules.map(({ id, key }): [string, number] => [key, id]))
afterAll(() => app.close())

const ids = (...keys: string[]) => keys.map((key) => moduleIds[key] ?? 0)
const setAuths = (admin_id: number, auth_ids: readonly number[], more: object = {}) =>
  app.call(permissions.setAuths, { admin_id, auth_ids, ...more }, rahim)
const authsOf = async (admin_id: number) => (await app.call(permissions.auths, { admin_id }, rahim)).body.data
const lastFacts = async () =>
  (await app.db.selectFrom('audit').select('facts').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).facts

describe('modules', () => {
  beforeEach(async () => {
    await setAuths(nadia, [])
  })

  test('are granted and taken as a set, and act on the very next call', async () => {
    const token = await app.signIn('nadia')
    expect((await app.call(orders.list, {}, token)).status).toBe(403)
    const saved = await setAuths(nadia, ids('orders_view', 'users_view', 'orders_view'))
    expect([saved.status, saved.body.message]).toEqual([200, 'Permission updated successfully'])
    expect(await lastFacts()).toMatchObject({ before: { auth_ids: [] } })
    expect((await authsOf(nadia)).sort()).toEqual(ids('orders_view', 'users_view').sort())
    expect((await app.call(orders.list, {}, token)).status).toBe(200)
    await setAuths(nadia, ids('users_view'))
    expect((await app.call(orders.list, {}, token)).status).toBe(403)
    expect((await app.call(profile.show, {}, token)).body.data.modules).toEqual(['users_view'])
  })

  test('unknown and inactive ones refuse the whole set, and neither is shown as granted', async () => {
    await setAuths(nadia, ids('users_view'))
    await query(app.db, `update auth_modules set status = 0 where key = 'banners'`)
    await query(app.db, 'insert into admin_modules values ($1, $2)', [nadia, moduleIds.banners])
    for (const wrong of [MISSING, moduleIds.banners ?? 0]) {
      const refused = await setAuths(nadia, [...ids('users_view', 'orders_view'), wrong])
      expect([refused.status, refused.body.errors?.[0]]).toEqual([
        422,
        {
          code: 'not_grantable',
          msg: `Cannot be granted, unknown or inactive: auth module ${wrong}`,
          param: 'auth_ids',
          params: { what: 'auth module', ids: `${wrong}` },
        },
      ])
      expect(await authsOf(nadia)).toEqual(ids('users_view'))
    }
    await query(app.db, `update auth_modules set status = 1 where key = 'banners'`)
  })

  test('are not changed over what another admin has changed meanwhile', async () => {
    const opened = await authsOf(nadia)
    await setAuths(nadia, ids('users_view'))
    const late = await setAuths(nadia, ids('orders_view'), { expected_auth_ids: opened })
    expect([late.status, late.body.data]).toEqual([409, ids('users_view')])
    expect(await authsOf(nadia)).toEqual(ids('users_view'))
  })

  test('of six saves at once from one form, one is saved whole', async () => {
    // Without a module in common, so that no two stand in each other's way.
    const all = Object.values(moduleIds)
    const sets = Array.from({ length: 6 }, (_, at) => all.slice(at * 5, at * 5 + 5))
    for (let round = 0; round < 10; round++) {
      const opened = await authsOf(nadia)
      const replies = await Promise.all(sets.map((set) => setAuths(nadia, set, { expected_auth_ids: opened })))
      const winners = sets.filter((_, at) => replies[at]?.status === 200)
      expect(winners).toHaveLength(1)
      expect((await authsOf(nadia)).sort()).toEqual([...(winners[0] ?? [])].sort())
      await setAuths(nadia, [])
    }
  })

  test('no admin changes their own; super admins need none, missing ones have none', async () => {
    const { rahim: self } = app.world.admins
    const own = await setAuths(self, [])
    expect([own.status, own.body.message]).toEqual([409, 'You cannot change your own permissions'])
    const owner = await query<{ id: number }>(app.db, `select id from admins where username = 'owner'`)
    const other = await setAuths(owner[0]?.id ?? 0, ids('users_view'))
    expect([other.status, other.body.errors?.[0]?.param]).toEqual([422, 'admin_id'])
    expect((await setAuths(MISSING, [])).status).toBe(404)
    expect((await app.call(permissions.auths, { admin_id: MISSING }, rahim)).status).toBe(404)
  })

  test('a save that changes nothing is not announced and leaves no trace', async () => {
    await setAuths(nadia, ids('users_view'))
    const before = await fingerprint(app.db)
    expect((await setAuths(nadia, ids('users_view'))).status).toBe(200)
    expect(changedTables(before, await fingerprint(app.db))).toEqual([])
  })

  test('every preset can be granted', async () => {
    for (const keys of Object.values(PRESETS)) expect((await setAuths(nadia, ids(...keys))).status).toBe(200)
  })
})

describe('activating a module', () => {
  const texts = { name: 'Look at banners', slug: 'look_at_banners', description: 'Only look' }
  const activate = (id: number, change: object = {}) => app.call(permissions.activate, { id, ...texts, ...change }, rahim)

  test('refuses texts that are missing or not a slug, in the specification’s words', async () => {
    await query(app.db, `update auth_modules set status = 0 where key = 'notices'`)
    const faults = [
      [{ name: '' }, 'name', 'Auth name is required'],
      [{ slug: '' }, 'slug', 'Slug is required'],
      [{ slug: 'Not A Slug' }, 'slug', 'Invalid slug type. Slug should be like:- this_is_a_valid_slug'],
      [{ description: ' ' }, 'description', 'Description is required'],
    ] as const
    for (const [change, param, msg] of faults) {
      const reply = await activate(moduleIds.notices ?? 0, change)
      expect([reply.status, reply.body.errors?.[0]]).toMatchObject([422, { msg, param }])
    }
    const taken = await activate(moduleIds.notices ?? 0, { slug: 'banners' })
    expect([taken.status, taken.body.errors?.[0]?.param]).toEqual([409, 'slug'])
  })

  test('works once, opens what its key opens whatever it is called, and then says so', async () => {
    const id = moduleIds.notices ?? 0
    await query(app.db, 'insert into admin_modules values ($1, $2)', [app.world.admins.karim, id])
    expect((await app.call(profile.show, {}, karim)).body.data.modules).not.toContain('notices')
    const replies = await Promise.all(Array.from({ length: 5 }, () => activate(id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const [late] = replies.filter(({ status }) => status !== 200)
    expect([late?.status, late?.body.message]).toEqual([409, 'Auth module is already activated'])
    expect((await app.call(profile.show, {}, karim)).body.data.modules).toContain('notices')
    const { data, total } = (await app.call(permissions.modules, { q: 'look_at' }, rahim)).body.data
    expect([total, data]).toMatchObject([1, [{ id, key: 'notices', status: 1, ...texts }]])
  })
})

describe('packages', () => {
  const setPackages = (admin_id: number, more: object) =>
    app.call(permissions.setPackages, { admin_id, topup_package_id: [], ...more }, rahim)
  const packagesOf = async (admin_id: number) => (await app.call(permissions.packages, { admin_id }, rahim)).body.data
  const seenBy = async (token: string) =>
    new Set((await app.call(orders.list, { limit: 100 }, token)).body.data.orders.map((order) => order.name))

  test('scope every order at once; a whole product brings its future packages', async () => {
    const { users, packages, products, admins } = app.world
    for (const packageId of [packages.gems100, packages.gems500, packages.seasonPass]) {
      await placeOrder(app.db, { userId: users.shila, packageId })
    }
    expect(await packagesOf(admins.karim)).toEqual({
      topup_package_id: [packages.gems100, packages.seasonPass],
      topup_product_id: [],
    })
    expect(await seenBy(karim)).toEqual(new Set(['100 Gems', 'Season Pass']))
    await setPackages(admins.karim, { topup_package_id: [packages.gems500] })
    expect(await seenBy(karim)).toEqual(new Set(['500 Gems']))
    await setPackages(admins.karim, { topup_product_id: [products.ironvale] })
    expect(await seenBy(karim)).toEqual(new Set(['Season Pass']))
    const { id } = await app.db
      .insertInto('topup_packages')
      .values({ product_id: products.ironvale, name: 'Future Pass', price: 10 as never, bprice: 9 as never, serial: 9 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await placeOrder(app.db, { userId: users.shila, packageId: id })
    expect(await seenBy(karim)).toEqual(new Set(['Season Pass', 'Future Pass']))
    await setPackages(admins.karim, {})
    expect(await seenBy(karim)).toEqual(new Set())
  })

  test('deleted and unknown ones refuse the whole set, and are not shown as granted', async () => {
    const { packages, products, admins } = app.world
    await setPackages(admins.karim, { topup_package_id: [packages.gems100], topup_product_id: [products.ironvale] })
    await query(app.db, 'update topup_packages set deleted_at = now() where id = $1', [packages.gems500])
    const faults = [
      [{ topup_package_id: [packages.gems100, packages.gems500] }, 'topup_package_id'],
      [{ topup_package_id: [MISSING] }, 'topup_package_id'],
      [{ topup_product_id: [MISSING] }, 'topup_product_id'],
    ] as const
    for (const [change, param] of faults) {
      const refused = await setPackages(admins.karim, change)
      expect([refused.status, refused.body.errors?.[0]?.param]).toEqual([422, param])
    }
    await query(app.db, 'update topup_products set deleted_at = now() where id = $1', [products.ironvale])
    expect(await packagesOf(admins.karim)).toEqual({ topup_package_id: [packages.gems100], topup_product_id: [] })
    await query(app.db, 'update topup_products set deleted_at = null where id = $1', [products.ironvale])
    await query(app.db, 'update topup_packages set deleted_at = null where id = $1', [packages.gems500])
  })

  test('are not widened by moving a package into a product that is granted as a whole', async () => {
    const { users, packages, products, admins } = app.world
    await setPackages(admins.karim, { topup_product_id: [products.ironvale] })
    await query(app.db, 'insert into admin_modules values ($1, $2)', [admins.karim, moduleIds.topup_packages])
    const order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems500 })
    const seen = (await app.call(topupPackages.show, { id: packages.gems500 }, karim)).body.data
    const moved = await app.call(topupPackages.update, { ...seen, product_id: products.ironvale }, karim)
    expect([moved.status, moved.body.errors?.[0]?.param]).toEqual([403, 'product_id'])
    expect((await app.call(orders.show, { id: order }, karim)).status).toBe(404)
    expect((await app.call(topupPackages.update, { ...seen, name: '500 Gems!' }, karim)).status).toBe(200)

    const named = (await app.call(topupPackages.show, { id: packages.gems500 }, rahim)).body.data
    for (const product_id of [products.ironvale, products.starfall]) {
      const { status } = await app.call(
        topupPackages.update,
        { ...named, version: undefined, name: '500 Gems', product_id },
        rahim,
      )
      expect(status).toBe(200)
    }
    await query(app.db, 'delete from admin_modules where admin_id = $1 and auth_module_id = $2', [
      admins.karim,
      moduleIds.topup_packages,
    ])
  })

  test('that are lost leave the claims to others, with a warning to check first', async () => {
    const { users, packages, products } = app.world
    const { id, token } = await hireAdmin(app)
    const all = ids('orders_view', 'orders_work')
    const mine = { topup_package_id: [packages.gems100], topup_product_id: [products.ironvale] }
    const named = (await app.call(topupPackages.show, { id: packages.seasonPass }, rahim)).body.data
    const move = (product_id: number) => app.call(topupPackages.update, { ...named, version: undefined, product_id }, rahim)
    // What takes the right to one of two claimed orders, or to both.
    const losses: [string, () => Promise<{ status: number }>, string[]][] = [
      ['the work', () => setAuths(id, ids('orders_view')), ['gems100', 'seasonPass']],
      ['the sight', () => setAuths(id, ids('orders_work')), ['gems100', 'seasonPass']],
      ['a package', () => setPackages(id, { ...mine, topup_package_id: [] }), ['gems100']],
      ['a product', () => setPackages(id, { ...mine, topup_product_id: [] }), ['seasonPass']],
      ['the package’s product', () => move(products.starfall), ['seasonPass']],
      ['nothing', () => setAuths(id, [...all, ...ids('notices')]), []],
    ]
    for (const [what, lose, lost] of losses) {
      await move(products.ironvale)
      await setAuths(id, all)
      await setPackages(id, mine)
      const held: Record<string, number> = {}
      for (const name of ['gems100', 'seasonPass'] as const) {
        held[name] = await placeOrder(app.db, { userId: users.shila, packageId: packages[name] })
        expect((await app.call(desk.claim, { id: held[name] }, token)).status).toBe(200)
      }
      expect((await lose()).status).toBe(200)
      const released = lost.map((name) => held[name])
      const { facts } = await lastAudit(app)
      expect([what, facts]).toEqual([
        what,
        released.length > 0
          ? expect.objectContaining({ released_orders: released })
          : expect.not.objectContaining({ released_orders: expect.anything() }),
      ])
      for (const [name, order] of Object.entries(held)) {
        const taken = await app.call(desk.claim, { id: order }, rahim)
        expect([what, name, taken.status]).toEqual([what, name, lost.includes(name) ? 200 : 409])
      }
      await query(app.db, 'update orders set held_until = now() where holder_id = $1', [id])
    }
    await move(products.ironvale)
  })

  test('read as the specified list of packages and posted back, they stay, products too', async () => {
    const { packages, products, admins } = app.world
    const nothingElse = (topup_package_id: number[]) =>
      app.call(permissions.setPackages, { admin_id: admins.karim, topup_package_id }, rahim)
    await setPackages(admins.karim, { topup_package_id: [packages.gems100], topup_product_id: [products.ironvale] })
    const read = await packagesOf(admins.karim)
    expect(read.topup_package_id).toEqual(expect.arrayContaining([packages.gems100, packages.seasonPass]))
    const before = await fingerprint(app.db)
    expect((await nothingElse(read.topup_package_id)).status).toBe(200)
    expect(changedTables(before, await fingerprint(app.db))).toEqual([])

    // A client that knows packages alone takes one away: the others stay, one by one.
    await nothingElse(read.topup_package_id.filter((id) => id !== packages.seasonPass))
    const { topup_package_id, topup_product_id } = await packagesOf(admins.karim)
    expect(topup_product_id).toEqual([])
    expect(topup_package_id).toEqual(read.topup_package_id.filter((id) => id !== packages.seasonPass))
  })

  test('of a deleted package stay when the rest is saved, for its open orders', async () => {
    const { users, packages, admins } = app.world
    await setPackages(admins.karim, { topup_package_id: [packages.gems100, packages.gems500] })
    const order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems500 })
    await query(app.db, 'update topup_packages set deleted_at = now() where id = $1', [packages.gems500])
    const shown = await packagesOf(admins.karim)
    const saved = await setPackages(admins.karim, {
      ...shown,
      expected_topup_package_id: shown.topup_package_id,
      expected_topup_product_id: shown.topup_product_id,
    })
    expect([saved.status, shown.topup_package_id]).toEqual([200, [packages.gems100]])
    expect((await app.call(orders.setStatus, { id: order, status: 'completed' }, karim)).status).toBe(200)
    await query(app.db, 'update topup_packages set deleted_at = null where id = $1', [packages.gems500])
  })

  test('are not changed over what another admin has changed meanwhile', async () => {
    const { packages, admins } = app.world
    await setPackages(admins.karim, { topup_package_id: [packages.gems100] })
    const stale = { expected_topup_package_id: [packages.gems500], expected_topup_product_id: [] }
    const late = await setPackages(admins.karim, { topup_package_id: [packages.gems500], ...stale })
    expect([late.status, late.body.data]).toEqual([409, { topup_package_id: [packages.gems100], topup_product_id: [] }])
  })

  test('nor over a whole product that they have granted', async () => {
    const { products, admins } = app.world
    await setPackages(admins.karim, { topup_product_id: [products.ironvale] })
    const stale = { expected_topup_package_id: [], expected_topup_product_id: [] }
    const late = await setPackages(admins.karim, { topup_product_id: [products.starfall], ...stale })
    expect([late.status, late.body.data]).toMatchObject([409, { topup_product_id: [products.ironvale] }])
  })

  test('of six saves at once from one form, one is saved whole', async () => {
    const { packages, products } = app.world
    const ofPackages = Object.values(packages).map((id) => ({ topup_package_id: [id], topup_product_id: [] }))
    const ofProducts = Object.values(products).map((id) => ({ topup_package_id: [], topup_product_id: [id] }))
    const sets = [...ofPackages, ...ofProducts]
    const opened = { expected_topup_package_id: [], expected_topup_product_id: [] }
    for (let round = 0; round < 10; round++) {
      await setPackages(nadia, {})
      const replies = await Promise.all(sets.map((set) => setPackages(nadia, { ...set, ...opened })))
      const [winner, ...others] = sets.filter((_, at) => replies[at]?.status === 200)
      const { topup_product_id, topup_package_id } = await packagesOf(nadia)
      expect([others, topup_product_id]).toEqual([[], winner?.topup_product_id])
      if (winner?.topup_package_id.length) expect(topup_package_id).toEqual(winner.topup_package_id)
    }
  })
})
