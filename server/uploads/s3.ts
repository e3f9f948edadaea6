import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Storage } from './storage.ts'

export interface Bucket {
  /** Base address; the bucket is its first path segment, which every S3-compatible server understands. */
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

const REQUEST_MS = 10_000
const RETRIES = 2

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const HASH_OF_NOTHING = sha256('')

/** Pictures in a bucket of an S3-compatible server; content is signed with the request. */
export const openBucket = ({ endpoint, bucket, accessKey, secretKey, region }: Bucket): Storage => {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: RETRIES,
  })
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`

  const send = async (method: 'GET' | 'PUT' | 'DELETE', name: string, content?: Buffer) => {
    const reply = await client.fetch(`${base}/${encodeURIComponent(name)}`, {
      method,
      headers: {
        'x-amz-content-sha256': content ? sha256(content) : HASH_OF_NOTHING,
        ...(content ? { 'content-type': 'image/webp' } : {}),
      },
      ...(content ? { body: new Uint8Array(content) } : {}),
      signal: AbortSignal.timeout(REQUEST_MS),
    })
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
      return { bytes: Number(reply.headers.get('content-length')), stream }
    },

    async remove(name) {
      const reply = await send('DELETE', name)
      await reply.body?.cancel()
    },
  }
}
