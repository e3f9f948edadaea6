import { writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import { effectsOf } from '#contract/effects.ts'
import { pathParameters } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'
import { sessions } from '#contract/sessions.ts'
import { status } from '#contract/status.ts'
import { store } from '#contract/store.ts'
import { routes } from '../../server/app.ts'
import { query } from '../../server/platform/db/connect.ts'
import { openFolder } from '../../server/platform/uploads/folder.ts'
import type { Storage } from '../../server/platform/uploads/storage.ts'
import { request, STORE_KEY, startApp, startSecondServer } from '../support/app.ts'
import { changedTables, fingerprint } from '../support/fingerprint.ts'
import { drawPicture, sendPicture, uploadPicture } from '../support/pictures.ts'
import { PASSWORD, placeOrder } from '../world.ts'

const FULL = 'The server’s disk is full. Nothing was changed. Tell a super admin.'
const refused = { status: 503, body: { success: false, message: FULL, errors: [{ msg: FULL }] } }

let isFull = false
/** A device on which every write fails for lack of space. */
const write: Storage['write'] = (name, content) => (isFull ? writeFile('/dev/full', content) : folder.write(name, content))
const folder = openFolder(`${process.env.TMPDIR ?? '/tmp'}/topdeck-disk-full-${process.pid}`)
const lines: string[] = []
const log = { write: (line: string) => lines.push(line) }
const app = await startApp({ images: { ...folder, write }, log: log.write })
afterAll(() => app.close())

test('a picture that finds no space on the disk is not blamed', async () => {
  const nadia = await app.signIn('nadia')
  isFull = true
  expect(await sendPicture(app.url, await drawPicture(), nadia)).toMatchObject(refused)
  isFull = false
  expect((await sendPicture(app.url, await drawPicture(), nadia)).status).toBe(200)
})

test('an order, decision and record without disk space are refused alike', async () => {
  const { users, packages } = app.world
  const rahim = await app.signIn('rahim')
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  const banner = await uploadPicture(app.url, rahim)
  await query(
    app.db,
    `create function find_no_space() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/16384/16385": No space left on device' using errcode = 'disk_full';
    end $$`,
  )
  for (const table of ['orders', 'banners'])
    await query(app.db, `create trigger full_disk before insert or update on ${table} execute function find_no_space()`)
  const before = await fingerprint(app.db)
  const order = { user_id: users.shila, package_id: packages.gems100, playerid: '90017' }
  expect(await app.call(store.placeOrder, order, STORE_KEY)).toMatchObject(refused)
  expect(await app.call(orders.setStatus, { id, status: 'completed' }, rahim)).toMatchObject(refused)
  expect(await app.call(banners.create, { note: 'Eid', banner }, rahim)).toMatchObject(refused)
  expect(changedTables(before, await fingerprint(app.db))).toEqual([])
  for (const table of ['orders', 'banners']) await query(app.db, `drop trigger full_disk on ${table}`)
  expect((await app.call(orders.setStatus, { id, status: 'completed' }, rahim)).status).toBe(200)
})

test('before the data folder’s disk is full, changes are refused, sign-ins are not', async () => {
  const full = await startSecondServer(app, { isDiskFull: true, logging: { logLevel: 'info', log } })
  const before = await fingerprint(app.db)
  const signedIn = await request(full.url, sessions.login, { identity: 'rahim', password: PASSWORD })
  expect(signedIn.status).toBe(200)
  const token = signedIn.body.data?.token
  expect(await request(full.url, status.show, {}, token)).toMatchObject({
    status: 200,
    body: { data: { disk: { free_bytes: 0 } } },
  })
  const changes = routes.filter(({ endpoint }) => endpoint.method === 'POST' && !effectsOf(endpoint).includes('sign_in'))
  expect(changes.length).toBeGreaterThan(80)
  for (const { name, endpoint } of changes.filter((one) => one.endpoint.access !== 'phone')) {
    const input = Object.fromEntries(pathParameters(endpoint.path).map((parameter) => [parameter, 1]))
    const reply = await request(full.url, endpoint, input, endpoint.access === 'store' ? STORE_KEY : token)
    expect({ name, ...reply }).toMatchObject(refused)
  }
  expect((await request(full.url, sessions.logout, {}, token)).status).toBe(200)
  expect(changedTables(before, await fingerprint(app.db))).toEqual([
    'audit',
    'failed_sign_ins',
    'known_browsers',
    'login_attempts',
  ])
  await full.close()
})

test('the log, perhaps on that disk, gets one short line for these refusals', () => {
  const refusals = lines.filter((line) => line.includes('the disk is full'))
  expect(refusals).toHaveLength(1)
  expect(refusals[0]?.length).toBeLessThan(200)
  expect(lines.filter((line) => line.includes('"stack"'))).toEqual([])
})
