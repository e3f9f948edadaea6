import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { sessions } from '#contract/sessions.ts'
import { startApp } from '../../../test/support/app.ts'
import { refusal } from '../../../test/support/refusal.ts'

const lines: string[] = []
const app = await startApp({ log: (line) => lines.push(line) })
afterAll(() => app.close())

const get = (path: string, init?: RequestInit) => fetch(`${app.url}${path}`, init)
const NOT_FOUND = refusal('not_found', 'Not found')

test('an unknown API path is a 404 in the envelope, whatever the method', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/admin',
    '/api/admin/orders/1/2',
    '/api/%ZZ',
    `/api/admin/order/${'9'.repeat(600)}`,
  ]) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const reply = await get(path, { method })
      expect([path, method, reply.status]).toEqual([path, method, 404])
      expect(await reply.json()).toEqual(NOT_FOUND)
    }
  }
  // Reads do not answer to writes' methods, nor writes to reads'.
  expect((await get('/api/health', { method: 'POST' })).status).toBe(404)
  expect((await get('/api/admin/login')).status).toBe(404)
})

test('every API reply has its request id and headers against caching and framing', async () => {
  const ids = new Set<string | null>()
  for (const path of ['/api/health', '/api/admin/profile', '/api/nothing', '/api/%ZZ', '/api/store/catalog']) {
    const { headers } = await get(path)
    ids.add(headers.get('x-request-id'))
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect([headers.get('x-powered-by'), headers.get('server'), headers.get('access-control-allow-origin')]).toEqual([
      null,
      null,
      null,
    ])
  }
  expect(ids.size).toBe(5)
  // A caller cannot choose the id under which the log names them.
  const chosen = await get('/api/health', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
  expect(chosen.headers.get('x-request-id')).not.toBe('mine')
})

const post = async (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
  const reply = await get('/api/admin/login', { method: 'POST', headers, body })
  return { status: reply.status, body: await reply.json() }
}

test('a body that cannot be taken is refused with a sentence', async () => {
  const refused = (code: string, message: string, status = 422) => ({ status, body: refusal(code, message) })
  expect(await post('{')).toEqual(refused('malformed', 'The request is not well formed'))
  expect(await post('[]')).toEqual(refused('body_not_object', 'The body must be a JSON object'))
  expect(await post('"x"')).toEqual(refused('body_not_object', 'The body must be a JSON object'))
  expect(await post('{"__proto__":{}}')).toEqual(refused('malformed', 'The request is not well formed'))
  expect(await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual(
    refused('body_not_json', 'Send the body as application/json'),
  )
  expect(await post(`{"identity":"${'x'.repeat(8 * 1024 * 1024)}"}`)).toEqual(
    refused('body_too_large', 'The request is too large', 413),
  )
})

test('an empty body is one without fields, also where a type is named', async () => {
  const rahim = await app.signIn('rahim')
  for (const type of [undefined, 'application/json', 'application/json; charset=utf-8']) {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const login = await get('/api/admin/login', { method: 'POST', headers })
    expect([login.status, await login.json()]).toMatchObject([422, { errors: [{ param: 'identity' }, { param: 'password' }] }])
    const cancelAll = await get('/api/admin/transaction/cancel-all', {
      method: 'POST',
      headers: { ...headers, authorization: rahim },
    })
    expect([cancelAll.status, await cancelAll.json()]).toMatchObject([200, { message: 'Total cancelled 0 transaction.' }])
  }
})

test('every unacceptable field is named', async () => {
  const { status, body } = await app.call(sessions.login, {})
  expect(status).toBe(422)
  expect(body.errors).toEqual([
    { code: 'email_required', msg: 'Email is required', param: 'identity' },
    { code: 'password_required', msg: 'Password is required', param: 'password' },
  ])
  expect(body.message).toBe('Email is required')
  const rahim = await app.signIn('rahim')
  const list = await app.call(orders.list, { page: 0, limit: 101, sort: 'password_hash' }, rahim)
  expect(list.body.errors?.map((error) => error.param)).toEqual(['page', 'limit', 'sort'])
})

test('what is not HTTP is refused in the envelope, and the server lives on', async () => {
  const exchange = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(text))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  expect(await exchange('hello\r\n\r\n')).toMatch(
    /^HTTP\/1.1 400 [\s\S]*\{"success":false,"code":"malformed","message":"The request is not well formed"/,
  )
  expect(await exchange(`GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 [\s\S]*"success":false/,
  )
  expect((await get('/api/health')).status).toBe(200)
})

test('a failure of ours shows nothing to the caller and all to the log, by request id', async () => {
  const rahim = await app.signIn('rahim')
  await app.db.schema.alterTable('orders').renameTo('orders_gone').execute()
  lines.length = 0
  const reply = await get('/api/admin/order/1', { headers: { authorization: rahim } })
  await app.db.schema.alterTable('orders_gone').renameTo('orders').execute()
  const message = 'Something went wrong! Try again.'
  expect([reply.status, await reply.json()]).toEqual([500, refusal('something_went_wrong', message)])
  const logged = lines.map((line) => JSON.parse(line)).find((line) => line.level === 50)
  expect(logged).toMatchObject({ reqId: reply.headers.get('x-request-id'), err: { stack: expect.stringContaining('orders') } })
})
