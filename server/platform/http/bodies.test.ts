import { Agent, type ClientRequest, request } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import {
  LONG_REQUEST_TIMEOUT_MS,
  MAX_BODY_BYTES,
  MAX_LONG_BODY_BYTES,
  MAX_VOUCHER_PASTE,
  SMS_NUMBERS_MAX,
} from '#contract/limits.ts'
import { permissions } from '#contract/permissions.ts'
import { uploads } from '#contract/uploads.ts'
import { users } from '#contract/users.ts'
import { vouchers } from '#contract/vouchers.ts'
import { startApp } from '../../../test/support/app.ts'
import { everyEndpoint, type Field, fieldsOf } from '../../../test/support/samples.ts'
import { closeSession, findAdmin } from '../auth/sessions.ts'
import { query } from '../db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

/** A letter may be sent as \uXXXX, as some languages do with all that is not English. */
const LETTER_BYTES = 6
const DAY_BYTES = 12

const longest = ({ kind, name, max, item, choices }: Field): number => {
  if (kind === 'choice') return Math.max(...choices.map((choice) => JSON.stringify(choice).length))
  if (kind === 'list') return max * ((item ? longest({ ...item, name: '' }) : 0) + 1)
  if (kind === 'text') return ['from', 'to'].includes(name) ? DAY_BYTES : max * LETTER_BYTES
  return String(Number.MAX_SAFE_INTEGER).length + 3
}

test('every call takes the longest body that its fields allow', () => {
  const ordinary = everyEndpoint.filter(
    ({ endpoint }) => endpoint.method === 'POST' && !endpoint.upload && !endpoint.maxBodyBytes,
  )
  const lengths = ordinary.map(({ name, endpoint }) => {
    const fields = fieldsOf(endpoint)
    return [name, fields.reduce((bytes, field) => bytes + field.name.length + 4 + longest(field), 2)] as const
  })
  expect(lengths.length).toBeGreaterThan(50)
  expect(lengths.filter(([, bytes]) => !(bytes <= MAX_BODY_BYTES))).toEqual([])
})

test('a paste and lists of a hundred thousand are taken, a longer body is not', async () => {
  const paste = ' '.repeat(MAX_VOUCHER_PASTE)
  const added = await app.call(vouchers.add, { code: paste, package_id: app.world.packages.gemsCard }, rahim)
  const numbers = Array.from({ length: SMS_NUMBERS_MAX }, (_, nth) => `not a number ${nth}`)
  const sent = await app.call(campaigns.send, { phones: numbers, except: numbers, message: 'Hello' }, rahim)
  expect([added.status, sent.status]).toEqual([422, 422])
  expect((await app.call(campaigns.send, { message: 'x'.repeat(MAX_LONG_BODY_BYTES) }, rahim)).status).toBe(413)
  expect((await app.call(users.update, { id: 1, city: 'x'.repeat(MAX_BODY_BYTES) }, rahim)).status).toBe(413)
})

/** A request that has sent the beginning of its body and waits. */
const begin = (
  path: string,
  token: string,
  body: string,
  type = 'application/json',
): { outgoing: ClientRequest; status: Promise<number | undefined> } => {
  const headers = { authorization: token, 'content-type': type, 'content-length': body.length }
  const outgoing = request(`${app.url}/api${path}`, { method: 'POST', headers })
  const status = new Promise<number | undefined>((resolve, reject) => {
    outgoing.on('response', (reply) => resolve(reply.resume().statusCode))
    outgoing.on('error', reject)
  })
  outgoing.write(body.slice(0, 10))
  return { outgoing, status }
}

test('a long body is not read for strangers, without rights, or at unknown addresses', async () => {
  const body = '['.repeat(MAX_LONG_BODY_BYTES)
  const nadia = await app.signIn('nadia')
  const requested = [
    [campaigns.send.path, 'nobody', 401],
    [vouchers.add.path, 'nobody', 401],
    [campaigns.send.path, nadia, 403],
    ['/nothing', 'nobody', 404],
  ] as const
  for (const [path, token, expected] of requested) {
    const { outgoing, status } = begin(path, token, body)
    expect([path, await status]).toEqual([path, expected])
    outgoing.destroy()
  }
})

test('refusing a long body closes the connection instead of reading the rest', async () => {
  const nadia = await app.signIn('nadia')
  const body = JSON.stringify({ code: 'AB12-CD34\n'.repeat(700_000), package_id: app.world.packages.gemsCard })
  for (const path of [vouchers.add.path, campaigns.send.path, permissions.setAuths.path]) {
    const sockets: Socket[] = []
    const note = (socket: Socket) => sockets.push(socket)
    app.app.server.on('connection', note)
    const headers = { authorization: nadia, 'content-type': 'application/json', 'content-length': body.length }
    const agent = new Agent({ keepAlive: true })
    const outgoing = request(`${app.url}/api${path}`, { method: 'POST', headers, agent })
    const answered = new Promise<number | undefined>((resolve) => outgoing.on('response', (reply) => resolve(reply.statusCode)))
    // The server ends the connection while this still writes.
    outgoing.on('error', () => {})
    outgoing.write(body.slice(0, 100))
    expect([path, await answered]).toEqual([path, 403])
    outgoing.end(body.slice(100))
    await vi.waitUntil(() => sockets.every(({ destroyed }) => destroyed), { timeout: 10_000 })
    expect(Math.max(...sockets.map(({ bytesRead }) => bytesRead))).toBeLessThan(1_000_000)
    app.app.server.off('connection', note)
  }
})

test('700,000 codes or numbers are counted first: no second of a core, no id taken', async () => {
  const codes = Array.from({ length: 700_000 }, (_, nth) => `AB${nth}`)
  const nextId = async () => (await query(app.db, 'select last_value from vouchers_id_seq'))[0]
  const before = await nextId()
  for (const [call, input, code] of [
    [vouchers.add, { code: codes.join('\n'), package_id: app.world.packages.gemsCard }, 'codes_at_most'],
    [campaigns.send, { phones: codes.slice(0, 600_000), message: 'Hello' }, 'numbers_at_most'],
  ] as const) {
    const body = JSON.stringify(input)
    const headers = { authorization: rahim, 'content-type': 'application/json' }
    const start = process.cpuUsage()
    const reply = await fetch(`${app.url}/api${call.path}`, { method: 'POST', headers, body })
    const { user, system } = process.cpuUsage(start)
    expect([reply.status, (await reply.json()).code]).toEqual([422, code])
    expect((user + system) / 1_000).toBeLessThan(1_000)
  }
  expect(await nextId()).toEqual(before)
})

test('a body is parsed only once its sender is known', async () => {
  const post = async (token: string) => {
    const headers = { authorization: token, 'content-type': 'application/json' }
    return (await fetch(`${app.url}/api/admin/user/update/1`, { method: 'POST', headers, body: '[[[[' })).status
  }
  expect([await post('nobody'), await post(rahim)]).toEqual([401, 422])
})

test('a body that is not UTF-8 is refused before anything of it is kept', async () => {
  const headers = { authorization: rahim, 'content-type': 'application/json' }
  const body = Buffer.from('{"address":"a\xff\xfe"}', 'latin1')
  const reply = await fetch(`${app.url}/api/admin/user/update/${app.world.users.shila}`, { method: 'POST', headers, body })
  expect([reply.status, (await reply.json()).message]).toEqual([422, 'The request is not in UTF-8'])
})

test('who is signed out while their long body is on its way is asked again', async () => {
  const token = await app.signIn('rahim')
  const session_id = (await findAdmin(app.db, token))?.admin.session_id ?? 0
  await query(app.db, `update sessions set last_used_at = now() - interval '1 hour' where id = $1`, [session_id])
  const body = JSON.stringify({ phones: ['01711000009'], message: 'Hello' })
  const { outgoing, status } = begin(campaigns.send.path, token, body)
  // They were let in: their session has been used.
  const used = `select from sessions where id = $1 and last_used_at > now() - interval '1 minute'`
  await expect.poll(async () => (await query(app.db, used, [session_id])).length).toBe(1)
  await closeSession(app.db, session_id)
  outgoing.end(body.slice(10))
  expect(await status).toBe(401)
})

describe('a body on a slow line', () => {
  afterEach(() => vi.restoreAllMocks())

  /** What is set to happen in a minute, from now on. */
  const watchMinutes = () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    return () =>
      timers.mock.calls.flatMap(([happen, ms], at) => {
        const timer = timers.mock.results[at]?.value
        return ms === 60_000 ? [{ happen, isOff: () => cleared.mock.calls.some(([one]) => one === timer) }] : []
      })
  }

  test('has as long as the dashboard waits for an upload; headers have less', () => {
    expect(app.app.server.requestTimeout).toBeGreaterThan(LONG_REQUEST_TIMEOUT_MS)
    expect(app.app.server.headersTimeout).toBeLessThanOrEqual(60_000)
  })

  test('is cut after a minute where it is no upload’s', async () => {
    const minutes = watchMinutes()
    const picture = begin(uploads.image.path, rahim, '-'.repeat(100), 'multipart/form-data; boundary=b')
    picture.outgoing.end('-'.repeat(90))
    expect([await picture.status, minutes().length]).toEqual([422, 0])
    const edit = begin('/admin/user/update/1', rahim, JSON.stringify({ city: 'Dhaka' }))
    await expect.poll(() => minutes().length).toBeGreaterThan(0)
    minutes()[0]?.happen()
    expect(await edit.status).toBe(408)
    const nowhere = begin('/nowhere', rahim, '{}')
    expect([await nowhere.status, minutes().length]).toEqual([404, 2])
    nowhere.outgoing.destroy()
  })

  test('that has come is waited for no more', async () => {
    const minutes = watchMinutes()
    expect((await app.call(users.update, { id: app.world.users.shila, city: 'Dhaka' }, rahim)).status).toBe(200)
    expect((await app.call(users.list, {}, rahim)).status).toBe(200)
    expect(minutes().length).toBe(2)
    await expect.poll(() => minutes().every(({ isOff }) => isOff())).toBe(true)
  })
})
