import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VoucherStatus } from '#contract/vouchers.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { expectFarPages, LIMIT } from '../../../test/support/far-pages.ts'
import { findBreaks } from '../../core/ledger/invariants.ts'
import type { Context } from '../../platform/context.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { listDeleted, listVouchers } from './queries.ts'

const { pool, db, close } = await openTestDatabase()
const admin = { role: 'super', modules: [], package_ids: null }
const ctx = { db, admin, vault: openVault(randomBytes(32)) } as unknown as Context

beforeAll(async () => {
  await pool.query(`insert into topup_products (name, logo) values ('Starfall', '')`)
  await pool.query(
    `insert into topup_packages (product_id, name, price, bprice, logo) select 1, 'Card ' || i, 10, 9, '' from generate_series(1, 2) i`,
  )
  // Ids with gaps, over four blocks of ids; every status in both packages.
  await pool.query(
    `insert into vouchers (id, package_id, status, code_sealed, code_index, code_last4, used_at) overriding system value
     select i * 9, 1 + i % 2, (i / 2) % 3, '', int8send(i), '0000', case when (i / 2) % 3 = 2 then now() end
     from generate_series(1, 3600) i`,
  )
})
afterAll(() => close())

const FILTERS: readonly { package?: number; status?: VoucherStatus; order?: 'asc' | 'desc' }[] = [
  {},
  { order: 'asc' },
  { status: 1 },
  { status: 0, order: 'asc' },
  { package: 2 },
  { package: 1, order: 'asc' },
]

const idsBy = async (where: string, order: string) =>
  (await pool.query<{ id: number }>(`select id from vouchers where ${where} order by id ${order}`)).rows.map(({ id }) => id)

const expectPages = async () => {
  for (const { package: packageId, status, order } of FILTERS) {
    const where = `deleted_at is null and ${packageId ? `package_id = ${packageId}` : true} and ${status === undefined ? true : `status = ${status}`}`
    await expectFarPages(await idsBy(where, order ?? 'desc'), async (page) => {
      const requested = {
        page,
        limit: LIMIT,
        order,
        package: packageId,
        status,
        sort: undefined,
        user: undefined,
        voucher: undefined,
      }
      const { vouchers, total, voucher_count } = await listVouchers(ctx, requested)
      expect(voucher_count).toBe(total)
      return { ids: vouchers.map(({ id }) => id), total }
    })
  }
  await expectFarPages(await idsBy('deleted_at is not null', 'desc'), async (page) => {
    const { vouchers, total } = await listDeleted(ctx, { page, limit: LIMIT, order: undefined, sort: undefined })
    return { ids: vouchers.map(({ id }) => id), total }
  })
  expect((await findBreaks(db)).filter(({ rule }) => rule.name.startsWith('voucher '))).toEqual([])
  // The same sums, per package alone.
  const sums = (view: string) =>
    `select package_id, state, sum(n)::bigint as n from ${view} group by 1, 2 having sum(n) <> 0 order by 1, 2`
  const { rows } = await pool.query(sums('voucher_tally'))
  expect(rows).not.toEqual([])
  expect(rows).toEqual((await pool.query(sums('voucher_block_tally'))).rows)
}

test('far pages and totals are exact: unfolded, folded, and after moves and deletions', async () => {
  await expectPages()
  await pool.query('select fold_voucher_counts()')
  await expectPages()
  await pool.query('update vouchers set deleted_at = now() where id % 5 = 0')
  await pool.query('update vouchers set package_id = 3 - package_id where id % 4 = 0 and status <> 2')
  await pool.query('update vouchers set status = 2, used_at = now() where id % 11 = 0 and status = 1')
  await expectPages()
  await pool.query('select fold_voucher_counts()')
  expect((await pool.query('select from voucher_count_deltas')).rows).toEqual([])
  await expectPages()
})
