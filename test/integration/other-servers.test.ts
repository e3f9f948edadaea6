import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SHARED_SETTINGS, type SharedSetting, status } from '#contract/status.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { picturePlace } from '../../server/platform/uploads/open-storage.ts'
import { request } from '../support/app.ts'
import { createEmptyDatabase } from '../support/backups.ts'
import { buildInstallation, type Started } from '../support/installation.ts'
import { OWNER, signInOwner } from '../support/product.ts'

const STORE_KEY = 'store-key-of-two-servers'
const SHARED = {
  WEBHOOK_SECRET: 'the secret of the store and us',
  STORE_KEY,
  PUBLIC_URL: 'https://desk.shop.example',
  TRUST_PROXY: '10.0.0.1',
  CORS_ORIGINS: 'https://a.shop.example,https://b.shop.example',
  METRICS_KEY: 'metrics-key-of-two-servers',
}

const installation = buildInstallation('<!doctype html><html lang="en"></html>')
const database = await createEmptyDatabase()
const events: string[] = []
const receiver = createServer(async (incoming, reply) => {
  let body = ''
  for await (const chunk of incoming) body += chunk
  const { event, data } = JSON.parse(body)
  events.push(`${event} ${data.id}`)
  reply.writeHead(204).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const WEBHOOK_URL = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
afterAll(async () => {
  receiver.close()
  installation.remove()
  await database.drop()
})

const folder = (name: string) => join(installation.folder, name)

const serve = async (name: string, env: NodeJS.ProcessEnv) => {
  const server = installation.start('start', {
    DATABASE_URL: database.url,
    MASTER_KEY: 'ab'.repeat(32),
    DATA_DIR: folder(name),
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    ...env,
  })
  await expect.poll(server.output, { timeout: 60_000 }).toContain('Topdeck is ready at')
  return server
}
const stop = async (server: Started) => {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}
const addressOf = (server: Started) => `${/ready at (\S+)/.exec(server.output())?.[1]}`
const differingAt = async (server: Started) => {
  const url = addressOf(server)
  const { body } = await request(url, status.show, {}, await signInOwner(url))
  return body.data.differing
}
/** Which differences the start printed, each once and nothing of the values. */
const printedBy = (server: Started) => {
  const lines = server.output().split('\n')
  expect(server.output()).not.toMatch(new RegExp(Object.values(SHARED).join('|')))
  return Object.entries(SHARED_SETTINGS).flatMap(([name, sentence]) => lines.filter((line) => line === sentence).map(() => name))
}

const completeWalletAdd = async (server: Started) => {
  const url = addressOf(server)
  const user = { username: 'shila', phone: '01811000001' }
  const { body: added } = await request(url, store.addUser, user, STORE_KEY)
  const asked = { user_id: added.data.id, amount: 10, number: '01811000001' }
  const { body } = await request(url, store.addWallet, asked, STORE_KEY)
  const transaction_id = body.data.id
  const { status: code } = await request(
    url,
    walletAdds.setStatus,
    { transaction_id, status: 'completed' },
    await signInOwner(url),
  )
  expect(code).toBe(200)
  return transaction_id
}

test('servers that differ in what they must share report it, and stop nothing', async () => {
  const shared = { ...SHARED, WEBHOOK_URL }
  const first = await serve('one', shared)
  expect([printedBy(first), await differingAt(first)]).toEqual([[], []])

  // As an operator makes a second server: with its key, and its pictures too.
  cpSync(folder('one'), folder('two'), { recursive: true })
  const second = await serve('two', {})
  const all = Object.keys(SHARED_SETTINGS)
  await expect.poll(() => printedBy(second)).toEqual(all)
  expect([await differingAt(second), await differingAt(first)]).toEqual([all, all])
  await stop(second)
  expect(await differingAt(first)).toEqual([])
  const id = await completeWalletAdd(first)
  await expect.poll(() => events, { timeout: 10_000 }).toEqual([`transaction.completed ${id}`])

  mkdirSync(folder('three'))
  symlinkSync(join(folder('one'), 'images'), join(folder('three'), 'images'))
  const alike = await serve('three', { ...shared, CORS_ORIGINS: 'https://b.shop.example,https://a.shop.example' })
  expect([printedBy(alike), await differingAt(alike), await differingAt(first)]).toEqual([[], [], []])
  await stop(alike)

  for (const [set, name] of [
    [{ WEBHOOK_SECRET: 'another secret of the store' }, 'webhook'],
    [{ STORE_KEY: 'another-key-of-the-store' }, 'store_key'],
    [{ PUBLIC_URL: 'https://other.shop.example' }, 'public_url'],
    [{ TRUST_PROXY: '10.0.0.2' }, 'trust_proxy'],
  ] as const satisfies [NodeJS.ProcessEnv, SharedSetting][]) {
    const other = await serve('three', { ...shared, ...set })
    await expect.poll(() => printedBy(other)).toEqual([name])
    await stop(other)
  }
  await stop(first)
  expect(readdirSync(join(folder('one'), 'images'))).toEqual(['.place'])
}, 240_000)

test('one bucket is one place for pictures, in whichever data folder a server runs', () => {
  const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'pictures', S3_REGION: 'us-east-1' }
  expect(picturePlace(bucket, '/a')).toBe(picturePlace(bucket, '/b'))
  expect(picturePlace({ ...bucket, S3_BUCKET: 'others' }, '/a')).not.toBe(picturePlace(bucket, '/a'))
})
