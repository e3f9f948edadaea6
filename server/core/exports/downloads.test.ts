import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { hireAdmin } from '../../../test/support/hired-admins.ts'
import { query } from '../../platform/db/connect.ts'

/** More than what is on its way to a reader who does not read. */
const ROWS = 80_000

const app = await startApp()
await query(
  app.db,
  `insert into wallet_adds (user_id, amount, number, trx_id)
   select $1, 10, '01700000000', 'EXPORT' || i from generate_series(1, $2::int) as i`,
  [app.world.users.tanvir, ROWS],
)
afterAll(() => app.close())

/** A reader of a role who holds what a download of wallet adds needs, sees one package and minds the banners, and has begun the download. */
const begin = async (role: 'super' | 'sub') => {
  const { id, token } = await hireAdmin(app, role)
  await grant(app.db, id, ['wallet_adds_view', 'wallet_adds_export', 'banners'])
  await query(app.db, 'insert into admin_packages values ($1, $2)', [id, app.world.packages.gems100])
  const opened = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: token, 'content-type': 'application/json' }
    request(`${app.url}/api${walletAdds.exportRows.path}`, { method: 'POST', headers }, resolve).on('error', reject).end('{}')
  })
  expect(opened.statusCode).toBe(200)
  const linesRead = async () => {
    let lines = 0
    for await (const chunk of opened) lines += String(chunk).split('\n').length - 1
    return lines
  }
  return { id, linesRead }
}

const remove = async (id: number) => expect((await app.call(admins.remove, { id }, await app.signIn('rahim'))).status).toBe(200)

const setRole = (id: number, role: 'super' | 'sub') => query(app.db, 'update admins set role = $2 where id = $1', [id, role])

describe('a download goes on to its end for a reader who is meanwhile', () => {
  test.each<[string, (id: number) => Promise<unknown>]>([
    ['granted a task', (id) => grant(app.db, id, ['notices'])],
    [
      'granted a package',
      (id) => query(app.db, 'insert into admin_packages values ($1, $2)', [id, app.world.packages.seasonPass]),
    ],
    ['made a super admin', (id) => setRole(id, 'super')],
  ])('%s', async (_, change) => {
    const { id, linesRead } = await begin('sub')
    await change(id)
    expect(await linesRead()).toBeGreaterThan(ROWS)
  })
})

describe('a download breaks off for a reader who meanwhile', () => {
  test.each<[string, 'super' | 'sub', (id: number) => Promise<unknown>]>([
    ['loses another task', 'sub', (id) => takeTask(id, 'banners')],
    ['gets one task for another', 'sub', (id) => Promise.all([takeTask(id, 'banners'), grant(app.db, id, ['notices'])])],
    ['loses a package', 'sub', (id) => query(app.db, 'delete from admin_packages where admin_id = $1', [id])],
    ['is no longer a super admin', 'super', (id) => setRole(id, 'sub')],
    ['is deleted', 'sub', remove],
  ])('%s', async (_, role, change) => {
    const { id, linesRead } = await begin(role)
    await change(id)
    await expect(linesRead()).rejects.toThrow()
  })
})

// As nginx asks unless it is told otherwise. Such a reply ends with its connection, so that one which was only closed would look whole.
test('a download of HTTP/1.0 that breaks off is reset, one that ends is closed', async () => {
  const outcomeOf = async (meanwhile: (id: number) => Promise<unknown>) => {
    const { id, token } = await hireAdmin(app, 'sub')
    await grant(app.db, id, ['wallet_adds_view', 'wallet_adds_export', 'banners'])
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    const lines = [
      `POST /api${walletAdds.exportRows.path} HTTP/1.0`,
      `authorization: ${token}`,
      'content-type: application/json',
      'content-length: 2',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n{}`)
    await once(socket, 'readable')
    await meanwhile(id)
    socket.resume()
    return once(socket, 'end').then(
      () => 'closed',
      (error: NodeJS.ErrnoException) => error.code,
    )
  }
  expect(await outcomeOf((id) => takeTask(id, 'banners'))).toBe('ECONNRESET')
  expect(await outcomeOf(async () => undefined)).toBe('closed')
})

const takeTask = (id: number, key: string) =>
  query(
    app.db,
    'delete from admin_modules where admin_id = $1 and auth_module_id = (select id from auth_modules where key = $2)',
    [id, key],
  )
