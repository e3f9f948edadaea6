import { afterAll, expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { addPhone, newTrxId, openWallet, setRule } from '../../../test/payments/shop.ts'
import { request, STORE_KEY, startApp, startSecondServer } from '../../../test/support/app.ts'
import { expectSoundBooks } from '../../../test/support/books.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const second = await startSecondServer(app)
const rahim = await app.signIn('rahim')
const { shila, tanvir } = app.world.users
afterAll(async () => {
  await second.close()
  await app.close()
})

const openShop = async (each: number, daily: number) => {
  const [row] = await query<{ id: number }>(app.db, `insert into payment_methods (name) values ('bKash') returning id`)
  const methodId = row?.id ?? 0
  await setRule(app, rahim, methodId, { each, daily })
  const wallet = openWallet(methodId)
  const phones = [await addPhone(app, rahim, [methodId]), await addPhone(app, rahim, [methodId])] as const
  await phones[0].send(wallet.pay(1, newTrxId()))
  return { methodId, wallet, phones }
}

let number = 0
/** Over one server and the other in turn. */
const ask = (methodId: number, trx_id: string, amount: number, user_id = shila) =>
  request(
    number % 2 ? app.url : second.url,
    store.addWallet,
    { user_id, payment_method_id: methodId, amount, number: `0182${String(++number).padStart(7, '0')}`, trx_id },
    STORE_KEY,
    `race ${number}`,
  )

const credited = async (ids: readonly number[]) =>
  (
    await query<{ n: number }>(app.db, `select count(*) as n from journals where source = 'wallet_add' and source_id = any($1)`, [
      ids,
    ])
  )[0]?.n

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

test('a notice and 50 approvals of its wallet add: credited once', async () => {
  const { methodId, wallet, phones } = await openShop(1_000, 100_000)
  for (let round = 0; round < 5; round++) {
    const trxId = newTrxId()
    const { id } = (await ask(methodId, trxId, 100)).body.data
    const approve = () => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
    const notice = wallet.pay(100, trxId)
    const [approvals] = await Promise.all([times(50, approve), phones[0].send(notice)])
    const successes = approvals.filter(({ status }) => status === 200).length
    expect(approvals.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const [row] = await query<{ is_automatic: boolean }>(app.db, 'select is_automatic from wallet_adds where id = $1', [id])
    expect(successes).toBe(row?.is_automatic ? 0 : 1)
    expect(await credited([id])).toBe(1)
  }
  await expectSoundBooks(app.db)
})

test('one notice 50 times by two phones as its wallet add comes: one row, one credit', async () => {
  const { methodId, wallet, phones } = await openShop(1_000, 100_000)
  const trxId = newTrxId()
  const notice = wallet.pay(100, trxId)
  const [replies, add] = await Promise.all([
    times(50, (at) => (at % 2 ? phones[0] : phones[1]).send(at % 3 ? notice : notice.replaceAll('. ', '.\n'))),
    ask(methodId, trxId, 100),
  ])
  expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
  expect(await credited([add.body.data.id])).toBe(1)
  const [row] = await query(app.db, 'select status, is_automatic from wallet_adds where id = $1', [add.body.data.id])
  expect(row).toEqual({ status: 'completed', is_automatic: true })
})

test('wallet adds and their notices arrive at the same moment: each finds the other', async () => {
  const { methodId, wallet, phones } = await openShop(1_000, 100_000)
  const pairs = Array.from({ length: 30 }, () => newTrxId()).map((trxId) => ({ trxId, notice: wallet.pay(10, trxId) }))
  await Promise.all(pairs.flatMap(({ trxId, notice }) => [ask(methodId, trxId, 10), phones[0].send(notice)]))
  const rows = await query<{ state: string }>(
    app.db,
    `select w.status as state from payments p left join wallet_adds w on w.id = p.wallet_add_id
     where p.payment_method_id = $1 and p.trx_id = any($2)`,
    [methodId, pairs.map(({ trxId }) => trxId)],
  )
  expect(rows).toHaveLength(30)
  expect(rows.filter(({ state }) => state === null)).toEqual([])
  await expectSoundBooks(app.db)
})

test('two customers with one TrxID and its notice: never two credits', async () => {
  const { methodId, wallet, phones } = await openShop(1_000, 100_000)
  for (let round = 0; round < 10; round++) {
    const trxId = newTrxId()
    const [first, other] = await Promise.all([
      ask(methodId, trxId, 100, shila),
      ask(methodId, trxId, 100, tanvir),
      ...(round % 2 ? [phones[0].send(wallet.pay(100, trxId))] : []),
    ])
    expect([first.status, other.status].sort()).toEqual([200, 409])
    if (round % 2 === 0) await phones[0].send(wallet.pay(100, trxId))
    const id = first.status === 200 ? first.body.data.id : other.body.data.id
    const count = await credited([id])
    expect(count).toBeLessThanOrEqual(round % 2)
  }
  await expectSoundBooks(app.db)
})

test('a correction beside a re-match: the payment never has two live wallet adds', async () => {
  const { methodId, wallet, phones } = await openShop(1_000, 100_000)
  for (let round = 0; round < 10; round++) {
    const trxId = newTrxId()
    const { id } = (await ask(methodId, trxId, 50)).body.data
    const notice = await phones[0].send(wallet.pay(50, trxId))
    const others = [(await ask(methodId, newTrxId(), 50)).body.data.id, (await ask(methodId, newTrxId(), 50)).body.data.id]
    const match = (wallet_add_id: number) =>
      app.call(payments.match, { id: notice.id, wallet_add_id, reason: 'Typed the wrong TrxID' }, rahim)
    const [corrected, ...matched] = await Promise.all([
      app.call(walletAdds.correct, { id, reason: 'Wrong customer' }, rahim),
      ...others.map(match),
    ])
    expect(corrected?.status).toBe(200)
    expect(matched.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(matched.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    if (matched.every(({ status }) => status === 409)) expect((await match(others[0] ?? 0)).status).toBe(200)
  }
  await expectSoundBooks(app.db)
})

test('automatic sums of a day, raced on two servers: never above', async () => {
  const { methodId, wallet, phones } = await openShop(100, 500)
  const pairs = Array.from({ length: 20 }, () => newTrxId()).map((trxId) => ({ trxId, notice: wallet.pay(100, trxId) }))
  for (const { notice } of pairs) await phones[0].send(notice)
  await Promise.all(pairs.map(({ trxId }) => ask(methodId, trxId, 100)))
  const [sum] = await query<{ sum: number }>(
    app.db,
    'select sum(amount) as sum from wallet_adds where payment_method_id = $1 and is_automatic',
    [methodId],
  )
  expect(sum?.sum).toBe(500)
  await expectSoundBooks(app.db)
})
