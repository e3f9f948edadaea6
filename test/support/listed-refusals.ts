import { pathParameters } from '#contract/endpoint.ts'

/** Setup of the server's tests: every refusal that any of them gets over HTTP is one that /api/openapi.json lists for its call. */
interface Refused {
  success?: boolean
  code?: string
  errors?: { code: string }[]
}

const patternOf = (path: string) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}/?$`)

const readRoutes = async () => {
  const { routes } = await import('../../server/app.ts')
  const { refusalsOf } = await import('../../server/platform/http/refused.ts')
  return routes
    .map((route) => ({ route, pattern: patternOf(route.endpoint.path), listed: refusalsOf(route) }))
    .sort((a, b) => pathParameters(a.route.endpoint.path).length - pathParameters(b.route.endpoint.path).length)
}
let known: ReturnType<typeof readRoutes> | undefined

const expectListed = async ({ method, url }: { method: string; url: string }, reply: Response): Promise<void> => {
  const { pathname } = new URL(url)
  if (reply.ok || !pathname.startsWith('/api/') || !reply.headers.get('content-type')?.startsWith('application/json')) return
  known ??= readRoutes()
  const call = (await known).find(({ route, pattern }) => route.endpoint.method === method && pattern.test(pathname))
  const { success, code, errors } = (await reply.clone().json()) as Refused
  if (!call || success !== false) return
  const missing = [...new Set([code, ...(errors ?? []).map((fault) => fault.code)])].filter(
    (one) => !call.listed[reply.status]?.some((listed) => listed === one),
  )
  if (missing.length === 0) return
  throw new Error(
    `${call.route.name} answered ${reply.status} ${missing.join(', ')}, which server/refusals.ts does not list for it`,
  )
}

const marked = Symbol.for('topdeck refusals are checked')
const shared = globalThis as { [marked]?: boolean }
// Files of one worker share its globals.
if (!shared[marked]) {
  shared[marked] = true
  const ask = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const reply = await ask(input, init)
    const request = input instanceof Request ? input : { method: init?.method ?? 'GET', url: String(input) }
    await expectListed(request, reply)
    return reply
  }
}
