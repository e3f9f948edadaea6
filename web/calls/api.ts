import type { z } from 'zod'
import { movesMoney } from '#contract/effects.ts'
import { type Endpoint, type Output, pathParameters, type Sent } from '#contract/endpoint.ts'
import { LONG_REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Params } from '#contract/messages/wording.ts'
import { syncServerTime } from './clock.ts'
import { recordReachability } from './reachability.ts'
import { endSession, readSession } from './session-store.ts'

/** One error of a refusal; `param` names its field. */
export interface FieldError {
  readonly msg: string
  readonly code?: string
  readonly params?: Params
  readonly param?: string
}

/** A failed call. `message` is the server's message, or empty if there is none. */
export class ApiError extends Error {
  /** HTTP status; 0 if there was no reply (offline, time-out, cut connection). */
  readonly status: number
  readonly errors: FieldError[]
  /** Data of the refusal, such as the row's current state with a 409. */
  readonly data: unknown
  /** The browser was offline. Stays true after it is online again: the call has not been retried. */
  readonly wasOffline: boolean
  /** The reply is the server's, not that of a proxy in between. */
  readonly isOurs: boolean
  /** A change that may have been made: it was sent, but no reply of the server arrived. */
  readonly isResultUnknown: boolean
  /** The refusal's fixed name, and the figures and names of its sentence. */
  readonly code: string | undefined
  readonly params: Params | undefined

  constructor(status: number, body?: Envelope, isResultUnknown = false) {
    const { message = '', errors = [], data, code, params } = body ?? {}
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.isOurs = body !== undefined
    this.errors = errors
    this.data = data
    this.wasOffline = status === 0 && !navigator.onLine
    this.isResultUnknown = isResultUnknown
    this.code = code
    this.params = params
  }
}

/** Any failure as an `ApiError`. Anything else that was thrown is a bug: its stack goes to the console. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  console.error(error)
  return new ApiError(0)
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly idempotencyKey?: string | undefined
  /** Of an upload. */
  readonly file?: Blob | undefined
}

interface Envelope {
  success?: boolean
  message?: string
  data?: unknown
  errors?: FieldError[]
  code?: string
  params?: Params
}

/** Sends one call of the contract and returns `body.data`. Throws `ApiError`; a 401 ends the session it was sent with. */
export async function call<I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  input: Sent<Endpoint<I, O>>,
  options: CallOptions = {},
): Promise<{ data: Output<Endpoint<I, O>>; message: string | undefined }> {
  const token = endpoint.access === 'public' ? undefined : readSession()?.token
  const { status, body } = await sendRequest(endpoint, input as Record<string, unknown>, token, options)
  if (status === 401 && token && body) endSession(token)
  if (status < 200 || status > 299 || !body?.success) throw new ApiError(status, body, !body && movesMoney(endpoint))
  return { data: body.data as Output<Endpoint<I, O>>, message: body.message }
}

async function sendRequest(endpoint: Endpoint, input: Record<string, unknown>, token: string | undefined, options: CallOptions) {
  const timeout = AbortSignal.timeout(endpoint.takesLong ? LONG_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
  const { url, init } = requestOf(endpoint, input, token, options.file)
  const isResultUnknown = isChange(endpoint) && navigator.onLine
  if (options.idempotencyKey) init.headers.set('idempotency-key', options.idempotencyKey)
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const response = await fetch(url, { ...init, signal })
    syncServerTime(response.headers.get('date'))
    const text = await response.text()
    recordReachability(true)
    return { status: response.status, body: parse(text) }
  } catch (cause) {
    // React aborted this read: not an error to show.
    if (options.signal?.aborted) throw cause
    recordReachability(false)
    throw new ApiError(0, undefined, isResultUnknown)
  }
}

/** Excludes calls that only show or check something, which are safe to repeat. */
const isChange = ({ done, keyed }: Endpoint): boolean => keyed === true || done !== undefined

/** The arguments of `fetch` for a call. */
export function requestOf(endpoint: Endpoint, input: Record<string, unknown>, token: string | undefined, file?: Blob) {
  const headers = new Headers()
  if (token) headers.set('authorization', token)
  if (endpoint.upload && file) {
    const body = new FormData()
    body.append(endpoint.upload.field, file, file instanceof File ? file.name : 'paste.txt')
    return { url: address(endpoint, input), init: { method: endpoint.method, headers, body } }
  }
  if (endpoint.method === 'GET') return { url: address(endpoint, input), init: { method: endpoint.method, headers } }
  headers.set('content-type', 'application/json')
  const body = JSON.stringify(without(input, pathParameters(endpoint.path)))
  return { url: address(endpoint, input), init: { method: endpoint.method, headers, body } }
}

/** The call's path below '/api', with path parameters filled in and the rest of the input of a read or an upload as the query. */
export function address(endpoint: Pick<Endpoint, 'method' | 'path' | 'upload'>, input: Record<string, unknown>): string {
  const inPath = pathParameters(endpoint.path)
  const path = `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))}`
  if (endpoint.method === 'POST' && !endpoint.upload) return path
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(without(input, inPath))) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  return query.size ? `${path}?${query}` : path
}

const without = (input: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

/** A reply's body; undefined if it is not one of ours. */
export function parse(text: string): Envelope | undefined {
  try {
    const body = JSON.parse(text) as Envelope | null
    const isOurs =
      typeof body?.success === 'boolean' && Array.isArray(body.errors ?? []) && typeof (body.message ?? '') === 'string'
    return isOurs ? body : undefined
  } catch {
    return undefined
  }
}

/** Checks that the server answers; rejects if the network, the server or a proxy fails. */
export async function findServer(): Promise<void> {
  const { ok, status } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  if (!ok) throw new Error(`The server answers ${status}`)
}

/** Reloads the page, unless the server is unreachable: then the browser's error page would replace it. */
export const reloadIfServed = (): Promise<void> =>
  findServer().then(
    () => location.reload(),
    () => undefined,
  )
