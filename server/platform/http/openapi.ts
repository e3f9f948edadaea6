import { z } from 'zod'
import type { Access } from '#contract/access.ts'
import { type Endpoint, pathParameters } from '#contract/endpoint.ts'
import { IDEMPOTENCY_DAYS, IDEMPOTENCY_KEY_MAX, WEBHOOK_TIMEOUT_MS } from '#contract/limits.ts'
import { WEBHOOK_HEADERS, WEBHOOK_MAX_AGE_SECONDS, WebhookMessage } from '#contract/webhooks.ts'
import about from '../../../package.json' with { type: 'json' }
import type { Route } from './call.ts'
import { takesKey } from './idempotency.ts'
import { exampleOf, type Json } from './openapi-example.ts'
import { describeFailures, ENVELOPE } from './openapi-failures.ts'
import { FIELD_CODES } from './refused.ts'

/** Schemas with a name, which stand once in `components`. */
type Named = Record<string, object>

/** Without `named`, every schema is written out where it is used. */
const jsonOf = (schema: z.ZodType, io: 'input' | 'output', named?: Named): Json => {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    ...(!named && { metadata: z.registry<Record<string, unknown>>() }),
    override: ({ jsonSchema }) => {
      delete jsonSchema.id
      // A default of '' says no more than that the field is optional, and generators make fields with a default required.
      if (jsonSchema.default === '') delete jsonSchema.default
      // Replies may get further fields.
      if (io === 'output') delete jsonSchema.additionalProperties
    },
  })
  const refer = (own: object) => JSON.parse(JSON.stringify(own).replaceAll('"#/$defs/', '"#/components/schemas/'))
  if (named) for (const [name, own] of Object.entries($defs ?? {})) named[name] ??= refer(own)
  return refer(json)
}

const jsonBody = (schema: Json, example = exampleOf(schema)) => ({ 'application/json': { schema, example } })

const header = (name: string, description: string, schema: Json & { maxLength?: number; pattern?: string }) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})

const KEY = {
  ...header(
    'Idempotency-Key',
    `For ${IDEMPOTENCY_DAYS} days the same key with the same body has the same reply and one effect; with another body, or for another call, it is 409`,
    { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
  ),
  example: 'order-1',
}

const parametersOf = (endpoint: Endpoint, { properties = {}, required = [] }: Json) => {
  const inPath = pathParameters(endpoint.path)
  const inQuery =
    endpoint.method === 'GET' || endpoint.upload ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name],
    ...(properties[name]?.type === 'array' && { explode: false }),
    ...((place === 'path' || required.includes(name)) && { example: exampleOf(properties[name] ?? {}, name) }),
  })
  return [
    ...inPath.map((name) => parameter(name, 'path')),
    ...inQuery.map((name) => parameter(name, 'query')),
    ...(takesKey(endpoint) ? [{ ...KEY, required: endpoint.access === 'store' }] : []),
  ]
}

const bodyOf = (endpoint: Endpoint, input: Json) => {
  if (endpoint.method === 'GET') return {}
  if (endpoint.upload) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description: endpoint.upload.failed }
    const schema = { type: 'object', properties: { [endpoint.upload.field]: file }, required: [endpoint.upload.field] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  const inPath = pathParameters(endpoint.path)
  const without = (names: readonly string[] = []) => names.filter((name) => !inPath.includes(name))
  const names = without(Object.keys(input.properties ?? {}))
  if (names.length === 0) return {}
  const properties = Object.fromEntries(names.map((name) => [name, input.properties?.[name] ?? {}]))
  const { required: _, ...rest } = input
  const required = without(input.required)
  const schema = { ...rest, properties, ...(required.length > 0 && { required }) }
  return { requestBody: { required: required.length > 0, content: jsonBody(schema) } }
}

const replyHeader = (description: string, schema: Json = { type: 'string' }) => ({ description, schema })
const HEADERS = {
  'X-Request-Id': replyHeader('The reqId of the server’s log'),
  'Idempotent-Replayed': replyHeader('true: this is the stored reply of the key'),
  ETag: replyHeader('Of this reply: as If-None-Match it gets 304 while nothing has changed'),
}
const headersOf = (endpoint: Endpoint) => {
  const names = ['X-Request-Id', ...(takesKey(endpoint) ? ['Idempotent-Replayed'] : []), ...(endpoint.hasETag ? ['ETag'] : [])]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
const unchangedOf = (endpoint: Endpoint) =>
  endpoint.hasETag && { 304: { description: 'Nothing has changed since the reply with this ETag', headers: headersOf(endpoint) } }

const replyOf = ({ endpoint, handler }: Route, named: Named) => {
  const { done, output } = endpoint
  const headers = headersOf(endpoint)
  if (typeof handler === 'object' && 'stream' in handler) {
    const types = typeof handler.type === 'string' ? [handler.type] : Object.values(handler.type)
    const content = Object.fromEntries(types.map((type) => [type.split(';')[0] ?? '', { schema: { type: 'string' } }]))
    return { description: 'A stream', headers, content }
  }
  const message = done && {
    message: done.includes('{') ? { type: 'string', description: done } : { type: 'string', const: done },
  }
  const replyWith = (data: Json = {}): Json => ({
    type: 'object',
    properties: { success: { type: 'boolean', const: true }, ...message, data },
    required: ['success', ...(message ? ['message'] : []), 'data'],
  })
  // Inside another one, because the outermost schema is never referred to.
  const { properties } = jsonOf(z.object({ data: output }), 'output', named)
  const example = exampleOf(replyWith(jsonOf(output, 'output')))
  return { description: 'Done', headers, content: jsonBody(replyWith(properties?.data), example) }
}

const securityOf = ({ access, alsoFor = [] }: Endpoint) => {
  if (access === 'public') return []
  if (access === 'store') return [{ store_key: [] }]
  if (access === 'phone') return [{ phone_key: [] }]
  return [access, ...alsoFor].map((module) => ({ admin_token: module === 'signed-in' ? [] : [module] }))
}

const operationOf = (route: Route, failures: object, named: Named) => {
  const { name, endpoint } = route
  const input = jsonOf(endpoint.input, 'input', named)
  const parameters = parametersOf(endpoint, input)
  const further = (endpoint.needs ?? []).map(({ field, module }) => `\`${field}\` may need \`${module}\`, too.`)
  const keys: Partial<Record<Access, string>> = { store: 'the store key', phone: 'a phone’s key' }
  const access = keys[endpoint.access] ?? `\`${[endpoint.access, ...(endpoint.alsoFor ?? [])].join('` or `')}\``
  return {
    operationId: name.replace('.', '_'),
    tags: [name.split('.')[0]],
    summary: endpoint.about,
    description: [`Access: ${access}.`, ...further].join(' '),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint, input),
    responses: { 200: replyOf(route, named), ...unchangedOf(endpoint), ...failures },
  }
}

const SIGNED = `The HMAC-SHA256 of \`${WEBHOOK_HEADERS.timestamp}\`, a dot and the raw body under the signing secret, in hexadecimal`

const describeWebhook = (named: Named) => ({
  operationId: 'webhook_decision',
  tags: ['webhooks'],
  summary: 'A decision, a wallet that staff changed or a change of the catalogue, sent to the URL on /settings',
  security: [],
  parameters: [
    header(WEBHOOK_HEADERS.id, 'The id of the message: ignore one that you know already', { type: 'string' }),
    header(
      WEBHOOK_HEADERS.timestamp,
      `When this attempt was sent, in seconds since 1970: refuse one that is more than ${WEBHOOK_MAX_AGE_SECONDS} seconds old`,
      { type: 'string', pattern: '^\\d+$' },
    ),
    header(WEBHOOK_HEADERS.signature, SIGNED, { type: 'string', pattern: '^[0-9a-f]{64}$' }),
  ],
  requestBody: {
    required: true,
    content: jsonBody(
      jsonOf(z.object({ message: WebhookMessage }), 'output', named).properties?.message ?? {},
      exampleOf(jsonOf(WebhookMessage, 'output')),
    ),
  },
  responses: {
    '2XX': { description: `Received, within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds` },
    default: { description: 'A failure, a redirect too: it is sent again later' },
  },
})

/** Of these calls, with the webhook. */
export const describeApi = (routes: readonly Route[]) => {
  const named: Named = {}
  const { responses, failuresOf } = describeFailures()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operationOf(route, failuresOf(route), named) }
  }
  const webhook = describeWebhook(named)
  const scheme = (description: string) => ({ type: 'http', scheme: 'bearer', description })
  return {
    openapi: '3.1.1',
    info: {
      title: 'Topdeck API',
      version: about.version,
      description:
        'The store API (tag `store`) and, for signed-in admins, that of the dashboard. docs/store-api.md explains how a store uses it.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(routes.map(({ name }) => name.split('.')[0]))].map((name) => ({ name })),
    paths,
    webhooks: { decision: { post: webhook } },
    components: {
      schemas: {
        Failure: jsonOf(z.object({ failure: ENVELOPE }), 'output', named).properties?.failure,
        FieldCode: { type: 'string', enum: FIELD_CODES },
        ...named,
      },
      headers: HEADERS,
      responses,
      securitySchemes: {
        admin_token: scheme(
          'The token of /admin/login, bare or after Bearer. The names beside it are modules, one of which is needed',
        ),
        store_key: scheme(
          'STORE_KEY or a key of /settings, bare or after Bearer: a secret of the store’s server, never of an app or a page',
        ),
        phone_key: scheme('The key of one phone that forwards messages, bare or after Bearer'),
      },
    },
  }
}
