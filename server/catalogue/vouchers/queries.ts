import { REVEAL_MINUTES } from '#contract/limits.ts'
import { maskOf, type PackageCodes, type VoucherQuery, type VoucherRow } from '#contract/vouchers.ts'
import type { List, Terms } from '../../core/lists/list.ts'
import { findRow, readList } from '../../core/lists/read.ts'
import { SHOP_ZONE } from '../../core/settings/shop-facts.ts'
import { packageCodes } from '../../core/stock/package-codes.ts'
import { type Context, holds, ordersSeen } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'

const DELETED = 3

interface FlatRow extends Omit<VoucherRow, 'code' | 'User' | 'batch'> {
  batch_id: number | null
  batch_name: string | null
  code_last4: string
  username: string | null
}

const ROW = `
  v.id, v.code_last4, v.status, v.package_id, k.name as package_name, p.name as product_name, v.user_id, u.username,
  o.id as order_id, v.expires_on::text,
  v.status = 1 and v.expires_on < shop_day(now(), ${SHOP_ZONE}) as is_expired, v.batch_id, b.name as batch_name, v.created_at, v.used_at, v.deleted_at, v.version`

/** `orders`: the packages whose orders the caller may see, because the order of a code leads to it. */
const joinsWithin = (orders: string) => `
  join topup_packages k on k.id = v.package_id
  join topup_products p on p.id = k.product_id
  left join voucher_batches b on b.id = v.batch_id
  left join users u on u.id = v.user_id
  left join order_codes c on c.voucher_id = v.id
  left join orders o on o.id = c.order_id and (${orders}::bigint[] is null or o.package_id = any(${orders}))`

const toVoucherRow = ({ code_last4, username, batch_id, batch_name, ...row }: FlatRow): VoucherRow => ({
  ...row,
  is_expired: row.is_expired === true,
  batch: batch_id === null ? null : { id: batch_id, name: batch_name ?? '' },
  code: maskOf(code_last4),
  User: username === null ? null : { username },
})

type Asked = Partial<Omit<VoucherQuery, 'voucher'>> &
  Pick<VoucherQuery, 'page' | 'limit'> & { is_deleted: boolean; code_index?: Buffer }

const isCounted = ({ query: { is_deleted, package: packageId, status }, bind }: Terms<Asked>) => {
  const state = is_deleted ? `state = ${DELETED}` : status === undefined ? `state <> ${DELETED}` : `state = ${Number(status)}`
  return packageId === undefined ? state : `package_id = ${bind(packageId)} and ${state}`
}

export const VOUCHERS: List<Asked, VoucherRow, FlatRow> = {
  table: 'vouchers',
  as: 'v',
  scope: 'columns',
  columns: ROW,
  joins: (scope) => joinsWithin(scope.sql),
  toRow: toVoucherRow,
  filters: {
    is_deleted: (is) => `v.deleted_at is ${is ? 'not null' : 'null'}`,
    package: (id, { bind }) => `v.package_id = ${bind(id)}`,
    // A literal, so that the planner can use its partial index.
    status: (status) => `v.status = ${Number(status)}`,
    user: (id, { bind }) => `v.user_id = ${bind(id)}`,
    code_index: (index, { bind }) => `v.code_index = ${bind(index)}`,
  },
  sorts: {},
  counters: {
    filters: ['is_deleted', 'package', 'status'],
    blocks: (_, terms) => `select block, n from voucher_block_tally where ${isCounted(terms)}`,
    total: (terms) => `select coalesce(sum(n), 0)::bigint from voucher_tally where ${isCounted(terms)}`,
  },
  isCountedInFull: true,
}

export const findVoucher = (ctx: Context, id: number): Promise<VoucherRow | undefined> =>
  findRow(ctx.db, VOUCHERS, ordersSeen(ctx.admin), id)

export const listVouchers = (ctx: Context, query: VoucherQuery) => readVouchers(ctx, livingVouchers(ctx, query))

export const livingVouchers = <Q extends Pick<VoucherQuery, 'voucher'>>(ctx: Context, { voucher, ...query }: Q) => ({
  ...query,
  is_deleted: false,
  ...(voucher !== undefined && { code_index: ctx.vault.index(voucher) }),
})

export const listDeleted = (ctx: Context, query: Pick<VoucherQuery, 'page' | 'limit' | 'sort' | 'order'>) =>
  readVouchers(ctx, { ...query, is_deleted: true })

const readVouchers = async (ctx: Context, query: Asked) => {
  const { rows, total } = await readList(ctx.db, VOUCHERS, ordersSeen(ctx.admin), query)
  return { vouchers: rows, voucher_count: total, total }
}

export const countByPackage = (db: Db): Promise<PackageCodes[]> => query<PackageCodes>(db, packageCodes())

/** The sealed code if this admin revealed it recently, according to the audit log. A replaced code needs a new reveal. */
export const findRevealed = async ({ db, admin }: Context, id: number): Promise<Buffer | undefined> => {
  if (!holds(admin, 'vouchers_reveal')) return undefined
  const sql = `
    select code_sealed
    from vouchers
    where id = $1 and exists (
      select from audit r
      where r.subject = 'voucher' and r.subject_id = $1 and r.admin_id = $2 and r.action = 'vouchers.reveal'
        and r.at > now() - interval '${REVEAL_MINUTES} minutes'
        and not exists (
          select from audit c
          where c.subject = 'voucher' and c.subject_id = $1 and c.id > r.id and c.action = 'vouchers.update'
            and c.facts ? 'code_changed'
        )
    )`
  return (await query<{ code_sealed: Buffer }>(db, sql, [id, admin.id]))[0]?.code_sealed
}
