import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { BUCKET } from '../../../test/support/bucket.ts'
import { openBucket } from './s3.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const LIMIT_MS = 500
const PICTURE = Buffer.alloc(3_000_000, 7)

let close = () => {}
afterEach(() => close())

const serve = async (listener: RequestListener, limitMs = LIMIT_MS) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return openBucket({ ...BUCKET, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, limitMs)
}

test('a silent bucket is given up in time, however often garbage is collected', async () => {
  const images = await serve(() => {})
  const collecting = setInterval(collectGarbage, LIMIT_MS / 10)
  try {
    const requested = [images.read('a.webp'), images.write('b.webp', Buffer.from('b')), images.remove('c.webp')]
    const given = Promise.all(requested.map((asking) => asking.then(String, String)))
    const refusal = `Error: The picture storage did not answer within ${LIMIT_MS} ms`
    expect(await Promise.race([given, sleep(6 * LIMIT_MS, 'still waiting')])).toEqual([refusal, refusal, refusal])
  } finally {
    clearInterval(collecting)
  }
})

test('a picture that has begun may take longer: its reader may be slow', async () => {
  const images = await serve((_request, reply) => {
    reply.writeHead(200, { 'content-length': PICTURE.length }).end(PICTURE)
  })
  const found = await images.read('a.webp')
  await sleep(2 * LIMIT_MS)
  let bytes = 0
  for await (const chunk of found?.stream ?? []) bytes += chunk.length
  expect(bytes).toBe(PICTURE.length)
})

test('a picture whose length the bucket does not say is not taken for an empty one', async () => {
  const images = await serve((_request, reply) => reply.writeHead(200).end(PICTURE))
  const found = await images.read('a.webp')
  expect(found?.bytes).toBeUndefined()
  found?.stream.destroy()
})

test.each([
  ['asked again', 2, 3, 'resolves'],
  ['asked three times at most', 5, 3, 'rejects'],
] as const)('a bucket that is busy for a moment is %s', async (_what, busyFor, times, end) => {
  let requested = 0
  const images = await serve((request, reply) => {
    request.resume()
    reply.writeHead(++requested > busyFor ? 200 : requested % 2 === 0 ? 429 : 503).end()
  }, 20 * LIMIT_MS)
  const writing = images.write('a.webp', Buffer.from('a'))
  if (end === 'resolves') await writing
  else await expect(writing).rejects.toThrow('The picture storage answered 503 to PUT a.webp')
  expect(requested).toBe(times)
})
