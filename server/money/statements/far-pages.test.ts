import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { seedSmallWorld } from '../../../test/world.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { type AccountOwner, findAccount, readLines } from './queries.ts'

const SIGHT = { packages: null, productOrders: true }
const MANY = 4_000
const LIMIT = 10

const { pool, db, close } = await openTestDatabase()
let wallet: AccountOwner

beforeAll(async () => {
  const { users } = await seedSmallWorld(db, openVault(randomBytes(32)))
  wallet = { userId: users.tanvir, kind: 'user_wallet', orDeleted: false }
})
// Journals of orders that are not there: this file is about finding them.
afterAll(() => close({ books: 'broken' }))

/** Every third journal is money into the wallet, the others take some of it out. */
const move = (from: number, to: number) =>
  pool.query(
    `insert into journals (source, source_id, kind, amount, debit_id, credit_id)
     select 'order', i, case when i % 3 = 0 then 'cancelled' else 'placed' end, case when i % 3 = 0 then 3 else 1 end,
       case when i % 3 = 0 then held.id else own.id end, case when i % 3 = 0 then own.id else held.id end
     from accounts own, accounts held, generate_series($2::int, $3::int) i
     where own.user_id = $1 and own.kind = 'user_wallet' and held.kind = 'orders_held'
     order by i`,
    ['userId' in wallet ? wallet.userId : null, from, to],
  )

/** What a statement is, written down in one sentence: all entries of the account in the order of their ids. */
const entriesOf = async (accountId: number, order: 'asc' | 'desc') => {
  const text = `
    select journal_id as id, (a.side * amount)::tk as amount, balance_after
    from entries join accounts a on a.id = account_id
    where account_id = $1
    order by journal_id ${order}`
  return (await pool.query<{ id: number; amount: number; balance_after: number | null }>(text, [accountId])).rows
}

const find = async (owner: AccountOwner) => {
  const account = await findAccount(db, owner)
  if (!account) throw new Error('There is no such account')
  return account
}

test('every page of any size is the statement from there on, from either end', async () => {
  // An odd number of lines, and an even one.
  for (const [from, to] of [
    [0, 12],
    [13, 13],
  ] as const) {
    await move(from, to)
    for (const owner of [wallet, { kind: 'orders_held' }]) {
      const account = await find(owner)
      for (const order of ['asc', 'desc'] as const) {
        const all = await entriesOf(account.id, order)
        expect(new Set(all.map(({ amount }) => Math.sign(amount)))).toEqual(new Set([1, -1]))
        for (let limit = 1; limit <= all.length + 1; limit++) {
          for (let page = 1; (page - 2) * limit <= all.length; page++) {
            const { lines, total } = await readLines(db, account, SIGHT, { page, limit, order })
            const shown = lines.map(({ id, amount, balance_after }) => ({ id, amount, balance_after }))
            expect({ order, limit, page, shown, total }).toEqual({
              ...{ order, limit, page, total: all.length },
              shown: all.slice((page - 1) * limit, page * limit),
            })
          }
        }
      }
    }
  }
})

test('the last page of a store account with very many lines costs what the first does', async () => {
  // A balance that changes thousands of times in one transaction takes longer each time.
  for (let from = 15; from <= MANY; from += 500) await move(from, Math.min(from + 499, MANY))
  await pool.query('analyze journals')
  const account = await find({ kind: 'orders_held' })
  const last = Math.ceil((account.lines ?? 0) / LIMIT)
  expect(last).toBeGreaterThan(MANY / LIMIT - 10)
  for (const order of ['asc', 'desc'] as const) {
    const all = await entriesOf(account.id, order)
    for (const page of [1, last]) {
      const query = { page, limit: LIMIT, order }
      const { lines } = await readLines(db, account, SIGHT, query)
      expect(lines.map(({ id }) => id)).toEqual(all.slice((page - 1) * LIMIT, page * LIMIT).map(({ id }) => id))
      expect(await rowsRead(db, 'journals', (own) => readLines(own, account, SIGHT, query))).toBeLessThan(10 * LIMIT)
    }
  }
})
