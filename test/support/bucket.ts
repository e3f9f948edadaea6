import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BUCKET = { bucket: 'pictures', accessKey: 'AKTEST', secretKey: 'a secret of the test', region: 'eu-test-1' }

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

const read = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** What the request's signature must be, by AWS Signature Version 4; made here from the published rules, apart from the client. */
const signatureOf = (request: IncomingMessage, signedHeaders: string, scope: string) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any')
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}\n`)
  const canonical = [
    request.method,
    pathname,
    query.join('&'),
    headers.join(''),
    signedHeaders,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<Buffer | string>((signing, part) => hmac(signing, part), `AWS4${BUCKET.secretKey}`)
  return hmac(key, toSign).toString('hex')
}

const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** Why an S3 server would refuse a request, or undefined. */
const refusal = (request: IncomingMessage, body: Buffer): string | undefined => {
  const [, key, scope = '', signed = '', signature] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? []
  const date = String(request.headers['x-amz-date'])
  if (key !== BUCKET.accessKey) return 'InvalidAccessKeyId'
  if (scope !== `${date.slice(0, 8)}/${BUCKET.region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.split(';').includes(name))) return 'AccessDenied'
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  return signature === signatureOf(request, signed, scope) ? undefined : 'SignatureDoesNotMatch'
}

const answer = (reply: ServerResponse, status: number, code?: string) =>
  reply.writeHead(status, { 'content-type': 'application/xml' }).end(code ? `<Error><Code>${code}</Code></Error>` : '')

/** An S3-compatible server that checks every signature; `files` is what it holds, `fail` makes the next requests fail. */
export const startBucket = async () => {
  const files = new Map<string, Buffer>()
  const refused: string[] = []
  let failing = false
  const server = createServer(async (request, reply) => {
    const body = await read(request)
    const [, bucket, name = ''] = (request.url ?? '').split('/')
    const code = refusal(request, body)
    if (code) refused.push(code)
    if (failing) return answer(reply, 403, 'AccessDenied')
    if (code) return answer(reply, 403, code)
    if (bucket !== BUCKET.bucket) return answer(reply, 404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      files.set(name, body)
      return answer(reply, 200)
    }
    if (request.method === 'DELETE') {
      files.delete(name)
      return answer(reply, 204)
    }
    const file = files.get(name)
    if (!file) return answer(reply, 404, 'NoSuchKey')
    reply.writeHead(200, { 'content-type': 'image/webp', 'content-length': file.length }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    refused,
    fail: (isFailing: boolean) => {
      failing = isFailing
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
