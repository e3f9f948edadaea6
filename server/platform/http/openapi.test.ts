import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Code, MESSAGES } from '#contract/messages.ts'
import { store } from '#contract/store.ts'
import { WEBHOOK_HEADERS, WebhookMessage } from '#contract/webhooks.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { everyEndpoint } from '../../../test/support/samples.ts'
import { routes } from '../../app.ts'
import { query } from '../db/connect.ts'
import { HTTP_REFUSALS, refusalsOf } from './refused.ts'

interface Media {
  example?: unknown
  schema?: unknown
}
interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content: Record<string, Media>; headers?: object }>
}
interface Failure {
  content: Record<string, { schema: { allOf: [object, { properties: { code: object } }] } }>
}
interface Document {
  components: { responses: Record<string, Failure>; schemas: object }
  paths: Record<string, Record<string, Operation>>
  webhooks: { decision: { post: Operation } }
}

const KEYS: Readonly<Record<string, string>> = { store: 'store_key', phone: 'phone_key' }

const app = await startApp()
afterAll(() => app.close())

const STORE_CALLS = everyEndpoint.filter(({ endpoint }) => endpoint.access === 'store')

const read = (token?: string, path = '/api/openapi.json') =>
  fetch(app.url + path, token === undefined ? {} : { headers: { authorization: token } })
const document = (await (await read(await app.signIn('rahim'))).json()) as Document
const ofStore = (await (await read(STORE_KEY)).json()) as Document

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is read by the store and by signed-in admins, and by no others',
  async (path) => {
    const karim = await app.signIn('karim')
    for (const token of [STORE_KEY, `Bearer ${STORE_KEY}`, karim]) expect((await read(token, path)).status).toBe(200)
    for (const token of [undefined, '', 'wrong', `${STORE_KEY}x`]) {
      const reply = await read(token, path)
      expect([token, reply.status]).toEqual([token, 401])
      expect(await reply.json()).toMatchObject({ success: false })
    }
    await query(app.db, `update settings set second_factor = 'all'`)
    expect((await read(karim, path)).status).toBe(403)
    await query(app.db, `update settings set second_factor = 'optional'`)
  },
)

test('/api/docs describes every call, to the store its own', async () => {
  const reply = await read(await app.signIn('rahim'), '/api/docs')
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await reply.text()
  for (const { endpoint } of everyEndpoint) expect(page).toContain(`<h3>${endpoint.method} /api${endpoint.path}</h3>`)
  const own = (await (await read(STORE_KEY, '/api/docs')).text()).match(/<h3>\w+ \/api\/\w+/g) ?? []
  expect(own.length).toBe(STORE_CALLS.length)
  expect(own.filter((heading) => !heading.endsWith('/api/store'))).toEqual([])
})

test('is a valid OpenAPI 3.1 document', async () => {
  for (const one of [document, ofStore]) expect(await new Validator().validate(one as never)).toEqual({ valid: true })
})

test('the store key reads its own calls alone, with names and headers of replies', () => {
  const operations = Object.values(ofStore.paths).flatMap((path) => Object.values(path))
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    STORE_CALLS.map(({ name }) => name.replace('.', '_')).sort(),
  )
  const names = ['Catalog', 'Customer', 'Event', 'Order', 'PhysicalProduct', 'Product', 'ProductOrder', 'WalletAdd', 'Withdrawal']
  expect(Object.keys(ofStore.components.schemas)).toEqual(expect.arrayContaining(names))
  const text = JSON.stringify(ofStore)
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
    expect(Object.keys(ofStore.components[kind as 'schemas'])).toContain(name)
  expect(text).not.toContain('$defs')
  const headersOf = (endpoint: Endpoint, status: string) =>
    Object.keys(ofStore.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses[status]?.headers ?? {})
  expect(headersOf(store.placeOrder, '200')).toEqual(['X-Request-Id', 'Idempotent-Replayed'])
  expect(headersOf(store.catalog, '200')).toEqual(['X-Request-Id', 'ETag'])
  expect(headersOf(store.catalog, '304')).toEqual(['X-Request-Id', 'ETag'])
  const schema = ofStore.paths['/store/orders']?.post?.responses['200']?.content['application/json']?.schema
  expect(schema).toMatchObject({ properties: { data: { $ref: '#/components/schemas/Order' } } })
})

const operationOf = ({ method, path }: Endpoint) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation

test('has every call of the contract and no other, with its parameters and its access', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    everyEndpoint.map(({ name }) => name.replace('.', '_')).sort(),
  )
  for (const { name, endpoint } of everyEndpoint) {
    const { operationId, parameters = [], security, responses } = operationOf(endpoint)
    expect(operationId).toBe(name.replace('.', '_'))
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map((parameter) => `:${parameter.name}`)).toEqual(endpoint.path.match(/:\w+/g) ?? [])
    const schemes = security.flatMap(Object.keys)
    if (endpoint.access === 'public') expect(schemes).toEqual([])
    else expect(new Set(schemes)).toEqual(new Set([KEYS[endpoint.access] ?? 'admin_token']))
    expect('401' in responses || endpoint.access === 'public').toBe(true)
  }
})

test('every code is listed for the calls that answer it, those of HTTP for all', () => {
  const listed = routes.flatMap((route) => Object.values(refusalsOf(route)).flat())
  const codes = new Set([...listed, ...Object.values(HTTP_REFUSALS).flat()])
  expect(Object.keys(MESSAGES).filter((code) => !codes.has(code as Code))).toEqual([])
  const ofOrders = operationOf(store.placeOrder).responses
  expect(Object.keys(ofOrders)).toEqual(['200', '401', '409', '413', '422', '500', '503', 'default'])
  const codesOf = (status: string) => {
    const { $ref = '' } = ofOrders[status] ?? {}
    return document.components.responses[$ref.replace('#/components/responses/', '')]?.content['application/json']?.schema
      ?.allOf[1].properties.code
  }
  expect(codesOf('409')).toEqual({ type: 'string', enum: ['price_changed', 'reference_used', 'idempotency_key_reused'] })
  expect(codesOf('422')).toMatchObject({
    anyOf: [{ enum: expect.arrayContaining(['stock_out', 'insufficient_balance']) }, { $ref: '#/components/schemas/FieldCode' }],
  })
})

/** Checked together with the parameters: a schema is of the whole input. */
const exampleInputs = ({ parameters = [], requestBody }: Operation) => ({
  ...Object.fromEntries(parameters.filter((one) => one.in !== 'header').map(({ name, example }) => [name, example])),
  ...(requestBody?.content['application/json']?.example as object | undefined),
})

test('every example is what the call takes and answers', () => {
  const wrong = everyEndpoint.flatMap(({ name, endpoint }) => {
    const operation = operationOf(endpoint)
    const reply = operation.responses['200']?.content['application/json']?.example as { data: unknown } | undefined
    const input = endpoint.input.safeParse(exampleInputs(operation))
    const output = reply && endpoint.output.safeParse(reply.data)
    return [...(input.error?.issues ?? []), ...(output?.error?.issues ?? [])].map(
      ({ path, message }) => `${name} ${path.join('.')}: ${message}`,
    )
  })
  expect(wrong).toEqual([])
})

test('the webhook is in it, with its headers', () => {
  const { parameters = [], requestBody } = document.webhooks.decision.post
  expect(parameters.map(({ name }) => name)).toEqual(Object.values(WEBHOOK_HEADERS))
  const { example } = requestBody?.content['application/json'] ?? {}
  expect(WebhookMessage.parse(example)).toEqual(example)
})
