import { CompiledQuery } from 'kysely'
import { SECRETS_KEPT_DAYS } from '#contract/limits.ts'
import { postHistory } from '../core/ledger/history.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Vault } from '../platform/vault/vault.ts'
import { BANNERS, GAMES, KARIMS_GAME, NOTICES, PHYSICAL_PRODUCTS } from './catalogue.ts'
import { DAY_MS } from './clock.ts'
import type { Decision, PastOrder, Trade } from './facts.ts'
import type { createPainter } from './pictures.ts'
import { HISTORY_DAYS, METHODS, PACKAGES, type Setting } from './plan.ts'
import { randomFrom } from './random.ts'
import type { PastVoucher } from './vouchers.ts'

/** Older decisions have no audit row. */
const AUDITED_DAYS = 28

type Row = Record<string, unknown>

export const run = (db: Db, sql: string, ...parameters: unknown[]) => db.executeQuery(CompiledQuery.raw(sql, parameters))

export const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

const insertRows = async (db: Db, table: string, rows: readonly Row[]) => {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await run(
    db,
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::${table}, $1::json) order by id`,
    JSON.stringify(rows),
  )
  await continueIds(db, table)
}

export const continueIds = (db: Db, table: string) =>
  run(db, `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)

export const writeCatalogue = async (
  db: Db,
  { now }: Setting,
  painter: ReturnType<typeof createPainter>,
  taken: ReadonlyMap<number, number>,
) => {
  const created_at = instant(now - (HISTORY_DAYS + 200) * DAY_MS)
  const hues = new Map(GAMES.map((game) => [game.name, painter.hue()]))
  const withId = <T extends object>(rows: readonly T[], more: (row: T, at: number) => Row): Row[] =>
    rows.map((row, at) => ({ id: at + 1, created_at, ...more(row, at) }))

  await insertRows(
    db,
    'topup_products',
    withId(GAMES, (game) => ({
      name: game.name,
      logo: painter.draw('game', hues.get(game.name)),
      price: game.stock ?? 0,
      track_stock: game.stock === undefined ? 0 : 1,
      buy_rate: game.buyRate ?? 1,
      rules: game.rules,
      isactivefortopup: game.needsAccount ? 0 : 1,
      is_active: 1,
    })),
  )
  const facts = GAMES.flatMap((game) => game.packages.map(([, bprice], at) => ({ bprice, serial: at + 1 })))
  await insertRows(
    db,
    'topup_packages',
    withId(PACKAGES, ({ productId, name, price, game }, at) => ({
      product_id: productId,
      name,
      price,
      ...facts[at],
      logo: painter.draw('package', hues.get(game.name)),
      in_stock: name === 'Paint Job' ? 0 : 1,
      sells_vouchers: game.sellsVouchers ?? false,
    })),
  )
  await insertRows(
    db,
    'physical_products',
    withId(PHYSICAL_PRODUCTS, (product, at) => ({
      ...product,
      // Today's quantity plus what was sold.
      quantity: product.quantity + (taken.get(at + 1) ?? 0),
      image: painter.draw('physical'),
      description: `<p>${product.name}. Sent by courier, two to four days.</p>`,
      is_active: 1,
    })),
  )
  await insertRows(
    db,
    'payment_methods',
    withId(METHODS, ({ name, info }) => ({ name, info, logo: painter.draw('method'), status: '1' })),
  )
  await insertRows(
    db,
    'banners',
    withId(BANNERS, (banner) => ({ ...banner, banner: painter.draw('banner') })),
  )
  await insertRows(
    db,
    'notices',
    withId(NOTICES, (notice) => ({ ...notice, title: '', image: painter.draw('notice'), for_home_modal: 1, template: '' })),
  )
}

export const grantPackages = async (db: Db, { admins }: Setting) => {
  const game = GAMES.findIndex(({ name }) => name === KARIMS_GAME) + 1
  const others = PACKAGES.filter((item) => item.isKarims && item.productId !== game).map((item) => item.id)
  await run(db, 'insert into admin_products (admin_id, topup_product_id) values ($1, $2)', admins.karim, game)
  await run(db, 'insert into admin_packages (admin_id, topup_package_id) select $1, unnest($2::bigint[])', admins.karim, others)
}

export const writeCustomers = (db: Db, { customers }: Setting) =>
  insertRows(
    db,
    'users',
    customers.map((customer) => ({ ...customer, account_status: 'active', is_banned: 0, avatar: '' })),
  )

export const writeVouchers = (db: Db, vault: Vault, { admins }: Setting, vouchers: readonly PastVoucher[]) =>
  insertRows(
    db,
    'vouchers',
    vouchers.map(({ id, package_id, status, code, user_id, created_at, used_at, deleted_at }) => ({
      id,
      package_id,
      status,
      code_sealed: hex(vault.seal(code, `voucher.code ${id}`)),
      code_index: hex(vault.index(code)),
      code_last4: code.slice(-4),
      user_id,
      added_by: admins.rahim,
      created_at: instant(created_at),
      used_at: instant(used_at),
      deleted_at: instant(deleted_at),
    })),
  )

// Snapshots come from package and product, except the price, which may have changed.
const INSERT_ORDERS = `
  insert into orders (
    id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, accounttype, phone,
    ingamepassword_sealed, securitycode_sealed, credit_taken, voucher_id, status, brief_note, internal_note,
    holder_id, held_until, completed_by, created_at, closed_at, corrected_at
  ) overriding system value
  select
    o.id, o.user_id, p.id, k.id, p.name, k.name, o.amount, k.bprice, round(k.bprice * p.buy_rate, 2), o.playerid, o.accounttype, o.phone,
    o.ingamepassword_sealed, o.securitycode_sealed, case p.track_stock when 1 then k.bprice else 0 end, o.voucher_id, o.status,
    o.brief_note, o.internal_note, o.holder_id, o.held_until, o.completed_by, o.created_at, o.closed_at, o.corrected_at
  from json_populate_recordset(null::orders, $1::json) o
  join topup_packages k on k.id = o.package_id
  join topup_products p on p.id = k.product_id
  order by o.id`

export const writeOrders = async (
  db: Db,
  vault: Vault,
  setting: Setting,
  { orders }: Trade,
  vouchers: readonly PastVoucher[],
) => {
  const voucherOf = new Map(vouchers.map((voucher) => [voucher.order_id, voucher.id]))
  const secrets = secretsOf(vault, setting)
  const rows = orders.map((order) => ({
    ...order,
    ...secrets(order),
    voucher_id: voucherOf.get(order.id) ?? null,
    created_at: instant(order.created_at),
    closed_at: instant(order.closed_at),
    held_until: instant(order.held_until),
    corrected_at: instant(order.corrected_at),
  }))
  await run(db, INSERT_ORDERS, JSON.stringify(rows))
  await continueIds(db, 'orders')
  await run(db, 'select fold_order_counts()')
  await run(db, 'select fold_voucher_counts()')
}

const secretsOf = (vault: Vault, { seed, now }: Setting) => {
  const random = randomFrom(seed, 'secrets')
  return ({ id, accounttype, closed_at }: PastOrder): Row => {
    if (accounttype === '' || (closed_at !== null && closed_at < now - SECRETS_KEPT_DAYS * DAY_MS)) return {}
    return {
      ingamepassword_sealed: hex(vault.seal(`play-${random.hex(4)}`, `order.ingamepassword ${id}`)),
      securitycode_sealed: random.chance(0.7) ? hex(vault.seal(random.digits(6), `order.securitycode ${id}`)) : null,
    }
  }
}

export const writeMoney = async (db: Db, { walletAdds, earnings, withdrawals, handOvers, postings }: Trade) => {
  const dated = <T extends { created_at: number; updated_at: number }>(rows: readonly T[]): Row[] =>
    rows.map((row) => ({ ...row, created_at: instant(row.created_at), updated_at: instant(row.updated_at) }))
  const completedAt = (row: Row) => (row.status === 'completed' ? row.updated_at : null)
  await insertRows(
    db,
    'wallet_adds',
    dated(walletAdds).map((row) => ({ ...row, completed_at: completedAt(row) })),
  )
  await insertRows(db, 'withdrawals', dated(withdrawals))
  await insertRows(
    db,
    'hand_overs',
    dated(handOvers).map((row) => ({ ...row, kind: 'request', reason: '' })),
  )
  await insertRows(
    db,
    'adjustments',
    earnings.map((row) => ({ ...row, wallet: 'earn_wallet', kind: 'earned', created_at: instant(row.created_at) })),
  )
  await postHistory(db, postings)
}

const ADDRESSES = new Map<keyof Setting['admins'], string>([
  ['rahim', '203.0.113.14'],
  ['karim', '203.0.113.27'],
  ['nadia', '198.51.100.8'],
])

export const writeAudit = async (db: Db, { now, admins }: Setting, decisions: readonly Decision[]) => {
  const recent = decisions.filter(({ at }) => at >= now - AUDITED_DAYS * DAY_MS)
  const addressOf = new Map([...ADDRESSES].map(([name, address]) => [admins[name], address]))
  await run(
    db,
    `insert into audit (at, actor, admin_id, address, action, subject, subject_id, facts)
     select at, 'admin', admin_id, address, action, subject, subject_id, facts
     from json_populate_recordset(null::audit, $1::json) with ordinality as line
     order by line.ordinality`,
    JSON.stringify(recent.map((line) => ({ ...line, at: instant(line.at), address: addressOf.get(line.admin_id) ?? '' }))),
  )
}
