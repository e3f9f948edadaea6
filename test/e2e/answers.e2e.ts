import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '#contract/answers.ts'
import { audit } from '#contract/audit.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { productOrders } from '#contract/product-orders.ts'
import { shift } from '#contract/shift.ts'
import { status } from '#contract/status.ts'
import { store } from '#contract/store.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { users } from '#contract/users.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { addRhythm } from '../payments/shop.ts'
import { STORE_KEY } from '../support/app.ts'
import { pastOrder } from '../support/figures.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { addPhysicalProduct, placeProductOrder } from '../support/product-orders.ts'
import { askForWalletAdd, placeOrder, voucherRows } from '../world.ts'
import { openAs } from './people.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const DAY_MS = 86_400_000
// Its figures are of the day on which it began.
await awayFromMidnight()
const { app, browser } = await startShop()
const { admins, users: people, packages, products } = app.world
const rahim = await app.signIn('rahim')

beforeAll(async () => {
  const accepted = async (call: Promise<{ status: number; body: { message?: string } }>) => {
    const { status, body } = await call
    expect([status, body.message]).toEqual([200, body.message])
  }
  const { db, world } = app
  for (const ago of [3, 2, 0, 0]) {
    await pastOrder(db, world, { package: 'gems500', createdAt: new Date(Date.now() - ago * DAY_MS).toISOString() })
  }
  for (const name of ['gems100', 'gems500'] as const) {
    await placeOrder(db, { userId: people.shila, packageId: packages[name] })
    await askForWalletAdd(db, { userId: people.tanvir, amount: name === 'gems100' ? 70 : 30.5 })
    await placeProductOrder(db, people.shila, await addPhysicalProduct(db, { name, price: 45 }))
  }
  for (const type of ['add', 'deduct'] as const) {
    const amount = type === 'add' ? 90 : 10
    await accepted(app.call(users.adjustEarnWallet, { id: people.shila, type, amount, reason: 'A gift' }, rahim))
  }
  for (const amount of [25, 15.5]) {
    await accepted(app.call(store.withdraw, { user_id: people.shila, amount, number: '01811000001' }, STORE_KEY, `w${amount}`))
    await accepted(app.call(handOvers.request, { amount, number: '01700000001' }, rahim))
  }
  const done = await placeOrder(db, { userId: people.shila, packageId: packages.gems100 })
  await accepted(app.call(orders.setStatus, { id: done, status: 'completed' }, rahim))
  await accepted(app.call(orders.correct, { id: done, reason: 'Wrong player' }, rahim))
  await accepted(
    app.call(handOvers.record, { admin_id: admins.rahim, kind: 'recorded', amount: 5, reason: 'Put into the safe' }, rahim),
  )
  await sql`update topup_products set price = 100 where id = ${products.starfall}`.execute(db)
  const codes = await voucherRows(db, app.vault, packages.gemsCard, ['USED-1', 'USED-2', 'USED-3', 'USED-4', 'USED-5'])
  const used = { status: 2, created_at: sql<string>`now() - interval '20 days'`, used_at: sql<string>`now()` }
  await db
    .insertInto('vouchers')
    .values(codes.map((code) => ({ ...code, ...used })))
    .execute()
  await addRhythm(app, rahim, { perHour: 6, silentHours: 4 })
  await sql`update admins set created_at = created_at - interval '8 days'`.execute(db)
  await app.sealAudit()
})

const RUNS_OUT_DAYS = 7
type Search = Readonly<Record<string, string>>

interface Behind {
  readonly path: string
  /** Tells apart sentences with the same list. */
  readonly status?: string
  /** What the sentence says of the list that its link opens: as that list has it. */
  readonly says: (search: Search) => Promise<RegExp>
}

const escaped = (text: string) => RegExp(`(^|[ :])${text.replaceAll('.', '\\.')}(?![\\d.])`)
const sumOf = (rows: readonly { amount: number }[]) => {
  // A sum of nothing would prove nothing.
  expect(rows.length).toBeGreaterThan(1)
  return escaped(formatTk(rows.reduce((sum, { amount }) => sum + amount, 0)))
}

/** Each sentence's list. An answer without its list does not compile, one that is not on screen fails. */
const BEHIND: Readonly<Record<Answer | 'earned', Behind>> = {
  earned: {
    path: '/order',
    status: 'completed',
    says: async (search) => sumOf((await app.call(orders.list, search, rahim)).body.data.orders),
  },
  cash: {
    path: '/shift',
    says: async (search) => {
      const { sheets } = (await app.call(shift.list, search, rahim)).body.data
      return escaped(formatTk(sheets.reduce((sum, { still_held }) => sum + still_held, 0)))
    },
  },
  changes: {
    path: '/audit',
    says: async (search) => RegExp(`: ${(await app.call(audit.list, search, rahim)).body.data.total}(,|$)`),
  },
  codes: {
    path: '/upins',
    says: async (search) => {
      if (search.package) {
        const { vouchers: ready } = (await app.call(vouchers.list, { ...search, status: 1 }, rahim)).body.data
        return RegExp(`: ${ready.length} left,`)
      }
      const { packages: counted } = (await app.call(vouchers.counts, {}, rahim)).body.data
      return RegExp(`^Codes of ${counted.filter(({ days_left }) => (days_left ?? RUNS_OUT_DAYS) < RUNS_OUT_DAYS).length} `)
    },
  },
  stock: {
    path: '/topup-product',
    says: async () => {
      const tracked = (await app.call(topupProducts.list, {}, rahim)).body.data.data.filter(
        ({ track_stock }) => track_stock === 1,
      )
      expect(tracked).toHaveLength(1)
      return RegExp(`^Stock of ${tracked.length} |^${tracked[0]?.name}: ${formatTk(tracked[0]?.price ?? 0)} left,`)
    },
  },
  payment_phones: {
    path: '/payments',
    says: async (search) => {
      expect((await app.call(payments.list, search, rahim)).body.data.total).toBeGreaterThan(50)
      return search.phone_id ? /^Counter phone: nothing for 4 h.*, usually \d+ messages$/ : /^Payment phones are silent/
    },
  },
  backup: {
    path: '/test',
    says: async () => {
      expect((await app.call(status.show, {}, rahim)).body.data.backups.last).toBeNull()
      return /^No backup for 8 days$/
    },
  },
  orders: {
    path: '/order',
    status: 'pending',
    says: async (search) => sumOf((await app.call(orders.list, search, rahim)).body.data.orders),
  },
  product_orders: {
    path: '/product-order',
    says: async (search) => sumOf((await app.call(productOrders.list, search, rahim)).body.data.orders),
  },
  wallet_adds: {
    path: '/add-wallet',
    says: async (search) => sumOf((await app.call(walletAdds.list, search, rahim)).body.data.transactions),
  },
  withdrawals: {
    path: '/withdraw-earn-wallet',
    says: async (search) => sumOf((await app.call(withdrawals.list, search, rahim)).body.data.transactions),
  },
  hand_overs: {
    path: '/admin-wallet',
    says: async (search) => sumOf((await app.call(handOvers.list, search, rahim)).body.data.transactions),
  },
}

/** A link's own words, or for a sum that stands beside it, its sentence's. */
const wordsOf = (link: Locator, name: string) => (name === 'earned' ? link.locator('xpath=..') : link).innerText()

test('each number of a sentence at a glance is that of the list behind its link', async () => {
  const page = await openAs(browser, 'rahim', '/')
  const glance = page.getByRole('main').getByRole('region', { name: 'At a glance', exact: true })
  await eventually(() => glance.getAttribute('aria-busy')).toBe('false')
  await glance.getByRole('link', { name: /earned so far today/ }).waitFor()
  const links = await glance.getByRole('link').all()
  const walked: string[] = []
  for (const link of links) {
    const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '', app.url)
    const search = Object.fromEntries(searchParams)
    const [name = '', behind] =
      Object.entries(BEHIND).find(([, { path, status }]) => path === pathname && (!status || search.status === status)) ?? []
    const words = await wordsOf(link, name)
    expect(words).toMatch((await behind?.says(search)) ?? `a list at ${pathname}`)
    walked.push(name)
  }
  expect([...new Set(walked)].sort()).toEqual(Object.keys(BEHIND).sort())
  // Every sentence leads somewhere.
  for (const sentence of await glance.getByRole('listitem').all()) {
    expect(await sentence.getByRole('link').count(), await sentence.innerText()).toBeGreaterThan(0)
  }
})

test('each figure of orders on the shift sheet is that of the list behind its link', async () => {
  const page = await openAs(browser, 'rahim', '/shift')
  const row = page
    .locator('tbody tr')
    .filter({ has: page.locator('a[href*="status=completed"]', { hasText: /[1-9]/ }) })
    .first()
  await row.waitFor()
  const links = row.locator('a[href^="/order?"]')
  const listOf = async (at: number) => {
    const { searchParams } = new URL((await links.nth(at).getAttribute('href')) ?? '', app.url)
    return (await app.call(orders.list, Object.fromEntries(searchParams), rahim)).body.data
  }
  const [completed, cancelled, sold] = await Promise.all([0, 1, 2].map(listOf))
  expect(completed?.total).toBeGreaterThan(0)
  const shown = await links.allInnerTexts()
  expect(shown).toHaveLength(5)
  const amount = (sold?.orders ?? []).reduce((sum, order) => sum + order.amount - order.refunded, 0)
  expect(shown.slice(0, 3)).toEqual([completed?.total, cancelled?.total, amount].map((figure) => formatNumber(figure ?? 0)))
  await links.first().click()
  const by = completed?.orders[0]?.completed_by ?? ''
  await page.getByText(`Completed by: ${by}`).waitFor()
  await eventually(() => page.locator('tbody tr[data-id]').count()).toBe(completed?.total)
})
