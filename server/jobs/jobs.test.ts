import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRETS_KEPT_DAYS } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { query } from '../db/connect.ts'
import { STORE_KEY, startApp, type TestApp } from '../testing/app.ts'
import { upkeep } from './jobs.ts'

let app: TestApp
let rahim: string
beforeAll(async () => {
  app = await startApp()
  rahim = await app.signIn('rahim')
})
// Orders are aged past their guard, and the figures of the days on which they closed do not follow.
afterAll(() => app.close({ books: 'broken' }))

/** An order with both secrets, closed by this status so many days and minutes ago; null leaves it open. */
const orderWithSecrets = async (status: 'completed' | 'cancel' | null, days = 0, minutes = 0): Promise<number> => {
  const { users, packages } = app.world
  const secrets = { accounttype: 'Google', ingamepassword: 'planted', securitycode: '4711' }
  const order = { user_id: users.shila, package_id: packages.seasonPass, playerid: 'P', ...secrets }
  const { id } = (await app.call(store.placeOrder, order, STORE_KEY)).body.data
  if (status === null) return id
  expect((await app.call(orders.setStatus, { id, status }, rahim)).status).toBe(200)
  await app.db.transaction().execute(async (own) => {
    await query(own, 'set local session_replication_role = replica')
    const ago = 'closed_at - make_interval(days => $2, mins => $3)'
    await query(own, `update orders set closed_at = ${ago} where id = $1`, [id, days, minutes])
  })
  return id
}

const eraseSecrets = async () => {
  const job = upkeep.find(({ name }) => name === 'erase in-game secrets')
  expect(job).toBeDefined()
  await job?.run(app.db)
}

const secretsOf = async (...ids: number[]) => {
  const sql = `select (ingamepassword_sealed is not null)::text || ' ' || (securitycode_sealed is not null) as kept
     from orders where id = any($1) order by id`
  return (await query<{ kept: string }>(app.db, sql, [ids])).map(({ kept }) => kept)
}
const KEPT = 'true true'
const ERASED = 'false false'

test('in-game secrets are erased so many days after the order closed, completed or cancelled, and not a minute before', async () => {
  const old = [
    await orderWithSecrets('completed', SECRETS_KEPT_DAYS, 1),
    await orderWithSecrets('cancel', SECRETS_KEPT_DAYS, 1),
    await orderWithSecrets('completed', SECRETS_KEPT_DAYS, -1),
    await orderWithSecrets(null),
  ]
  expect(await secretsOf(...old)).toEqual([KEPT, KEPT, KEPT, KEPT])
  await eraseSecrets()
  expect(await secretsOf(...old)).toEqual([ERASED, ERASED, KEPT, KEPT])
})

test('how many days that is a super admin sets', async () => {
  const [yesterdays, todays] = [await orderWithSecrets('completed', 1, 1), await orderWithSecrets('completed', 0, 1)]
  await eraseSecrets()
  expect(await secretsOf(yesterdays, todays)).toEqual([KEPT, KEPT])
  await app.db.updateTable('settings').set({ secrets_kept_days: 1 }).execute()
  await eraseSecrets()
  expect(await secretsOf(yesterdays, todays)).toEqual([ERASED, KEPT])
})
