import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { installation } from '../installation.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DIST = join(ROOT, 'dist')
const PAGE = join(DIST, 'index.html')
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g
const NONCE_BYTES = 16

const HTML_TAG = '<html '

export const requireBuild = (): void => {
  if (existsSync(PAGE)) return
  throw new Error('The dashboard is not built: run `node scripts/setup.mjs build` first, as `npm start` and `npm run demo` do.')
}

export const addPages =
  ({ dev }: { readonly dev: boolean }) =>
  async (app: FastifyInstance) => {
    await app.register(dev ? addSources : addBuild)
  }

const withShopFacts = (html: string): string =>
  html.replace(HTML_TAG, () => `<html data-shop="${escapeAttribute(JSON.stringify(installation()))}" `)

const escapeAttribute = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const addBuild = async (app: FastifyInstance) => {
  requireBuild()
  const page = cachePage(DIST)
  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: false })
  await app.register(serveFiles, {
    root: join(DIST, 'assets'),
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  // The plugin's own route reads the whole folder for each file to compare its case.
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    return ASSET.test(name) ? reply.sendFile(name) : reply.callNotFound()
  })
  await app.register(serveFiles, {
    root: DIST,
    prefix: '/',
    wildcard: false,
    index: false,
    decorateReply: false,
    globIgnore: ['index.html', 'assets/**', '.*/**'],
  })
  app.setNotFoundHandler((request, reply) => sendPage(request, reply, page()))
}

const ASSET = /^\w[\w.-]*$/

const ENTRY = /<script[^>]* src="(\/assets\/[^"]+)"/

/** The page of the build that the server started with. Once a newer build has removed its assets, the newest page. */
export const cachePage = (dist: string): (() => string) => {
  const file = join(dist, 'index.html')
  const read = () => readFileSync(file, 'utf8')
  let html = read()
  return () => {
    const entry = ENTRY.exec(html)?.[1]
    if (entry && !existsSync(join(dist, entry)) && existsSync(file)) html = read()
    return html
  }
}

/** The dashboard routes all page paths. Each response gets its own nonce. */
const sendPage = (request: FastifyRequest, reply: FastifyReply, html: string) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return reply.status(404).send()
  // A missing file, as an asset of another build: answering with the page would look like a broken script or picture.
  if (/^\/(assets|images)([/?]|$)/.test(request.url)) return reply.status(404).type('text/plain').send('Not found')
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  return reply
    .header('content-security-policy', policyWith(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(withShopFacts(html.replace(NONCE_PLACEHOLDER, nonce)))
}

const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const addSources = async (app: FastifyInstance) => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    // Vite's bundled copy of the config would make `node --watch` restart forever.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.setNotFoundHandler(async (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, async () => {
      const page = await vite.transformIndexHtml(request.url, readFileSync(join(ROOT, 'index.html'), 'utf8'))
      reply.raw.setHeader('content-type', 'text/html; charset=utf-8')
      reply.raw.end(withShopFacts(page))
    })
  })
}
