import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Storage } from './storage.ts'

interface Bucket {
  /** Path-style: the bucket is the first path segment, which every S3-compatible server supports. */
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

/** Until the reply begins, for all attempts together. */
const ANSWER_MS = 10_000
const RETRIES = 2
const RETRY_AFTER_MS = 50

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const HASH_OF_NOTHING = sha256('')

export const openBucket = ({ endpoint, bucket, accessKey, secretKey, region }: Bucket, answerMs: number = ANSWER_MS): Storage => {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
  })
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`

  const send = async (method: 'GET' | 'PUT' | 'DELETE', name: string, content?: Buffer) => {
    const request = () =>
      client.sign(`${base}/${encodeURIComponent(name)}`, {
        method,
        headers: {
          'x-amz-content-sha256': content ? sha256(content) : HASH_OF_NOTHING,
          ...(content ? { 'content-type': 'image/webp' } : {}),
        },
        ...(content ? { body: new Uint8Array(content) } : {}),
      })
    const reply = await askWithin(answerMs, request)
    if (reply.ok || reply.status === 404) return reply
    await reply.body?.cancel()
    throw new Error(`The picture storage answered ${reply.status} to ${method} ${name}`)
  }

  return {
    async write(name, content) {
      const reply = await send('PUT', name, content)
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`The bucket ${bucket} does not exist`)
    },

    async read(name) {
      const reply = await send('GET', name)
      if (!reply.ok || !reply.body) {
        await reply.body?.cancel()
        return undefined
      }
      const stream = Readable.fromWeb(reply.body as ReadableStream)
      const length = reply.headers.get('content-length')
      return { ...(length !== null && { bytes: Number(length) }), stream }
    },

    async remove(name) {
      const reply = await send('DELETE', name)
      await reply.body?.cancel()
    },
  }
}

/** Retries while the bucket is busy or broken. The signal goes to `fetch` itself, as a Request may lose it to garbage collection. It
 * covers the reply's head only, because readers of the body may be slow. */
const askWithin = async (answerMs: number, request: () => Promise<Request>): Promise<Response> => {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`The picture storage did not answer within ${answerMs} ms`)), answerMs)
  try {
    for (let attempt = 0; ; attempt++) {
      const reply = await fetch(await request(), { signal: limit.signal })
      if (attempt === RETRIES || (reply.status < 500 && reply.status !== 429)) return reply
      await reply.body?.cancel()
      await sleep(Math.random() * RETRY_AFTER_MS * 2 ** attempt)
    }
  } finally {
    clearTimeout(timer)
  }
}
