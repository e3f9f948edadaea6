import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { LOW_STOCK_CODES, SHOP_TIME_ZONE } from '#contract/limits.ts'
import { settings } from '#contract/settings.ts'
import { WEBHOOK_EVENTS, WEBHOOK_HEADERS } from '#contract/webhooks.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { buildInstallation } from '../../../test/support/installation.ts'
import { cachePage } from './pages.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

if (!existsSync(`${ROOT}dist/index.html`)) execFileSync(process.execPath, ['scripts/setup.mjs', 'build'], { cwd: ROOT })
const app = await startApp({ pages: true })
afterAll(() => app.close())

const get = (path: string, headers = {}) => fetch(`${app.url}${path}`, { headers })

test('pages have a policy without unsafe-inline, each with its own nonce', async () => {
  const nonces = new Set<string>()
  for (const path of ['/', '/login', '/order', '/no/such/page', '/admin/add']) {
    const reply = await get(path)
    expect(reply.status).toBe(200)
    const policy = reply.headers.get('content-security-policy') ?? ''
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(part)
    const html = await reply.text()
    expect(html).toContain(`nonce="${nonce}"`)
    expect(html).not.toContain('__CSP_NONCE__')
    expect(html.match(/<script(?![^>]*(src|nonce)=)/g)).toBeNull()
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('strict-transport-security')).toBeNull()
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(5)
})

test('an unreadable address leads to the first page, except of API, pictures, files', async () => {
  for (const path of ['/50%', '/order/%zz', '/%E0%A4']) {
    const reply = await fetch(`${app.url}${path}`, { redirect: 'manual' })
    expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 302, '/'])
  }
  for (const path of ['/api/50%', '/api/admin/order/%zz', '/images/%zz', '/assets/%zz']) {
    const reply = await fetch(`${app.url}${path}`, { redirect: 'manual' })
    expect([path, reply.status]).toEqual([path, 404])
    expect(await reply.json()).toMatchObject({ success: false, message: 'Not found' })
  }
  expect((await fetch(`${app.url}/50%`, { method: 'POST', redirect: 'manual' })).status).toBe(404)
})

test('every page comes with what is set for the shop, whatever its name is', async () => {
  const name = `Rafi & "Sons" <b>'`
  const rahim = await app.signIn('rahim')
  const { has_sms_key, has_webhook_secret, webhook_url_of_environment, ...present } = (await app.call(settings.show, {}, rahim))
    .body.data
  await app.call(settings.update, { ...present, shop_name: name, claim_minutes: 25 }, rahim)
  const html = await (await get('/login')).text()
  const attribute = /<html data-shop="([^"]*)" lang="en"/.exec(html)?.[1] ?? ''
  expect(attribute).not.toMatch(/[<>]/)
  const facts = attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const others = { time_zone: SHOP_TIME_ZONE, low_stock_codes: LOW_STOCK_CODES }
  expect((await get('/assets/of-another-build.js')).status).toBe(404)
  expect(JSON.parse(facts)).toMatchObject({ name, claim_minutes: 25, ...others })
})

test('built files are cached for good, and nothing outside their folders is served', async () => {
  const html = await (await get('/')).text()
  const asset = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? ''
  const reply = await get(asset)
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(reply.headers.get('content-type')).toMatch(/javascript/)
  for (const path of [
    '/assets/..%2findex.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/images/..%2f..%2fpackage.json',
    '/.vite/manifest.json',
    '/..%2fpackage.json',
  ]) {
    const text = await (await get(path)).text()
    expect(text).not.toMatch(/"dependencies"|"isEntry"/)
  }
  for (const name of ['..%2findex.html', '%00', 'a%2fb.js', '.hidden.js', 'of-another-build.js']) {
    const { status, headers } = await get(`/assets/${name}`)
    expect([name, status, headers.get('content-type')]).toEqual([name, 404, 'text/plain'])
  }
})

test('the API reference is served to the store, and runs nothing', async () => {
  expect((await get('/api/docs')).status).toBe(401)
  const reply = await get('/api/docs', { authorization: `Bearer ${STORE_KEY}` })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  const page = await reply.text()
  expect(page).toContain('/api/store/orders/:id')
  expect(page).not.toContain('<script')
  // What is sent to the store is in it as well, though it is no call.
  for (const word of [...Object.values(WEBHOOK_HEADERS), ...WEBHOOK_EVENTS]) expect(page).toContain(word)
  // What a number stands for it says as well.
  const whole = await (await get('/api/docs', { authorization: await app.signIn('rahim') })).text()
  for (const meaning of ['0 Hide, 1 Ready, 2 Used', 'what is left of the credit at the supplier'])
    expect(whole).toContain(meaning)
  // And what a site must know before it hands out an account, repeats a call, or believes that a record is closed.
  for (const warning of [
    'A customer who already has this phone is answered, with their money',
    'with another body, or for another call, it is 409',
    'An order or a wallet add that was completed and is\nreversed sends <code>….cancel</code>',
    'a completed wallet add may be reversed, and is ‘cancel’ then, while a completed withdrawal stays so',
  ]) {
    expect(page).toContain(warning)
  }
})

test.each(['start', 'demo'])('without a built dashboard, %s says so in one sentence before anything is done', async (mode) => {
  const installation = buildInstallation()
  try {
    const { ended, output } = installation.start(mode, {})
    expect(await ended).toBe(1)
    expect(output()).toMatch(/^The dashboard is not built: run `node scripts\/setup\.mjs build` first, .*\n$/)
    expect(existsSync(installation.dataDir)).toBe(false)
  } finally {
    installation.remove()
  }
})

const DAY_MS = 86_400_000
test('a build under a running server keeps its files and removes old ones', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'topdeck-dist-'))
  const fresh = join(dist, '.new')
  const { placeBuild } = await import(`${ROOT}scripts/place-build.mjs`)
  const build = (name: string, days: number) => {
    mkdirSync(join(fresh, 'assets'), { recursive: true })
    writeFileSync(join(fresh, 'index.html'), `<script type="module" src="/assets/${name}.js"></script>`)
    for (const file of [`${name}.js`, `${name}.js.br`, 'same.css']) writeFileSync(join(fresh, 'assets', file), name)
    placeBuild(fresh, dist, Date.now() + days * DAY_MS)
  }
  const assets = () => readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  try {
    build('one', 0)
    const page = cachePage(dist)
    build('two', 100)
    expect([assets(), page()]).toEqual([['one.js', 'two.js'], expect.stringContaining('one.js')])
    build('three', 1)
    expect([assets(), page()]).toEqual([['one.js', 'three.js', 'two.js'], expect.stringContaining('one.js')])
    build('four', 100)
    expect([assets(), page()]).toEqual([['four.js', 'three.js'], expect.stringContaining('four.js')])
    expect(readFileSync(join(dist, 'assets', 'same.css'), 'utf8')).toBe('four')
    expect(existsSync(join(dist, 'assets', 'one.js.br'))).toBe(false)
    expect(existsSync(fresh)).toBe(false)
  } finally {
    rmSync(dist, { recursive: true })
  }
})

test('the built dashboard carries the licence of each package in it', () => {
  const parts = readFileSync(new URL('../../../dist/third-party-licences.txt', import.meta.url), 'utf8').split(
    `\n${'#'.repeat(80)}\n`,
  )
  const names = parts.map((part) => /^\S+/.exec(part)?.[0])
  for (const name of [
    'react',
    'react-dom',
    '@mantine/core',
    '@tanstack/react-query',
    '@tiptap/react',
    '@fontsource/noto-sans-bengali',
    '@fontsource-variable/source-sans-3',
    'zod',
  ])
    expect(names).toContain(name)
  expect(parts.filter((part) => !/^\S+ \d+\.\S+ \([^)]+\)/.test(part))).toEqual([])
  expect(parts.filter((part) => part.length > 400).length).toBeGreaterThan(parts.length * 0.8)
})
