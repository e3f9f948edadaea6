import fastify from 'fastify'
import { expect, test } from 'vitest'
import { isDebugging, readEnv } from './env.ts'
import { bearerToken } from './platform/auth/sessions.ts'
import { readProxies } from './platform/http/proxies.ts'

const fails = (source: NodeJS.ProcessEnv): string[] => {
  try {
    readEnv(source)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

test('nothing needs to be set', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    ADMIN_EMAIL: 'admin@topdeck.local',
    TRUST_PROXY: 'off',
    LOG_LEVEL: 'info',
    DATABASE_POOL: 12,
    DEMO_SIMULATOR: 'on',
  })
  expect(readEnv({ PORT: ' ', DATABASE_URL: '', STORE_KEY: ' ', MASTER_KEY: '' })).toEqual(readEnv({}))
})

test('the owner of a database is named beside it alone', () => {
  const owner = { DATABASE_OWNER_URL: 'postgres://owner:x@db/topdeck' }
  expect(fails(owner)).toEqual([
    'DATABASE_OWNER_URL is set only beside DATABASE_URL: the embedded database has its own two roles.',
  ])
  expect(fails({ ...owner, DATABASE_URL: 'postgres://shop:x@db/topdeck' })).toEqual([])
  expect(fails({ DATABASE_OWNER_URL: 'db', DATABASE_URL: 'postgres://shop:x@db/topdeck' })).toEqual([
    'DATABASE_OWNER_URL must begin with postgres://.',
  ])
})

test('a standby for reads is named beside its primary alone', () => {
  const standby = { DATABASE_READ_URL: 'postgres://shop:x@standby/topdeck' }
  expect(fails(standby)).toEqual(['DATABASE_READ_URL is set only beside DATABASE_URL: the embedded database has no standby.'])
  expect(fails({ ...standby, DATABASE_URL: 'postgres://shop:x@db/topdeck' })).toEqual([])
  expect(fails({ DATABASE_READ_URL: 'standby', DATABASE_URL: 'postgres://shop:x@db/topdeck' })).toEqual([
    'DATABASE_READ_URL must begin with postgres://.',
  ])
})

test('what is set is taken, and what is not ours is left alone', () => {
  const given = {
    PORT: '8080',
    DATABASE_URL: 'postgres://topdeck:x@db/topdeck',
    STORE_KEY: 'sixteen characters',
    MASTER_KEY: 'aB'.repeat(32),
    TRUST_PROXY: '10.0.0.1, 10.1.0.0/16',
    HOME: '/root',
  }
  const { HOME: _, ...ours } = given
  expect(readEnv(given)).toMatchObject({ ...ours, PORT: 8080 })
  expect(readEnv(given)).not.toHaveProperty('HOME')
})

test('a public address loses its last slash, and origins are taken one by one', () => {
  expect(readEnv({ PUBLIC_URL: 'https://shop.example/desk/' }).PUBLIC_URL).toBe('https://shop.example/desk')
  expect(readEnv({}).CORS_ORIGINS).toEqual([])
  expect(readEnv({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).CORS_ORIGINS).toEqual([
    'https://a.example',
    'http://localhost:5173',
  ])
})

test.each([
  '*',
  'https://a.example/',
  'https://a.example/desk',
  'a.example',
  'https://a.example,',
  'null',
  'HTTPS://A.example',
  'https://u:p@a.example',
])('CORS_ORIGINS refuses %s', (CORS_ORIGINS) =>
  expect(fails({ CORS_ORIGINS })).toEqual([expect.stringContaining('CORS_ORIGINS must be origins')]),
)

test.each(['shop.example', 'ftp://shop.example', 'https://u:p@shop.example', 'https://shop.example/?a=1'])(
  'PUBLIC_URL refuses %s',
  (PUBLIC_URL) => expect(fails({ PUBLIC_URL })).toEqual([expect.stringContaining('PUBLIC_URL must')]),
)

test.each(['postgres://u:p@/shop?host=one,two', 'postgres:///shop?host=one%2Ctwo'])(
  'several hosts in the query get a sentence of their own: %s',
  (DATABASE_URL) =>
    expect(fails({ DATABASE_URL })).toEqual([
      'DATABASE_URL must name several hosts as postgres://one,two:5433/shop, not in the query.',
    ]),
)

test('several hosts lead to the primary, whatever else libpq would take them for', () => {
  const DATABASE_URL = 'postgres://u:p@one:5432,two:5432/shop?target_session_attrs=read-write'
  expect(readEnv({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  expect(fails({ DATABASE_URL: DATABASE_URL.replace('read-write', 'any') })).toEqual([
    'DATABASE_URL leads to the primary: target_session_attrs can only be read-write.',
  ])
})

test('blanks around a value are no part of it', () => {
  const given = { PORT: ' 8080', STORE_KEY: ' sixteen characters\n', TRUST_PROXY: ' off ', LOG_LEVEL: 'warn ' }
  expect(readEnv(given)).toMatchObject({ PORT: 8080, STORE_KEY: 'sixteen characters', TRUST_PROXY: 'off', LOG_LEVEL: 'warn' })
  // As it is at the sign-in.
  expect(readEnv({ ADMIN_PASSWORD: ' a b ' }).ADMIN_PASSWORD).toBe(' a b ')
})

test.each([
  'postgres://u:p@/db?host=/var/run/postgresql',
  'postgres:///db?host=/tmp',
  'postgresql://u@[::1]:5432/db',
  'postgres://db/x?sslmode=require',
  'postgres://u:50%@db/x',
  'postgres://u:%E0%A7%AF@db/x',
  'postgres://u:a,b@db/x?application_name=a,b',
])('an address that the driver takes is taken: %s', (DATABASE_URL) =>
  expect(readEnv({ DATABASE_URL })).toMatchObject({ DATABASE_URL }),
)

test('what is taken can be used: a key opens, the framework takes the proxies', async () => {
  const STORE_KEY = 'k'.repeat(200)
  expect(bearerToken(readEnv({ STORE_KEY }).STORE_KEY)).toBe(STORE_KEY)
  for (const TRUST_PROXY of ['off', '10.0.0.1', '10.0.0.1,10.1.0.0/16 , ::1', 'fc00::/7', 'loopback']) {
    expect(() => fastify({ trustProxy: readProxies(readEnv({ TRUST_PROXY }).TRUST_PROXY) })).not.toThrow()
  }
})

test.each([
  ['PORT', ['x', '-1', '65536', '80.5', 'NaN', 'Infinity']],
  [
    'DATABASE_URL',
    [
      'mysql://x',
      'localhost',
      '/var/run',
      'postgres://db/x?options=-c%20jit=on',
      'postgres://db/x?ssl=1&options=',
      'postgres://a:b#c@db/x',
      'postgres://a:b/c@db/x',
      'postgres://a:a%cdef@db/x',
      'postgres://a%ff:b@db/x',
    ],
  ],
  ['ADMIN_EMAIL', ['admin', 'a@']],
  ['ADMIN_PASSWORD', ['x'.repeat(201)]],
  ['STORE_KEY', ['short', ' short for a key'.padEnd(20), 'x'.repeat(201), 'ষোল অক্ষরের একটি চাবি']],
  ['METRICS_KEY', ['short', 'x'.repeat(201), 'ষোল অক্ষরের একটি চাবি']],
  ['MASTER_KEY', ['ab', 'g'.repeat(64), 'a'.repeat(65)]],
  [
    'TRUST_PROXY',
    ['on', 'OFF', '1', '10.0.0.1, 2', 'everybody', 'proxy.example', ',', 'dead', '10.0.0.0/99', '10.0.0.1,', '10.0.0.1 10.0.0.2'],
  ],
  ['LOG_LEVEL', ['loud', 'INFO']],
  ['DATABASE_POOL', ['1', '81', 'many', '2.5']],
  ['SEED', ['x', '1.5']],
  ['DEMO_SIMULATOR', ['1', 'no']],
])('a bad %s gets a sentence that names it', (name, values) => {
  for (const value of values) {
    const sentences = fails({ [name]: value })
    expect(sentences, value).toHaveLength(1)
    expect(sentences[0]).toMatch(new RegExp(`^${name} must .+\\.$`))
  }
})

test('each bad variable has its own sentence, and no sentence repeats a secret', () => {
  const sentences = fails({ PORT: 'x', STORE_KEY: 'secret-value', MASTER_KEY: 'secret-value' })
  expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(['PORT', 'STORE_KEY', 'MASTER_KEY'])
  expect(sentences.join()).not.toContain('secret-value')
})

test('pictures go into a bucket with all of its settings, and not with some', () => {
  const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'pictures', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret-value' }
  expect(readEnv(bucket)).toMatchObject({ ...bucket, S3_REGION: 'us-east-1' })
  const { S3_BUCKET: _, ...some } = bucket
  expect(fails(some)).toEqual([
    'Pictures in S3 need all of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY; missing: S3_BUCKET.',
  ])
  expect(fails({ ...bucket, S3_ENDPOINT: 's3.example' })).toEqual(['S3_ENDPOINT must begin with http:// or https://.'])
})

test('no web address holds a name or password, and the refusal repeats neither', () => {
  const pair = (url: string) => ({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'a secret of the store' })
  expect(readEnv(pair('https://store.example/news?a=b@c'))).toMatchObject({ WEBHOOK_URL: 'https://store.example/news?a=b@c' })
  for (const url of ['http://user:pass@store.example/', 'https://user@store.example']) {
    expect(fails(pair(url))).toEqual(['WEBHOOK_URL must not contain a user name or password.'])
  }
  const bucket = { S3_BUCKET: 'pictures', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret-value' }
  const endpoint = 'https://key:secret-value@s3.example'
  expect(fails({ ...bucket, S3_ENDPOINT: endpoint })).toEqual(['S3_ENDPOINT must not contain a user name or password.'])
})

test('debugging is known even where the settings are wrong', () => {
  expect([isDebugging({ LOG_LEVEL: 'debug', PORT: 'x' }), isDebugging({})]).toEqual([true, false])
})
