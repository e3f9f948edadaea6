import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
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
