import { randomBytes } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { drawPicture } from './pictures.ts'

/** A reply as the generated tests judge it; of a stream of events only its beginning was waited for. */
export interface Asked {
  status: number
  body: {
    success: boolean
    code?: string
    message?: string
    errors?: { code: string; msg: string; param?: string }[]
    data?: unknown
  }
  requestId: string
  /** A file that came instead of the envelope. */
  text?: string
}

/** A picture as a browser sends it: a call that stores it would leave a file. */
const formWith = async (field: string) => {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(await drawPicture())], { type: 'image/png' }), 'picture.png')
  return form
}

/** Calls any endpoint of the contract over HTTP. Does not wait for the end of a stream, which may have none. */
export const ask = async (url: string, endpoint: Endpoint, input: Record<string, unknown>, token?: string): Promise<Asked> => {
  const fields = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return encodeURIComponent(String(value))
  })
  const isRead = endpoint.method === 'GET'
  const query = isRead ? `?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}` : ''
  const headers: Record<string, string> = token ? { authorization: token } : {}
  if (!isRead) headers['idempotency-key'] = randomBytes(8).toString('hex')
  if (!isRead && !endpoint.upload) headers['content-type'] = 'application/json'
  const gone = new AbortController()
  const reply = await fetch(`${url}/api${path}${query}`, {
    method: endpoint.method,
    headers,
    signal: gone.signal,
    ...(isRead ? {} : { body: endpoint.upload ? await formWith(endpoint.upload.field) : JSON.stringify(fields) }),
  })
  const requestId = reply.headers.get('x-request-id') ?? ''
  if (reply.headers.get('content-type')?.startsWith('application/json')) {
    return { status: reply.status, body: (await reply.json()) as Asked['body'], requestId }
  }
  if (reply.headers.get('content-type')?.startsWith('text/csv')) {
    return { status: reply.status, body: { success: reply.ok }, requestId, text: await reply.text() }
  }
  gone.abort()
  return { status: reply.status, body: { success: reply.ok }, requestId }
}
