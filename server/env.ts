import { z } from 'zod'
import { MAX_TOKEN_CHARACTERS } from './platform/auth/sessions.ts'
import { isAddress, namesHostsInQuery } from './platform/db/address.ts'
import { areProxies } from './platform/http/proxies.ts'

const MIN_STORE_KEY = 16

const whole = (name: string) => z.coerce.number({ error: `${name} must be a number` }).int(`${name} must be a whole number`)

const words = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const oneOf = <const V extends readonly string[]>(name: string, values: V) =>
  z.enum(values, { error: `${name} must be ${words.format(values)}` })

/** It is sent in a header. */
const bearerKey = (name: string) =>
  z
    .string()
    .min(MIN_STORE_KEY, `${name} must have at least ${MIN_STORE_KEY} characters`)
    .max(MAX_TOKEN_CHARACTERS, `${name} must have at most ${MAX_TOKEN_CHARACTERS} characters`)
    .regex(/^[ -~]*$/, `${name} must have no characters but those of ASCII`)

/** These addresses are shown, and fetch rejects embedded passwords. */
const isWithoutPassword = (value: string) => {
  const address = URL.parse(value)
  return !address?.username && !address?.password
}

const webUrl = (name: string) => z.url({ protocol: /^https?$/, error: `${name} must begin with http:// or https://` })

const shownUrl = (name: string) => webUrl(name).refine(isWithoutPassword, `${name} must not contain a user name or password`)

/** As browsers send it: no path, no default port, lower case. */
const isOrigin = (value: string) => /^https?:/.test(value) && URL.parse(value)?.origin === value

const database = (name: string) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: `${name} must begin with postgres://`, abort: true })
    .refine(
      (value) => !/[?&]options=/i.test(value),
      `${name} must not set options, which would stand instead of ours: set them by ALTER ROLE`,
    )
    .refine((value) => !namesHostsInQuery(value), {
      error: `${name} must name several hosts as postgres://one,two:5433/shop, not in the query`,
      abort: true,
    })
    .refine((value) => !/[?&]target_session_attrs=(?!read-write(&|$))/.test(value), {
      error: `${name} leads to the primary: target_session_attrs can only be read-write`,
      abort: true,
    })
    .refine(
      isAddress,
      `${name} must be an address; write a password’s special characters as in addresses: %23 for #, %2F for /, %25 for %`,
    )

const SAMPLERS = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const

const S3_TOGETHER = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

const fields = z.object({
  PORT: whole('PORT').min(0, 'PORT must be 0 or more').max(65_535, 'PORT must be at most 65535').default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: database('DATABASE_URL').optional(),
  DATABASE_OWNER_URL: database('DATABASE_OWNER_URL').optional(),
  DATABASE_READ_URL: database('DATABASE_READ_URL').optional(),
  ADMIN_EMAIL: z.email('ADMIN_EMAIL must be an email address').default('admin@topdeck.local'),
  ADMIN_PASSWORD: z.string().max(200, 'ADMIN_PASSWORD must have at most 200 characters').optional(),
  AUDIT_FILE: z.string().optional(),
  STORE_KEY: bearerKey('STORE_KEY').optional(),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'MASTER_KEY must be 64 hexadecimal digits (32 bytes)')
    .optional(),
  MASTER_KEY_LOST: z.enum(['yes'], { error: 'MASTER_KEY_LOST must be yes, or not set' }).optional(),
  WEBHOOK_URL: shownUrl('WEBHOOK_URL').optional(),
  WEBHOOK_SECRET: z.string().min(MIN_STORE_KEY, `WEBHOOK_SECRET must have at least ${MIN_STORE_KEY} characters`).optional(),
  TRUST_PROXY: z
    .string()
    .refine(areProxies, 'TRUST_PROXY must be off or the proxies’ addresses, separated by commas')
    .default('off'),
  LOG_LEVEL: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_KEY: bearerKey('METRICS_KEY').optional(),
  /** Beside these, the library that sends traces reads others itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'OTEL_TRACES_SAMPLER_ARG must be a number' })
    .min(0, 'OTEL_TRACES_SAMPLER_ARG must be 0 or more')
    .max(1, 'OTEL_TRACES_SAMPLER_ARG must be at most 1')
    .default(1),
  OTEL_LOG_LEVEL: oneOf('OTEL_LOG_LEVEL', ['none', 'error', 'warn', 'info', 'debug', 'verbose', 'all']).default('none'),
  DRAIN_SECONDS: whole('DRAIN_SECONDS')
    .min(0, 'DRAIN_SECONDS must be 0 or more')
    .max(300, 'DRAIN_SECONDS must be at most 300')
    .default(0),
  DATABASE_POOL: whole('DATABASE_POOL')
    .min(2, 'DATABASE_POOL must be at least 2')
    .max(80, 'DATABASE_POOL must be at most 80')
    .default(12),
  /** S3-compatible storage for images; default: DATA_DIR. */
  S3_ENDPOINT: shownUrl('S3_ENDPOINT').optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** Of absolute addresses in replies and of passkeys; default: the request's host. */
  PUBLIC_URL: shownUrl('PUBLIC_URL')
    .refine((value) => !/[?#]/.test(value), 'PUBLIC_URL must not contain ? or #')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  CORS_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      'CORS_ORIGINS must be origins like https://admin.shop.example, separated by commas, without a path',
    )
    .default([]),
  SEED: whole('SEED').optional(),
  DEMO_SIMULATOR: oneOf('DEMO_SIMULATOR', ['on', 'off']).default('on'),
})

const isHalf = (one: unknown, other: unknown) => (one === undefined) !== (other === undefined)

const schema = fields.check(({ value, issues }) => {
  const refuse = (message: string) => issues.push({ code: 'custom', message, input: value })
  if (isHalf(value.WEBHOOK_URL, value.WEBHOOK_SECRET)) refuse('WEBHOOK_URL and WEBHOOK_SECRET are set together or not at all')
  if (value.DATABASE_OWNER_URL !== undefined && value.DATABASE_URL === undefined)
    refuse('DATABASE_OWNER_URL is set only beside DATABASE_URL: the embedded database has its own two roles')
  if (value.DATABASE_READ_URL !== undefined && value.DATABASE_URL === undefined)
    refuse('DATABASE_READ_URL is set only beside DATABASE_URL: the embedded database has no standby')
  const missing = S3_TOGETHER.filter((name) => value[name] === undefined)
  if (missing.length > 0 && missing.length < S3_TOGETHER.length)
    refuse(`Pictures in S3 need all of ${S3_TOGETHER.join(', ')}; missing: ${missing.join(', ')}`)
})

export type Env = z.output<typeof schema>

export const readEnv = (source: NodeJS.ProcessEnv = process.env): Env => {
  // A password is used exactly as typed; in all other variables surrounding spaces are mistakes.
  const typed = Object.entries(source).map(([name, value]) => [name, name === 'ADMIN_PASSWORD' ? value : value?.trim()])
  const given = Object.fromEntries(typed.filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map((issue) => `${issue.message}.`).join('\n'))
}

/** Works even if the settings are invalid. */
export const isDebugging = (source: NodeJS.ProcessEnv = process.env): boolean => source.LOG_LEVEL === 'debug'
