import { afterAll, expect, test } from 'vitest'
import { movesMoney } from '#contract/effects.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { addPhone, newTrxId, openWallet, setRule } from '../../../test/payments/shop.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { hireAdmin } from '../../../test/support/hired-admins.ts'
import { awayFromMidnight } from '../../../test/support/midnight.ts'
import { addPhysicalProduct, orderProduct } from '../../../test/support/product-orders.ts'
import { chooseSeed, randomFrom } from '../../../test/support/random.ts'
import { everyEndpoint, type Field, fieldsOf, plainValue } from '../../../test/support/samples.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import { MODULE_KEYS } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
const random = randomFrom(chooseSeed())
afterAll(() => app.close())

const LIMIT = 300
const ASKED = 10
const ROUNDS = Number(process.env.ROUNDS ?? 20)
const ROUNDS_MOST = 150
const ROUND_CALLS = 4
const NUMBER = '01811000001'
const user_id = app.world.users.shila
await app.db.updateTable('settings').set({ wallet_changes_per_day: LIMIT }).execute()
const methodId = app.world.methods.mobipay
const rahim = await app.signIn('rahim')
await setRule(app, rahim, methodId)
const [wallet, phone] = [openWallet(methodId), await addPhone(app, rahim, [methodId])]
const productId = await addPhysicalProduct(app.db, { price: ASKED, quantity: 100_000 })

const subjectOf = ({ audit }: Endpoint): string => (audit && audit !== 'none' ? audit.subject : '')

/**
 * Every call by which a sub-admin moves money, as the contract declares it, by what it moves. A payment that a sub-admin pastes or ties
 * to a wallet add completes nothing: payments/match.test.ts.
 */
const CALLS = everyEndpoint.filter(
  ({ endpoint }) =>
    movesMoney(endpoint) && !['store', 'super', 'phone'].includes(endpoint.access) && subjectOf(endpoint) !== 'payment',
)
const BY_SUBJECT = Map.groupBy(CALLS, ({ endpoint }) => subjectOf(endpoint))

/** What customers and the store ask for, and where it is kept. */
const ASKS: Readonly<Record<string, readonly [table: string, ask: (token: string) => Promise<unknown>]>> = {
  wallet_add: [
    'wallet_adds',
    async () => {
      const trx_id = newTrxId()
      await askForWalletAdd(app.db, { userId: user_id, amount: ASKED, number: NUMBER, methodId, trx_id })
      await phone.send(wallet.pay(ASKED / 2, trx_id))
    },
  ],
  withdrawal: ['withdrawals', () => app.call(store.withdraw, { user_id, amount: ASKED, number: NUMBER }, STORE_KEY)],
  order: ['orders', () => placeOrder(app.db, { userId: user_id, packageId: app.world.packages.gems100 })],
  product_order: ['product_orders', () => orderProduct(app, user_id, productId)],
  hand_over: [
    'hand_overs',
    async (token) => {
      const transaction_id = await askForWalletAdd(app.db, { userId: user_id, amount: ASKED, number: NUMBER })
      await app.call(walletAdds.setStatus, { transaction_id, status: 'completed' }, token)
    },
  ],
}

interface Row {
  readonly id: number
  readonly status: string
}

const newest = async (table: string | undefined): Promise<Row> => {
  if (!table) return { id: user_id, status: '' }
  const rows = await query<Row>(app.db, `select id, status from ${table} order by id desc limit 1`)
  return rows[0] ?? { id: 1, status: '' }
}

/** Any value that the field takes: mostly of a row that is there; amounts that were asked for, that are left, and far above. */
const anyValue = (field: Field, { id, status }: Row): unknown => {
  if (/id$/.test(field.name)) return id
  if (field.item) return [id]
  if (field.name === 'number') return random.chance(0.8) ? NUMBER : '01999000001'
  if (field.choices.includes(status) && random.chance(0.6)) return status
  if (field.kind === 'choice') return random.pick(field.choices)
  return field.kind === 'number' ? random.pick([0.01, ASKED, LIMIT / 2, LIMIT, 100_000, 100_000, 100_000]) : plainValue(field)
}

/** Without what one has seen, which would refuse most calls of a walk. */
const anyInput = (endpoint: Endpoint, row: Row) =>
  Object.fromEntries(
    fieldsOf(endpoint)
      .filter(({ name }) => !/^(expected|version|up_to|as_of|unseen|is_banned|password|phone)/.test(name))
      .filter(({ isOptional }) => !isOptional || random.chance(0.5))
      .map((field) => [field.name, anyValue(field, row)]),
  )

/** What has come into wallets from outside, wherever it is now; and what customers asked for. */
const IN_WALLETS = `
  select
    (select sum(e.amount) from entries e join accounts a on a.id = e.account_id
     where a.kind in ('user_wallet', 'earn_wallet', 'earn_hold', 'orders_held', 'sales', 'payouts'))::float8 as held,
    (select -sum(e.amount) from entries e join accounts a on a.id = e.account_id
     where a.kind in ('admin_wallet', 'in_transit', 'store_cash'))::float8 as cash,
    (select coalesce(sum(coalesce(asked, amount)) filter (where user_id = $1), 0) from wallet_adds)::float8 as asked`

const measure = async () => {
  const [sums] = await query<{ held: number; cash: number; asked: number }>(app.db, IN_WALLETS, [user_id])
  if (!sums) throw new Error('A sum answers one row')
  return sums
}

/** What no walk has done. */
const missing = new Map(CALLS.map((call) => [call.name, call.endpoint]))

/** Random calls by `admins`, who have every permission; `isLast`: until each call was done. Answers the most that they had added beyond
 * what was asked for. */
const walk = async (admins: readonly string[], isLast = false) => {
  await app.call(store.earn, { user_id, amount: 50, reason: 'Referral' }, STORE_KEY)
  const before = await measure()
  const most = { held: 0, cash: 0 }
  for (let round = 0; round < ROUNDS || (isLast && missing.size > 0 && round < ROUNDS_MOST); round++) {
    const left = [...missing.values()].map(subjectOf)
    const subject = random.pick(round < ROUNDS ? [...BY_SUBJECT.keys()] : left)
    const [table, ask] = ASKS[subject] ?? []
    for (let step = 0; step < ROUND_CALLS; step++) {
      const token = random.pick(admins)
      if (step === 0) await ask?.(token).catch(() => {})
      const calls = BY_SUBJECT.get(subject) ?? []
      const pencil = calls.filter(({ name }) => name.endsWith('.editRow'))
      const { name, endpoint } = random.pick(step === 0 && pencil.length > 0 ? pencil : calls)
      const { status, body } = await app.call(endpoint, anyInput(endpoint, await newest(table)), token)
      expect(status, body.message).toBeLessThan(500)
      if (status !== 200) continue
      missing.delete(name)
      const { held, cash, asked } = await measure()
      most.held = Math.max(most.held, held - before.held - (asked - before.asked))
      most.cash = Math.max(most.cash, cash - before.cash - (asked - before.asked))
    }
  }
  return most
}

const hire = async () => {
  const { id, token } = await hireAdmin(app)
  await grant(app.db, id, MODULE_KEYS)
  for (const topup_package_id of Object.values(app.world.packages))
    await app.db.insertInto('admin_packages').values({ admin_id: id, topup_package_id }).execute()
  return token
}

/** Completed above what was asked for, or to another number; by decision, not by an edit afterwards. */
const OTHERS = `
  select j.source, j.source_id, j.amount from journals j join wallet_adds w on w.id = j.source_id
  where j.source = 'wallet_add' and j.kind = 'completed' and j.amount > coalesce(w.asked, j.amount) and j.id > $1
  union all
  select j.source, j.source_id, j.amount from journals j join withdrawals w on w.id = j.source_id
  where j.source = 'withdrawal' and j.kind = 'completed' and (j.amount > coalesce(w.asked, j.amount) or w.number <> '${NUMBER}')
    and j.id > $1`

test(`one sub-admin adds at most the limit and pays only requests, SEED=${random.seed}`, async () => {
  const [{ last } = { last: 0 }] = await query<{ last: number }>(app.db, 'select max(id) as last from journals')
  const { held, cash } = await walk([await hire()])
  expect(held).toBeLessThanOrEqual(LIMIT)
  expect(cash).toBeLessThanOrEqual(LIMIT)
  expect(await query(app.db, OTHERS, [last])).toEqual([])
})

test(`two together add no more than both limits, SEED=${random.seed}`, async () => {
  const { held, cash } = await walk([await hire(), await hire()], true)
  expect(held).toBeLessThanOrEqual(2 * LIMIT)
  expect(cash).toBeLessThanOrEqual(2 * LIMIT)
  expect([...missing.keys()]).toEqual([])
})
