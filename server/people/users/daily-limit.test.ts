import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { users } from '#contract/users.ts'
import { startApp } from '../../../test/support/app.ts'
import { balanceOf, earnings, expectSoundBooks, grant } from '../../../test/support/books.ts'
import { awayFromMidnight } from '../../../test/support/midnight.ts'
import { query } from '../../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
await grant(app.db, app.world.admins.karim, ['users_view', 'users_edit', 'users_wallet', 'users_earn_wallet'])
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
const { shila, tanvir } = app.world.users
beforeEach(() => forget())
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const limit = (most: number) => app.db.updateTable('settings').set({ wallet_changes_per_day: most }).execute()
/** As if what was moved until now had been moved the day before. */
const forget = async () => {
  await query(app.db, 'alter table journals disable trigger journals_append_only')
  await query(app.db, `update journals set at = at - interval '24 hours' where source = 'adjustment'`)
  await query(app.db, 'alter table journals enable trigger journals_append_only')
}
const edit = async (by: number, token = karim, id = shila) =>
  app.call(users.update, { id, wallet: (await balanceOf(app.db, { userId: id })) + by }, token)
const adjust = (type: 'add' | 'deduct', amount: number, token = karim, id = shila) =>
  app.call(users.adjustEarnWallet, { id, type, amount }, token)

test('a sub-admin’s manual moves count without sign, over wallets and customers', async () => {
  await limit(100)
  expect((await edit(30)).status).toBe(200)
  expect((await edit(-20)).status).toBe(200)
  expect((await adjust('add', 25, karim, tanvir)).status).toBe(200)
  expect((await adjust('deduct', 5.5, karim, tanvir)).status).toBe(200)
  const before = [await balanceOf(app.db, { userId: shila }), await earnings(app.db, shila)]
  const msg = 'Your wallet changes are limited to 100 tk a day: 19.50 tk left today'
  const params = { most: '100 tk', left: '19.50 tk' }
  const edited = await edit(19.51)
  expect([edited.status, edited.body.errors]).toEqual([403, [{ code: 'daily_limit', msg, param: 'wallet', params }]])
  const adjusted = await adjust('add', 19.51)
  expect([adjusted.status, adjusted.body.errors]).toEqual([403, [{ code: 'daily_limit', msg, param: 'amount', params }]])
  expect([await balanceOf(app.db, { userId: shila }), await earnings(app.db, shila)]).toEqual(before)
  expect((await adjust('add', 19.5)).status).toBe(200)
  expect((await edit(-0.01)).body.message).toBe('Your wallet changes are limited to 100 tk a day: 0 tk left today')
  expect((await edit(0)).status).toBe(200)
})

test('a super admin has no limit, 0 is none, and each of the shop’s days begins at 0', async () => {
  await limit(10)
  expect((await edit(500, rahim)).status).toBe(200)
  expect((await adjust('add', 500, rahim)).status).toBe(200)
  expect((await edit(10)).status).toBe(200)
  expect((await edit(1)).status).toBe(403)
  await forget()
  expect((await edit(10)).status).toBe(200)
  expect((await edit(1)).status).toBe(403)
  await limit(0)
  expect((await edit(400)).status).toBe(200)
  await limit(10)
  expect((await edit(1)).body.message).toBe('Your wallet changes are limited to 10 tk a day: 0 tk left today')
})

const WAITING = `
  select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and strpos(query, 'from admins') > 0`

test('two at once for different customers do not pass together', async () => {
  await limit(100)
  const { late } = await app.db.transaction().execute(async (own) => {
    await query(own, 'select from admins where id = $1 for no key update', [app.world.admins.karim])
    const late = Promise.all([edit(60), adjust('add', 60, karim, tanvir)])
    await expect.poll(async () => (await query(app.db, WAITING)).length).toBe(2)
    return { late }
  })
  expect((await late).map(({ status }) => status).sort()).toEqual([200, 403])
  const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => adjust('add', 15, karim, at % 2 ? shila : tanvir)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(replies.filter(({ status }) => status === 403)).toHaveLength(8)
})
