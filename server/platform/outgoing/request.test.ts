import dns from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { describeFailure, InternalTarget, isInternal, leadsInside, requestOutside } from './request.ts'

let asked = 0
const server = createServer((_, reply) => {
  asked++
  reply.end('inside')
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
afterEach(() => {
  asked = 0
  vi.restoreAllMocks()
})

const ask = (host: string, allowed = '') =>
  new Promise<number | undefined>((resolve, reject) => {
    requestOutside(new URL(`http://${host}:${port}/`), {}, allowed)
      .on('error', reject)
      .on('response', (reply) => resolve(reply.resume().statusCode))
      .end()
  })
const answerWith = (...answers: string[][]) =>
  vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never)

test.each([
  ...['127.0.0.1', '127.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...['0.0.0.0', '255.255.255.255', '224.0.0.1', '192.0.2.1', '198.18.0.1', '240.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'fec0::1', 'ff02::1', '2001:db8::1'],
  ...['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '64:ff9b::a00:1', '2002:7f00:1::'],
])('%s is internal', (address) => expect(isInternal(address)).toBe(true))

test.each(['8.8.8.8', '103.4.145.2', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) =>
  expect(isInternal(address)).toBe(false),
)

describe('a request', () => {
  test.each(['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '[::1]', 'localhost', '0'])(
    'to %s does not arrive, and says no more than that',
    async (host) => {
      const failure = await ask(host).catch((error: unknown) => error)
      expect([describeFailure(failure), asked]).toEqual(['refused', 0])
    },
  )

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['2130706433', '10.0.0.5, 127.0.0.1'],
    ['localhost', 'LOCALHOST 10.0.0.5'],
    ['127.0.0.1', '0x7f000001'],
  ])('to %s arrives where %s are allowed, and no longer once they are not', async (host, allowed) => {
    expect([await ask(host, allowed), asked]).toEqual([200, 1])
    await expect(ask(host)).rejects.toThrow(InternalTarget)
  })

  test('goes to the checked addresses: resolved once, refused with any internal one', async () => {
    const lookup = answerWith(['8.8.8.8', '127.0.0.1'], ['127.0.0.1'])
    await expect(ask('rebinding.example')).rejects.toThrow(InternalTarget)
    expect([lookup.mock.calls.length, asked]).toEqual([1, 0])
    await expect(ask('rebinding.example')).rejects.toThrow(InternalTarget)
    expect([lookup.mock.calls.length, asked]).toEqual([2, 0])
  })

  test('that never answers says so, whatever the reason', () => {
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'CERT_HAS_EXPIRED'])
      expect(describeFailure(Object.assign(new Error('at 10.0.0.1'), { code }))).toBe('no answer')
  })
})

test('a name that cannot be resolved may be saved: it is checked with each request', async () => {
  expect(await leadsInside('https://nobody.invalid/', '')).toBe(false)
  expect(await leadsInside('https://localhost/', '')).toBe(true)
  expect(await leadsInside('https://localhost/', 'localhost')).toBe(false)
})
