import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { closerOf } from './closing.ts'

test('an unfinished reply is reset: a plain end would look complete to HTTP/1.0', async () => {
  const app = fastify()
  app.get('/', (_, reply) => {
    reply.hijack()
    reply.raw.write('half of it')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const close = closerOf(app, 100)
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.0\r\n\r\n')
  await once(socket, 'data')
  const cut = once(socket, 'close').catch((error: unknown) => error)
  await close()
  expect(await cut).toMatchObject({ code: 'ECONNRESET' })
})
