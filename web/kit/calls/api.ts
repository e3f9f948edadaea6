import type { z } from 'zod'
import { type Endpoint, type Output, pathParameters, type Sent } from '#contract/endpoint.ts'
import { LONG_REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { noteServerTime } from './clock.ts'
import { noteReached } from './reach.ts'
import { endSession, readSession } from './session-store.ts'

/** One sentence of a refusal; `param` names the field it belongs to. */
export interface FieldError {
  readonly msg: string
  readonly param?: string
}

/** A call that did not succeed. `message` is the server's own sentence, or empty where it gave none. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came (offline, time-out, cut connection). */
  readonly status: number
  readonly errors: FieldError[]
  /** What the refusal carried, for example the present state of a row with a 409. */
  readonly data: unknown
  /** No answer came because this browser was offline. It stays what it was: nobody has tried again by being online. */
  readonly wasOffline: boolean
  /** A change that may have been made: it left this browser, and no answer of the server came back. */
  readonly isInDoubt: boolean

  constructor(status: number, message = '', errors: FieldError[] = [], data: unknown = undefined, isInDoubt = false) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.data = data
    this.wasOffline = status === 0 && !navigator.onLine
    this.isInDoubt = isInDoubt
  }
}

/** A failure as an `ApiError`; anything else that is thrown is a fault of ours, and the console gets its stack. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  console.error(error)
  return new ApiError(0)
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string | undefined
}

interface Envelope {
  success?: boolean
  message?: string
  data?: unknown
  errors?: FieldError[]
}

/** Sends one call of the contract and unwraps `body.data`. Throws `ApiError`; a 401 ends the session that it was sent with. */
export async function call<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  input: Sent<Endpoint<I, O>>,
  options: CallOptions = {},
): Promise<{ data: Output<Endpoint<I, O>>; message: string | undefined }> {
  const token = endpoint.access === 'public' ? undefined : readSession()?.token
  const { status, body } = await exchange(endpoint, input as Record<string, unknown>, token, options)
  if (status === 401 && token) endSession(token)
  if (status < 200 || status > 299 || !body || body.success === false) {
    const isInDoubt = isChange(endpoint) && !body?.message && (status < 400 || status > 499)
    throw new ApiError(status, body?.message, body?.errors, body?.data, isInDoubt)
  }
  return { data: body.data as Output<Endpoint<I, O>>, message: body.message }
}

async function exchange(endpoint: Endpoint, input: Record<string, unknown>, token: string | undefined, options: CallOptions) {
  const timeout = AbortSignal.timeout(endpoint.takesLong ? LONG_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
  const { url, init } = requestOf(endpoint, input, token)
  const isInDoubt = isChange(endpoint) && navigator.onLine
  if (options.idempotencyKey) init.headers.set('idempotency-key', options.idempotencyKey)
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const response = await fetch(url, { ...init, signal })
    noteServerTime(response.headers.get('date'))
    const text = await response.text()
    noteReached(true)
    return { status: response.status, body: parse(text) }
  } catch (cause) {
    // A read that React gave up on is not an error to show.
    if (options.signal?.aborted) throw cause
    noteReached(false)
    throw new ApiError(0, '', [], undefined, isInDoubt)
  }
}

/** Not what is only shown or checked once more by a further click. */
const isChange = ({ done, keyed }: Endpoint): boolean => keyed === true || done !== undefined

/** What `fetch` is given to send a call. */
export function requestOf(endpoint: Endpoint, input: Record<string, unknown>, token: string | undefined) {
  const headers = new Headers()
  if (token) headers.set('authorization', token)
  if (endpoint.method === 'GET') return { url: address(endpoint, input), init: { method: endpoint.method, headers } }
  headers.set('content-type', 'application/json')
  const body = JSON.stringify(without(input, pathParameters(endpoint.path)))
  return { url: address(endpoint, input), init: { method: endpoint.method, headers, body } }
}

/** The call's address below '/api': path parameters filled in, the rest of a read as its query. */
export function address(endpoint: Pick<Endpoint, 'method' | 'path'>, input: Record<string, unknown>): string {
  const inPath = pathParameters(endpoint.path)
  const path = `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))}`
  if (endpoint.method === 'POST') return path
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(without(input, inPath))) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  return query.size ? `${path}?${query}` : path
}

const without = (input: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

/** A reply's body; undefined where it is none of ours. */
export function parse(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope
  } catch {
    return undefined
  }
}

/** Asks the server for a sign of life; rejects where none comes, be it the network, the server or a proxy before it. */
export async function findServer(): Promise<void> {
  const { ok, status } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  if (!ok) throw new Error(`The server answers ${status}`)
}

/** Loads the page anew, unless the browser would find nobody there and put its own words in the page's place. */
export const reloadIfServed = (): Promise<void> =>
  findServer().then(
    () => location.reload(),
    () => undefined,
  )
