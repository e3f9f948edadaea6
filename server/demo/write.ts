import { CompiledQuery } from 'kysely'
import { SECRETS_KEPT_DAYS } from '#contract/limits.ts'
import { postHistory } from '../core/ledger/history.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Vault } from '../platform/vault/vault.ts'
import { KARIMS_GAME, PHYSICAL_PRODUCTS } from './catalogue.ts'
import { DAY_MS } from './clock.ts'
import { PACKAGES, type Setting, SHOP_SINCE_DAYS } from './plan.ts'
import { randomFrom } from './random.ts'
import type { PastOrder, Row, World } from './world.ts'

/** Older decisions have no audit row. */
const AUDITED_DAYS = 28

export const run = (db: Db, sql: string, ...parameters: unknown[]) => db.executeQuery(CompiledQuery.raw(sql, parameters))

export const instant = (at: number) => new Date(at).toISOString()
export const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

const MOMENT = /^(\w+_)?(at|until)$/

/** Inserts rows in the given order; all have the keys of the first. */
export const insertRows = async (db: Db, table: string, rows: readonly Row[]) => {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await run(
    db,
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${table}, $1::json) with ordinality as line order by line.ordinality`,
    JSON.stringify(rows, (key, value) => (typeof value === 'number' && MOMENT.test(key) ? instant(value) : value)),
  )
  await run(db, `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
}

export const grantPackages = async (db: Db, { admins }: Setting) => {
  const items = PACKAGES.filter(({ isKarims }) => isKarims)
  const [game] = items.filter(({ game }) => game.name === KARIMS_GAME)
  const others = items.filter(({ productId }) => productId !== game?.productId).map(({ id }) => id)
  await run(db, 'insert into admin_products (admin_id, topup_product_id) values ($1, $2)', admins.karim, game?.productId)
  await run(db, 'insert into admin_packages (admin_id, topup_package_id) select $1, unnest($2::bigint[])', admins.karim, others)
}

export const writeOrders = async (db: Db, vault: Vault, { seed, now, trade }: World) => {
  const random = randomFrom(seed, 'secrets')
  const secretsOf = ({ id, accounttype, closed_at }: PastOrder) => {
    const isKept = accounttype !== '' && (closed_at === null || closed_at >= now - SECRETS_KEPT_DAYS * DAY_MS)
    if (!isKept) return { ingamepassword_sealed: null, securitycode_sealed: null }
    return {
      ingamepassword_sealed: hex(vault.seal(`play-${random.hex(4)}`, `order.ingamepassword ${id}`)),
      securitycode_sealed: random.chance(0.7) ? hex(vault.seal(random.digits(6), `order.securitycode ${id}`)) : null,
    }
  }
  await insertRows(
    db,
    'orders',
    trade.orders.map((order) => ({ ...order, ...secretsOf(order) })),
  )
  await run(db, 'select fold_order_counts()')
  await run(db, 'select fold_voucher_counts()')
}

/** These triggers would change today's stock, and at this moment. */
const STOCK_TRIGGERS = [
  ['product_orders', 'product_orders_move_stock'],
  ['physical_products', 'physical_products_moved'],
] as const

/** Physical products with today's quantities, their orders, and how the stock came to be. */
export const writeProductOrders = async (db: Db, products: readonly Row[], { now, trade }: World) => {
  for (const [table, trigger] of STOCK_TRIGGERS) await run(db, `alter table ${table} disable trigger ${trigger}`)
  await insertRows(db, 'physical_products', products)
  await insertRows(db, 'product_orders', trade.product_orders)
  await insertRows(db, 'stock_movements', stockMovements(trade, now - SHOP_SINCE_DAYS * DAY_MS))
  for (const [table, trigger] of STOCK_TRIGGERS) await run(db, `alter table ${table} enable trigger ${trigger}`)
}

/** Counted back from today's quantities. */
const stockMovements = ({ product_orders }: World['trade'], begins: number): Row[] => {
  const left = PHYSICAL_PRODUCTS.map(({ quantity }) => quantity)
  const move = (at: number, product_id: number, cause: string, order_id: number | null, change: number) => {
    const after_value = left[product_id - 1] ?? 0
    left[product_id - 1] = after_value - change
    return { at, kind: 'physical', product_id, before_value: after_value - change, after_value, cause, order_id }
  }
  const changes = product_orders.flatMap(({ id, product_id, quantity, status, created_at, closed_at }) => [
    { at: created_at, product_id, cause: 'order', id, change: -quantity },
    ...(status === 'cancelled' ? [{ at: closed_at ?? 0, product_id, cause: 'cancel', id, change: quantity }] : []),
  ])
  const sorted = changes.sort((a, b) => b.at - a.at)
  const moved = sorted.map(({ at, product_id, cause, id, change }) => move(at, product_id, cause, id, change))
  const started = left.map((quantity, at) => move(begins, at + 1, 'start', null, quantity))
  return [...started, ...moved.reverse()]
}

export const writeMoney = async (db: Db, { trade }: World) => {
  for (const table of ['wallet_adds', 'withdrawals', 'hand_overs', 'adjustments'] as const) {
    await insertRows(db, table, trade[table])
  }
  await postHistory(db, trade.postings)
}

const ADDRESSES = { rahim: '203.0.113.14', karim: '203.0.113.27', nadia: '198.51.100.8' } as const

export const writeAudit = async (db: Db, { now, admins, trade }: World) => {
  const names = Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[]
  const addressOf = new Map(names.map((name) => [admins[name], ADDRESSES[name]]))
  const lines = trade.audit
    .filter(({ at }) => at >= now - AUDITED_DAYS * DAY_MS)
    .sort((a, b) => a.at - b.at)
    .map((line) => ({ ...line, actor: 'admin', address: addressOf.get(line.admin_id) ?? '' }))
  await insertRows(db, 'audit', lines)
}
