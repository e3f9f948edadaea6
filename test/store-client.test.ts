import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { routes } from '../server/app.ts'
import { FIELD_CODES, refusalsOf } from '../server/platform/http/refused.ts'
import { STORE_KEY, startApp } from './support/app.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLIENT = `${ROOT}docs/store-client/`
const GENERATED = ['topdeck.json', 'topdeck.d.ts'].map((name) => CLIENT + name)

const app = await startApp()
afterAll(async () => {
  for (const file of GENERATED) rmSync(file, { force: true })
  await app.close()
})

interface Bought {
  offer: { id: number; price: number }
  customer: { id: number }
  placed: object
  repeated: object
  read: object
}

const compile = () =>
  execFileSync(
    process.execPath,
    [
      `${ROOT}node_modules/typescript/bin/tsc`,
      ...['--noEmit', '--ignoreConfig', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions'],
      ...['--module', 'nodenext', '--lib', 'es2024,dom', '--types', 'node', '--skipLibCheck', `${CLIENT}buy.ts`],
    ],
    { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' },
  )

test('the client that is generated from /api/openapi.json compiles, and orders with it', async () => {
  const document = await fetch(`${app.url}/api/openapi.json`, { headers: { authorization: STORE_KEY } })
  writeFileSync(GENERATED[0] ?? '', await document.text())
  execFileSync('npm', ['run', '--silent', 'types'], { cwd: CLIENT, stdio: 'pipe' })
  expect(compile()).toBe('')

  // Named at run time: the types of this folder exist only now.
  const program: string = '../docs/store-client/buy.ts'
  const { buy } = (await import(program)) as {
    buy(url: string, key: string, phone: string, onPayment: (id: number) => Promise<void>): Promise<Bought>
  }
  const rahim = await app.signIn('rahim')
  const payments: number[] = []
  const bought = await buy(app.url, STORE_KEY, '01712345678', async (transaction_id) => {
    payments.push(transaction_id)
    await app.call(walletAdds.setStatus, { transaction_id, status: 'completed' }, rahim)
  })
  expect(payments).toHaveLength(1)
  expect(bought.offer.id).toBe(app.world.packages.gems100)
  expect(bought.placed).toMatchObject({ user_id: bought.customer.id, amount: bought.offer.price, status: 'pending' })
  expect([bought.repeated, bought.read]).toEqual([bought.placed, bought.placed])
  expect((await app.call(users.show, { id: bought.customer.id }, rahim)).body.data.wallet).toBe(0)
})

test('what a proxy answers in place of the shop is a refusal like no answer', async () => {
  const proxy = createServer((_request, reply) =>
    reply.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
  )
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const program: string = '../docs/store-client/shop.ts'
  const { connect } = (await import(program)) as { connect(url: string, key: string): { order(id: number): Promise<object> } }
  const shop = connect(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, STORE_KEY)
  await expect(shop.order(1)).rejects.toMatchObject({ status: 502, failure: { code: 'something_went_wrong' } })
  proxy.close()
})

test('docs/store-api.md names every refusal code of the store’s calls by status', () => {
  const text = readFileSync(`${ROOT}docs/store-api.md`, 'utf8')
  const listed = routes
    .filter(({ endpoint }) => endpoint.access === 'store')
    .flatMap((route) => Object.entries(refusalsOf(route)))
  const answered = new Set(listed.flatMap(([status, codes = []]) => codes.map((code) => `${status} ${code}`)))
  const fields = new Set<string>(FIELD_CODES)
  const unnamed = [...answered].filter((one) => !fields.has(one.slice(4)) && !text.includes(`\`${one.slice(4)}\``))
  expect(unnamed).toEqual([])
  const named = [...text.matchAll(/\b(4\d\d|503) `(\w+)`/g)].map(([, status, code]) => `${status} ${code}`)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((one) => !answered.has(one))).toEqual([])
})
