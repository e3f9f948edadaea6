import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/app.ts'

const open = await startApp({ pages: true })
const behindProxy = await startApp({ trustProxy: '127.0.0.1' })
afterAll(async () => {
  await open.close()
  await behindProxy.close()
})

const HTTPS = { 'x-forwarded-proto': 'https' }

test.each(['/', '/api/health', '/api/admin/profile', '/api/nothing', '/api/docs'])(
  '%s says what no page may do',
  async (path) => {
    const { headers } = await fetch(open.url + path)
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBeNull()
  },
)

test('a picture stays open to the shop’s site', async () => {
  const { headers } = await fetch(`${open.url}/images/0123456789abcdef.webp`)
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test('https is required from then on where a trusted proxy says https, and no other', async () => {
  const hsts = async (url: string) =>
    (await fetch(`${url}/api/health`, { headers: HTTPS })).headers.get('strict-transport-security')
  expect(await hsts(behindProxy.url)).toBe('max-age=31536000')
  expect(await hsts(open.url)).toBeNull()
})

test('the browser’s cookie is for https alone where it came by https', async () => {
  const cookieOf = async (url: string) => {
    const reply = await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...HTTPS },
      body: JSON.stringify({ identity: 'rahim', password: 'a top-up every day' }),
    })
    return reply.headers.get('set-cookie')
  }
  expect(await cookieOf(behindProxy.url)).toMatch(/; HttpOnly; SameSite=Strict; Secure$/)
  expect(await cookieOf(open.url)).toMatch(/; HttpOnly; SameSite=Strict$/)
})

test('logging out empties the browser’s cache of the shop', async () => {
  const token = await open.signIn('rahim')
  const { status, headers } = await fetch(`${open.url}/api/admin/logout`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: '{}',
  })
  expect([status, headers.get('clear-site-data')]).toEqual([200, '"cache"'])
})
