import type { Endpoint } from '#contract/endpoint.ts'
import { MAX_BODY_BYTES } from '#contract/limits.ts'
import type { Random } from '../support/random.ts'
import { everyEndpoint, type Field, fieldsOf, plainValue } from '../support/samples.ts'
import { CONTENT_TYPES, EXTRA_KEYS, FOREIGN_COLUMNS, METHODS, PATH_PARTS, WRONG_JSON } from './hostile-values.ts'

/** A request as it goes over the wire. */
export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

const longText = (random: Random) =>
  JSON.stringify(random.pick(['x', '৳', '😀', ' ', '0', '\\', '%']).repeat(random.pick([201, 2_001, 20_000])))
const deepNest = (random: Random) => {
  const depth = random.pick([50, 5_000])
  return random.chance(0.5) ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

/** Around a field's own bounds, where the mistakes are. */
const nearBounds = (field: Field, random: Random): string => {
  if (field.kind === 'choice') return JSON.stringify(random.pick(field.choices.map((choice) => `${choice} `)))
  if (field.kind === 'number')
    return String(random.pick([field.min - 1, field.min - 0.01, field.min, field.max, field.max + 1, field.max * 10]))
  const length = random.pick([field.min - 1, field.min, field.max, field.max + 1])
  return JSON.stringify('y'.repeat(Math.min(Math.max(length, 0), 20_000)))
}

const hostileJson = (field: Field, random: Random): string => {
  const roll = random.below(100)
  if (roll < 62) return random.pick(WRONG_JSON)
  if (roll < 67) return longText(random)
  if (roll < 69) return deepNest(random)
  return nearBounds(field, random)
}

/** An object's members as JSON text: mostly acceptable ones, one or several of them spoilt, some unknown, some twice. */
const hostileMembers = (fields: Field[], random: Random): [string, string][] => {
  const members: [string, string][] = []
  const invalidField = random.below(Math.max(fields.length, 1))
  fields.forEach((field, at) => {
    if (at !== invalidField && (field.isOptional ? random.chance(0.5) : random.chance(0.03))) return
    const isSpoilt = at === invalidField || random.chance(0.15)
    const choice = field.kind === 'choice' ? random.pick(field.choices) : plainValue(field)
    members.push([field.name, isSpoilt ? hostileJson(field, random) : JSON.stringify(choice)])
    if (random.chance(0.03)) members.push([field.name, random.pick(WRONG_JSON)])
  })
  if (random.chance(0.25)) members.push([random.pick(EXTRA_KEYS), random.pick(WRONG_JSON)])
  return members
}

const asciiPath = (path: string) => path.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent)

const bySubject = Map.groupBy(everyEndpoint, ({ endpoint: { audit } }) => (typeof audit === 'object' ? audit.subject : ''))

/** A row that no other call with the same subject is sent to: whatever changes there is this call's doing. */
const ownRow = (endpoint: Endpoint): string => {
  const { audit } = endpoint
  const siblings = bySubject.get(typeof audit === 'object' ? audit.subject : '') ?? []
  return String(2 + siblings.filter((each) => each.endpoint.path.includes(':')).findIndex((each) => each.endpoint === endpoint))
}

const hostilePath = (endpoint: Endpoint, random: Random): string => {
  const id = () => (random.chance(0.3) ? '1' : random.chance(0.4) ? ownRow(endpoint) : random.pick(PATH_PARTS))
  const path = endpoint.path.replace(/:\w+/g, id)
  const roll = random.below(100)
  if (roll < 88) return asciiPath(`/api${path}`)
  return asciiPath(
    random.pick([
      `/api${path}/`,
      `/api/${path}`,
      `/api${path}/${random.pick(PATH_PARTS)}`,
      `/api${path.toUpperCase()}`,
      `/api${path}%00`,
      `/api/../api${path}`,
      `/api/${random.pick(PATH_PARTS)}`,
      `/api${path}?`,
      `/api${path};a=b`,
      '/api',
      '/api/',
      '/api/admin',
      `/api/${'a/'.repeat(300)}`,
    ]),
  )
}

const asQuery = (members: [string, string][], random: Random): string => {
  const unquoted = (json: string) => (json.startsWith('"') && json.endsWith('"') ? json.slice(1, -1) : json)
  const parts = members.map(([name, json]) => {
    const value = unquoted(json).slice(0, 3_000)
    const encoded = random.chance(0.1) ? asciiPath(value).replace(/[#]/g, '') : encodeURIComponent(value.toWellFormed())
    return `${encodeURIComponent(name)}${random.pick(['', '', '', '', '[]', '[a]', '%00'])}=${encoded}`
  })
  if (random.chance(0.1))
    parts.push(random.pick(['&&&', '=', '=1', '%', '%=%', 'a', `${'a=1&'.repeat(1_500)}`, '?', '[__proto__]=1']))
  return parts.join('&')
}

const bodyFields = (endpoint: Endpoint) => fieldsOf(endpoint).filter((field) => !endpoint.path.includes(`:${field.name}`))
const bodyOf = (members: [string, string][]) => `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`

/** A request that is acceptable but for what no input has: columns of tables, which the call must not store. */
export const makeForeign = (endpoint: Endpoint, random: Random): HostileRequest => {
  const fields = bodyFields(endpoint)
  const sent = fields.filter((field) => !field.isOptional || random.chance(0.3))
  const members = sent.map((field): [string, string] => [field.name, JSON.stringify(plainValue(field))])
  const foreign = FOREIGN_COLUMNS.filter(([name]) => !fields.some((field) => field.name === name))
  const path = `/api${endpoint.path.replace(/:\w+/g, () => ownRow(endpoint))}`
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: bodyOf([...members, ...foreign]) }
}

const spoilBody = (text: string, random: Random): string | Buffer => {
  const roll = random.below(100)
  if (roll < 84) return text
  if (roll < 88) return text.slice(0, random.below(text.length + 1))
  if (roll < 91) return `[${text}]`
  if (roll < 94) return random.pick(WRONG_JSON)
  if (roll < 97) return Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x00, 0xc3]), Buffer.from('}')])
  return `${text}${text}`
}

/** One hostile request to an endpoint. Bodies over the limit are rare: some are 8 MB. */
export const makeHostile = (endpoint: Endpoint, random: Random): HostileRequest => {
  const members = hostileMembers(bodyFields(endpoint), random)
  const method = random.chance(0.04) ? random.pick(METHODS) : endpoint.method
  const path = hostilePath(endpoint, random)
  const headers: Record<string, string> = {}
  if (random.chance(0.03)) headers['x-forwarded-for'] = random.pick(['1.2.3.4', '::1', "'", 'x'.repeat(1_000)])
  if (method === 'GET' || method === 'HEAD') {
    const query = asQuery(members, random)
    return { method, path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`, headers, body: undefined }
  }
  headers['content-type'] = random.chance(0.04) ? random.pick(CONTENT_TYPES) : 'application/json'
  const text = bodyOf(members)
  const body = random.chance(0.003)
    ? `{"a":"${'x'.repeat(endpoint.maxBodyBytes ?? MAX_BODY_BYTES)}"}`
    : random.chance(0.01)
      ? undefined
      : spoilBody(text, random)
  return { method, path, headers, body }
}
