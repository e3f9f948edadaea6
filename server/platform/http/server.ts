import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { MAX_BODY_BYTES } from '#contract/limits.ts'
import { setActKey } from '../db/connect.ts'
import { Invalid, NotFound, TooMany } from '../errors.ts'
import { actKey } from '../vault/vault.ts'
import { expectBody, REQUEST_ARRIVAL_MS } from './arrival.ts'
import type { Dependencies, Route } from './call.ts'
import { endReserved } from './closing.ts'
import { dispatch } from './dispatch.ts'
import { describeFailure } from './failure.ts'
import { identify, requireReader } from './identify.ts'
import { addImages } from './images.ts'
import { refuseMalformed } from './malformed.ts'
import { addMetrics, type MetricsOptions } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { readProxies } from './proxies.ts'
import { renderReference } from './reference.ts'
import { withSpan } from './request-span.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { acceptFiles } from './upload.ts'

export interface ServerOptions extends Dependencies {
  readonly routes: readonly Route[]
  readonly logLevel: string
  readonly trustProxy: string
  readonly log?: { write(line: string): void }
  readonly requestLevel?: 'info' | 'debug'
  /** Origins whose pages may call the API from a browser, besides this server's own. */
  readonly corsOrigins?: readonly string[] | undefined
  readonly metrics?: MetricsOptions | undefined
  readonly addPages?: (app: FastifyInstance) => Promise<void>
}

const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const PREFLIGHT_SECONDS = 600

export const buildServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const taking = options.routes.filter(({ endpoint }) => endpoint.upload)
  const uploads = new Set<string | undefined>(taking.map(({ endpoint }) => `/api${endpoint.path}`))
  const app = fastify({
    logger: {
      level: options.logLevel,
      ...(options.log ? { stream: options.log } : {}),
      // Never tokens, keys or bodies.
      serializers: { req: ({ method, url, ip }) => ({ method, path: String(url).split('?')[0], ip }) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_ARRIVAL_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: readProxies(options.trustProxy),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    clientErrorHandler: refuseMalformed,
    // An undecodable address reaches no route, and the dashboard's router cannot read it either: redirect to its first page.
    frameworkErrors: (_error, request, reply) => {
      if (options.addPages && isPage(request)) return (reply as FastifyReply).redirect('/')
      const { status, body } = describeFailure(new NotFound(), request)
      return (reply as FastifyReply).headers(API_HEADERS).header('x-request-id', request.id).status(status).send(body)
    },
  })
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = describeFailure(error, request)
    if (error instanceof TooMany && error.retryAt) {
      reply.header('retry-after', Math.max(1, Math.ceil((error.retryAt.getTime() - Date.now()) / 1_000)))
    }
    // A stream that fails before its first line has already set another content type.
    return reply.removeHeader('content-disposition').type('application/json; charset=utf-8').status(status).send(body)
  })
  addSecurityHeaders(app)
  app.addHook('onResponse', async (request, reply) => {
    request.log[options.requestLevel ?? 'info'](
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  app.addHook('onRequest', async (request) => {
    if (!uploads.has(request.routeOptions.url)) expectBody(request)
  })
  app.removeAllContentTypeParsers()
  setActKey(options.db, actKey(options.vault))
  if (options.metrics) addMetrics(app, options, options.metrics)
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(addApi(options), { prefix: '/api' })
  // Streams do not end by themselves; the server would wait for them until the drain timeout.
  app.addHook('preClose', () => options.changes.stop())
  endReserved(app)
  await addImages(app, options.images)
  await options.addPages?.(app)
  return app
}

/** The body is read here but parsed after authentication: JSON can take fifty times its size in memory. An empty body means no
 * fields, because some clients send a content type without one. */
const takeBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const read = () => {
      // A name in another encoding would be stored unreadably.
      if (!isUtf8(bytes)) throw new Invalid('body_not_utf8')
      const text = bytes.toString()
      let body: unknown = {}
      const finish = (error: Error | null, parsed?: unknown) => {
        if (error) throw error
        body = parsed
      }
      if (text !== '') parse(request, text, finish)
      return body
    }
    done(null, read)
  })
  // Clients that send no body may name any content type: Node's axios and `curl -d ''` say it is a form.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.once('data', () => done(new Invalid('body_not_json')))
    payload.once('end', () => done(null, {}))
  })
}

/** True for browser navigation; false for API clients, images and files. */
const isPage = ({ method, url }: { method: string; url: string }) =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|images|assets)(\/|$)/.test(url)

/** Only authorized callers may send a long body. The dispatcher checks again after it has arrived, which may take a minute. With the
 * refusal the connection is closed, or the rest of the body would be read only to be thrown away. */
const takeLongBody = (dependencies: Dependencies, { endpoint }: Route) =>
  endpoint.maxBodyBytes && {
    bodyLimit: endpoint.maxBodyBytes,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      await identify(dependencies, endpoint, request).catch((error: unknown) => {
        reply.header('connection', 'close')
        throw error
      })
    },
  }

/** Tokens travel in a header, so no credentials of the browser are allowed. */
const corsOptions = (origins: readonly string[]) => ({
  origin: [...origins],
  methods: ['GET', 'POST'],
  allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposedHeaders: ['content-disposition', 'retry-after', 'x-request-id'],
  maxAge: PREFLIGHT_SECONDS,
})

/** Generated from the contract, so it cannot differ from the server. The store reads its own calls. Made when it is first asked for. */
const serveDescription = (
  app: FastifyInstance,
  dependencies: ServerOptions,
  path: string,
  type: string,
  make: (described: readonly Route[]) => string,
) => {
  const texts: Partial<Record<'store' | 'admin', string>> = {}
  app.get(path, async (request, reply) => {
    const reader = await requireReader(dependencies, request)
    const { routes } = dependencies
    texts[reader] ??= make(reader === 'store' ? routes.filter(({ endpoint }) => endpoint.access === 'store') : routes)
    return reply.type(`${type}; charset=utf-8`).send(texts[reader])
  })
}

const addApi = (dependencies: ServerOptions) => async (app: FastifyInstance) => {
  const { routes } = dependencies
  takeBodies(app)
  if (dependencies.corsOrigins?.length) await app.register(cors, corsOptions(dependencies.corsOrigins))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(API_HEADERS).header('x-request-id', request.id)
    // Checked before the body is read.
    if (request.is404) throw new NotFound()
  })
  const serve = (scope: FastifyInstance, route: Route) =>
    scope.route({
      method: route.endpoint.method,
      url: route.endpoint.path,
      handler: withSpan(route, dispatch(dependencies, route)),
      ...takeLongBody(dependencies, route),
    })
  for (const route of routes.filter(({ endpoint }) => !endpoint.upload)) serve(app, route)
  serveDescription(app, dependencies, '/openapi.json', 'application/json', (described) => JSON.stringify(describeApi(described)))
  serveDescription(app, dependencies, '/docs', 'text/html', renderReference)
  await app.register(async (scope) => {
    await acceptFiles(scope)
    for (const route of routes.filter(({ endpoint }) => endpoint.upload)) serve(scope, route)
  })
  // Unknown addresses get the API's hooks too.
  app.setNotFoundHandler(() => {
    throw new NotFound()
  })
}
