import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'

/** Every call of the API by name, as the audit log shows it. */
export const everyEndpoint: { name: string; endpoint: Endpoint }[] = Object.entries(api).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints).map(([verb, endpoint]) => ({
    name: `${feature}.${verb}`,
    endpoint: endpoint as unknown as Endpoint,
  })),
)

/** What one input field takes, read from its schema. */
export interface Field {
  readonly name: string
  readonly isOptional: boolean
  readonly kind: 'text' | 'number' | 'choice' | 'list' | 'other'
  /** What a list holds. */
  readonly item?: Field
  /** The allowed values of a choice. */
  readonly choices: readonly unknown[]
  readonly min: number
  /** Of a number; or how long a text or a list may be. */
  readonly max: number
}

interface Def {
  type: string
  in?: z.ZodType
  out?: z.ZodType
  innerType?: z.ZodType
  element?: z.ZodType
}

const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def

/** The schema inside preprocessing, transforms, defaults and optional wrappers. */
const bare = (schema: z.ZodType): z.ZodType => {
  const { type, in: before, out: after, innerType } = defOf(schema)
  if (type === 'pipe' && before && after) return bare(defOf(before).type === 'transform' ? after : before)
  return innerType ? bare(innerType) : schema
}

interface Json {
  type?: string
  enum?: unknown[]
  anyOf?: { const?: unknown }[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

const describeField = (name: string, schema: z.ZodType): Field => {
  const { element } = defOf(bare(schema))
  const json = z.toJSONSchema(bare(schema), { unrepresentable: 'any' }) as Json
  const isOptional = schema.safeParse(undefined).success
  const choices = json.enum ?? json.anyOf?.map((option) => option.const) ?? []
  const isNumber = json.type === 'number' || json.type === 'integer'
  const whole = { name, isOptional, choices, min: 0, max: Number.MAX_SAFE_INTEGER }
  if (element) return { ...whole, kind: 'list', max: json.maxItems ?? whole.max, item: describeField(name, element) }
  const kind = choices.length > 0 ? 'choice' : isNumber ? 'number' : json.type === 'string' ? 'text' : 'other'
  const min = json.minimum ?? json.minLength ?? 0
  return { ...whole, kind, min, max: json.maximum ?? json.maxLength ?? whole.max }
}

/** The fields of an endpoint's input. */
export const fieldsOf = (endpoint: Endpoint): Field[] =>
  Object.entries((bare(endpoint.input) as z.ZodObject).shape ?? {}).map(([name, schema]) =>
    describeField(name, schema as z.ZodType),
  )

/** The picture that plain values name. */
export const PLAIN_PICTURE = '/images/plain.webp'

/** Fields that take no text but of their own kind. */
const BY_NAME: Readonly<Record<string, string>> = {
  email: 'plain@t.example',
  link: 'https://shop.example/',
  ...Object.fromEntries(['logo', 'image', 'banner'].map((name) => [name, PLAIN_PICTURE])),
}

/** A plain acceptable value; ids are 1, so that they name a row of the small world. */
export const plainValue = (field: Field): unknown => {
  const known = BY_NAME[field.name]
  if (known !== undefined && field.kind === 'text') return known
  if (field.kind === 'choice') return field.choices[0]
  if (field.item) return [plainValue(field.item)]
  if (field.kind === 'number') return Math.max(1, field.min)
  return '01700000001'.padEnd(field.min, 'x').slice(0, field.max)
}

/** Acceptable inputs: the required fields alone, then each choice of each field in turn. */
export const samplesOf = (endpoint: Endpoint): Record<string, unknown>[] => {
  const fields = fieldsOf(endpoint)
  const base = Object.fromEntries(fields.filter((field) => !field.isOptional).map((field) => [field.name, plainValue(field)]))
  const varied = fields.flatMap((field) => field.choices.map((choice) => ({ ...base, [field.name]: choice })))
  return [base, ...varied]
}
