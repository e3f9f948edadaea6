import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { MAX_TK } from '#contract/limits.ts'
import { payments } from '#contract/payments.ts'
import { store } from '#contract/store.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { newTrxId, openWallet } from '../payments/shop.ts'
import { request } from '../support/app.ts'
import { endProducts, PRODUCT_STORE_KEY, startProduct } from '../support/product.ts'
import { chooseSeed, randomFrom } from '../support/random.ts'
import { report, roundsOf } from './rounds.ts'
import { checkBooks, openSharedShop } from './shop.ts'

const ROUNDS = roundsOf('PAYMENT_KILL_ROUNDS', 50)
/** Fewer than the messages among which the one before is looked for: after a kill they may come in any order. */
const AT_ONCE = 4
const LIFE_MS = 120
const MESSAGES = 600
const PHONES = 6
/** Of a whole market's phones; a shop's bring one or two. */
const LEAST_PER_SECOND = 50

afterAll(endProducts)

const ANSWERED = 200

/** A shop whose phone forwards the messages of one wallet, and completes what is paid. */
const openPaidShop = async (name: string) => {
  const shared = await openSharedShop(name)
  const pool = openPool(shared.database.url, 2)
  const { rows } = await pool.query<{ id: number }>(`insert into payment_methods (name) values ('Proof wallet') returning id`)
  const methodId = Number(rows[0]?.id)
  const product = await startProduct(shared.folders[0].dataDir, shared.env)
  const token = shared.shop.adminToken
  const rule = { id: methodId, wallet: 'bkash', automatic: 1, automatic_each: 1_000, automatic_daily: MAX_TK }
  expect((await request(product.url, payments.setRule, rule, token)).status).toBe(ANSWERED)
  const added = await request(product.url, payments.addPhone, { name: 'Proof phone', payment_method_id: [methodId] }, token)
  const close = async () => {
    await pool.end()
    await shared.close()
  }
  return { ...shared, pool, product, methodId, key: added.body.data.key, close }
}

test(`kill -9 between a message and its wallet add, ${ROUNDS} times`, async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  const { folders, env, pool, methodId, key, shop, close, product: first } = await openPaidShop('payments')
  let product = first
  const wallet = openWallet(methodId)
  const forward = (text: string) => request(product.url, payments.receive, { sender: 'bKash', text }, key)
  await forward(wallet.pay(1, newTrxId()))
  const ask = (trx_id: string) => {
    const input = { user_id: shop.userId, payment_method_id: methodId, amount: 100, number: `018${trx_id.slice(2)}`, trx_id }
    return request(product.url, store.addWallet, input, PRODUCT_STORE_KEY, `proof ${trx_id}`)
  }
  /** Asks until it is answered, as a phone and a store do. */
  const untilAnswered = async (call: () => Promise<{ status: number }>) => {
    for (;;) {
      const reply = await call().catch(() => undefined)
      if (reply?.status === ANSWERED) return
      await sleep(50)
    }
  }
  const trxIds: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const pairs = Array.from({ length: AT_ONCE }, () => {
      const trxId = newTrxId()
      trxIds.push(trxId)
      return { trxId, text: wallet.pay(100, trxId) }
    })
    const calls = pairs.flatMap(({ trxId, text }) => [() => ask(trxId), () => forward(text)])
    const answers = Promise.all(calls.map(untilAnswered))
    await sleep(random.below(LIFE_MS))
    product.kill('SIGKILL')
    await product.exited
    product = await startProduct(folders[0].dataDir, { ...env, PORT: new URL(product.url).port })
    await answers
  }
  const { rows } = await pool.query(
    `select count(*) as payments, count(distinct p.wallet_add_id) as tied, count(*) filter (where w.is_automatic) as automatic,
       (select count(*) from journals j where j.source = 'wallet_add' and j.source_id = any(array_agg(w.id))) as journals
     from payments p left join wallet_adds w on w.id = p.wallet_add_id where p.trx_id = any($1)`,
    [trxIds],
  )
  const all = trxIds.length
  expect(Object.values(rows[0] ?? {}).map(Number), `SEED=${seed}`).toEqual([all, all, all, all])
  expect(await checkBooks(pool), `SEED=${seed}`).toEqual([])
  report(`payments: ${ROUNDS} kills, ${all} messages and their wallet adds, SEED=${seed}: each once, all completed by themselves`)
  product.kill('SIGTERM')
  await product.exited
  await close()
})

test(`${MESSAGES} messages by ${PHONES} phones`, async () => {
  const { product, pool, methodId, key, close } = await openPaidShop('messages')
  const wallet = openWallet(methodId)
  const texts = Array.from({ length: MESSAGES }, () => wallet.pay(10, newTrxId()))
  const start = performance.now()
  await Promise.all(
    Array.from({ length: PHONES }, async () => {
      for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
        expect((await request(product.url, payments.receive, { sender: 'bKash', text }, key)).status).toBe(ANSWERED)
      }
    }),
  )
  const perSecond = Math.round(MESSAGES / ((performance.now() - start) / 1_000))
  const { rows } = await pool.query<{ n: string }>('select count(*) as n from payments')
  expect(Number(rows[0]?.n)).toBe(MESSAGES)
  report(`payments: ${MESSAGES} messages by ${PHONES} phones, ${perSecond} a second`)
  expect(perSecond).toBeGreaterThan(LEAST_PER_SECOND)
  product.kill('SIGTERM')
  await product.exited
  await close()
})
