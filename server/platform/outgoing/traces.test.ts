import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { store } from '#contract/store.ts'
import { request, STORE_KEY } from '../../../test/support/app.ts'
import { createEmptyDatabase } from '../../../test/support/backups.ts'
import { buildInstallation } from '../../../test/support/installation.ts'

const PHONE = '01712345678'
const PASSWORD = 'a password that stays here'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const READY = /Topdeck is ready at (http:\/\/\S+)/
const ADDRESSES = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const [, name] = url.match(/node_modules\\/(@opentelemetry\\/[\\w-]+)/) ?? []
    if (name) console.log('loaded ' + name)
    return next(url, context)
  },
})`

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}
interface Export {
  resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Span[] }[] }[]
}

let installation: ReturnType<typeof buildInstallation>
let hooks: string
beforeAll(() => {
  installation = buildInstallation('<!doctype html><html lang="en"></html>')
  const file = join(installation.folder, 'addresses.mjs')
  writeFileSync(file, ADDRESSES)
  hooks = `--import ${pathToFileURL(file)}`
})
afterAll(() => installation.remove())

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const start = async (env: NodeJS.ProcessEnv) => {
  const own = { DATABASE_URL: database.url, MASTER_KEY: 'ab'.repeat(32), STORE_KEY, NODE_OPTIONS: hooks }
  const started = installation.start('start', { ...own, ...env })
  await expect.poll(started.output).toMatch(READY)
  const loaded = new Set([...started.output().matchAll(/loaded (\S+)/g)].map(([, name]) => name))
  const stop = () => {
    started.child.kill('SIGTERM')
    return started.ended
  }
  return { url: READY.exec(started.output())?.[1] ?? '', output: started.output, loaded, stop }
}

const startReceiver = async () => {
  const bodies: string[] = []
  const server = createServer((incoming, reply) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => {
      body += chunk
    })
    incoming.on('end', () => {
      bodies.push(body)
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, bodies, close }
}

const register = (url: string, key: string, headers: Record<string, string>) =>
  fetch(`${url}/api/store/users`, {
    method: 'POST',
    headers: { authorization: STORE_KEY, 'content-type': 'application/json', 'idempotency-key': key, ...headers },
    body: JSON.stringify({ username: 'mina', phone: PHONE, password: PASSWORD }),
  })

test('without a receiver only OpenTelemetry’s interface is loaded, for the metrics', async () => {
  const shop = await start({})
  expect([...shop.loaded]).toEqual(['@opentelemetry/api'])
  expect(await shop.stop()).toBe(0)
})

test('a request and its statements are sent in the proxy’s trace, without contents', async () => {
  const receiver = await startReceiver()
  const shop = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=trial',
    TRUST_PROXY: '127.0.0.1',
  })
  expect(shop.loaded).toContain('@opentelemetry/sdk-trace')
  const traceparent = `00-${TRACE}-${PARENT}-01`
  expect((await register(shop.url, 'by-proxy', { traceparent, 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
  expect((await register(shop.url, 'directly', { traceparent })).status).toBe(409)
  expect(await shop.stop()).toBe(0)
  receiver.close()

  const exported = receiver.bodies.map((body) => JSON.parse(body) as Export)
  const [first] = exported.flatMap((one) => one.resourceSpans)
  for (const [key, stringValue] of Object.entries({ 'service.name': 'topdeck', 'deployment.environment': 'trial' })) {
    expect(first?.resource.attributes).toContainEqual({ key, value: { stringValue } })
  }
  const spans = exported.flatMap((one) =>
    one.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const requests = spans.filter(({ name }) => name === 'POST /api/store/users')
  const [proxied, direct] = [true, false].map((isProxied) => requests.find(({ traceId }) => (traceId === TRACE) === isProxied))
  expect(requests).toHaveLength(2)
  expect(proxied).toMatchObject({ parentSpanId: PARENT })
  expect(direct).toMatchObject({ name: 'POST /api/store/users' })
  expect(direct?.parentSpanId).toBeUndefined()
  const known = Object.fromEntries(proxied?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])
  expect(known).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/store/users',
    'http.response.status_code': 200,
    'topdeck.call': 'store.addUser',
    'topdeck.request_id': expect.any(String),
  })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === proxied?.spanId)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert', 'commit']))
  expect(statements.every(({ traceId }) => traceId === TRACE)).toBe(true)
  // Of the jobs nothing.
  expect(spans.filter(({ parentSpanId, name }) => !parentSpanId && !/^(GET|POST) /.test(name))).toEqual([])
  const everything = receiver.bodies.join()
  for (const secret of [PHONE, PASSWORD, STORE_KEY, '203.0.113.7', 'by-proxy']) expect(everything).not.toContain(secret)
})

test('a receiver that takes nothing is not noticed', async () => {
  let tried = 0
  const receiver = createSocketServer((socket) => {
    tried += 1
    socket.destroy()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  const shop = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  const printed = shop.output()
  const readCatalog = async () => (await request(shop.url, store.catalog, {}, STORE_KEY)).status
  expect(await readCatalog()).toBe(200)
  await expect.poll(() => tried).toBeGreaterThan(0)
  receiver.close()
  expect(await readCatalog()).toBe(200)
  expect(await shop.stop()).toBe(0)
  // Nor does a stop say that it waited in vain.
  expect(shop.output()).toBe(printed)
})
