import { afterAll, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { desk } from '#contract/desk.ts'
import { CLAIM_MINUTES_MAX } from '#contract/limits.ts'
import { permissions } from '#contract/permissions.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { startApp } from '../../test/support/app.ts'
import { grant } from '../../test/support/books.ts'
import { hireAdmin, lastAudit } from '../../test/support/hired-admins.ts'
import { placeOrder } from '../../test/world.ts'
import { query } from '../platform/db/connect.ts'
import { releaseLostClaims } from './claims.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

/** An admin who has claimed an order of each package that they may work on. */
const hireAdminWithClaims = async (...packages: ('gems100' | 'seasonPass')[]) => {
  const { id, token } = await hireAdmin(app)
  await grant(app.db, id, ['orders_view', 'orders_work'])
  const claimed: number[] = []
  for (const name of packages) {
    await query(app.db, 'insert into admin_packages values ($1, $2)', [id, app.world.packages[name]])
    const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages[name] })
    expect((await app.call(desk.claim, { id: order }, token)).status).toBe(200)
    claimed.push(order)
  }
  return { id, claimed }
}

test('a claim of the longest lease survives the end of lost ones that waited for it', async () => {
  await query(app.db, 'update settings set claim_minutes = $1', [CLAIM_MINUTES_MAX])
  const ended = await app.db.transaction().execute(async (own) => {
    await query(own, 'select now()')
    await hireAdminWithClaims('gems100')
    return releaseLostClaims(own)
  })
  expect(ended).toEqual({})
})

test('saving a package ends lost claims of its orders alone, named in its log row', async () => {
  const { packages } = app.world
  const { id, claimed } = await hireAdminWithClaims('gems100', 'seasonPass')
  await query(app.db, 'delete from admin_packages where admin_id = $1', [id])
  const save = async (package_id: number) => {
    const seen = (await app.call(topupPackages.show, { id: package_id }, rahim)).body.data
    expect((await app.call(topupPackages.update, { ...seen, name: `${seen.name}!` }, rahim)).status).toBe(200)
    return (await lastAudit(app)).facts
  }
  expect(await save(packages.gems100)).toMatchObject({ released_orders: [claimed[0]] })
  expect(await save(packages.seasonPass)).toMatchObject({ released_orders: [claimed[1]] })
  expect(await save(packages.gems100)).not.toHaveProperty('released_orders')
})

test('permissions and a role saved unchanged still report the claims that they end', async () => {
  const saves = {
    setAuths: (id: number) => app.call(permissions.setAuths, { admin_id: id, auth_ids: [] }, rahim),
    setPackages: (id: number) => app.call(permissions.setPackages, { admin_id: id, topup_package_id: [] }, rahim),
    setRole: (id: number) => app.call(admins.setRole, { id, role: 'sub' }, rahim),
  }
  for (const [name, save] of Object.entries(saves)) {
    const { id, claimed } = await hireAdminWithClaims('gems100')
    // Whatever took them, the claim was made at that moment.
    await query(app.db, 'delete from admin_modules where admin_id = $1', [id])
    await query(app.db, 'delete from admin_packages where admin_id = $1', [id])
    expect((await save(id)).status).toBe(200)
    const { subject_id, facts } = await lastAudit(app)
    expect([name, subject_id, facts]).toEqual([name, id, expect.objectContaining({ released_orders: claimed })])
    expect((await save(id)).status).toBe(200)
    expect((await lastAudit(app)).facts).toEqual(facts)
  }
})
